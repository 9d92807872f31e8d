// Tensors: cell by cell if they are small, otherwise one ruler per axis. Loaded with the first one.
import { elementsOf, MOST_CELLS } from '../model/elements.ts';
import { firstOf } from '../model/first.ts';
import { givesMany, resultName } from '../model/names.ts';
import type { Result } from '../model/result.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';
import { Captions } from './captions.ts';
import { CellsView } from './cells.ts';
import { layoutOf } from './layout.ts';
import type { Room } from './room.ts';
import { RulersView } from './rulers.ts';
import { axesOf, type Change, dimsOf } from './view.ts';

/** Values of a large result that are shown. */
const FIRST = 4;

export class TensorView {
  element = h('div.view');
  #room;
  #captions;
  #cells;
  #rulers;

  /** @param edit another value for an element */
  constructor(room: Room, { change, edit }: { change: Change; edit: (k: number, text: string) => void }) {
    this.#room = room;
    this.#captions = new Captions(change);
    this.#cells = new CellsView(change, edit);
    this.#rulers = new RulersView(change);
  }

  draw(result: Result) {
    const { tensors, outputs, row, state } = result;
    const captions = this.#captions.show(state, '');
    const isSmall = elementsOf(tensors) <= MOST_CELLS && elementsOf(outputs.slice(0, 12)) <= 2 * MOST_CELLS;
    const layout = isSmall ? layoutOf(result, this.#room) : null;
    this.#put(layout ? this.#cells.element : this.#rulers.element);
    if (layout) return this.#cells.draw(result, layout, captions);
    const dims = givesMany(row) ? null : dimsOf(outputs[0].dims, axesOf(result));
    const caption = h('div.cap.flow', ...captions, h('span.muted', '→'), h('b', resultName(row)), dims);
    const first = firstOf(result)?.slice(0, FIRST);
    this.#rulers.draw(result, caption, first ? `${first.join(', ')}, …` : '');
  }

  /** @param wrong message about dims; '' for none @param isSame whether a tensor was shown before @returns whether the last result is still shown */
  fail(state: State, wrong: string, isSame: boolean) {
    const captions = this.#captions.show(state, wrong);
    const isShown = isSame && captions.every((caption) => this.element.contains(caption));
    if (!isShown)
      this.element.replaceChildren(
        h('div.cap.flow', ...captions),
        h('p.muted', 'There is nothing to show yet.'),
      );
    return isShown;
  }

  #put(view: HTMLElement) {
    if (view.parentElement !== this.element) this.element.replaceChildren(view);
  }
}
