// Other forms of a call: another version, more parameters, a slice in the other notation, and another number at the caret.
import { isShown } from '../model/call.ts';
import { takesSlice } from '../model/lists.ts';
import { parametersOf } from '../model/parameters.ts';
import { rowOf, versionOf, versions } from '../model/rows.ts';
import type { State } from '../model/state.ts';

/** Options by group, as value and text. */
export function optionsOf(state: State): Record<string, [value: string, text: string][]> {
  const row = rowOf(state);
  const isLists = state.notation === null;
  const own = versions().filter(({ op_type }) => op_type === row.op_type);
  const absent = isLists ? parametersOf(row).filter((each) => !isShown(state, each)) : [];
  const added = absent.map(({ name }): [string, string] => [`add ${name}`, `${name}: …`]);
  return {
    Version: own.map(versionOf),
    ...(added.length > 0 && { 'Add a parameter': added }),
    ...(takesSlice(row.op) && {
      'Written as': [isLists ? ['as string', "NumPy's notation"] : ['as lists', 'starts, ends, axes, steps']],
    }),
  };
}

/** Changes the number at the caret of a field. */
export function stepNumber(target: HTMLInputElement, by: number) {
  const caret = target.selectionStart ?? 0;
  const number = [...target.value.matchAll(/-?\d+/g)].find(
    ({ 0: text, index }) => caret >= index && caret <= index + text.length,
  );
  if (number === undefined) return;
  const next = String(BigInt(number[0]) + BigInt(by));
  target.setRangeText(next, number.index, number.index + number[0].length, 'preserve');
  const to = Math.min(caret, number.index + next.length);
  target.setSelectionRange(to, to);
}
