// The stage: shows the data and what the call makes of it in the view that suits it, as busy, or as the last valid result.
import type { Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import { h, keepFocus, set, write } from '../page/dom.ts';
import { Later, loadStyle } from '../page/lazy.ts';
import type { FileHands } from './file.ts';
import type { Made } from './images.ts';
import { PictureView } from './picture.ts';
import { Room } from './room.ts';
import type { Pixels } from './scale.ts';
import type { Change } from './view.ts';

interface Hands extends FileHands {
  change: Change;
  edit: (k: number, text: string) => void;
  cancel: () => void;
}

const style = () => loadStyle(new URL('../style/tensor.css', import.meta.url));

/** Work that is done sooner is not announced. */
const QUICK_MS = 120;

export class Stage {
  #element;
  #room;
  #picture;
  /** Views that are loaded when they are needed first. */
  tensors;
  files;
  #act: unknown = null;
  #doing = h('div.doing', { hidden: true });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: [Result, readonly Made[], Pixels] | null = null;

  constructor(element: HTMLElement, hands: Hands) {
    this.#element = element;
    this.#room = new Room(element);
    this.tensors = new Later(async () => {
      const [module] = await Promise.all([import('./tensor.ts'), style()]);
      return new module.TensorView(this.#room, hands);
    });
    this.files = new Later(async () => {
      const [module] = await Promise.all([import('./file.ts'), style()]);
      return new module.FileView(hands);
    });
    this.#picture = new PictureView(this.#room, hands.change);
    this.#doing.append(h('span', { role: 'status' }), h('button.btn', { onclick: hands.cancel }, 'Cancel'));
    element.append(this.#doing);
  }

  /** @param made the outputs with their data, of a picture */
  draw(result: Result, made: readonly Made[], picture: Pixels) {
    this.#last = [result, made, picture];
    this.setBusy('');
    this.#act = null;
    if (result.state.on === 'picture') {
      this.#put(this.#picture.element);
      this.#picture.draw(result, made, picture);
      return this.setOld(false);
    }
    this.with(this.tensors, (tensors) => {
      tensors.draw(result);
      this.setOld(false);
    });
  }

  /** The call is wrong: the last valid result stays. @param wrong message about dims; '' for none @param isSame it is of the same kind of data */
  fail(state: State, wrong: string, isSame: boolean) {
    this.setBusy('');
    if (state.on !== 'tensor') return this.setOld(isSame);
    this.with(this.tensors, (tensors) => this.setOld(tensors.fail(state, wrong, isSame)));
  }

  /** Shows a view, which is loaded when it is needed first, and does something with it. Only what was asked last is done. */
  async with<V extends { element: HTMLElement }>(later: Later<V>, act: (view: V) => void) {
    this.#act = act;
    if (!later.part) {
      this.setBusy('loading');
      await later.load();
      if (this.#act === act) this.setBusy('');
    }
    const { part } = later;
    if (!part || this.#act !== act) return;
    keepFocus(() => {
      this.#put(part.element);
      act(part);
    });
  }

  setOld(isOld: boolean) {
    const parts = '.grids > div > .planes, .out, .axis, .memory, .ruled, .facts';
    for (const part of this.#element.querySelectorAll(parts)) part.classList.toggle('old', isOld);
  }

  /** @param text what is being done; '' for nothing */
  setBusy(text: string) {
    clearTimeout(this.#timer);
    set(this.#element, { 'aria-busy': String(text !== '') });
    const announce = () => {
      this.#doing.hidden = false;
      write(this.#doing.firstElementChild as Element, text);
    };
    if (text === '') this.#doing.hidden = true;
    else this.#timer = setTimeout(announce, QUICK_MS);
  }

  /** The stage may have another size. */
  resize() {
    if (this.#room.measure() && this.#last && !this.#picture.isDragging) this.draw(...this.#last);
  }

  #put(view: HTMLElement) {
    if (view.parentElement === this.#element) return;
    this.#element.querySelector('.view')?.remove();
    this.#element.prepend(view);
    if (view !== this.#picture.element) this.#last = null;
  }
}
