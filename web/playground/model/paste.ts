// Reads arrays as people copy them: from NumPy, JSON or CSV. Brackets and quotes make a tree, and the tree gives the shape. Text
// without brackets is rows of separated values.
import { beginWith } from './beginnings.ts';
import { isRight } from './details.ts';
import { isJoin, type Row, rowAt } from './rows.ts';
import type { State } from './state.ts';
import { explainValue, readValue } from './values.ts';

interface Pasted {
  dims: number[];
  values: string[];
}

/** Values. */
const MOST = 1 << 20;
const DEEPEST = 8;

/** `array([1, 2], dtype=int64)`, and what is inside of it. */
const CALL = /^[\w.]*(?:array|tensor)\s*\(([\s\S]*?)(?:,\s*(?:dtype|device)\s*=[^)]*)?\)\s*;?$/;

/** Quoted text, a bracket, separators, or anything else up to one of these. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([[\]()])|([,\s]+)|([^[\](),\s"']+)/gy;

/** @throws {RangeError} with a sentence that says what is wrong */
export function readArray(text: string): Pasted {
  const call = CALL.exec(text.trim());
  const inner = (call?.[1] ?? text).trim();
  if (inner === '') throw new RangeError('it is empty');
  if (call && /^[^\s,[\](]+$/.test(inner)) return { dims: [], values: [inner] };
  return /^[[(]/.test(inner) ? flatten(readTree(inner)) : readRows(inner);
}

/** Characters that mean something else after a backslash. */
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

const unquote = (quoted: string) =>
  quoted.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code, letter) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[letter] ?? letter),
  );

type Tree = string | Tree[];

function readTree(text: string) {
  const root: Tree[] = [];
  const open = [root];
  let count = 0;
  let end = 0;
  for (const [token, double, single, bracket, , word] of text.matchAll(TOKEN)) {
    end += token.length;
    const quoted = double ?? single;
    const value = quoted === undefined ? word : unquote(quoted);
    if (value !== undefined) {
      if (value === '...')
        throw new RangeError("NumPy has omitted values ('...'); print it with threshold=sys.maxsize");
      if (++count > MOST) throw new RangeError(`it has more than ${MOST} values`);
      open[open.length - 1].push(value);
    } else if (bracket === '[' || bracket === '(') {
      const list: Tree[] = [];
      open[open.length - 1].push(list);
      if (open.push(list) > DEEPEST + 2) throw new RangeError(`its brackets go deeper than ${DEEPEST}`);
    } else if (bracket) {
      open.pop();
      if (open.length === 0) throw new RangeError('a closing bracket has no opening bracket');
    }
  }
  if (end < text.length) throw new RangeError(`it cannot be read from '${text.slice(end, end + 12)}' on`);
  if (open.length > 1) throw new RangeError('a bracket is not closed');
  if (root.length > 1) throw new RangeError('there is something after its last bracket');
  return root[0];
}

/** Level by level: all lists of a level have the same length. */
function flatten(tree: Tree): Pasted {
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
  if (rows.length * rows[0].length > MOST) throw new RangeError(`it has more than ${MOST} values`);
  const odd = rows.findIndex((row) => row.length !== rows[0].length);
  if (odd >= 0) {
    throw new RangeError(`row ${odd} has ${rows[odd].length} values and row 0 has ${rows[0].length}`);
  }
  const values = rows.flat();
  return { dims: rows.length === 1 ? [values.length] : [rows.length, rows[0].length], values };
}

/** A text as a tensor that the call takes, or that is shown whole. @throws {RangeError} with a sentence that says what is wrong */
export function stateOfText(text: string, before: State): State {
  const isCut = before.on === 'tensor' && !isJoin(rowAt(before.op) as Row);
  const whole = { ...beginWith('Slice'), notation: '...' };
  const base = isCut ? before : whole;
  const { dims, values } = readArray(text);
  const type = values.every((value) => readValue(base.type, value) !== null) ? base.type : 'string';
  const data = values.map((value) => readValue(type, value));
  const bad = data.indexOf(null);
  if (bad >= 0) throw new RangeError(explainValue(type, values[bad]));
  const own = { type, dims: dims.join(', '), data: data as string[] };
  return isRight({ ...base, ...own }) ? { ...base, ...own } : { ...whole, ...own };
}
