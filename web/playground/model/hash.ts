// The state as the readable hash of an address, and back: `#op=Slice&opset=13&dims=4,6&s=::-1,1:5`. A hash may come from
// anywhere: any hash becomes a state, with a sentence for each part that could not be used.
import type { Type } from '../../lib/index.ts';
import { type Given, givenBy } from './given.ts';
import { sizeOf } from './integers.ts';
import { parametersOf } from './parameters.ts';
import { nameOf, type Row, rowAt } from './rows.ts';
import { takesSlice } from './slice.ts';
import { beginWith, DATA, FIRST, onPicture, type State } from './state.ts';
import { explainValue, kindOf, readValue } from './values.ts';

/** The most characters of a hash, and of one entry; and the most values in an address. */
const LONGEST = 20_000;
const LONGEST_TEXT = 4000;
export const MOST_VALUES = 600;

/** Escaped characters that a hash can hold as they are. */
const READABLE = /%(2C|3A|2F|3F|40|24|3B|3D|28|29|5B|5D)/gi;

/** Entries that no operator has, in the order in which they are written. */
const COMMON = ['op', 'opset', 'on', 'url', 'tensor', 'dims', 'type', 's', 'data'];

/** @returns without '#' */
export function formatHash(state: State): string {
  const { op, opset, on, type, dims, values, notation, data, url, tensor } = state;
  const row = rowAt(op, opset) as Row;
  const entries: [string, string][] = [['op', op], ['opset', String(opset)]]; // biome-ignore format: a row
  if (on !== 'tensor') entries.push(['on', on]);
  if (on === 'file') entries.push(['url', url], ['tensor', tensor]);
  if (on === 'tensor') entries.push(['dims', tidy(dims)]);
  if (on === 'tensor' && type !== 'float32') entries.push(['type', type]);
  if (notation !== null) entries.push(['s', tidy(notation)]);
  else
    for (const { name, form } of parametersOf(row)) {
      const text = tidy(values[name] ?? '');
      entries.push([name, form === 'names' ? text.replace(/: ?/g, '=') : text]);
    }
  if (on === 'tensor' && data !== null && data.length <= MOST_VALUES)
    entries.push(['data', data.map(escapeComma).join(',')]);
  return entries
    .filter(([name, text]) => text !== '' || name === 's' || (name === 'dims' && on === 'tensor'))
    .map(([name, text]) => `${name}=${encode(text)}`)
    .join('&');
}

/**
 * @param hash with or without '#'
 * @param picture dims of the picture that is open
 */
export function parseHash(hash: string, picture: string): { state: State; complaints: string[] } {
  const { given, complaints } = readEntries(hash);
  if (given.size === 0) return { state: onPicture(FIRST, picture) as State, complaints };
  const op = given.get('op') ?? FIRST;
  if (rowAt(op) === undefined) {
    complaints.push(`op: there is no operator ${show(op)}, so this is ${FIRST}`);
    return { state: onPicture(FIRST, picture) as State, complaints };
  }
  const row = readVersion(op, given.get('opset'), complaints);
  const on = readKind(op, given.get('on'), complaints);
  const begin = (on === 'picture' ? onPicture(op, picture) : null) ?? {
    ...beginWith(op, row.since_version),
    on,
  };
  const state: State = {
    ...begin,
    opset: row.since_version,
    url: given.get('url') ?? '',
    tensor: given.get('tensor') ?? '',
  };
  if (on === 'tensor')
    Object.assign(state, {
      type: readType(row, given.get('type'), begin.type, complaints),
      dims: spaced(given.get('dims') ?? begin.dims),
    });
  const names = parametersOf(row).map(({ name }) => name);
  const hasSlice = takesSlice(row.op) && given.has('s');
  if (hasSlice || names.some((name) => given.has(name))) Object.assign(state, { values: {}, notation: null });
  if (hasSlice) state.notation = spaced(given.get('s') as string);
  const own = COMMON.filter((name) =>
    name === 's'
      ? takesSlice(row.op)
      : name === 'url' || name === 'tensor'
        ? on === 'file'
        : on === 'tensor' || !['dims', 'type', 'data'].includes(name),
  );
  for (const [name, text] of given) {
    if (names.includes(name) && state.notation === null)
      state.values = { ...state.values, [name]: spaced(name === 'sizes' ? text.replace(/=/g, ': ') : text) };
    else if (names.includes(name)) complaints.push(`${show(name)}: s says the same, and counts`);
    else if (!own.includes(name))
      complaints.push(
        `${show(name)}: ${nameOf(row)} has no such parameter${on === 'tensor' ? '' : ` on a ${on}`}`,
      );
  }
  if (on === 'tensor') state.data = readData(state, given.get('data'), complaints);
  return { state, complaints };
}

function readEntries(hash: string) {
  const given = new Map<string, string>();
  const complaints: string[] = [];
  const text = hash.replace(/^#/, '');
  if (text.length > LONGEST) {
    complaints.push(`the address is ${text.length} characters long; at most ${LONGEST} are read`);
    return { given, complaints };
  }
  for (const entry of text.split('&')) {
    const [name, ...rest] = entry.split('=');
    if (entry === '') continue;
    const value = decode(rest.join('='));
    if (rest.length === 0) complaints.push(`${show(name)}: there is no such part of the page`);
    else if (value === null || value.length > LONGEST_TEXT) complaints.push(`${show(name)}: cannot be read`);
    else if (given.has(name)) complaints.push(`${show(name)}: given twice; the first one counts`);
    else given.set(name, value);
  }
  return { given, complaints };
}

function readVersion(op: string, text: string | undefined, complaints: string[]): Row {
  const newest = rowAt(op) as Row;
  if (text === undefined) return newest;
  const row = /^\d{1,9}$/.test(text) ? rowAt(op, Number(text)) : undefined;
  if (row === undefined) complaints.push(`opset: there is no version of ${op} at opset ${show(text)}`);
  return row ?? newest;
}

function readKind(op: string, text: string | undefined, complaints: string[]): State['on'] {
  const on = DATA.find((each) => each === (text ?? 'tensor'));
  if (on === undefined) complaints.push(`on: there is no kind of data ${show(text ?? '')}`);
  if (on !== 'picture' || onPicture(op, '1,1,4')) return on ?? 'tensor';
  complaints.push(`on: ${op} takes no picture here`);
  return 'tensor';
}

function readType(row: Row, text: string | undefined, otherwise: Type, complaints: string[]): Type {
  if (text === undefined) return otherwise;
  const type = row.types.find((name) => name === text);
  if (type === undefined) complaints.push(`type: ${nameOf(row)} does not take ${show(text)}`);
  return type ?? otherwise;
}

/** All values, or none: too many or too few would be dropped or made up. */
function readData(state: State, text: string | undefined, complaints: string[]) {
  if (text === undefined) return null;
  const { type } = state;
  const items = text.split(',').map((item) => (kindOf(type).is === 'string' ? (decode(item) ?? item) : item));
  const values = items.map((item) => readValue(type, item));
  const bad = values.indexOf(null);
  const size = cellsOf(state);
  if (bad >= 0) complaints.push(`data: ${explainValue(type, items[bad])}`);
  else if (items.length > MOST_VALUES)
    complaints.push(`data: ${items.length} values; an address has at most ${MOST_VALUES}`);
  else if (size !== null && size !== items.length)
    complaints.push(`data: ${items.length} values for ${size} elements`);
  else return values as string[];
  return null;
}

/** How many elements the inputs have; null: what is typed is wrong. */
export function cellsOf(state: State) {
  let given: Given;
  try {
    given = givenBy(state);
  } catch {
    return null;
  }
  return given.tensors.reduce((sum, { dims }) => sum + sizeOf(dims.map(Number)), 0);
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const encode = (text: string) => encodeURIComponent(text).replace(READABLE, decodeURIComponent);

/** Escapes the commas within a value. */
const escapeComma = (value: string) => value.replace(/[%,]/g, encodeURIComponent);

/** The blanks that `tidy` removes. */
const spaced = (text: string) => text.replace(/([,;])(?=\S)/g, '$1 ');

/** Removes the blanks of lists. */
const tidy = (text: string) =>
  text
    .trim()
    .replace(/\s*([,;])\s*/g, '$1')
    .replace(/\s+/g, ' ');

const show = (text: string) => `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`;
