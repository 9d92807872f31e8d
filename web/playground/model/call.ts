// The call as one line of code: text, and fields where its parameters are. Each token of a field has the colour of the axis or of the
// piece on which it acts.
import { isSingle, toIntegers } from './integers.ts';
import { isObject, type Parameter, parametersOf, WORDS } from './parameters.ts';
import { functionOf, type Row, rowAt, rowOf, takesAny, tensorNames } from './rows.ts';
import { type Field, type Part, rankOf, sliceTokens, type Token } from './slice_words.ts';
import type { State } from './state.ts';

/** Arguments of the functions that take them one by one; the others take an object. */
const POSITIONAL: Record<string, string[]> = {
  VariadicSplit: ['axis', 'split_lengths'],
  Concat: ['axis'],
  Rearrange: ['pattern'],
  Gather: ['indices'],
  Compress: ['condition'],
  ScatterUpdate: ['indices'],
  Pad: ['pads'],
};

/** Operators without a function: a plan of the node runs. */
const PLANNED = ['openvino.Slice', 'openvino.Split'];
/** Functions whose object may not be left out, and those that take the version in an object of its own. */
const NEEDS_OBJECT = ['Slice', 'Split', 'ConcatFromSequence', 'SliceScatter'];
const OPTIONS_LAST = ['Concat', 'VariadicSplit'];
/** The characters around a field, by its form. */
const BRACKETS: Partial<Record<Field['form'], [string, string]>> = {
  list: ['[', ']'],
  pairs: ['[', ']'],
  mask: ['[', ']'],
  word: ["'", "'"],
  slice: ["'", "'"],
  pattern: ["'", "'"],
  names: ['{ ', ' }'],
};

/** A list that is typed without brackets has them around its field, and an object has no quotes. */
export function bracketsOf({ form, text }: Field): [string, string] {
  const isBare = form === 'either' && !isSingle(text) && !/[[(]/.test(text);
  if (form === 'word' && isObject(text)) return ['', ''];
  return BRACKETS[isBare ? 'list' : form] ?? ['', ''];
}

/** Does the call have a field for it: is it needed, or was it added? */
export const isShown = ({ values }: State, { name, needed }: Parameter) => needed || name in values;

/** @param state valid or not @param most tensors of a list that are named */
export function partsOf(state: State, most = Number.POSITIVE_INFINITY): Part[] {
  const row = rowOf(state);
  const all = tensorNames(state);
  const names = all.length > most ? [...all.slice(0, most - 2), '…', ...all.slice(-1)] : all;
  const nameAt = (text: string, at: number): Token => ({ text, at, kind: 'piece', i: all.indexOf(text) });
  const listed = names.flatMap((name, i) => [i > 0 ? ', ' : '[', name === '…' ? name : nameAt(name, i)]);
  const first = takesAny(row) ? [...listed, ']'] : [names.join(', ')];
  const fields = fieldsOf(state, row);
  const version = [
    ...(row.op === row.op_type ? [] : [`domain: '${row.domain}'`]),
    ...(rowAt(row.op) === row ? [] : [`opset: ${row.since_version}`]),
  ].join(', ');
  const options = version && `, { ${version} }`;
  if (PLANNED.includes(row.op)) {
    const isInput = ({ name }: Field) => name === 's' || row.inputs.some((input) => input.name === name);
    const attributes = named(fields.filter((field) => !isInput(field)));
    const given =
      attributes.length > 0 ? [', { attributes: { ', ...attributes, ` }, ${version} }`] : [options];
    const inputs = fields.filter(isInput).flatMap((field) => [', ', ...around(field)]);
    return merge([`plan('${row.op_type}', [`, ...first, ...inputs, ']', ...given, ').run(', ...first, ')']);
  }
  const places = POSITIONAL[row.op_type] ?? (state.notation === null ? [] : ['s']);
  const positional = places.flatMap((name) => fields.filter((field) => field.name === name));
  const others = named(fields.filter(({ name }) => !places.includes(name)));
  const isBeforeOptions = version !== '' && places.length > 0 && !OPTIONS_LAST.includes(row.op_type);
  const needsObject = (isBeforeOptions || NEEDS_OBJECT.includes(row.op_type)) && places[0] !== 's';
  const object = others.length > 0 ? [', { ', ...others, ' }'] : [needsObject ? ', {}' : ''];
  const call = positional.flatMap((field) => [', ', ...around(field)]);
  const isBetween = row.op_type === 'ScatterUpdate'; // the indices are between the tensors
  const tensors = isBetween ? [`${names[0]}`, ...call, `, ${names[1]}`] : [...first, ...call];
  return merge([`${functionOf(row.op)}(`, ...tensors, ...object, `${options})`]);
}

function fieldsOf(state: State, row: Row): Field[] {
  const { notation, values } = state;
  const fieldOf = (name: string, text: string, form: Field['form']) => ({
    name,
    text,
    form,
    tokens: tokensOf(state, name, text),
  });
  if (notation !== null) return [fieldOf('s', notation, 'slice')];
  const shown = parametersOf(row).filter((each) => isShown(state, each));
  return shown.map(({ name, form }) =>
    fieldOf(name, values[name] ?? '', name === 'pattern' ? 'pattern' : form),
  );
}

const named = (fields: readonly Field[]): Part[] =>
  fields.flatMap((field, i) => [`${i > 0 ? ', ' : ''}${field.name}: `, ...around(field)]);

const around = (field: Field): Part[] => {
  const [open, close] = bracketsOf(field);
  return [open, field, close];
};

/** Neighbouring texts become one. */
function merge(parts: readonly Part[]) {
  const all: Part[] = [];
  for (const part of parts) {
    const isText = typeof part === 'string' && typeof all.at(-1) === 'string';
    all.push(isText ? `${all.pop()}${part}` : part);
  }
  return all;
}

/** Tokens that are not the words of a list. */
const OTHER_WORDS: Record<string, RegExp> = {
  pattern: /\.\.\.|[^\s()>-]+/g,
  pads: /\[[^[\]]*\]?/g,
  sizes: /[^\s,:]+\s*:?\s*[^\s,]*/g,
};

/** Fields with a token per axis, in the order of `axes`; and with a token per piece. */
const BY_AXIS = ['starts', 'ends', 'axes', 'steps', 'start', 'stop', 'step', 'pads'];
const BY_PIECE = ['split', 'split_lengths', 'indices', 'write_indices'];

/** The names of a pattern, in the order in which they are met. */
export const namesIn = (pattern = '') =>
  [...new Set(pattern.match(/[^\s()>.-]+/g) ?? [])].filter((name) => name !== '1');

/** @param name of the field */
function tokensOf(state: State, name: string, text: string): Token[] {
  const rank = rankOf(state);
  if (name === 's') return sliceTokens(text, rank);
  const axes = toIntegers(state.values.axes ?? '').map(Number);
  const names = namesIn(state.values.pattern);
  let kept = 0; // by a condition
  const ownerOf = (word: string, i: number): Pick<Token, 'kind' | 'i'> => {
    if (name === 'condition') return word === 'true' ? { kind: 'piece', i: kept++ } : { kind: '', i: -1 };
    if (BY_PIECE.includes(name)) return { kind: 'piece', i };
    if (name === 'pattern' || name === 'sizes')
      return { kind: 'axis', i: names.indexOf(word.split(/[\s:]/)[0]) };
    const axis = name === 'axis' ? Number(word) : BY_AXIS.includes(name) ? (axes[i] ?? i) : undefined;
    if (axis === undefined) return { kind: '', i: -1 };
    return { kind: 'axis', i: axis < 0 ? axis + rank : axis };
  };
  return [...text.matchAll(OTHER_WORDS[name] ?? WORDS)].map(({ 0: word, index: at }, i) => ({
    text: word,
    at,
    ...ownerOf(word, i),
  }));
}
