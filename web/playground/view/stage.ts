// The stage: shows the data and what the call makes of it in the view that suits it, as busy, or as the last valid result.
import type { Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import { h, keepFocus, set, write } from '../page/dom.ts';
import { lazy, loadStyle } from '../page/lazy.ts';
import type { Made } from './images.ts';
import { PictureView, type Pixels } from './picture.ts';
import type { TensorView } from './tensor.ts';
import type { Change } from './view.ts';

interface Hands {
  change: Change;
  edit: (k: number, text: string) => void;
  cancel: () => void;
}

/** Work that is done sooner is not announced. */
const QUICK_MS = 120;

export class Stage {
  #element;
  #picture;
  #hands;
  #tensors: TensorView | null = null;
  #loading: Promise<[typeof import('./tensor.ts'), unknown] | null> | null = null;
  #act: ((tensors: TensorView) => void) | null = null;
  #doing = h('div.doing', { hidden: true });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: [Result, readonly Made[], Pixels] | null = null;
  #width = 0;

  constructor(element: HTMLElement, hands: Hands) {
    this.#element = element;
    this.#hands = hands;
    this.#picture = new PictureView(element, hands.change);
    this.#doing.append(
      h('span', { role: 'status' }),
      h('button.btn', { type: 'button', onclick: hands.cancel }, 'Cancel'),
    );
    element.append(this.#doing);
  }

  /** @param made the outputs with their data, of a picture */
  draw(result: Result, made: readonly Made[], picture: Pixels) {
    this.#last = [result, made, picture];
    this.#width = this.#element.clientWidth;
    this.setBusy('');
    this.setOld(false);
    this.#act = null;
    if (result.state.on === 'picture') {
      this.#put(this.#picture.element);
      return this.#picture.draw(result, made, picture);
    }
    this.#withTensors((tensors) => {
      this.#put(tensors.element);
      tensors.draw(result);
    });
  }

  showFile(element: HTMLElement) {
    this.#last = null;
    this.#act = null;
    this.setBusy('');
    this.setOld(false);
    this.#put(element);
  }

  /** The call is wrong: the last valid result stays. @param wrong message about dims; '' for none @param isSame it is of the same kind of data */
  fail(state: State, wrong: string, isSame: boolean) {
    this.setBusy('');
    if (state.on !== 'tensor') return this.setOld(isSame);
    this.#withTensors((tensors) => {
      this.#put(tensors.element);
      this.setOld(tensors.fail(state, wrong, isSame));
    });
  }

  /** Does it with the view of tensors, which is loaded when it is needed first. Only what was asked last is done. */
  async #withTensors(act: (tensors: TensorView) => void) {
    this.#act = act;
    if (this.#tensors === null) {
      this.setBusy('loading the view of tensors');
      await this.load();
      if (this.#tensors === null) return;
      if (this.#act === act) this.setBusy('');
    }
    const tensors = this.#tensors;
    if (this.#act === act) keepFocus(() => act(tensors));
  }

  async load() {
    const load = () =>
      Promise.all([import('./tensor.ts'), loadStyle(new URL('../style/tensor.css', import.meta.url))]);
    this.#loading ??= lazy(load, 'The view of tensors');
    const [module] = (await this.#loading) ?? [];
    if (module) this.#tensors ??= new module.TensorView(this.#element, this.#hands);
    else this.#loading = null;
  }

  setOld(isOld: boolean) {
    for (const part of this.#element.querySelectorAll(
      '.grids > div > .planes, .out, .axis, .memory, .ruled, .facts',
    ))
      part.classList.toggle('old', isOld);
  }

  /** @param text what is being done; '' for nothing */
  setBusy(text: string) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    set(this.#element, { 'aria-busy': String(text !== '') });
    if (text === '') this.#doing.hidden = true;
    else this.#timer = setTimeout(() => this.#announce(text), QUICK_MS);
  }

  #announce(text: string) {
    this.#doing.hidden = false;
    write(this.#doing.firstElementChild as Element, text);
  }

  /** The stage has another width. */
  resize() {
    if (this.#last === null || this.#element.clientWidth === this.#width || this.#picture.isDragging) return;
    this.draw(...this.#last);
  }

  #put(view: HTMLElement) {
    if (view.parentElement === this.#element) return;
    this.#element.querySelector('.view')?.remove();
    this.#element.prepend(view);
  }
}
