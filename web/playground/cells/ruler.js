// An axis that is cut, as a ruler: each index, its negative index, and its index in the output that takes it, in the colour of
// that output; and where a slice starts and ends.
import { h } from '../dom.js';
import { COLOURS } from '../model/cut.js';
import { pieceOf } from '../model/walk.js';

/** @import { AxisWalk } from '../model/walk.js' */

/** Indices that are drawn; of a longer axis, its beginning and its end. */
const MOST_DRAWN = 40;

/** @param {AxisWalk} walk */
export function drawAxis(walk) {
  const { axis, size, lines, drops } = walk;
  const title = `axis ${axis}, size ${size}${drops ? ', dropped' : ''}`;
  const list = h('dl', { className: 'lines' });
  for (const { name, text } of lines) list.append(h('dt', {}, name), h('dd', {}, ...toArrows(text)));
  return h(
    'section',
    { className: 'axis-walk' },
    h('h3', {}, title),
    h('div', { className: 'scroller' }, drawRuler(walk)),
    list,
  );
}

/** `a → b` with its parts kept whole. @param {string} text */
function toArrows(text) {
  return text.split(' → ').flatMap((part, i) => {
    const step = h('span', { className: 'step' }, part);
    return i === 0 ? [step] : [h('span', { className: 'arrow' }, '→'), step];
  });
}

/** @param {AxisWalk} walk */
function drawRuler(walk) {
  const { size, bounds } = walk;
  const half = MOST_DRAWN / 2;
  const isCut = size > MOST_DRAWN;
  const indices = Array.from({ length: Math.min(size, MOST_DRAWN) }, (_, i) =>
    isCut && i >= half ? size - MOST_DRAWN + i : i,
  );
  const items = indices.flatMap((index, i) => {
    const item = drawIndex(walk, index);
    return isCut && i === half ? [h('li', { className: 'gap' }, '…'), item] : [item];
  });
  if (bounds && bounds.end === -1) items.unshift(drawEdge('before'));
  if (bounds && (bounds.end === size || bounds.start === size))
    items.push(drawEdge('after', bounds.start === size ? 'start' : 'end'));
  const legend = drawItem('legend', ['', 'index', 'negative index', 'output index']);
  return h('ol', { className: 'ruler' }, legend, ...items);
}

/**
 * @param {AxisWalk} walk
 * @param {number} index
 */
function drawIndex(walk, index) {
  const { size, pieces, bounds } = walk;
  const output = pieceOf(pieces, index);
  const order = output < 0 ? '' : String((index - pieces[output].from) / pieces[output].step);
  const marks = bounds ? [index === bounds.start ? 'start' : '', index === bounds.end ? 'end' : ''] : [];
  if (!bounds && order === '0') marks.push(`out ${output}`);
  return drawItem(output < 0 ? 'untaken' : `output-${output % COLOURS}`, [
    marks.filter((mark) => mark !== '').join(' '),
    String(index),
    String(index - size),
    order,
  ]);
}

/**
 * @param {string} className
 * @param {[mark: string, index: string, back: string, order: string]} texts
 */
const drawItem = (className, [mark, index, back, order]) =>
  h(
    'li',
    { className },
    h('span', { className: 'mark' }, mark),
    h('b', {}, index),
    h('small', {}, back),
    h('span', { className: 'order' }, order),
  );

/**
 * The place before the first index or after the last.
 * @param {string} name
 * @param {string} [mark]
 */
const drawEdge = (name, mark = 'end') => drawItem('edge', [mark, name, '', '']);
