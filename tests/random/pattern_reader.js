// A slow reader of patterns: character by character, with exact integers, and an element at a time. It is written from the rules
// (docs/rules/rearrange.js), apart from the implementation. Of a mistaken call it finds all mistakes.

/** An axis as it is written: a name, `1` or `...` alone, or what is in parentheses. @typedef {{ words: string[], isGroup: boolean }} Axis */
/** @typedef {Map<string, bigint>} Sizes by name; the axes of `...` are `...0`, `...1` */

/**
 * What a pattern means: the output's dims, and where its elements are in the input. Or all mistakes, of which any may be told. `maybe`
 * is told or not: some sizes have a product that is too large, whatever the others do to it.
 * @typedef {{ maybe: string[] } & ({ mistakes: string[] } | { dims: bigint[], placesOf: () => number[] })} Meaning
 */

const MOST_AXES = 32;
const MOST = 2n ** 53n - 1n;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

/**
 * @param {string} pattern
 * @param {readonly number[]} dims of the input
 * @param {Readonly<Record<string, unknown>>} given the sizes
 * @returns {Meaning}
 */
export function readSlowly(pattern, dims, given) {
  /** @type {Set<string>} */
  const mistakes = new Set();
  const tell = (/** @type {string} */ code, wrong = true) => void (wrong && mistakes.add(code));
  const sizes = readSizes(given, tell);
  const all = [...sizes.values()].filter((size) => size > 0n);
  tell(
    'too_large',
    all.some((size) => size > MOST),
  );
  const maybe = product(all) > MOST ? ['too_large'] : [];
  tell('bad_rank', dims.length > MOST_AXES);
  const sides = readSides(pattern);
  tell('bad_pattern', sides === undefined);
  if (sides === undefined) return { mistakes: [...mistakes], maybe };
  const [left, right] = sides;
  const names = sides.map((side) => side.flatMap(({ words }) => words).filter((word) => word !== '1'));
  const fresh = names[1].filter((name) => !names[0].includes(name));
  tell(
    'bad_pattern',
    left.some(({ words, isGroup }) => isGroup && words.includes('...')),
  );
  tell(
    'bad_pattern',
    names[0].some((name) => !names[1].includes(name)),
  );
  tell(
    'bad_pattern',
    fresh.some((name) => name === '...' || !sizes.has(name)),
  );
  tell(
    'bad_pattern',
    [...sizes.keys()].some((name) => name === '...' || !names.flat().includes(name)),
  );
  const hasDots = left.some(({ words }) => words.includes('...'));
  const unnamed = dims.length - left.length + (hasDots ? 1 : 0);
  tell('bad_rank', hasDots ? unnamed < 0 : unnamed !== 0);
  const dots = Array.from({ length: Math.max(0, unnamed) }, (_, i) => `...${i}`);
  const open = (/** @type {string[]} */ words) =>
    words.flatMap((word) => (word === '...' ? dots : word === '1' ? [] : [word]));
  const output = right.flatMap(({ words, isGroup }) =>
    isGroup || words[0] !== '...' ? [open(words)] : dots.map((dot) => [dot]),
  );
  tell('bad_rank', output.length > MOST_AXES || output.flat().length > MOST_AXES);
  if (mistakes.has('bad_rank')) return { mistakes: [...mistakes], maybe };
  const input = left.flatMap(({ words }) => (words[0] === '...' ? dots.map((dot) => [dot]) : [open(words)]));
  for (const [i, axis] of input.entries()) sizeAxis(axis, BigInt(dims[i]), sizes, tell);
  if (mistakes.size > 0) return { mistakes: [...mistakes], maybe };
  const sizeOf = (/** @type {string} */ name) => /** @type {bigint} */ (sizes.get(name));
  const made = output.map((axis) => product(axis.map(sizeOf)));
  if (product(made) > MOST) return { mistakes: ['too_large'], maybe };
  return { dims: made, maybe, placesOf: () => placesOf(input, output.flat(), sizeOf) };
}

/** @param {readonly bigint[]} sizes */
const product = (sizes) => sizes.reduce((all, size) => all * size, 1n);

/** @param {Readonly<Record<string, unknown>>} given @param {(code: string) => void} tell @returns {Sizes} */
function readSizes(given, tell) {
  /** @type {Sizes} */
  const sizes = new Map();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const isInteger = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
    if (!isInteger) tell('not_integer');
    else if (value < 0) tell('bad_size');
    else sizes.set(name, BigInt(value));
  }
  return sizes;
}

/** Both sides; undefined, if there are not two, or something in them is not to be read. @param {string} pattern @returns {Axis[][] | undefined} */
function readSides(pattern) {
  /** @type {Axis[][]} */
  const sides = [[]];
  /** @type {Axis | undefined} */
  let group;
  for (const word of wordsOf(pattern)) {
    const side = sides[sides.length - 1];
    if (word === '->') {
      if (group !== undefined || sides.length === 2) return undefined;
      sides.push([]);
    } else if (word === '(') {
      if (group !== undefined) return undefined;
      group = { words: [], isGroup: true };
      side.push(group);
    } else if (word === ')') {
      if (group === undefined) return undefined;
      group = undefined;
    } else {
      const isAgain = word !== '1' && side.some(({ words }) => words.includes(word));
      if (isAgain || !(word === '1' || word === '...' || isName(word))) return undefined;
      if (group === undefined) side.push({ words: [word], isGroup: false });
      else group.words.push(word);
    }
  }
  return sides.length === 2 && group === undefined ? sides : undefined;
}

/** @param {string} pattern */
function wordsOf(pattern) {
  const words = [''];
  for (let i = 0; i < pattern.length; ++i) {
    const isArrow = pattern[i] === '-' && pattern[i + 1] === '>';
    const mark = isArrow ? '->' : pattern[i];
    if (isArrow) i += 1;
    if (isArrow || mark === '(' || mark === ')') words.push(mark, '');
    else if (mark === ' ' || mark === '\t') words.push('');
    else words[words.length - 1] += mark;
  }
  return words.filter((word) => word !== '');
}

/** @param {string} word */
function isName(word) {
  const all = [...word];
  const isLetterOrDigit = (/** @type {string} */ mark) => LETTERS.includes(mark) || DIGITS.includes(mark);
  const ends = LETTERS.includes(all[0]) && isLetterOrDigit(all[all.length - 1]);
  return ends && all.every((mark) => mark === '_' || isLetterOrDigit(mark));
}

/** Finds the size that is missing among the names of an axis. @param {readonly string[]} names @param {bigint} dim @param {Sizes} sizes @param {(code: string) => void} tell */
function sizeAxis(names, dim, sizes, tell) {
  const missing = names.filter((name) => !sizes.has(name));
  const known = product(names.flatMap((name) => sizes.get(name) ?? []));
  if (missing.length > 1) tell('bad_pattern');
  else if (missing.length === 0 && known !== dim) tell('shape_mismatch');
  else if (missing.length === 1 && (known === 0n || dim % known !== 0n)) tell('not_divisible');
  else if (missing.length === 1) sizes.set(missing[0], dim / known);
}

/**
 * Counts through the output, and finds each element in the input.
 * @param {readonly (readonly string[])[]} input names of each axis
 * @param {readonly string[]} order names of the output
 * @param {(name: string) => bigint} sizeOf
 */
function placesOf(input, order, sizeOf) {
  const places = [];
  const all = input.flat();
  for (let k = 0, count = Number(product(order.map(sizeOf))); k < count; ++k) {
    /** @type {Map<string, bigint>} */
    const index = new Map();
    let rest = BigInt(k);
    for (const name of [...order].reverse()) {
      index.set(name, rest % sizeOf(name));
      rest /= sizeOf(name);
    }
    places.push(
      Number(all.reduce((place, name) => place * sizeOf(name) + /** @type {bigint} */ (index.get(name)), 0n)),
    );
  }
  return places;
}
