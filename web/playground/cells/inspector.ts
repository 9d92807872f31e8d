// The line below the cells: `out 0 [0, 1] <- in [2, 5]`, and the arithmetic of each axis that is cut.
import { h } from '../dom.ts';
import { COLOURS, type Result } from '../model/cut.ts';
import { tensorsOf } from '../model/rows.ts';
import { heldBy, type Twins } from '../model/twins.ts';
import { brackets } from './tensor.ts';

/** @param seen the tensor whose cell is looked at */
export function drawInspector(
  result: Result,
  { place, index, taken, arithmetic }: Twins,
  seen: number | null,
) {
  const { row, count, joins, hasBase } = result;
  const tensors = tensorsOf(row).map(({ name }) => name);
  const whole = h('code', {}, `${joins ? 'output' : tensors[0]}${brackets(index)}`);
  const sums = arithmetic.map(({ axis, text }) =>
    h(
      'span',
      { className: 'sum' },
      h('span', { className: 'axis' }, `axis ${axis}`),
      ' ',
      h('code', {}, text),
    ),
  );
  const value = heldBy(result, seen === -1 ? -1 : null)(place);
  if (taken === null && joins)
    return [
      h('code', {}, `${tensors[0]}${brackets(index)}`),
      h('span', {}, ` holds ${value} and is overwritten`),
    ];
  if (taken === null) return [whole, h('span', {}, ` holds ${value} and is not taken`), ...sums];
  const { output } = taken;
  const name = hasBase
    ? tensors[output + 1]
    : joins
      ? `${tensors[0]}[${output}]`
      : count === 1
        ? 'out'
        : `out ${output}`;
  const part = h(
    'code',
    { className: `badge ${output < 0 ? 'untaken' : `output-${output % COLOURS}`}` },
    `${name}${brackets(taken.index)}`,
  );
  return [
    joins ? whole : part,
    h('span', { className: 'arrow', 'aria-label': 'comes from' }, '←'),
    joins ? part : whole,
    h('span', { className: 'holds' }, `= ${value}`),
    ...sums,
  ];
}
