// States of the playground for property tests: every operator and version, small tensors, parameters that are mostly right.
import fc from 'fast-check';
import { MicrotomeError } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { isJoin, versions } from '../../../web/playground/model/rows.ts';

/** @import { Result } from '../../../web/playground/model/cut.ts' */
/** @import { Row } from '../../../web/playground/model/rows.ts' */
/** @import { State } from '../../../web/playground/model/state.ts' */

/** The versions that take one tensor. */
export const cuts = () => versions().filter((row) => !isJoin(row));

const LIMITS = ['INT_MAX', 'INT_MIN', '9223372036854775807', '-9223372036854775808'];

const bound = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -7, max: 7 }).map(String) },
  fc.constantFrom(...LIMITS),
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -3, max: 3 }).filter((n) => n !== 0) },
  fc.constantFrom(2 ** 40, -(2 ** 40)),
);

/** @param {readonly unknown[]} list */
const join = (list) => (list.length > 0 ? list.join(', ') : '[]');

/** @param {number[]} dims */
const sliceValues = (dims) =>
  fc.subarray(dims.map((_, axis) => axis)).chain((axes) =>
    fc
      .tuple(
        fc.array(bound, { minLength: axes.length, maxLength: axes.length }),
        fc.array(bound, { minLength: axes.length, maxLength: axes.length }),
        fc.option(fc.array(step, { minLength: axes.length, maxLength: axes.length })),
        fc.array(fc.boolean(), { minLength: axes.length, maxLength: axes.length }),
      )
      .map(([starts, ends, steps, backs]) => ({
        starts: join(starts),
        ends: join(ends),
        axes: axes.length > 0 ? join(axes.map((axis, i) => (backs[i] ? axis - dims.length : axis))) : '',
        steps: steps && axes.length > 0 ? join(steps) : '',
      })),
  );

/** The same by OpenVINO's names, which leaves no step out. @param {Record<'starts' | 'ends' | 'axes' | 'steps', string>} values */
const toOpenVino = ({ starts, ends, axes, steps }) => ({
  start: starts,
  stop: ends,
  axes,
  step: steps || join(starts === '[]' ? [] : starts.split(',').map(() => 1)),
});

/**
 * Sizes that add up, as a text; sometimes left out.
 * @param {number} size
 */
const lengths = (size) =>
  fc.array(fc.nat(size), { maxLength: 3 }).map((cuts) => {
    const at = [0, ...cuts.sort((a, b) => a - b), size];
    return `[${at.slice(1).map((end, i) => end - at[i])}]`;
  });

/**
 * A pattern of axes and of groups on both sides, some with an axis that repeats.
 * @param {number[]} dims
 */
const patternValues = (dims) =>
  fc
    .tuple(
      fc.array(fc.nat(), { minLength: dims.length, maxLength: dims.length }),
      fc.boolean(),
      fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
      fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
    )
    .map(([which, repeats, merges, keys]) => {
      const parts = dims.map((size, i) => {
        const divisors = [1, 2, 3, 5].filter((each) => size > 0 && size % each === 0);
        return { name: `a${i}`, by: which[i] % 2 === 0 ? undefined : divisors[which[i] % divisors.length] };
      });
      const left = parts.map(({ name, by }) => (by === undefined ? name : `(${name} ${name}x)`));
      const names = [...parts.flatMap(({ name, by }) => (by === undefined ? [name] : [name, `${name}x`])), ...(repeats ? ['r'] : [])]; // biome-ignore format: a row
      const order = names.map((name, i) => ({ name, key: keys[i] })).sort((a, b) => a.key - b.key);
      /** @type {string[][]} */
      const groups = [];
      for (const [i, { name }] of order.entries())
        if (merges[i] && groups.length > 0) groups[groups.length - 1].push(name);
        else groups.push([name]);
      const right = groups.map((group) => (group.length > 1 ? `(${group.join(' ')})` : group[0]));
      const sizes = [...parts.flatMap(({ name, by }) => (by === undefined ? [] : [`${name}x=${by}`])), ...(repeats ? ['r=2'] : [])]; // biome-ignore format: a row
      return { pattern: `${left.join(' ')} -> ${right.join(' ')}`, sizes: sizes.join(', ') };
    });

/**
 * @param {Row} row
 * @param {number[]} dims
 * @returns {fc.Arbitrary<Record<string, string>>}
 */
function valuesOf({ op }, dims) {
  if (op === 'Slice') return sliceValues(dims);
  if (op === 'openvino.Slice') return sliceValues(dims).map(toOpenVino);
  if (op === 'Rearrange') return patternValues(dims);
  if (dims.length === 0) return fc.constant({ axis: '0' });
  return fc
    .integer({ min: -dims.length, max: dims.length - 1 })
    .chain(
      (axis) =>
        /** @type {fc.Arbitrary<any>} */ (withAxis(op, axis, dims[axis < 0 ? axis + dims.length : axis])),
    );
}

/**
 * @param {string} op
 * @param {number} axis
 * @param {number} size of it
 */
function withAxis(op, axis, size) {
  const some = { axis: fc.constant(String(axis)) };
  const chunk = fc.integer({ min: 1, max: 4 }).map(String);
  if (op === 'VariadicSplit') {
    const rest = fc.nat(size).map((n) => `-1, ${n}`);
    return fc.record({ ...some, split_lengths: fc.oneof(lengths(size), rest) });
  }
  if (op === 'SplitToSequence') {
    const split = fc.oneof(fc.constant(''), lengths(size), chunk);
    return fc.record({ ...some, split, keepdims: fc.constantFrom('', '0', '1') });
  }
  if (op === 'openvino.Split') return fc.record({ ...some, num_splits: chunk });
  return fc.oneof(fc.record({ ...some, num_outputs: chunk }), fc.record({ ...some, split: lengths(size) }));
}

/**
 * @param {readonly Row[]} rows
 * @returns {fc.Arbitrary<State>}
 */
export const states = (rows) =>
  fc
    .tuple(fc.constantFrom(...rows), fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }))
    .chain(([row, dims]) =>
      fc.record({
        op: fc.constant(row.op),
        opset: fc.constant(row.since_version),
        type: fc.constantFrom(...row.types),
        dims: fc.constant(dims.join(', ')),
        values: valuesOf(row, dims),
        notation: fc.constant(null),
        data: fc.constant(null),
      }),
    );

/**
 * What comes of a state; null where it is a mistake.
 * @param {State} state
 * @returns {Result | null}
 */
export function attempt(state) {
  try {
    return cut(state);
  } catch (error) {
    if (error instanceof MicrotomeError) return null;
    throw error;
  }
}
