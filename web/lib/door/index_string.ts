// NumPy's notation for a slice: '1:-1, ::2, ..., 3'. It means what it means in NumPy (ruling D50): ranges
// `start:stop:step` with every part optional, single indices, which drop their axis, and at most one `...`,
// which stands for all axes that nothing else names. An empty string is `...`, as `x[()]` is in NumPy.
// `x[1:2]` and `np.s_[1:2]` are `1:2`.
import { Mistake } from '../base/mistake.ts';

/** Beyond every axis; the core clamps it. */
const FAR = 2 ** 53;
/** Characters; 32 axes do not need as many. */
const MOST = 4096;

/** A slice string as Python code has it: in brackets, after a name. */
const INDEXED = /^\s*[a-z_][\w.]*\s*\[([^[\]]*)\]\s*$/i;
/** Something after the bracket, as in `x[0].T`. */
const CONTINUED = /]\./;

/** Common attempts that are not slices, and what to do instead. */
const HINTS: readonly [RegExp, string][] = [
  [CONTINUED, '; to transpose, call rearrange'],
  [/None|newaxis/, '; a slice adds no axes'],
  [/true|false/i, '; a slice takes no booleans'],
  [/[[\]]/, '; a slice takes no lists'],
  [/^\D*0_?\d/, '; leave out leading zeros'],
];

/** The same as ONNX's parameters, and the axes that single indices drop. */
export interface Ranges {
  starts: number[];
  ends: number[];
  axes: number[];
  steps: number[];
  drops: number[];
}

/** @param dims of the data */
export function parseIndexString(text: string, dims: readonly number[]): Ranges {
  if (text.length > MOST)
    throw new Mistake('bad_index_string', `${text.length} characters; at most ${MOST} are read`);
  const ranges: Ranges = { starts: [], ends: [], axes: [], steps: [], drops: [] };
  const { starts, ends, axes, steps, drops } = ranges;
  const items = text.replace(INDEXED, '$1');
  const scanner = new Scanner(items);
  let dots = -1; // items before '...'
  do {
    if (scanner.isAtEnd()) break; // empty
    if (scanner.takeDots()) {
      if (dots >= 0) throw new Mistake('bad_index_string', "more than one '...'");
      dots = starts.length;
    } else if (!scanner.takeRange(ranges)) throw notAnItem(items, scanner.at);
  } while (scanner.takeComma());
  if (!scanner.isAtEnd()) throw notAnItem(items, scanner.at);
  const named = starts.length;
  const rank = dims.length;
  if (named > rank)
    throw new Mistake('too_many_axes', `'${text}' names axis ${rank} but the data has rank ${rank}`);
  const skipped = (i: number) => i + (dots >= 0 && i >= dots ? rank - named : 0);
  for (let i = 0; i < named; ++i) {
    const axis = skipped(i);
    if (steps[i] === 0) throw new Mistake('zero_step', `the step of axis ${axis} is 0; a step cannot be 0`);
    if (steps[i] < 0 && starts[i] < -dims[axis]) ends[i] = FAR; // ONNX's Slice would clamp the start to the first element
    axes.push(axis);
  }
  for (let i = 0; i < drops.length; ++i) drops[i] = skipped(drops[i]);
  return ranges;
}

/** @param at inside of the item */
function notAnItem(text: string, at: number): Mistake {
  const before = text.slice(0, at).split(',');
  const item = (CONTINUED.test(text) ? text : text.split(',')[before.length - 1]).trim();
  const hint = HINTS.find(([tried]) => tried.test(item))?.[1] ?? '';
  return new Mistake('bad_index_string', `'${item}' is not a range a:b:c, an index or '...'${hint}`);
}

const [TAB, NEWLINE, FEED, RETURN, BLANK] = [9, 10, 12, 13, 32];
const [PLUS, COMMA, MINUS, DOT, ZERO, NINE, COLON, UNDERSCORE] = [43, 44, 45, 46, 48, 57, 58, 95];

/** Reads a text from left to right. Each `take` also skips the blanks after what it reads. */
class Scanner {
  readonly #text;
  at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipBlanks();
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  takeDots(): boolean {
    const at = this.at;
    for (let i = 0; i < 3; ++i) if (this.#text.charCodeAt(at + i) !== DOT) return false;
    this.at += 3;
    this.#skipBlanks();
    return true;
  }

  /** A comma with something after it. */
  takeComma(): boolean {
    return this.#take(COMMA) && !this.isAtEnd();
  }

  /** Adds a range or an index; false if there is neither. */
  takeRange({ starts, ends, steps, drops }: Ranges): boolean {
    const start = this.#takeInteger();
    if (this.#take(COLON)) {
      const end = this.#takeInteger();
      const step = this.#take(COLON) ? this.#takeInteger(1) : 1;
      starts.push(Number.isNaN(start) ? (step < 0 ? FAR : 0) : start);
      ends.push(Number.isNaN(end) ? (step < 0 ? -FAR : FAR) : end);
      steps.push(step);
      return true;
    }
    if (Number.isNaN(start)) return false;
    drops.push(starts.length);
    starts.push(start);
    ends.push(start === -1 ? FAR : start + 1);
    steps.push(1);
    return true;
  }

  /**
   * Python's decimal integers, with any number of signs: `1_000`, `-0`, `- -3`, but not `01`. Larger ones
   * than `FAR` become `FAR`: all of them are beyond every axis.
   */
  #takeInteger(otherwise = Number.NaN): number {
    const text = this.#text;
    const begin = this.at;
    let sign = 1;
    for (
      let code = text.charCodeAt(begin);
      code === PLUS || code === MINUS;
      code = text.charCodeAt(this.at)
    ) {
      if (code === MINUS) sign = -sign;
      this.at += 1;
      this.#skipBlanks();
    }
    const first = text.charCodeAt(this.at);
    if (!isDigit(first)) {
      this.at = begin;
      return otherwise;
    }
    const most = first === ZERO ? ZERO : NINE; // zeros are followed by zeros only
    let value = 0;
    for (let code = first; code >= ZERO && code <= most; ) {
      value = value * 10 + code - ZERO;
      this.at += 1;
      code = text.charCodeAt(this.at);
      if (code !== UNDERSCORE) continue;
      code = text.charCodeAt(this.at + 1);
      if (code >= ZERO && code <= most) this.at += 1;
    }
    this.#skipBlanks();
    return sign * Math.min(value, FAR) + 0; // without -0
  }

  #take(code: number): boolean {
    if (this.#text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    this.#skipBlanks();
    return true;
  }

  /** Skips the characters that Python skips inside brackets. */
  #skipBlanks(): void {
    for (; ; this.at += 1) {
      const code = this.#text.charCodeAt(this.at);
      if (code !== BLANK && code !== TAB && code !== NEWLINE && code !== RETURN && code !== FEED) return;
    }
  }
}

const isDigit = (code: number) => code >= ZERO && code <= NINE;
