// An axis that is cut or joined, as a ruler: each index, its negative index, and its index in the part that has it, in the colour of
// that part; and marks that can be dragged: where a slice starts, ends and steps to, and where pieces begin.
import { h } from '../dom.ts';
import type { Grip, Ruler } from '../model/drag.ts';
import { indexOf } from '../model/integers.ts';
import { pieceOf } from '../model/walk.ts';
import { colourOf } from './tensor.ts';

/** Indices that are drawn of an axis without marks; a longer one shows its beginning and its end. */
const MOST_DRAWN = 40;
/** How many indices are drawn beside a mark. */
const AROUND = 2;

/** What a mark is called, if not by its name. */
const MARKS: Partial<Record<Grip['name'], (grip: Grip, part: string, step: number) => string>> = {
  step: (_, __, step) => (step > 0 ? `→ ${step}` : `← ${step}`),
  border: ({ which }, part) => `${part} ${which}`,
};

/** Names a mark on the page. */
export const keyOf = ({ name, axis, which }: Grip) => `${name} ${axis} ${which}`;

/** @param joins whether its pieces are inputs */
export function drawRuler(ruler: Ruler, joins: boolean) {
  const { axis, size, lines, drops, label } = ruler.walk;
  const item = ruler.item === null ? '' : `, batch item ${ruler.item}`;
  const title = `axis ${axis}${label ? `, ${label}` : ''}, size ${size}${drops ? (joins ? ', new' : ', dropped') : ''}${item}`;
  const list = h('dl.lines');
  for (const { name, text } of lines) list.append(h('dt', name), h('dd', ...toArrows(text)));
  return h(
    'section.axis-walk',
    { 'data-axis': axis },
    h('h3', title),
    h('div.scroller', drawIndices(ruler, joins ? 'in' : 'out')),
    list,
  );
}

/** `a → b` with its parts kept whole. */
function toArrows(text: string) {
  return text.split(' → ').flatMap((part, i) => {
    const step = h('span.step', part);
    return i === 0 ? [step] : [h('span.arrow', '→'), step];
  });
}

function drawIndices(ruler: Ruler, part: 'in' | 'out') {
  const { size, bounds, factors, lines } = ruler.walk;
  const indices = drawnOf(size, ruler.grips);
  const items = indices.flatMap((index, i) => {
    const item = drawIndex(ruler, index, part);
    return i > 0 && index > indices[i - 1] + 1 ? [h('li.gap', '…'), item] : [item];
  });
  if (bounds) {
    items.unshift(drawIndex(ruler, -1, part));
    items.push(drawIndex(ruler, size, part));
  }
  const steps = bounds && ruler.grips.some(({ name }) => name === 'step') ? 'step' : '';
  const legend = drawItem(
    'legend',
    [],
    ['index', 'negative', factors ? lines.map(({ name }) => name).join(', ') : `${part}put`],
    [steps],
  );
  return h('ol.ruler', legend, ...items);
}

/** The indices that are drawn, in order: of a long axis its ends, and those around its marks. */
function drawnOf(size: number, grips: readonly Grip[]) {
  if (size <= MOST_DRAWN) return Array.from({ length: size }, (_, i) => i);
  const ends = Array.from({ length: MOST_DRAWN }, (_, i) => (i < MOST_DRAWN / 2 ? i : size - MOST_DRAWN + i));
  const marked = grips.flatMap(({ at }) => [-AROUND, -1, 0, 1, AROUND].map((by) => at + by));
  const all = [...ends, ...marked.filter((index) => index >= 0 && index < size)];
  return [...new Set(all)].sort((a, b) => a - b);
}

/** @param index -1 is before the first, the size after the last */
function drawIndex({ walk, by, item, grips }: Ruler, index: number, part: 'in' | 'out') {
  const { size, pieces, bounds, factors } = walk;
  const marksOf = (steps: boolean) =>
    grips
      .filter(({ at, name }) => at === index && (name === 'step') === steps)
      .map((grip) => drawGrip(grip, part, bounds?.step ?? 1));
  if (index < 0 || index === size) {
    return drawItem('edge', marksOf(false), [index < 0 ? 'before' : 'after', '', ''], marksOf(true), index);
  }
  const before = (index - by + size) % size;
  const output = pieceOf(pieces, before);
  const order = output < 0 ? '' : String((before - pieces[output].from) / pieces[output].step);
  const isNamed =
    !factors && !bounds && item === null && order === '0' && !grips.some(({ which }) => which === output);
  return drawItem(
    colourOf(output),
    isNamed ? [`${part} ${output}`] : marksOf(false),
    [String(index), String(index - size), factors && output >= 0 ? indexOf(index, factors).join() : order],
    marksOf(true),
    index,
  );
}

function drawGrip(grip: Grip, part: string, step: number) {
  const { name, axis, at, least, most, says } = grip;
  const text = MARKS[name]?.(grip, part, step) ?? name;
  return h(
    'span.grip',
    {
      role: 'slider',
      tabIndex: 0,
      'data-grip': keyOf(grip),
      'aria-label': `${name === 'step' ? 'step' : text} of axis ${axis}`,
      'aria-valuemin': least,
      'aria-valuemax': most,
      'aria-valuenow': at,
      'aria-valuetext': says,
    },
    text,
  );
}

/** @param at its index, if a mark can be dragged to it */
function drawItem(
  className: string,
  above: (Node | string)[],
  [index, back, order]: string[],
  below: (Node | string)[],
  at?: number,
) {
  const [mark, under] = [above, below].map((each) => h('span.mark', ...each));
  const texts = [h('b', index), h('small', back), h('span.order', order)];
  return h('li', { className, ...(at !== undefined && { 'data-index': at }) }, mark, ...texts, under);
}
