// The state as the readable hash of an address, and back: `#op=Slice&opset=13&dims=4,6&s=::-1,1:5`. A hash may come from
// anywhere: any hash becomes a state, with a sentence for each part that could not be used.
import type { Type } from '../../lib/index.ts';
import { parametersOf } from './parameters.ts';
import { nameOf, type Row } from './rows.ts';
import { takesSlice } from './slice.ts';
import { beginWith, FIRST, rowAt, type State } from './state.ts';
import { explainValue, KINDS, readValue } from './values.ts';

/** The most characters of a hash, the most characters of one entry, and the most values in an address. */
const LONGEST = 20_000;
const LONGEST_TEXT = 4000;
const MOST_VALUES = 600;

/** Escaped characters that a hash can hold as they are. */
const READABLE = /%(2C|3A|2F|3F|40|24|3B|3D|28|29)/gi;

/** @returns without '#' */
export function formatHash(state: State, rows: readonly Row[]): string {
  const { op, opset, type, dims, values, notation, data } = state;
  const row = rowAt(rows, op, opset) ?? rows[0];
  const entries = [['op', op], ['opset', String(opset)], ['dims', tidy(dims)]]; // biome-ignore format: a row
  if (type !== 'float32') entries.push(['type', type]);
  const given = parametersOf(row).map(({ name }) => [name, tidy(values[name] ?? '')]);
  if (notation === null) entries.push(...given.filter(([, text]) => text !== ''));
  else entries.push(['s', tidy(notation)]);
  if (data !== null && data.length <= MOST_VALUES) entries.push(['data', data.map(escapeComma).join(',')]);
  return entries.map(([name, text]) => `${name}=${encode(text)}`).join('&');
}

/** @param hash with or without '#' */
export function parseHash(hash: string, rows: readonly Row[]): { state: State; complaints: string[] } {
  const { given, complaints } = readEntries(hash);
  const op = given.get('op') ?? FIRST;
  const known = rowAt(rows, op) !== undefined;
  if (!known) complaints.push(`op: there is no operator ${show(op)}`);
  const row = known ? readVersion(rows, op, given.get('opset'), complaints) : rowAt(rows, FIRST);
  const begin = beginWith(rows, row?.op ?? FIRST, row?.since_version);
  if (!row || !known || given.size === 0) return { state: begin, complaints };
  const state: State = {
    ...begin,
    type: readType(row, given.get('type'), begin.type, complaints),
    dims: given.get('dims') ?? begin.dims,
  };
  const own = ['op', 'opset', 'type', 'dims', 'data', takesSlice(row.op) ? 's' : ''];
  const names = parametersOf(row).map(({ name }) => name);
  if ([...given.keys()].some((name) => name === 's' || names.includes(name)))
    Object.assign(state, { values: {}, notation: takesSlice(row.op) ? (given.get('s') ?? null) : null });
  for (const [name, text] of given) {
    if (names.includes(name)) state.values = { ...state.values, [name]: text };
    else if (!own.includes(name)) complaints.push(`${show(name)}: ${nameOf(row)} has no such parameter`);
  }
  state.data = readData(state.type, given.get('data'), complaints);
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
    if (['', 'cut'].includes(entry)) continue; // the view
    const value = decode(rest.join('='));
    if (value === null || value.length > LONGEST_TEXT) complaints.push(`${show(name)}: cannot be read`);
    else if (given.has(name)) complaints.push(`${show(name)}: given twice; the first one counts`);
    if (!given.has(name)) given.set(name, (value ?? rest.join('=')).slice(0, LONGEST_TEXT));
  }
  return { given, complaints };
}

function readVersion(rows: readonly Row[], op: string, text: string | undefined, complaints: string[]) {
  if (text === undefined) return rowAt(rows, op);
  const row = /^\d{1,9}$/.test(text) ? rowAt(rows, op, Number(text)) : undefined;
  if (row) return row;
  complaints.push(`opset: there is no version of ${op} at opset ${show(text)}`);
  return rowAt(rows, op);
}

function readType(row: Row, text: string | undefined, otherwise: Type, complaints: string[]): Type {
  if (text === undefined) return otherwise;
  const type = row.types.find((name) => name === text);
  if (type === undefined) complaints.push(`type: ${nameOf(row)} does not take ${show(text)}`);
  return type ?? otherwise;
}

function readData(type: Type, text: string | undefined, complaints: string[]) {
  if (text === undefined) return null;
  const items = text.split(',').map((item) => (KINDS[type].is === 'string' ? (decode(item) ?? item) : item));
  const values = items.map((item) => readValue(type, item));
  const bad = values.indexOf(null);
  if (bad < 0) return values as string[];
  complaints.push(`data: ${explainValue(type, items[bad])}`);
  return null;
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

/** Removes the blanks of lists. */
const tidy = (text: string) =>
  text
    .trim()
    .replace(/\s*([,;])\s*/g, '$1')
    .replace(/\s+/g, ' ');

const show = (text: string) => `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`;
