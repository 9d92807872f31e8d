// Random nodes of Gather, Compress and ScatterUpdate. Indices are drawn for the axis, at random or at equal distances; a few are
// anything.
import fc from 'fast-check';
import { around, axesOf, bound, capped, joinNode, list, node, scalar, size, typeFor } from './parts.js';

/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Version } from './nodes.js' */

const drawn = fc.record({
  around,
  along: size,
  batches: fc.nat(2),
  shape: fc.array(size, { maxLength: 2 }),
  seeds: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
  step: fc.constantFrom(0, 0, 1, 2, -1),
  back: fc.boolean(),
  wild: fc.oneof({ weight: 11, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: bound }),
  types: fc.tuple(fc.nat(7), fc.nat(7)),
  is_list: fc.boolean(),
  is_shown: fc.boolean(),
});

/** @typedef {typeof drawn extends fc.Arbitrary<infer T> ? T : never} Drawn */

/**
 * @param {Drawn} drawn
 * @param {readonly number[]} dims of the indices
 * @param {boolean} wraps
 * @returns {bigint[]}
 */
function indicesOf({ along, seeds, step, back, wild }, dims, wraps) {
  const count = dims.reduce((n, each) => n * each, 1);
  const values = Array.from({ length: count }, (_, i) => {
    const at = step === 0 ? seeds[i % seeds.length] + i : seeds[0] + i * step;
    const position = ((at % along) + along) % along || 0;
    return BigInt(wraps && back && i % 2 === 0 ? position - along : position);
  });
  return wild === null || count === 0 ? values : values.with(seeds[0] % count, wild);
}

/** @param {Value} value @param {readonly number[]} dims @returns {Value} */
const shaped = (value, dims) => ({ ...value, dims: [...dims] });

export const gathers = drawn.map((drawn) => (/** @type {Version} */ version) => {
  const { dims, attribute } = axesOf(drawn.around, drawn.along);
  const values = indicesOf(drawn, drawn.shape, true);
  const type = drawn.is_list ? 'int32' : 'int64';
  return node(
    version,
    'Gather',
    dims,
    { indices: shaped(list(type, values), drawn.shape) },
    { axis: attribute },
  );
});

export const openvinoGathers = drawn.map((drawn) => (/** @type {Version} */ version) => {
  const { dims, axis } = axesOf(drawn.around, drawn.along);
  const batches = version.opset < 7 ? 0 : Math.min(drawn.batches, drawn.around.before.length);
  const shape = [...dims.slice(0, batches), ...drawn.shape];
  const values = indicesOf(drawn, shape, version.opset >= 8);
  const [type, of_axis] = [typeFor(drawn.types[0], values), typeFor(drawn.types[1], [axis])];
  const shown = BigInt(drawn.back && drawn.shape.length > 0 ? batches - shape.length : batches);
  return node(
    version,
    'Gather',
    dims,
    {
      indices: shaped(list(type, values), shape),
      axis: drawn.is_list ? list(of_axis, [axis]) : scalar(of_axis, axis),
    },
    { batch_dims: batches > 0 || (drawn.is_shown && version.opset >= 7) ? scalar('', shown) : null },
  );
});

export const compresses = fc
  .record({
    around,
    along: size,
    isFlat: fc.boolean(),
    keeps: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
    shorter: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) }),
    more: fc.oneof(
      { weight: 7, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.constantFrom(false, false, false, true), { maxLength: 4 }) },
    ),
  })
  .map(({ around, along, isFlat, keeps, shorter, more }) => (/** @type {Version} */ version) => {
    const { dims, axis } = axesOf(around, along);
    const count = isFlat ? capped(dims).reduce((n, each) => n * each, 1) : along;
    const within = Array.from({ length: count }, (_, i) => keeps[(i + (i >> 4)) % keeps.length]);
    const condition = [...within.slice(0, Math.max(0, count - shorter)), ...(shorter === 0 ? more : [])];
    const values = condition.map((each) => (each ? 1n : 0n));
    return node(
      version,
      'Compress',
      dims,
      { condition: list('bool', values) },
      { axis: isFlat ? null : scalar('', axis) },
    );
  });

export const scatterUpdates = drawn.map((drawn) => (/** @type {Version} */ version) => {
  const { dims, axis } = axesOf(drawn.around, drawn.along);
  const data = capped(dims);
  const at = drawn.around.before.length;
  const values = indicesOf({ ...drawn, along: data[at] }, data[at] === 0 ? [0] : drawn.shape, false);
  const shape = data[at] === 0 ? [0] : drawn.shape;
  const [type, of_axis] = [typeFor(drawn.types[0], values), typeFor(drawn.types[1], [axis])];
  return joinNode(
    version,
    'ScatterUpdate',
    [data, [...data.slice(0, at), ...shape, ...data.slice(at + 1)]],
    {
      indices: shaped(list(type, values), shape),
      axis: drawn.is_list ? list(of_axis, [axis]) : scalar(of_axis, axis),
    },
    {},
  );
});
