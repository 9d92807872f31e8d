// The call as one line of code: text, and fields where its parameters are. Each field has tokens, and what a token takes decides its
// colour: an axis, or a piece.
import { type Form, type Parameter, parametersOf, type Typed, toValue } from './parameters.ts';
import { functionOf, type Row, rowAt, takesAny, tensorsOf } from './rows.ts';
import type { State } from './state.ts';

/** What is typed between two separators. `kind` and `i`: whose colour it has. */
export interface Token {
  text: string;
  at: number; // in the field
  kind: 'axis' | 'piece' | '';
  i: number;
}

export interface Field {
  name: string;
  text: string;
  form: Form | 'slice' | 'pattern';
  tokens: Token[];
}

export type Part = string | Field;

/** Arguments of the functions that take them one by one; the others take an object. */
const POSITIONAL: Record<string, string[]> = {
  VariadicSplit: ['axis', 'split_lengths'],
  Concat: ['axis'],
  Rearrange: ['pattern'],
  Gather: ['indices'],
  Pad: ['pads'],
};

/** Operators without a function: a plan of the node runs. */
const PLANNED = ['openvino.Slice', 'openvino.Split'];

/** Functions whose object may not be left out. */
const NEEDS_OBJECT = ['Slice', 'Split', 'ConcatFromSequence', 'SliceScatter'];

const NAMES_OF_PIECES = 'abcdefghijklmnopqrstuvwxyz';

/** The names of the tensors in the code. @param count of those that are joined */
export function tensorNames(state: State, row: Row, count: number): string[] {
  if (takesAny(row)) return Array.from({ length: count }, (_, i) => NAMES_OF_PIECES[i] ?? `x${i}`);
  if (row.op_type === 'TensorScatter') return ['cache', 'update'];
  if (tensorsOf(row).length > 1) return ['x', 'patch'];
  return [state.on === 'picture' ? 'photo' : state.on === 'file' ? 'weights' : 'x'];
}

/** What the code calls the result. */
export const RESULTS: Record<string, string> = {
  Slice: 'cut', Split: 'pieces', SplitToSequence: 'pieces', VariadicSplit: 'pieces', Rearrange: 'turned', Gather: 'chosen', Pad: 'padded',
}; // biome-ignore format: a table

export const resultName = ({ op_type }: Row) => RESULTS[op_type] ?? 'joined';

/** Does the call give several tensors? */
export const givesMany = ({ op_type }: Row) => /Split/.test(op_type);

/** The fields that the call has: those that it needs, and those that were added. */
export const shownParameters = (state: State, row: Row) => {
  const all = parametersOf(row);
  const isShown = ({ name, needed }: Parameter) => needed || name in state.values;
  return all.filter(isShown);
};

/** Parameters that can be added. */
export const absentParameters = (state: State, row: Row) =>
  state.notation !== null
    ? []
    : parametersOf(row).filter(({ name, needed }) => !needed && !(name in state.values));

/** @param state valid or not @param most tensors of a list that are named */
export function partsOf(state: State, joined: number, most = joined): Part[] {
  const row = rowAt(state.op, state.opset) as Row;
  const isPlanned = PLANNED.includes(row.op);
  const all = tensorNames(state, row, joined);
  const names = all.length > most ? [...all.slice(0, most - 2), '…', ...all.slice(-1)] : all;
  const first = takesAny(row) ? `[${names.join(', ')}]` : names.join(', ');
  const fields = shownParameters(state, row).map((parameter) => fieldOf(state, parameter));
  const open = isPlanned ? `plan('${row.op_type}', [${first}, ` : `${functionOf(row.op)}(${first}, `;
  const version = optionsOf(row);
  const close = isPlanned
    ? `], { ${version.join(', ')} }).run(${first})`
    : `${version.length > 0 ? `, { ${version.join(', ')} }` : ''})`;
  if (state.notation !== null) {
    const text = state.notation;
    return [
      `${open}'`,
      { name: 's', text, form: 'slice', tokens: sliceTokens(text, rankOf(state)) },
      `'${close}`,
    ];
  }
  if (isPlanned) return merge([open, ...nodeParts(row, fields)]);
  const places = POSITIONAL[row.op_type] ?? [];
  const positional = places.flatMap((name) => fields.filter((field) => field.name === name));
  const named = fields.filter(({ name }) => !places.includes(name));
  const object = named.flatMap((field, i) => [`${i > 0 ? ', ' : ''}${field.name}: `, ...around(field)]);
  const isNeeded =
    named.length > 0 ||
    NEEDS_OBJECT.includes(row.op_type) ||
    (version.length > 0 && places.length > 0 && row.op_type !== 'Concat' && row.op_type !== 'VariadicSplit');
  const parts: Part[] = [
    open,
    ...positional.flatMap((field, i) => [...(i > 0 ? [', '] : []), ...around(field)]),
    ...(isNeeded
      ? [`${positional.length > 0 ? ', ' : ''}{`, ...(named.length > 0 ? [' ', ...object, ' '] : []), '}']
      : []),
    close,
  ];
  return merge(parts);
}

/** The same for code, which leaves out what is empty: a field that was added, or left. */
export function codeParts(state: State, joined: number): Part[] {
  const filled = Object.entries(state.values).filter(([, text]) => text.trim() !== '');
  return partsOf({ ...state, values: Object.fromEntries(filled) }, joined);
}

/** The inputs of a node by position, then its attributes. */
function nodeParts(row: Row, fields: Field[]): Part[] {
  const isInput = ({ name }: Field) => row.inputs.some((input) => input.name === name);
  const inputs = fields.filter(isInput);
  const others = fields.filter((field) => !isInput(field));
  const attributes = others.flatMap((field, i) => [`${i > 0 ? ', ' : ''}${field.name}: `, ...around(field)]);
  return merge([
    ...inputs.flatMap((field, i) => [...(i > 0 ? [', '] : []), ...around(field)]),
    ']',
    ...(others.length > 0 ? [', { attributes: { ', ...attributes, ' }, '] : [', { ']),
    `${optionsOf(row).join(', ')} }).run(x)`,
  ]);
}

const optionsOf = (row: Row) => [
  ...(row.op === row.op_type ? [] : [`domain: '${row.domain}'`]),
  ...(rowAt(row.op) === row ? [] : [`opset: ${row.since_version}`]),
];

/** Neighbouring texts become one. */
const merge = (parts: readonly Part[]) =>
  parts.reduce<Part[]>((all, part) => {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else all.push(part);
    return all;
  }, []);

/** What encloses a field, by its form. */
const BRACKETS: Partial<Record<Field['form'], [string, string]>> = {
  list: ['[', ']'],
  pairs: ['[', ']'],
  word: ["'", "'"],
  pattern: ["'", "'"],
  names: ['{ ', ' }'],
};

const around = (field: Field): Part[] => {
  const [open, close] = BRACKETS[field.form] ?? ['', ''];
  return [open, field, close];
};

export const rankOf = ({ dims }: State) =>
  dims
    .split(';')[0]
    .split(',')
    .filter((each) => each.trim() !== '').length;

function fieldOf(state: State, { name, form }: Parameter): Field {
  const text = state.values[name] ?? '';
  const own = name === 'pattern' ? 'pattern' : form;
  return { name, text, form: own, tokens: tokensOf(state, name, text) };
}

/** Fields whose tokens are pieces. */
const PIECES = ['split', 'split_lengths', 'indices', 'write_indices'];

/** Fields whose tokens are axes, in the order of `axes`. */
const BY_AXIS = ['starts', 'ends', 'axes', 'steps', 'start', 'stop', 'step'];

function tokensOf(state: State, name: string, text: string): Token[] {
  if (name === 'pattern') return patternTokens(text);
  if (name === 'pads') return pairTokens(state, text);
  if (name === 'sizes') return sizeTokens(state, text);
  const kind = PIECES.includes(name) ? 'piece' : BY_AXIS.includes(name) ? 'axis' : '';
  if (kind === '' && name !== 'axis') return [];
  const rank = rankOf(state);
  const axes = (toValue(state.values.axes ?? '', 'list') ?? []).map(Number);
  return [...text.matchAll(/[^\s,[\]()]+/g)].map(({ 0: word, index }, i) => {
    const given = name === 'axis' ? Number(word) : kind === 'axis' ? (axes[i] ?? i) : i;
    return {
      text: word,
      at: index,
      kind: name === 'axis' ? 'axis' : kind,
      i: given < 0 ? given + rank : given,
    };
  });
}

/** One per axis; items after `...` count from the last axis. */
function sliceTokens(text: string, rank: number): Token[] {
  const items = text.split(',');
  const dots = items.findIndex((item) => item.trim() === '...');
  let at = 0;
  return items.flatMap((item, i) => {
    const token = {
      text: item.trim(),
      at: at + item.length - item.trimStart().length,
      kind: 'axis' as const,
    };
    at += item.length + 1;
    if (token.text === '') return [];
    return [
      {
        ...token,
        kind: i === dots ? ('' as const) : token.kind,
        i: dots >= 0 && i > dots ? rank - items.length + i : i,
      },
    ];
  });
}

/** A name has the colour of its place on the left side, wherever it is. */
function patternTokens(text: string): Token[] {
  const words = [...text.matchAll(/\.\.\.|[^\s()>-]+/g)];
  const names = namesIn(text);
  return words.map(({ 0: word, index }) => ({
    text: word,
    at: index,
    kind: /^(1|\.\.\.)$/.test(word) ? '' : 'axis',
    i: names.indexOf(word),
  }));
}

/** In the order in which they are met. */
export const namesIn = (pattern: string) =>
  [...new Set(pattern.match(/[^\s()>.-]+/g) ?? [])].filter((name) => name !== '1');

/** `h: 2` has the colour of its name in the pattern. */
function sizeTokens({ values }: State, text: string): Token[] {
  const names = namesIn(values.pattern ?? '');
  return [...text.matchAll(/([^\s,:]+)\s*:?\s*[^\s,]*/g)].map(({ 0: size, 1: name, index }) => ({
    text: size,
    at: index,
    kind: 'axis',
    i: names.indexOf(name),
  }));
}

function pairTokens({ values }: State, text: string): Token[] {
  const axes = (toValue(values.axes ?? '', 'list') ?? []).map(Number);
  return [...text.matchAll(/\[[^[\]]*\]?/g)].map(({ 0: pair, index }, i) => ({
    text: pair,
    at: index,
    kind: 'axis',
    i: axes[i] ?? i,
  }));
}

/** The value of a parameter as JavaScript. */
export function literal(value: Typed): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, size]) => `${name}: ${literal(size)}`)
      .join(', ')} }`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

export const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, ' ')}'`;

/** The text of a field as JavaScript that means the same: words such as INT_MAX become numbers. */
export function codeOf({ form, text }: Field): string {
  if (form === 'slice' || form === 'pattern') return quote(text).slice(1, -1);
  if (form === 'word') return quote(text.trim()).slice(1, -1);
  const code = literal(toValue(text, form));
  if (form === 'names') return code.slice(2, -2);
  const isOpen = form === 'list' || form === 'pairs';
  return isOpen && code.startsWith('[') ? code.slice(1, -1) : code;
}
