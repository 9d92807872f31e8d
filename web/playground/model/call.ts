// The call as one line of code: text, and fields where its parameters are.
import { tensorNames } from './names.ts';
import { type Form, type Parameter, parametersOf } from './parameters.ts';
import { functionOf, type Row, rowAt, takesAny } from './rows.ts';
import type { Token } from './slice_tokens.ts';
import type { State } from './state.ts';
import { tokensOf } from './tokens.ts';

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

/** Functions that take the version in an object of its own. */
const OPTIONS_LAST = ['Concat', 'VariadicSplit'];

/** What encloses a field, by its form. */
export const BRACKETS: Partial<Record<Field['form'], [string, string]>> = {
  list: ['[', ']'],
  pairs: ['[', ']'],
  word: ["'", "'"],
  slice: ["'", "'"],
  pattern: ["'", "'"],
  names: ['{ ', ' }'],
};

/** Does the call have a field for it: is it needed, or was it added? */
export const isShown = ({ values }: State, { name, needed }: Parameter) => needed || name in values;

/** @param state valid or not @param most tensors of a list that are named */
export function partsOf(state: State, joined: number, most = joined): Part[] {
  const row = rowAt(state.op, state.opset) as Row;
  const all = tensorNames(state, row, joined);
  const names = all.length > most ? [...all.slice(0, most - 2), '…', ...all.slice(-1)] : all;
  const first = takesAny(row) ? `[${names.join(', ')}]` : names.join(', ');
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
    return merge([`plan('${row.op_type}', [${first}`, ...inputs, ']', ...given, `).run(${first})`]);
  }
  const places = POSITIONAL[row.op_type] ?? (state.notation === null ? [] : ['s']);
  const positional = places.flatMap((name) => fields.filter((field) => field.name === name));
  const others = named(fields.filter(({ name }) => !places.includes(name)));
  const needsObject =
    NEEDS_OBJECT.includes(row.op_type) ||
    (version !== '' && places.length > 0 && !OPTIONS_LAST.includes(row.op_type));
  const object =
    others.length > 0 ? [', { ', ...others, ' }'] : needsObject && places[0] !== 's' ? [', {}'] : [];
  const call = positional.flatMap((field) => [', ', ...around(field)]);
  return merge([`${functionOf(row.op)}(${first}`, ...call, ...object, `${options})`]);
}

function fieldsOf(state: State, row: Row): Field[] {
  const fieldOf = (name: string, text: string, form: Field['form']) => ({
    name,
    text,
    form,
    tokens: tokensOf(state, name, text),
  });
  if (state.notation !== null) return [fieldOf('s', state.notation, 'slice')];
  const shown = parametersOf(row).filter((each) => isShown(state, each));
  return shown.map(({ name, form }) =>
    fieldOf(name, state.values[name] ?? '', name === 'pattern' ? 'pattern' : form),
  );
}

const named = (fields: readonly Field[]): Part[] =>
  fields.flatMap((field, i) => [`${i > 0 ? ', ' : ''}${field.name}: `, ...around(field)]);

const around = (field: Field): Part[] => {
  const [open, close] = BRACKETS[field.form] ?? ['', ''];
  return [open, field, close];
};

/** Neighbouring texts become one. */
const merge = (parts: readonly Part[]) =>
  parts.reduce<Part[]>((all, part) => {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else all.push(part);
    return all;
  }, []);
