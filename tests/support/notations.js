// Random slice strings in NumPy's notation, in every spelling that Python has for the same thing, and what each takes, told by an
// oracle that walks indices one by one.
import fc from 'fast-check';

/** One part of a notation: an index, a range, or dots. @typedef {bigint | (bigint | undefined)[] | '...'} Item */

/**
 * @typedef {object} Notation
 * @property {number[]} dims
 * @property {Item[]} items
 * @property {string} text
 */

const HUGE = 10n ** 30n;

/** @param {number} most */
const integer = (most) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.bigInt(BigInt(-most), BigInt(most)) },
    { weight: 1, arbitrary: fc.bigInt(-HUGE, HUGE) },
  );
const bound = fc.option(integer(8), { nil: undefined });
const step = fc.option(
  integer(4).map((n) => (n === 0n ? 1n : n)),
  { nil: undefined },
);
const item = fc.oneof(
  { weight: 3, arbitrary: integer(9) },
  { weight: 3, arbitrary: fc.tuple(bound, bound) },
  { weight: 6, arbitrary: fc.tuple(bound, bound, step) },
);

const MISTAKES = ['an axis too many', 'two dots', 'a step of 0', 'an index outside'];
const mistake = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(...MISTAKES) },
);

/** An index as it is, or one that the axis has. @param {Item} each @param {number} size */
const inside = (each, size) =>
  typeof each === 'bigint' && size > 0 && each < 100n && each > -100n
    ? (((each % BigInt(size)) + BigInt(size)) % BigInt(size)) - (each < 0n ? BigInt(size) : 0n)
    : each;

/** @type {fc.Arbitrary<{ dims: number[], items: Item[] }>} */
const cuts = fc
  .record({
    dims: fc.array(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.constant(0)), {
      maxLength: 4,
    }),
    named: fc.array(item, { maxLength: 4 }),
    dots: fc.option(fc.nat(4), { nil: undefined }),
    wrong: mistake,
  })
  .map(({ dims, named, dots, wrong }) => {
    const most = dims.length + (wrong === 'an axis too many' ? 1 : 0);
    const kept = named.slice(0, most);
    const at = Math.min(dots ?? kept.length, kept.length);
    const axisOf = (/** @type {number} */ i) => (i < at ? i : i + dims.length - kept.length);
    /** @type {Item[]} */
    const items = kept.map((each, i) =>
      wrong === 'an index outside' ? each : inside(each, dims[axisOf(i)]),
    );
    if (wrong === 'a step of 0' && items.length > 0) items[0] = [undefined, undefined, 0n];
    if (dots !== undefined || items.length === 0) items.splice(at, 0, '...');
    if (wrong === 'two dots') items.push('...');
    return { dims, items };
  });

const BLANKS = ['', '', '', '', '', ' ', ' ', '  ', '\t', '\n', ' \r\n', '\f'];
/** Sums of signs that are positive. */
const PLUS = ['', '', '', '', '+', '+', '--', '+ +', '- -', '-+-'];

/**
 * How often something is asked of the same list of choices: a small generator of its own, so that examples shrink to plain ones.
 * @param {number} seed 0: always the first choice
 */
function chooser(seed) {
  let state = seed;
  return (/** @type {readonly string[]} */ choices) => {
    if (seed === 0) return choices[0];
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return choices[(state >>> 8) % choices.length];
  };
}

/** @param {readonly Item[]} items @param {number} seed of the spelling; 0: the plainest */
export function spell(items, seed) {
  const choose = chooser(seed);
  const blank = () => choose(BLANKS);
  const digits = (/** @type {bigint} */ value) => {
    const all = String(value);
    return choose(['', '', '_']) === '' ? all : all.replace(/\B(?=\d)/, '_');
  };
  const number = (/** @type {bigint} */ value) => {
    const signs = (value < 0n ? '-' : '') + choose(PLUS);
    return `${signs.replace(/[+-]/g, (sign) => sign + blank())}${digits(value < 0n ? -value : value)}`;
  };
  const part = (/** @type {bigint | undefined} */ value) =>
    `${blank()}${value === undefined ? '' : number(value)}${blank()}`;
  const word = (/** @type {Item} */ each) => {
    if (each === '...') return `${blank()}...${blank()}`;
    return Array.isArray(each) ? each.map(part).join(':') : part(each);
  };
  return `${items.map(word).join(',')}${choose(['', '', '', '', ',', ', '])}`;
}

/** @type {fc.Arbitrary<Notation>} */
export const notations = fc
  .record({ cut: cuts, seed: fc.nat() })
  .map(({ cut, seed }) => ({ ...cut, text: spell(cut.items, seed) }));

/** What is hardly ever a notation. @type {fc.Arbitrary<string>} */
export const noise = fc.string({
  unit: fc.constantFrom(...'01234:::,,..-+_~ \t\u00a0', '...'),
  maxLength: 12,
});

/** Python's `range(size)[start:stop:step]`. @param {number} size @param {(bigint | undefined)[]} range */
function indicesOf(size, [start, stop, step = 1n]) {
  const all = Array.from({ length: size }, (_, i) => BigInt(i));
  const fromEnd = (/** @type {bigint | undefined} */ at) =>
    at !== undefined && at < 0n ? at + BigInt(size) : at;
  const [from, to] = [fromEnd(start), fromEnd(stop)];
  if (step > 0n) {
    const first = from === undefined || from < 0n ? 0n : from;
    return all.filter((i) => i >= first && (to === undefined || i < to) && (i - first) % step === 0n);
  }
  const last = BigInt(size - 1);
  const first = from === undefined || from > last ? last : from;
  const down = all.reverse();
  return down.filter((i) => i <= first && (to === undefined || i > to) && (first - i) % -step === 0n);
}

/**
 * What a notation takes of elements that are numbered, or the code of its mistake.
 * @param {Notation} notation
 * @returns {{ dims: number[], elements: number[] } | string}
 */
export function taken({ dims, items }) {
  const dots = items.filter((each) => each === '...').length;
  if (dots > 1) return 'bad_index_string';
  const open = dims.length - items.length + dots;
  if (open < 0) return 'too_many_axes';
  if (items.some((each) => Array.isArray(each) && each[2] === 0n)) return 'zero_step';
  const rest = new Array(open).fill([]);
  const at = dots === 1 ? items.indexOf('...') : items.length;
  const full = [...items.slice(0, at), ...rest, ...items.slice(at + dots)];
  let elements = [0];
  const sizes = [];
  for (const [axis, each] of full.entries()) {
    const size = dims[axis];
    const isIndex = !Array.isArray(each);
    if (isIndex && (each < -size || each >= size)) return 'index_out_of_range';
    const list = isIndex ? [each < 0n ? each + BigInt(size) : each] : indicesOf(size, each);
    elements = elements.flatMap((before) => list.map((i) => before * size + Number(i)));
    if (!isIndex) sizes.push(list.length);
  }
  return { dims: sizes, elements };
}
