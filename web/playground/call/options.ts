// Other forms of a call: another version, more parameters, or a slice in the other notation.
import { isShown } from '../model/call.ts';
import { takesSlice } from '../model/lists.ts';
import { parametersOf } from '../model/parameters.ts';
import { type Row, rowAt, versions } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';
import { optionOf } from './version.ts';

export function optionsOf(state: State): HTMLElement[] {
  const { op, opset, notation } = state;
  const row = rowAt(op, opset) as Row;
  const option = (value: string, text: string) => h('option', { value }, text);
  const absent = notation === null ? parametersOf(row).filter((each) => !isShown(state, each)) : [];
  const other =
    notation === null
      ? option('as string', "NumPy's notation")
      : option('as lists', 'starts, ends, axes, steps');
  const groups: [string, HTMLElement[]][] = [
    [
      'Version',
      versions()
        .filter(({ op_type }) => op_type === row.op_type)
        .map(optionOf),
    ],
    ['Add a parameter', absent.map(({ name }) => option(`add ${name}`, `${name}: …`))],
    ['Written as', takesSlice(op) ? [other] : []],
  ];
  return groups
    .filter(([, options]) => options.length > 0)
    .map(([label, options]) => h('optgroup', { label }, ...options));
}
