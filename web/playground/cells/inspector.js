// The line below the cells: `out 0 [0, 1] <- in [2, 5]`, and the arithmetic of each axis that is cut.
import { h } from '../dom.js';
import { COLOURS } from '../model/cut.js';
import { valueAt } from '../model/values.js';
import { brackets } from './tensor.js';

/** @import { Result } from '../model/cut.js' */
/** @import { Twins } from '../model/twins.js' */

/**
 * @param {Result} result
 * @param {Twins} twins
 */
export function drawInspector({ state, row, count }, { place, index, taken, arithmetic }) {
  const value = state.data?.[place] ?? valueAt(state.type, place);
  const from = h('code', {}, `${row.inputs[0].name}${brackets(index)}`);
  const sums = arithmetic.map(({ axis, text }) =>
    h(
      'span',
      { className: 'sum' },
      h('span', { className: 'axis' }, `axis ${axis}`),
      ' ',
      h('code', {}, text),
    ),
  );
  if (taken === null) return [from, h('span', {}, ` holds ${value} and is not taken`), ...sums];
  const name = count === 1 ? 'out' : `out ${taken.output}`;
  return [
    h('code', { className: `badge output-${taken.output % COLOURS}` }, `${name}${brackets(taken.index)}`),
    h('span', { className: 'arrow', 'aria-label': 'comes from' }, '←'),
    from,
    h('span', { className: 'holds' }, `= ${value}`),
    ...sums,
  ];
}
