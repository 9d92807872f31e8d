// The line below the cells: `out 0 [0, 1] <- in [2, 5]`, and the arithmetic of each axis that is cut.
import { h } from '../dom.ts';
import type { Result } from '../model/cut.ts';
import { tensorsOf } from '../model/rows.ts';
import { heldBy, type Twins } from '../model/twins.ts';
import { brackets, colourOf } from './tensor.ts';

/** @param seen the tensor whose cell is looked at */
export function drawInspector(result: Result, twins: Twins, seen: number | null) {
  const { place, index, taken, arithmetic } = twins;
  const { row, joins } = result;
  const [{ name }] = tensorsOf(row);
  const code = (text: string) => h('code', text);
  const value = heldBy(result, seen === -1 ? -1 : null)(place);
  if (taken === null && joins)
    return [code(`${name}${brackets(index)}`), h('span', ` holds ${value} and is overwritten`)];
  const whole = code(`${joins ? 'output' : name}${brackets(index)}`);
  const sums = arithmetic.map(({ axis, label, text }) =>
    h('span.sum', h('span.axis', `${label ?? `axis ${axis}`}:`), ' ', code(text)),
  );
  if (taken === null) return [whole, h('span', ` holds ${value} and is not taken`), ...sums];
  const text = `${nameOf(result, taken.output)}${brackets(taken.index)}`;
  const part = h('code', { className: `badge ${colourOf(taken.output)}` }, text);
  const [made, source] = joins ? [whole, part] : [part, whole];
  const arrow = h('span.arrow', { 'aria-label': 'comes from' }, '←');
  return [made, arrow, source, h('span.holds', `= ${value}`), ...sums];
}

function nameOf({ row, count, joins, hasBase }: Result, part: number) {
  const names = tensorsOf(row).map(({ name }) => name);
  if (joins) return hasBase ? names[part + 1] : `${names[0]}[${part}]`;
  return count === 1 ? 'out' : `out ${part}`;
}
