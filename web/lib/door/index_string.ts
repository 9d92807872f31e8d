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

/**
 * The same as ONNX's parameters, and the axes that single indices drop. Only the first `count` entries count:
 * the lists are those of the string that was parsed last.
 */
export interface Ranges {
  count: number;
  readonly starts: number[];
  readonly ends: number[];
  readonly axes: number[];
  readonly steps: number[];
  drops: number[];
}

/** Used again by every call, because lists that grow take longer than reading what they hold. */
const RANGES: Ranges = { count: 0, starts: [], ends: [], axes: [], steps: [], drops: [] };

/** @param dims of the data */
export function parseIndexString(text: string, dims: readonly number[]): Ranges {
  if (text.length > MOST)
    throw new Mistake('bad_index_string', `${text.length} characters; at most ${MOST} are read`);
  const { starts, ends, axes, steps } = RANGES;
  RANGES.count = 0;
  RANGES.drops = [];
  SCANNER.begin(text);
  let dots = -1; // items before '...'
  do {
    if (SCANNER.isAtEnd()) break; // empty
    if (SCANNER.takeDots()) {
      if (dots >= 0) throw new Mistake('bad_index_string', "more than one '...'");
      dots = RANGES.count;
    } else if (!SCANNER.takeRange(RANGES)) return parseIndexed(text, SCANNER.at, dims);
  } while (SCANNER.takeComma());
  if (!SCANNER.isAtEnd()) return parseIndexed(text, SCANNER.at, dims);
  const { count, drops } = RANGES;
  const rank = dims.length;
  if (count > rank)
    throw new Mistake('too_many_axes', `'${text}' names axis ${rank} but the data has rank ${rank}`);
  const skipped = dots < 0 ? 0 : rank - count; // axes that '...' stands for
  for (let i = 0; i < count; ++i) {
    const axis = i < dots ? i : i + skipped;
    if (steps[i] === 0) throw new Mistake('zero_step', `the step of axis ${axis} is 0; a step cannot be 0`);
    // NumPy selects nothing here. ONNX's Slice would clamp the start, and select the first element.
    if (steps[i] < 0 && starts[i] < -dims[axis]) ends[i] = FAR;
    axes[i] = axis;
  }
  for (let i = 0; i < drops.length; ++i) drops[i] = axes[drops[i]];
  return RANGES;
}

/** What is in the brackets of Python code. @param at where a text that is not Python code is wrong */
function parseIndexed(text: string, at: number, dims: readonly number[]): Ranges {
  const inside = text.replace(INDEXED, '$1');
  if (inside === text) throw notAnItem(text, at);
  return parseIndexString(inside, dims);
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
  #text = '';
  at = 0;
  /** The character there; 0 after the last one. */
  #code = 0;

  begin(text: string): void {
    this.#text = text;
    this.#moveTo(0);
    this.#skipBlanks();
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  takeDots(): boolean {
    if (this.#code !== DOT || !this.#text.startsWith('...', this.at)) return false;
    this.#moveTo(this.at + 3);
    this.#skipBlanks();
    return true;
  }

  /** A comma with something after it. */
  takeComma(): boolean {
    return this.#take(COMMA) && !this.isAtEnd();
  }

  /** Adds a range or an index; false if there is neither. */
  takeRange(ranges: Ranges): boolean {
    const { count, starts, ends, steps, drops } = ranges;
    const start = this.#takeInteger();
    if (this.#take(COLON)) {
      const end = this.#takeInteger();
      const step = this.#take(COLON) ? this.#takeInteger(1) : 1;
      starts[count] = Number.isNaN(start) ? (step < 0 ? FAR : 0) : start;
      ends[count] = Number.isNaN(end) ? (step < 0 ? -FAR : FAR) : end;
      steps[count] = step;
    } else {
      if (Number.isNaN(start)) return false;
      drops.push(count);
      starts[count] = start;
      ends[count] = start === -1 ? FAR : start + 1;
      steps[count] = 1;
    }
    ranges.count = count + 1;
    return true;
  }

  /**
   * Python's decimal integers, with any number of signs: `1_000`, `-0`, `- -3`, but not `01`. Larger ones
   * than `FAR` become `FAR`: all of them are beyond every axis.
   */
  #takeInteger(otherwise = Number.NaN): number {
    const begin = this.at;
    let sign = 1;
    for (; this.#code === PLUS || this.#code === MINUS; this.#skipBlanks()) {
      if (this.#code === MINUS) sign = -sign;
      this.#moveTo(this.at + 1);
    }
    if (!isDigit(this.#code)) {
      this.#moveTo(begin);
      return otherwise;
    }
    const most = this.#code === ZERO ? ZERO : NINE; // zeros are followed by zeros only
    let value = 0;
    while (this.#code >= ZERO && this.#code <= most) {
      value = value * 10 + this.#code - ZERO;
      const at = this.at + 1;
      this.#moveTo(at);
      if (this.#code !== UNDERSCORE) continue;
      this.#moveTo(at + 1);
      if (this.#code < ZERO || this.#code > most) this.#moveTo(at);
    }
    this.#skipBlanks();
    return sign * Math.min(value, FAR) + 0; // without -0
  }

  #take(code: number): boolean {
    if (this.#code !== code) return false;
    this.#moveTo(this.at + 1);
    this.#skipBlanks();
    return true;
  }

  /** Engines read beyond the end slowly. */
  #moveTo(at: number): void {
    this.at = at;
    this.#code = at < this.#text.length ? this.#text.charCodeAt(at) : 0;
  }

  /** Skips the characters that Python skips inside brackets. */
  #skipBlanks(): void {
    for (; ; this.#moveTo(this.at + 1)) {
      const code = this.#code;
      if (code !== BLANK && code !== TAB && code !== NEWLINE && code !== RETURN && code !== FEED) return;
    }
  }
}

/** Used again by every call: V8 throws away what it has compiled for a class when the last object of it is collected. */
const SCANNER = new Scanner();

const isDigit = (code: number) => code >= ZERO && code <= NINE;
