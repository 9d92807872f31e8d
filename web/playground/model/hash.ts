// The state as the readable hash of an address, `#op=Slice&opset=13&dims=4,6&s=::-1,1:5`, and back. A hash may come from anywhere: any
// hash becomes a state, with a sentence for each part that could not be used.
import { beginWith, FILE_CALLS, onFile, onPicture } from './change.ts';
import { elementsOf } from './elements.ts';
import { givenBy } from './given.ts';
import { takesSlice } from './lists.ts';
import { attempt } from './mistake.ts';
import { parametersOf } from './parameters.ts';
import { type Row, rowAt, rowOf } from './rows.ts';
import { DATA, FIRST, firstState, joinEntries, type State, tidy } from './state.ts';
import { explainValue, kindOf, readValue } from './values.ts';

const MOST_VALUES = 600;
/** The most characters of a hash, of one entry, and of what is quoted. */
const LONGEST = 20_000;
const LONGEST_TEXT = 4000;
const MOST_SHOWN = 40;
/** Entries that no operator has, by kind of data. */
const COMMON: Record<State['on'], string[]> = {
  picture: ['op', 'opset', 'on', 'picture'],
  tensor: ['op', 'opset', 'on', 'dims', 'type', 'data'],
  file: ['op', 'opset', 'on', 'url', 'tensor'],
};

/** `Slice-13`, or `OpenVINO Slice-8` beside ONNX's. */
const nameOf = ({ op, op_type, since_version }: Row) =>
  `${op === op_type ? '' : 'OpenVINO '}${op_type}-${since_version}`;

/** @returns without '#' */
export function formatHash(state: State): string {
  const { op, opset, on, type, dims, values, notation, data, url, tensor } = state;
  const isTensor = on === 'tensor';
  const listed = parametersOf(rowOf(state)).map(({ name }): [string, string] => {
    const text = tidy(values[name] ?? '');
    return [name, name === 'sizes' ? text.replace(/: ?/g, '=') : text];
  });
  const isShort = isTensor && data !== null && data.length <= MOST_VALUES;
  const escaped = (value: string) => value.replace(/[%,]/g, encodeURIComponent);
  const entries: [string, string][] = [
    ['op', op],
    ['opset', String(opset)],
    ['on', isTensor ? '' : on],
    ['url', on === 'file' ? url : ''],
    ['tensor', on === 'file' ? tensor : ''],
    ['dims', isTensor ? tidy(dims) : ''],
    ['type', isTensor && type !== 'float32' ? type : ''],
    ...(notation === null ? listed : [['s', tidy(notation)] as [string, string]]),
    ['data', isShort ? data.map(escaped).join(',') : ''],
  ];
  // A file that was picked has no address: without this entry, the sample would be shown.
  const isSaid = (name: string) => name === 's' || name === (isTensor ? 'dims' : on === 'file' ? 'url' : '');
  return joinEntries(entries.filter(([name, text]) => text !== '' || isSaid(name)));
}

/** @param hash with or without '#' @param picture dims of the picture that is open */
export function parseHash(hash: string, picture: string): { state: State; complaints: string[] } {
  const complaints: string[] = [];
  const given = readEntries(hash.replace(/^#/, ''), complaints);
  const op = given.get('op') ?? FIRST;
  if (rowAt(op) === undefined) complaints.push(`op: there is no operator ${show(op)}, so this is ${FIRST}`);
  if (given.size === 0 || rowAt(op) === undefined) return { state: firstState(picture), complaints };
  const row = readVersion(op, given.get('opset'), complaints);
  const on = readKind(op, given.get('on'), complaints);
  const opset = row.since_version;
  const own = { picture: () => onPicture(op, picture), file: () => onFile(op, opset), tensor: () => null };
  const begin = own[on]() ?? beginWith(op, opset);
  const { url, tensor } = given.has('url') || given.has('tensor') ? { url: '', tensor: '' } : begin;
  const state: State = {
    ...begin,
    opset,
    url: given.get('url') ?? url,
    tensor: given.get('tensor') ?? tensor,
  };
  if (on === 'tensor') {
    const type = given.get('type') ?? begin.type;
    state.dims = spaced(given.get('dims') ?? begin.dims);
    state.type = row.types.find((name) => name === type) ?? begin.type;
    if (type !== state.type) complaints.push(`type: ${nameOf(row)} does not take ${show(type)}`);
  }
  const names = parametersOf(row).map(({ name }) => name);
  const hasSlice = takesSlice(row.op) && given.has('s');
  if (hasSlice || names.some((name) => given.has(name))) {
    state.values = {};
    state.notation = hasSlice ? spaced(given.get('s') as string) : null;
  }
  for (const [name, text] of given) {
    if (names.includes(name) && hasSlice) complaints.push(`${show(name)}: s says the same, and counts`);
    else if (names.includes(name))
      state.values = { ...state.values, [name]: spaced(name === 'sizes' ? text.replace(/=/g, ': ') : text) };
    else if (!COMMON[on].includes(name) && !(name === 's' && hasSlice)) {
      const where = on === 'tensor' ? '' : ` on a ${on}`;
      complaints.push(`${show(name)}: ${nameOf(row)} has no such parameter${where}`);
    }
  }
  const another = on === 'picture' && given.get('picture');
  if (another)
    complaints.push(`picture: the link was made with ${show(another)}, which is not in it: open it here`);
  if (on === 'tensor') state.data = readData(state, given.get('data'), complaints);
  return { state, complaints };
}

function readEntries(text: string, complaints: string[]) {
  const given = new Map<string, string>();
  const isLong = text.length > LONGEST;
  if (isLong) complaints.push(`the address is ${text.length} characters long; at most ${LONGEST} are read`);
  for (const entry of isLong ? [] : text.split('&').filter(Boolean)) {
    const [name, ...rest] = entry.split('=');
    const value = decode(rest.join('='));
    if (rest.length === 0) complaints.push(`${show(name)}: there is no such part of the page`);
    else if (value === null || value.length > LONGEST_TEXT) complaints.push(`${show(name)}: cannot be read`);
    else if (given.has(name)) complaints.push(`${show(name)}: given twice; the first one counts`);
    else given.set(name, value);
  }
  return given;
}

function readVersion(op: string, text: string | undefined, complaints: string[]): Row {
  const row = /^\d{1,9}$/.test(text ?? '') ? rowAt(op, Number(text)) : undefined;
  if (text !== undefined && row === undefined)
    complaints.push(`opset: there is no version of ${op} at opset ${show(text)}`);
  return row ?? (rowAt(op) as Row);
}

function readKind(op: string, text: string | undefined, complaints: string[]): State['on'] {
  const on = DATA.find((each) => each === (text ?? 'tensor'));
  if (on === undefined) complaints.push(`on: there is no kind of data ${show(text ?? '')}`);
  const isTaken = { picture: onPicture(op, '1,1,4') !== null, file: FILE_CALLS.includes(op), tensor: true };
  if (on === undefined || isTaken[on]) return on ?? 'tensor';
  complaints.push(`on: ${op} takes no ${on} here`);
  return 'tensor';
}

/** All values, or none: too many or too few would be dropped or made up. */
function readData(state: State, text: string | undefined, complaints: string[]) {
  if (text === undefined) return null;
  const { type } = state;
  const items = text.split(',').map((item) => (kindOf(type).is === 'string' ? (decode(item) ?? item) : item));
  const values = items.map((item) => readValue(type, item));
  const bad = values.indexOf(null);
  const size = attempt(() => elementsOf(givenBy(state).tensors)); // null: what is typed is wrong
  if (bad >= 0) complaints.push(`data: ${explainValue(type, items[bad])}`);
  else if (items.length > MOST_VALUES)
    complaints.push(`data: ${items.length} values; an address has at most ${MOST_VALUES}`);
  else if (size !== null && size !== items.length)
    complaints.push(`data: ${items.length} values for ${size} elements`);
  else return values as string[];
  return null;
}

const decode = (text: string) => attempt(() => decodeURIComponent(text));

/** The blanks that `tidy` removes. */
const spaced = (text: string) => text.replace(/([,;])(?=\S)/g, '$1 ');

const show = (text: string) => `'${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}'`;
