// Random nodes of the three splitters. The axis that is split is made from its pieces, so that both shrink together.
import fc from 'fast-check';
import { around, axesOf, list, node, scalar, seldom, typeFor } from './parts.js';

/** @import { Version } from './nodes.js' */

const MOST = 9;

/** Sizes that add up to 9 at most. */
const pieces = fc
  .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5, size: 'max' })
  .map((sizes) => sizes.filter((_, i) => sumOf(sizes.slice(0, i + 1)) <= MOST));

/** @param {readonly number[]} sizes */
const sumOf = (sizes) => sizes.reduce((sum, each) => sum + each, 0);

/** By a list of sizes; seldom an empty one, whatever the axis. */
const byList = fc.oneof(
  { weight: 30, arbitrary: pieces.map((sizes) => ({ sizes, along: sumOf(sizes) })) },
  { weight: 1, arbitrary: fc.nat(2).map((along) => ({ sizes: /** @type {number[]} */ ([]), along })) },
);

/** By a number of outputs: of an axis that it divides but for `rest`, and with as many outputs but for `more`. */
const byCount = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  chunk: fc.integer({ min: 0, max: 4 }),
  rest: fc.nat(4),
  uneven: seldom(false, true),
  more: seldom(0, -1, -1, 1),
  below: seldom(false, true),
});

export const splits = fc
  .record({ around, told: fc.option(byList, { freq: 2 }), counted: byCount, as_input: fc.boolean() })
  .map(({ around, told, counted, as_input }) => (/** @type {Version} */ version) => {
    const { opset, type } = version;
    const { count, chunk, rest, uneven, more, below } = counted;
    const remainder = uneven || opset >= 18 ? rest % count : 0;
    const { dims, attribute } = axesOf(around, told?.along ?? Math.min(count * chunk + remainder, MOST));
    const is_input = opset >= 13 || (opset === 1 && as_input);
    const of_type = !is_input ? '' : opset === 1 ? type : 'int64';
    const split = told && list(of_type, told.sizes.map(BigInt));
    const num_outputs = told || opset < 18 ? null : scalar('', BigInt(below ? 1 - count : count));
    const outputs = told ? told.sizes.length : opset < 18 ? count : count + more;
    const attributes = { axis: attribute, split: is_input ? null : split, num_outputs };
    return node(version, 'Split', dims, { split: is_input ? split : null }, attributes, Math.max(1, outputs));
  });

export const openvinoSplits = fc
  .record({ around, counted: byCount, axis_type: fc.nat(7), is_list: fc.boolean() })
  .map(({ around, counted, axis_type, is_list }) => (/** @type {Version} */ version) => {
    const { count, chunk, rest, uneven, below } = counted;
    const { dims, axis } = axesOf(around, count * chunk + (uneven ? rest % count : 0));
    const type = typeFor(axis_type, [axis]);
    const inputs = { axis: is_list ? list(type, [axis]) : scalar(type, axis) };
    return node(version, 'Split', dims, inputs, {
      num_splits: scalar('', BigInt(below ? 1 - count : count)),
    });
  });

export const sequences = fc
  .record({
    around,
    told: byList,
    by: fc.constantFrom(/** @type {const} */ ('index'), 'chunk', 'list'),
    chunk: fc.oneof(
      { weight: 100, arbitrary: fc.bigInt(1n, 10n) },
      { weight: 1, arbitrary: fc.constant(0n) },
    ),
    keepdims: fc.option(fc.constantFrom(0n, 1n, 2n, -1n)),
    index_type: fc.constantFrom('int64', 'int32'),
  })
  .map(({ around, told, by, chunk, keepdims, index_type }) => (/** @type {Version} */ version) => {
    const { dims, attribute } = axesOf(around, told.along);
    const split = {
      index: null,
      chunk: scalar(index_type, chunk),
      list: list(index_type, told.sizes.map(BigInt)),
    }[by];
    const attributes = { axis: attribute, keepdims: keepdims === null ? null : scalar('', keepdims) };
    return node(version, 'SplitToSequence', dims, { split }, attributes);
  });

export const variadicSplits = fc
  .record({
    around,
    told: byList,
    rest: fc.option(fc.nat(4), { freq: 2 }),
    axis_type: fc.nat(7),
    lengths_type: fc.nat(7),
    is_list: fc.boolean(),
  })
  .map(({ around, told, rest, axis_type, lengths_type, is_list }) => (/** @type {Version} */ version) => {
    const { dims, axis } = axesOf(around, told.along);
    const sizes = told.sizes.map((each, i) => (i === rest ? -1n : BigInt(each)));
    const type = typeFor(axis_type, [axis]);
    const split_lengths = list(typeFor(lengths_type, sizes), sizes);
    const inputs = { axis: is_list ? list(type, [axis]) : scalar(type, axis), split_lengths };
    return node(version, 'VariadicSplit', dims, inputs, {});
  });
