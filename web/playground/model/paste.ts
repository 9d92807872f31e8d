// Reads arrays as people copy them: from NumPy, JSON or CSV. Text with brackets becomes JSON of strings, whose nesting gives the shape.
// Text without brackets is rows of separated values.
import { beginWith } from './change.ts';
import { isRight } from './details.ts';
import { isJoin, rowOf } from './rows.ts';
import type { State } from './state.ts';
import { explainValue, readValue } from './values.ts';

const MOST_VALUES = 1 << 20;
/** `array([1, 2], dtype=int64)`, and what is inside of it. */
const CALL = /^[\w.]*(?:array|tensor)\s*\(([\s\S]*?)(?:,\s*(?:dtype|device)\s*=[^)]*)?\)\s*;?$/;
/** Quoted text, a bracket, separators, or anything else up to one of these. */
const TOKEN = /("(?:[^"\\]|\\.)*")|'((?:[^'\\]|\\.)*)'|([[\]()])|([,\s]+)|([^[\](),\s"']+)/gy;

/** @throws {RangeError} with a sentence that says what is wrong */
function readArray(text: string): { dims: number[]; values: string[]; names?: string[] } {
  const call = CALL.exec(text.trim());
  const inner = (call?.[1] ?? text).trim();
  if (inner === '') throw new RangeError('it is empty');
  if (call && /^[^\s,[\](]+$/.test(inner)) return { dims: [], values: [inner] };
  const read: ReturnType<typeof readArray> = /^[[(]/.test(inner) ? flatten(readTree(inner)) : readRows(inner);
  const { values } = read;
  if (values.length > MOST_VALUES) throw new RangeError(`it has more than ${MOST_VALUES} values`);
  if (values.includes('...'))
    throw new RangeError("NumPy has omitted values ('...'); print it with threshold=sys.maxsize");
  return read;
}

type Tree = string | Tree[];

function readTree(text: string): Tree {
  let before = '[';
  const tokens = Array.from(text.matchAll(TOKEN), ([, double, single, bracket, blank, word]) => {
    if (blank) return '';
    const value = double ?? JSON.stringify(single?.replace(/\\(.)/g, '$1') ?? word);
    const token = bracket ? bracket.replace('(', '[').replace(')', ']') : value;
    const comma = before === '[' || token === ']' ? '' : ',';
    before = token;
    return comma + token;
  });
  try {
    return JSON.parse(tokens.join(''));
  } catch {
    throw new RangeError('its brackets or quotes do not match');
  }
}

/** Level by level: all lists of a level have the same length. */
function flatten(tree: Tree) {
  const dims: number[] = [];
  let level = [tree];
  while (level.some(Array.isArray)) {
    const lists = level.filter(Array.isArray);
    const [{ length }] = lists;
    const odd = lists.find((list) => list.length !== length);
    if (odd) throw new RangeError(`its rows have different lengths: ${length} and ${odd.length}`);
    if (lists.length < level.length) throw new RangeError('its rows have different depths');
    dims.push(length);
    level = lists.flat();
  }
  return { dims, values: level as string[] };
}

/** The address of a file, where people copy that of the page that shows it. */
export const addressOf = (text: string) =>
  text.trim().replace(/^(https:\/\/huggingface\.co\/.+?)\/blob\//, '$1/resolve/');

const isNumber = (item: string) => readValue('float64', item) !== null;

/** CSV, TSV, or numbers separated by blanks. A line of names above numbers is not read. */
function readRows(text: string) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = [',', ';', '\t'].find((each) => lines[0].includes(each)) ?? /\s+/;
  const rows = lines.map((line) => {
    const items = line.trim().split(separator);
    return items.map((item) => item.trim().replace(/^"(.*)"$/, '$1'));
  });
  const isNamed =
    rows.length > 1 && !rows[0].some(isNumber) && rows.slice(1).every((row) => row.some(isNumber));
  const [names] = isNamed ? rows.splice(0, 1) : [];
  const [{ length }] = rows;
  const odd = rows.findIndex((row) => row.length !== length);
  if (odd >= 0) throw new RangeError(`row ${odd} has ${rows[odd].length} values and row 0 has ${length}`);
  return { dims: rows.length === 1 && !names ? [length] : [rows.length, length], values: rows.flat(), names };
}

/**
 * A text as a tensor that the call takes, or that is shown whole, and what of the text is not in it.
 * @throws {RangeError} with a sentence that says what is wrong
 */
export function stateOfText(text: string, before: State): { state: State; note: string } {
  const whole = { ...beginWith('Slice'), notation: '...' };
  const base = before.on === 'tensor' && !isJoin(rowOf(before)) ? before : whole;
  const { dims, values, names } = readArray(text);
  const isOf = (each: State['type']) => values.every((value) => readValue(each, value) !== null);
  const types = [base.type, whole.type].filter((each) => each !== 'string'); // each text has a type of its own
  const type: State['type'] = types.find(isOf) ?? 'string';
  const data = values.map((value) => readValue(type, value));
  const bad = data.indexOf(null);
  if (bad >= 0) throw new RangeError(explainValue(type, values[bad]));
  const own = { type, dims: dims.join(', '), data: data as string[] };
  const state = isRight({ ...base, ...own }) ? { ...base, ...own } : { ...whole, ...own };
  return { state, note: names ? `The first line has names, so it is not a row: ${names.join(', ')}` : '' };
}
