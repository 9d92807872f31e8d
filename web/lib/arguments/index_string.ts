// NumPy's notation for a slice: '1:-1, ::2, ..., 3'. It means what it means in NumPy (ruling D50): ranges
// `start:stop:step` with every part optional, single indices, which drop their axis, and at most one `...`,
// which stands for all axes that nothing else names. An empty string is `...`, as `x[()]` is in NumPy.
// `x[1:2]` and `np.s_[1:2]` are `1:2`.
import { Mistake } from '../base/mistake.ts';

/** Beyond every axis; the core clamps it. */
const FAR = 2 ** 53;
/** Most characters; 32 axes need fewer. */
const MOST = 4096;

/** A slice as in Python code: in brackets, after a name. */
const INDEXED = /^\s*[a-z_][\w.]*\s*\[([^[\]]*)\]\s*$/i;

type Hints = readonly (readonly [RegExp, string])[];

/** Common attempts that are not slices, and what to do instead: the first that fits a whole text with brackets. */
const BRACKETS: Hints = [
  [/^[^[]*]|\[[^\]]*$/, '; a bracket is missing'],
  [/]\.(T\b|transpose)/, '; to transpose, call rearrange'],
  [/]\s*\[/, '; call slice once for each pair of brackets'],
  [
    /(^\s*\[\s*-?\d+\s*,|[[,]\s*\[\s*-?\d+)[-\d\s,]*]/,
    '; a slice takes no lists: to take listed indices, call gather(x, [0, 2])',
  ],
  [/^\s*\[[^[\]]*]\s*$/, '; leave out the brackets'],
];

/** The same for the item of another text at which reading has stopped. */
const HINTS: Hints = [
  [/None|newaxis/, '; a slice adds no axes'],
  [/true|false/i, '; a slice takes no booleans'],
  [/^\d+(-|\.\.)-?\d+$/, '; a range has a colon: 0:2'],
  [/\d(\s*[;|/]\s*|\s+)[-+\d]/, '; commas separate axes: 0:2, 1'],
  [/^\D*0_?\d/, '; leave out leading zeros'],
];

/**
 * The slice as ONNX's parameters, and the axes that single indices drop. Only the first `count` entries are valid:
 * later ones are left from strings that were parsed before.
 */
export interface Ranges {
  count: number;
  readonly starts: number[];
  readonly ends: number[];
  readonly axes: number[];
  readonly steps: number[];
  drops: number[];
}

/** Reused by every call, because growing lists takes longer than parsing. */
const RANGES: Ranges = { count: 0, starts: [], ends: [], axes: [], steps: [], drops: [] };

/** @param dims of the data */
export function parseIndexString(text: string, dims: readonly number[]): Ranges {
  try {
    return parse(text, dims);
  } finally {
    scanned = ''; // the caller's text may be a slice of a longer one, which it would keep alive
  }
}

function parse(text: string, dims: readonly number[]): Ranges {
  if (text.length > MOST)
    throw new Mistake('bad_index_string', `${text.length} characters; at most ${MOST} are read`);
  const { starts, ends, axes, steps } = RANGES;
  RANGES.count = 0;
  RANGES.drops = [];
  scanned = text;
  moveTo(0);
  skipBlanks();
  let dots = -1; // items before '...'
  do {
    if (isAtEnd()) break; // empty
    if (takeDots()) {
      if (dots >= 0) throw new Mistake('bad_index_string', "more than one '...'");
      dots = RANGES.count;
    } else if (!takeRange()) return parseIndexed(text, dims);
  } while (takeComma());
  if (!isAtEnd()) return parseIndexed(text, dims);
  const { count, drops } = RANGES;
  const rank = dims.length;
  if (count > rank)
    throw new Mistake('too_many_axes', `'${text}' names axis ${rank} but the data has rank ${rank}`);
  const skipped = dots < 0 ? 0 : rank - count; // number of axes that '...' stands for
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

/** Parses what is in the brackets of Python code. */
function parseIndexed(text: string, dims: readonly number[]): Ranges {
  const inside = text.replace(INDEXED, '$1');
  if (inside === text) throw notAnItem(text);
  return parse(inside, dims);
}

/** Names the item at which reading has stopped, or the whole text if it has brackets, and gives a hint. */
function notAnItem(text: string): Mistake {
  const hasBrackets = /[[\]]/.test(text);
  const before = text.slice(0, at).split(',');
  const item = (hasBrackets ? text : text.split(',')[before.length - 1]).trim();
  const hints = hasBrackets ? BRACKETS : HINTS;
  const hint = hints.find(([tried]) => tried.test(item))?.[1] ?? '';
  return new Mistake('bad_index_string', `'${item}' is not a range a:b:c, an index or '...'${hint}`);
}

const [TAB, VERTICAL_TAB, RETURN, BLANK] = [9, 11, 13, 32];
const [PLUS, COMMA, MINUS, DOT, ZERO, NINE, COLON, UNDERSCORE] = [43, 44, 45, 46, 48, 57, 58, 95];

// The text that is read, from left to right. These are not fields of an object, because V8 drops the code that it has
// compiled for a class when the last object of that class is collected. Each `take` also skips the blanks after what it
// reads.
let scanned = '';
let at = 0;
/** The character there; 0 after the last one. */
let code = 0;

function isAtEnd(): boolean {
  return at >= scanned.length;
}

function takeDots(): boolean {
  if (code !== DOT || !scanned.startsWith('...', at)) return false;
  moveTo(at + 3);
  skipBlanks();
  return true;
}

/** A comma with something after it. */
function takeComma(): boolean {
  return take(COMMA) && !isAtEnd();
}

/** Adds a range or an index; false if there is neither. */
function takeRange(): boolean {
  const { count, starts, ends, steps, drops } = RANGES;
  const start = takeInteger();
  if (take(COLON)) {
    const end = takeInteger();
    const step = take(COLON) ? takeInteger(1) : 1;
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
  RANGES.count = count + 1;
  return true;
}

/**
 * Python's decimal integers, with any number of signs: `1_000`, `-0`, `- -3`, but not `01`. Integers above `FAR` become
 * `FAR`: all of them are beyond every axis.
 */
function takeInteger(otherwise = Number.NaN): number {
  const begin = at;
  let sign = 1;
  for (; code === PLUS || code === MINUS; skipBlanks()) {
    if (code === MINUS) sign = -sign;
    moveTo(at + 1);
  }
  if (code < ZERO || code > NINE) {
    moveTo(begin);
    return otherwise;
  }
  const most = code === ZERO ? ZERO : NINE; // zeros are followed by zeros only
  let value = 0;
  while (code >= ZERO && code <= most) {
    value = value * 10 + (code - ZERO); // in this order, all integers below 2^53 are exact
    moveTo(at + 1);
    if (code !== UNDERSCORE) continue;
    moveTo(at + 1);
    if (code < ZERO || code > most) moveTo(at - 1);
  }
  skipBlanks();
  return sign * Math.min(value, FAR) + 0; // without -0
}

function take(wanted: number): boolean {
  if (code !== wanted) return false;
  moveTo(at + 1);
  skipBlanks();
  return true;
}

/** Never reads beyond the end, which is slow in all engines. */
function moveTo(next: number): void {
  at = next;
  code = at < scanned.length ? scanned.charCodeAt(at) : 0;
}

/** Skips the characters that Python skips inside brackets. */
function skipBlanks(): void {
  while (code === BLANK || (code >= TAB && code <= RETURN && code !== VERTICAL_TAB)) moveTo(at + 1);
}
