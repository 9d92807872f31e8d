// Other forms of a call: another version, more parameters, a slice in the other notation, and another number at the caret.
import { isShown } from '../model/call.ts';
import { takesSlice } from '../model/lists.ts';
import { parametersOf } from '../model/parameters.ts';
import { rowOf, versionOf, versions } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';

/** Options by group, as value and text. */
function optionsOf(state: State): Record<string, [value: string, text: string][]> {
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

interface Choices {
  version: (op: string, opset: number) => void;
  notation: (isNotation: boolean) => void;
  add: (parameter: string) => void;
}

/**
 * The choice of the version, and of what else the call can have: beside the call, or in the menu if a picture is cut.
 * @returns shows a state
 */
export function makeOptions(version: HTMLSelectElement, menu: Element, bar: Element, choices: Choices) {
  version.addEventListener('change', () => {
    const [what, name, opset] = version.value.split(' ');
    if (what === 'version') choices.version(name, Number(opset));
    else if (what === 'add') choices.add(name);
    else choices.notation(name === 'string');
  });
  let shown = '';
  return (state: State) => {
    const place = state.on === 'picture' ? menu : bar;
    if (version.parentElement !== place) place.append(version);
    const groups = optionsOf(state);
    if (JSON.stringify(groups) !== shown) version.replaceChildren(...Object.entries(groups).map(groupOf));
    shown = JSON.stringify(groups);
    version.value = `version ${state.op} ${state.opset}`;
  };
}

const groupOf = ([label, options]: [string, [value: string, text: string][]]) =>
  h('optgroup', { label }, ...options.map(([value, text]) => h('option', { value }, text)));

/** Changes the number at the caret of a field. */
export function stepNumber(target: HTMLInputElement, by: number) {
  const caret = target.selectionStart ?? 0;
  const number = [...target.value.matchAll(/-?\d+/g)].find(
    ({ 0: text, index }) => caret >= index && caret <= index + text.length,
  );
  if (number === undefined) return;
  const next = String(BigInt(number[0]) + BigInt(by));
  target.setSelectionRange(number.index, number.index + number[0].length);
  document.execCommand('insertText', false, next); // as if it were typed, so that it can be undone
  const to = Math.min(caret, number.index + next.length);
  target.setSelectionRange(to, to);
}
