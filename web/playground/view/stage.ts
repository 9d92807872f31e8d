// The stage: shows the data and what the call makes of it in the view that suits it, as busy, or as the last valid result.
import type { Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import { h, keepFocus, set, write } from '../page/dom.ts';
import { Later } from '../page/lazy.ts';
import { type More, more } from '../page/more.ts';
import type { FileHands, FileView } from './file.ts';
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

/** Work that is done sooner is not announced. */
const QUICK_MS = 120;

export class Stage {
  #element;
  #room;
  #picture;
  #tensors: InstanceType<More['TensorView']> | null = null;
  /** Loaded when it is needed first. */
  files;
  #hands;
  /** What was asked last of a file. */ #act: unknown = null;
  #doing = h('div.doing', { hidden: true });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: [Result, readonly Made[], Pixels] | null = null;

  constructor(element: HTMLElement, hands: Hands) {
    this.#element = element;
    this.#room = new Room(element);
    this.#hands = hands;
    this.files = new Later(async () => new (await import('./file.ts')).FileView(hands));
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
    } else this.#withTensors((tensors) => tensors.draw(result));
    this.setOld(false);
  }

  /** The call is wrong: the last valid result stays. @param wrong message about dims; '' for none @param isSame it is of the same kind of data */
  fail(state: State, wrong: string, isSame: boolean) {
    this.setBusy('');
    if (state.on !== 'tensor') return this.setOld(isSame);
    this.#withTensors((tensors) => this.setOld(tensors.fail(state, wrong, isSame)));
  }

  #withTensors(act: (view: InstanceType<More['TensorView']>) => void) {
    const { TensorView } = more.part as More;
    this.#tensors ??= new TensorView(this.#room, this.#hands);
    this.#show(this.#tensors, act);
  }

  /** Shows a file, whose view is loaded first, and does something with it. Only what was asked last is done. */
  async withFiles(act: (view: FileView) => void) {
    this.#act = act;
    if (!this.files.part) {
      this.setBusy('loading');
      await this.files.load();
      if (this.#act === act) this.setBusy('');
    }
    if (this.files.part && this.#act === act) this.#show(this.files.part, act);
  }

  #show<V extends { element: HTMLElement }>(view: V, act: (view: V) => void) {
    keepFocus(() => {
      this.#put(view.element);
      act(view);
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
