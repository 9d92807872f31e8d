// Tensors: cell by cell if they are small, otherwise one ruler per axis. Loaded with the first one.
import type { Type } from '../../lib/index.ts';
import { elementsOf, firstOf, MOST_CELLS } from '../model/elements.ts';
import type { Result } from '../model/result.ts';
import { dimsTyped, givesMany, isJoin, resultName, rowOf, takesAny, tensorNames } from '../model/rows.ts';
import type { Change, State } from '../model/state.ts';
import { readValue } from '../model/values.ts';
import { colour, h, PLAIN, set, write } from '../page/dom.ts';
import { makeCellsView } from './cells.ts';
import { layoutOf } from './grid.ts';
import type { Room } from './images.ts';
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
      if (layout) return cells.draw(result, layout, captions, takesAny(row) ? captionsOf.type() : null);
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

/**
 * Captions of tensors: name, element type and sizes, which are typed there. They stay while the call changes, so that nobody loses the
 * caret.
 * @returns shows one per tensor, and a message about dims; '' for none
 */
function makeCaptions(change: Change) {
  const heads: ReturnType<typeof makeHead>[] = [];
  let shown: State;

  function makeHead(i: number) {
    const name = h('b');
    const type = h('select', { 'aria-label': 'element type' });
    const dims = h('input', { ...PLAIN, 'aria-describedby': 'says' });
    const minus = h('button.plus', '−');
    const plus = h('button.plus', { 'aria-label': 'add a tensor' }, '+');
    type.addEventListener('change', () => setType(type.value as Type));
    dims.addEventListener('input', () => setTexts((texts) => texts.splice(i, 1, dims.value), 'dims'));
    minus.addEventListener('click', () => setTexts((texts) => texts.splice(i, 1), ''));
    plus.addEventListener('click', () => setTexts((texts) => texts.splice(i, 0, texts[i]), ''));
    return { head: h('div.cap', name, type, dims, minus, plus), name, type, dims, minus, plus };
  }

  function setType(type: Type) {
    const data = shown.data?.map((value) => readValue(type, value)) ?? null;
    const fits = data?.every((value) => value !== null);
    change({ ...shown, type, data: fits ? (data as string[]) : null }, '');
  }

  /** @param edit changes the sizes of all tensors */
  function setTexts(edit: (texts: string[]) => unknown, gesture: string) {
    const texts = dimsTyped(shown);
    edit(texts);
    // A semicolon that is typed makes no other tensor.
    const isOne = !isJoin(rowOf(shown));
    const dims = isOne ? texts[0] : texts.map((text) => text.replaceAll(';', '')).join(';');
    change({ ...shown, dims, data: null }, gesture);
  }

  const show = (state: State, wrong: string): HTMLElement[] => {
    shown = state;
    const row = rowOf(state);
    const texts = dimsTyped(state);
    const names = tensorNames(state);
    while (heads.length < texts.length) heads.push(makeHead(heads.length));
    heads.length = texts.length;
    for (const [i, { name, type, dims, minus, plus }] of heads.entries()) {
      write(name, names[i]);
      name.className = takesAny(row) ? `badge ${colour('piece', i)}` : '';
      if (i === 0) dims.before(type); // beside a list it is at the result
      const options = [...type.options].map(({ value }) => value);
      if (String(options) !== String(row.types))
        type.replaceChildren(...row.types.map((each) => h('option', { value: each }, each)));
      set(type, { value: state.type, hidden: i > 0 });
      if (document.activeElement !== dims) dims.value = texts[i].trim();
      set(dims, {
        '--n': Math.max(4, dims.value.length),
        'aria-invalid': String(wrong !== ''),
        'aria-label': `sizes of ${names[i]}`,
      });
      const isLast = takesAny(row) && i === texts.length - 1;
      set(minus, { hidden: !isLast || texts.length === 1, 'aria-label': `remove ${names[i]}` });
      plus.hidden = !isLast;
    }
    return heads.map(({ head }) => head);
  };
  /** The choice of the type, for another place. */
  return Object.assign(show, { type: () => heads[0].type });
}
