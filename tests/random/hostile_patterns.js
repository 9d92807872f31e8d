// Text that may be a pattern, and the judge of what becomes of it: what the slow reader reads in it, or one mistake that is there.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MicrotomeError, plan } from 'microtome';
import { readSlowly } from './pattern_reader.js';
import { drawPattern } from './patterns.js';
import { Random } from './random.js';

/** @typedef {{ pattern: string, dims: readonly number[], sizes: Record<string, unknown> }} Question */

/** More elements are planned, and not moved. */
const MOST = 4096;
/** No pattern takes more processor time to read. */
const MOST_MS = 1000;

const NAMES = ['a', 'b', 'c', 'new0', 'x', 'patch_1', 'constructor', '__proto__', 'toString', 'é', 'a_', '1a']; // biome-ignore format: a table
const PARTS = ['->', '->', '-', '>', '(', ')', '()', ' ', '\t', '\n', '1', '1', '0', '...', '...', '..', '....', '_', ',', '*', '\u00a0', '𝒽', ...NAMES]; // biome-ignore format: a table
const SIZES = [0, 1, 2, 3, 4, 6, 12, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, Number.NaN, Infinity, -0, 2n, 2n ** 64n, -3n, '2', '', undefined, null]; // biome-ignore format: a table

/** A change of the text at a place: so much is taken out, and a part comes in. */
const edit = fc.record({
  at: fc.nat(200),
  out: fc.nat(3),
  part: fc.oneof(
    fc.constant(''),
    fc.constantFrom(...PARTS),
    fc.constantFrom(...PARTS),
    fc.string({ maxLength: 3 }),
  ),
});

/** Lists of changes, most of which are empty. @template T @param {fc.Arbitrary<T>} change @param {number} maxLength @returns {fc.Arbitrary<T[]>} */
const few = (change, maxLength) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(/** @type {T[]} */ ([])) },
    { weight: 1, arbitrary: fc.array(change, { maxLength }) },
  );

/** Patterns that are right, with a few changes of the text, the dims and the sizes. */
const spoiled = fc
  .record({
    seed: fc.nat(),
    edits: few(edit, 3),
    resized: few(fc.tuple(fc.nat(9), fc.nat(6)), 1),
    named: few(fc.tuple(fc.nat(9), fc.constantFrom(...SIZES)), 2),
    more: few(fc.tuple(fc.constantFrom(...NAMES, '1', '...', ''), fc.constantFrom(...SIZES)), 1),
  })
  .map(({ seed, edits, resized, named, more }) => {
    const { pattern, dims, sizes } = drawPattern(new Random(seed), 300);
    const names = pattern.match(/\w+/g) ?? ['a'];
    return {
      pattern: edits.reduce((text, { at, out, part }) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + part + text.slice(from + out);
      }, pattern),
      dims: resized.reduce((all, [axis, size]) => all.map((each, i) => (i === axis ? size : each)), dims),
      sizes: Object.fromEntries([
        ...Object.entries(sizes),
        ...named.map(([i, size]) => [names[i % names.length], size]),
        ...more,
      ]),
    };
  });

/** Parts of patterns in any order. */
const soup = fc.record({
  pattern: fc.array(fc.constantFrom(...PARTS, ' ', ' '), { maxLength: 40 }).map((parts) => parts.join('')),
  dims: fc.array(fc.nat(5), { maxLength: 4 }),
  sizes: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...SIZES), { maxKeys: 3 }),
});

/** Many axes. */
const long = fc
  .record({
    count: fc.integer({ min: 28, max: 36 }),
    left: fc.boolean(),
    unit: fc.constantFrom('1', '()', ''),
  })
  .map(({ count, left, unit }) => {
    const axes = Array.from({ length: count }, (_, i) => unit || `n${i}`).join(' ');
    return {
      pattern: left ? `${axes} -> ${axes}` : `... -> ... ${axes}`,
      dims: left ? new Array(count).fill(1) : [2],
      sizes: {},
    };
  });

/** @type {fc.Arbitrary<Question>} */
export const hostilePatterns = fc.oneof(
  { weight: 20, arbitrary: spoiled },
  { weight: 5, arbitrary: soup },
  { weight: 1, arbitrary: long },
  {
    weight: 1,
    arbitrary: fc.record({
      pattern: fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.nat(4000).map((n) => '('.repeat(n)),
        fc.nat(2000).map((n) => ' -'.repeat(n)),
      ),
      dims: fc.constant([2]),
      sizes: fc.constant({}),
    }),
  },
);

/** How a question ended: 'read', or the code of a mistake. @param {Question} question */
export function judgePattern({ pattern, dims, sizes }) {
  const meaning = readSlowly(pattern, dims, sizes);
  const since = process.cpuUsage();
  const end = ask(pattern, dims, sizes);
  const { user, system } = process.cpuUsage(since);
  assert.ok(user + system < 1000 * MOST_MS, `it took ${(user + system) / 1000} ms`);
  if (typeof end === 'string') {
    const codes = [...('mistakes' in meaning ? meaning.mistakes : []), ...meaning.maybe];
    assert.ok(codes.includes(end), `${end}, which is not one of [${codes}]`);
    return end;
  }
  if ('mistakes' in meaning) assert.fail(`[${end.dims}], but there is a mistake: ${meaning.mistakes}`);
  assert.deepEqual(end.dims.map(BigInt), meaning.dims);
  if (end.elements !== undefined) assert.deepEqual(end.elements, meaning.placesOf());
  return 'read';
}

/**
 * What the library makes of it: the dims and, if they are few, the numbers of the elements.
 * @param {string} pattern
 * @param {readonly number[]} dims
 * @param {Record<string, unknown>} sizes
 * @returns {string | { dims: readonly number[], elements?: number[] }}
 */
function ask(pattern, dims, sizes) {
  const type = /** @type {const} */ ('int32');
  try {
    const planned = plan('Rearrange', [{ type, dims }], {
      attributes: { pattern, sizes: /** @type {any} */ (sizes) },
    });
    const [{ dims: made }] = planned.outputs;
    const [count, given] = [made, dims].map((all) => all.reduce((product, size) => product * size, 1));
    if (!(count <= MOST)) return { dims: made };
    const [{ data }] = planned.run({ type, dims, data: Int32Array.from({ length: given }, (_, k) => k) });
    return { dims: made, elements: Array.from(data) };
  } catch (error) {
    if (!(error instanceof MicrotomeError)) throw error;
    assert.ok(error.message.startsWith(`Rearrange-1: ${error.param}: `), error.message);
    return error.code;
  }
}
