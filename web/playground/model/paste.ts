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
function readArray(text: string): { dims: number[]; values: string[] } {
  const call = CALL.exec(text.trim());
  const inner = (call?.[1] ?? text).trim();
  if (inner === '') throw new RangeError('it is empty');
  if (call && /^[^\s,[\](]+$/.test(inner)) return { dims: [], values: [inner] };
  const { dims, values } = /^[[(]/.test(inner) ? flatten(readTree(inner)) : readRows(inner);
  if (values.length > MOST_VALUES) throw new RangeError(`it has more than ${MOST_VALUES} values`);
  if (values.includes('...'))
    throw new RangeError("NumPy has omitted values ('...'); print it with threshold=sys.maxsize");
  return { dims, values };
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

/** CSV, TSV, or numbers separated by blanks. */
function readRows(text: string) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = [',', ';', '\t'].find((each) => lines[0].includes(each)) ?? /\s+/;
  const rows = lines.map((line) => {
    const items = line.trim().split(separator);
    return items.map((item) => item.trim().replace(/^"(.*)"$/, '$1'));
  });
  const [{ length }] = rows;
  const odd = rows.findIndex((row) => row.length !== length);
  if (odd >= 0) throw new RangeError(`row ${odd} has ${rows[odd].length} values and row 0 has ${length}`);
  return { dims: rows.length === 1 ? [length] : [rows.length, length], values: rows.flat() };
}

/** A text as a tensor that the call takes, or that is shown whole. @throws {RangeError} with a sentence that says what is wrong */
export function stateOfText(text: string, before: State): State {
  const whole = { ...beginWith('Slice'), notation: '...' };
  const base = before.on === 'tensor' && !isJoin(rowOf(before)) ? before : whole;
  const { dims, values } = readArray(text);
  const type = values.every((value) => readValue(base.type, value) !== null) ? base.type : 'string';
  const data = values.map((value) => readValue(type, value));
  const bad = data.indexOf(null);
  if (bad >= 0) throw new RangeError(explainValue(type, values[bad]));
  const own = { type, dims: dims.join(', '), data: data as string[] };
  return isRight({ ...base, ...own }) ? { ...base, ...own } : { ...whole, ...own };
}
