// Random nodes of the joins. Tensors that belong together are made from the same sizes, so that they shrink together.
import fc from 'fast-check';
import { versionsOf } from '../../../docs/rules/operators.js';
import { answer } from '../oracle.js';
import { around, axesOf, bound, capped, joinNode, list, scalar, seldom, size, typeFor } from './parts.js';
import { slices } from './slices.js';

/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Version } from './nodes.js' */

const sizes = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6, size: 'max' });

/** Tensors that differ on one axis. @param {import('./parts.js').Around} around @param {readonly number[]} along */
function pieces({ unnamed: _, ...rest }, along) {
  const { dims, axis } = axesOf({ ...rest, unnamed: false }, 1);
  const others = capped(dims);
  return { shapes: along.map((each) => others.with(rest.before.length, each)), axis: scalar('', axis) };
}

export const concats = fc
  .record({ around, sizes })
  .map(({ around, sizes }) => (/** @type {Version} */ version) => {
    const { shapes, axis } = pieces(around, sizes);
    return joinNode(version, 'Concat', shapes, {}, { axis });
  });

/** Tensors of one shape, and where the axis of the stack is. */
const stack = fc.record({
  dims: fc.array(size, { maxLength: 5 }),
  count: fc.integer({ min: 1, max: 5 }),
  at: fc.nat(5),
  back: fc.boolean(),
  new_axis: fc.constantFrom(1n, 1n, 2n, -1n),
});

export const concatsOfSequences = fc
  .record({ around, sizes, stack: fc.option(stack, { freq: 2 }), new_axis: fc.constantFrom(null, 0n) })
  .map(({ around, sizes, stack, new_axis }) => (/** @type {Version} */ version) => {
    if (stack) {
      const { dims, count, back } = stack;
      const at = stack.at % (dims.length + 1);
      const attributes = {
        axis: scalar('', BigInt(back ? at - dims.length - 1 : at)),
        new_axis: scalar('', stack.new_axis),
      };
      return joinNode(version, 'ConcatFromSequence', new Array(count).fill(capped(dims)), {}, attributes);
    }
    const { shapes, axis } = pieces(around, sizes);
    const attributes = { axis, new_axis: new_axis === null ? null : scalar('', new_axis) };
    return joinNode(version, 'ConcatFromSequence', shapes, {}, attributes);
  });

const MOST = 9;
const perItem = (/** @type {fc.Arbitrary<bigint>} */ first) =>
  fc.array(first, { minLength: MOST, maxLength: MOST });

export const tensorScatters = fc
  .record({
    batch: size,
    around: fc.record({
      before: fc.array(size, { maxLength: 1 }),
      after: fc.array(size, { maxLength: 3 }),
      back: fc.boolean(),
      unnamed: fc.boolean(),
    }),
    along: fc.integer({ min: 1, max: MOST }),
    empty: seldom(false, true),
    count: fc.nat(MOST),
    mode: fc.constantFrom('linear', 'circular', null),
    within: perItem(fc.nat(MOST).map(BigInt)),
    anywhere: perItem(bound),
    indexed: fc.option(fc.constant(true), { freq: 4 }),
  })
  .map(
    ({ batch, around, along, empty, mode, within, anywhere, indexed, ...rest }) =>
      (/** @type {Version} */ version) => {
        const before = [batch, ...around.before];
        const length = empty ? 0 : along;
        const count = rest.count % (length + 1);
        const { dims, axis } = axesOf({ ...around, before }, 1);
        const others = capped(dims);
        const firsts =
          mode === 'circular' ? anywhere : within.map((each) => each % BigInt(length - count + 1));
        const isDefault = around.unnamed && around.after.length === 1;
        const attributes = {
          axis: isDefault ? null : scalar('', axis),
          mode: mode === null ? null : text(mode),
        };
        const shapes = [length, count].map((each) => others.with(before.length, each));
        const write_indices = indexed && list('int64', firsts.slice(0, others[0]));
        return joinNode(version, 'TensorScatter', shapes, { write_indices }, attributes);
      },
  );

/** @param {string} value @returns {Value} */
const text = (value) => ({ type: '', dims: [], values: [], text: value });

const [SLICE] = versionsOf('Slice', 'openvino');

/** The lists of a slice by OpenVINO's names, each of a type of its own. */
const lists = fc
  .record({ slice: slices, types: fc.array(fc.nat(7), { minLength: 4, maxLength: 4 }) })
  .map(({ slice, types }) => (/** @type {Version} */ version) => {
    const { dims, inputs } = slice({ opset: 13, type: version.type });
    const of = (/** @type {string} */ name) => inputs.get(name)?.values.map(BigInt);
    const starts = of('starts') ?? [];
    const lists = {
      start: starts,
      stop: of('ends'),
      step: of('steps') ?? starts.map(() => 1n),
      axes: of('axes'),
    };
    const given = Object.fromEntries(
      Object.entries(lists).map(([name, values], i) => [
        name,
        values ? list(typeFor(types[i], values), values) : null,
      ]),
    );
    return { dims, given };
  });

export const openvinoSlices = lists.map((draw) => (/** @type {Version} */ version) => {
  const { dims, given } = draw(version);
  return joinNode(version, 'Slice', [dims], given, {});
});

/** What a slice would take, written back. */
export const sliceScatters = lists.map((draw) => (/** @type {Version} */ version) => {
  const { dims, given } = draw(version);
  const { since_version: opset, domain } = SLICE;
  const taken = answer({ ...joinNode(version, 'Slice', [dims], given, {}), opset, domain });
  const updates = 'outputs' in taken ? taken.outputs[0].dims : dims;
  return joinNode(version, 'SliceScatter', [dims, updates], given, {});
});
