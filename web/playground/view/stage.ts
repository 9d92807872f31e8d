// The stage: shows the data and what the call makes of it in the view that suits it, as busy, or as the last valid result.

import { resultName } from '../model/call.ts';
import { firstOf } from '../model/first.ts';
import { elementsOf, MOST_CELLS, type Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import { h, set, write } from '../page/dom.ts';
import { Captions } from './captions.ts';
import { CellsView, layoutOf } from './cells.ts';
import type { Made } from './images.ts';
import { PictureView, type Pixels } from './picture.ts';
import { RulersView } from './rulers.ts';
import { axesOf, type Change, dimsOf } from './view.ts';

interface Hands {
  change: Change;
  edit: (k: number, text: string) => string;
  cancel: () => void;
}

/** Work that is done sooner is not announced. */
const QUICK_MS = 120;
/** Values of a large result that are shown. */
const FIRST = 4;

export class Stage {
  #element;
  #captions;
  #picture;
  #cells;
  #rulers;
  #doing = h('div.doing', { hidden: true });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: [Result, readonly Made[], Pixels] | null = null;
  #width = 0;

  constructor(element: HTMLElement, { change, edit, cancel }: Hands) {
    this.#element = element;
    this.#captions = new Captions(change);
    this.#picture = new PictureView(element, change);
    this.#cells = new CellsView(change, edit);
    this.#rulers = new RulersView(change);
    this.#doing.append(
      h('span', { role: 'status' }),
      h('button.btn', { type: 'button', onclick: cancel }, 'Cancel'),
    );
    element.append(this.#doing);
  }

  /** @param made the outputs with their data, of a picture */
  draw(result: Result, made: readonly Made[], picture: Pixels) {
    this.#last = [result, made, picture];
    this.#width = this.#element.clientWidth;
    this.setBusy('');
    this.setOld(false);
    if (result.state.on === 'picture') {
      this.#put(this.#picture.element);
      return this.#picture.draw(result, made, picture);
    }
    const captions = this.#captions.show(result.state, '');
    const isSmall =
      elementsOf(result.tensors) <= MOST_CELLS && elementsOf(result.outputs.slice(0, 12)) <= 2 * MOST_CELLS;
    const layout = isSmall && result.state.type ? layoutOf(result, this.#element) : null;
    if (layout) {
      this.#put(this.#cells.element);
      return this.#cells.draw(result, layout, captions);
    }
    this.#put(this.#rulers.element);
    const many = /Split/.test(result.row.op_type);
    const made_ = many
      ? []
      : [h('b', resultName(result.row)), dimsOf(result.outputs[0].dims, axesOf(result))];
    const caption = h(
      'div.cap.flow',
      ...captions,
      h('span.muted', '→'),
      ...made_,
      many ? h('b', resultName(result.row)) : null,
    );
    const first = firstOf(result, FIRST);
    this.#rulers.draw(result, caption, first ? `${first.join(', ')}, …` : '');
  }

  showFile(element: HTMLElement) {
    this.#last = null;
    this.setBusy('');
    this.setOld(false);
    this.#put(element);
  }

  /** The call is wrong: the last valid result stays. @param wrong message about dims; '' for none @param isSame it is of the same kind of data */
  fail(state: State, wrong: string, isSame: boolean) {
    this.setBusy('');
    if (state.on !== 'tensor') return this.setOld(isSame);
    const captions = this.#captions.show(state, wrong);
    const isShown = isSame && captions.every((caption) => this.#element.contains(caption));
    this.setOld(isShown);
    if (!isShown)
      this.#put(h('div.view', h('div.cap.flow', ...captions), h('p.muted', 'There is nothing to show yet.')));
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
