// Other forms of a call: another version, more parameters, a slice in the other notation, and another number at the caret.
import { isShown } from '../model/call.ts';
import { takesSlice } from '../model/lists.ts';
import { parametersOf } from '../model/parameters.ts';
import { type Row, rowOf, versions } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';

const DOMAINS: Record<string, string> = { 'ai.onnx': 'ONNX', openvino: 'OpenVINO', microtome: 'Microtome' };

/** A version to choose, as a value, and as whose it is: `ONNX 13`. Microtome's have no number. */
const versionOf = ({ op, domain, since_version }: Row): [value: string, text: string] => [
  `version ${op} ${since_version}`,
  `${DOMAINS[domain] ?? domain}${domain === 'microtome' ? '' : ` ${since_version}`}`,
];

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

/** Alt and an arrow change the number at the caret of a field. @param type a field has another text */
export function stepNumber(event: KeyboardEvent, type: (field: string, text: string) => void) {
  const { target, key, altKey, shiftKey } = event;
  if (!(target instanceof HTMLInputElement) || !altKey || !/^Arrow(Up|Down)$/.test(key)) return;
  event.preventDefault();
  const by = (key === 'ArrowUp' ? 1 : -1) * (shiftKey ? 10 : 1);
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
  type(target.name, target.value);
}

/** Beside the fields: the nearest one has the caret, at the end that was pointed at. */
export function pointBeside(event: PointerEvent, inputs: readonly HTMLInputElement[]) {
  if (event.target instanceof HTMLInputElement || event.button !== 0) return;
  const { clientX: x, clientY: y } = event;
  const far = (input: HTMLInputElement) => {
    const { left, right, top, bottom } = input.getBoundingClientRect();
    return Math.max(left - x, x - right, 0) + 4 * Math.max(top - y, y - bottom, 0); // another line is farther
  };
  const [nearest] = inputs.toSorted((a, b) => far(a) - far(b));
  if (!nearest) return;
  event.preventDefault();
  const end = x < nearest.getBoundingClientRect().left ? 0 : nearest.value.length;
  nearest.focus();
  nearest.setSelectionRange(end, end);
}
