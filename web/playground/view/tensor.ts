// Tensors: cell by cell if they are small, otherwise one ruler per axis. Loaded with the first one.
import { elementsOf, firstOf, MOST_CELLS } from '../model/elements.ts';
import type { Result } from '../model/result.ts';
import { givesMany, resultName } from '../model/rows.ts';
import type { Change, State } from '../model/state.ts';
import { h } from '../page/dom.ts';
import { makeCaptions } from './captions.ts';
import { makeCellsView } from './cells.ts';
import type { Room } from './images.ts';
import { layoutOf } from './layout.ts';
import { makeRulersView } from './rulers.ts';
import { axesOf, dimsOf } from './view.ts';

/** Values of a large result that are shown. */
const FIRST = 4;

/** @param edit another value for an element */
export function makeTensorView(
  room: Room,
  { change, edit }: { change: Change; edit: (k: number, text: string) => void },
) {
  const element = h('div.view');
  const captionsOf = makeCaptions(change);
  const cells = makeCellsView(change, edit);
  const rulers = makeRulersView(change);
  const put = (view: { element: HTMLElement }) => {
    if (view.element.parentElement !== element) element.replaceChildren(view.element);
  };
  return {
    element,

    draw(result: Result) {
      const { tensors, outputs, row, state } = result;
      const captions = captionsOf(state, '');
      const isSmall = elementsOf(tensors) <= MOST_CELLS && elementsOf(outputs.slice(0, 12)) <= 2 * MOST_CELLS;
      const layout = isSmall ? layoutOf(result, room) : null;
      put(layout ? cells : rulers);
      if (layout) return cells.draw(result, layout, captions);
      const dims = givesMany(row) ? null : dimsOf(outputs[0].dims, axesOf(result));
      const caption = h('div.cap.flow', ...captions, h('span.muted', '→'), h('b', resultName(row)), dims);
      const first = firstOf(result)?.slice(0, FIRST);
      rulers.draw(result, caption, first ? `${first.join(', ')}, …` : '');
    },

    /** @param wrong message about dims; '' for none @param isSame whether a tensor was shown before @returns whether the last result is still shown */
    fail(state: State, wrong: string, isSame: boolean) {
      const captions = captionsOf(state, wrong);
      const isShown = isSame && captions.every((caption) => element.contains(caption));
      const none = h('p.muted', 'There is nothing to show yet.');
      if (!isShown) element.replaceChildren(h('div.cap.flow', ...captions), none);
      return isShown;
    },
  };
}
