// Random nodes of Pad: pads of any width and negative ones, and a value that is a tensor. Engines know no more of most modes than
// pads within the axis: half of the nodes have only these.
import fc from 'fast-check';
import { capped, joinNode, list, size, typeFor } from './parts.js';

/** @import { Version } from './nodes.js' */

/** More elements take too long. */
const MOST = 20000;

const width = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 2, arbitrary: fc.integer({ min: -4, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 30 }) },
);
const axis = fc.record({ size, begin: width, end: width, named: fc.boolean(), back: fc.boolean() });

const drawn = fc.record({
  axes: fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 30, arbitrary: fc.array(axis, { minLength: 1, maxLength: 5, size: 'max' }) },
  ),
  mode: fc.nat(5),
  fits: fc.boolean(),
  value: fc.constantFrom([[]], [[]], [[1]], []),
  number: fc.constantFrom(null, 0.1, -2.5, 3),
  byName: fc.boolean(),
  types: fc.array(fc.nat(7), { minLength: 2, maxLength: 2 }),
});

/** @typedef {{ size: number, begin: number, end: number, named: boolean, back: boolean }} Axis */

/** Sizes and pads, of which none makes the output too large. @param {readonly Axis[]} axes */
function bounded(axes) {
  const dims = capped(axes.map(({ size }) => size));
  let elements = dims.reduce((product, each) => product * Math.max(1, each), 1);
  return axes.map(({ begin, end, ...rest }, i) => {
    const grown = (elements / Math.max(1, dims[i])) * (dims[i] + Math.max(0, begin) + Math.max(0, end));
    const pads = grown > MOST ? { begin: 0n, end: 0n } : { begin: BigInt(begin), end: BigInt(end) };
    if (grown <= MOST) elements = Math.max(1, grown);
    return { ...rest, ...pads, size: dims[i] };
  });
}

/** @param {string} mode */
const word = (mode) => ({ type: '', dims: [], values: [], text: mode });

/** Pads within the axis. @param {readonly Axis[]} axes @returns {Axis[]} */
const fitting = (axes) =>
  axes.map(({ size, begin, end, ...rest }) => {
    const [first, last] = [begin, end].map((pad) => Math.abs(pad) % Math.max(1, size));
    return { ...rest, size, begin: first, end: last };
  });

export const pads = drawn.map(
  ({ axes, mode, fits, value, number, byName, types }) =>
    (/** @type {Version} */ version) => {
      const { opset } = version;
      const modes = ['edge', 'reflect', ...(opset >= 19 ? ['wrap'] : []), 'constant', null];
      const chosen = modes[mode % modes.length];
      const isFloat = version.type.startsWith('float'); // a fraction would be a second mistake
      const isConstant = chosen === 'constant' || chosen === null;
      const all = bounded(fits && !isConstant ? fitting(axes) : axes);
      const isNamed = byName && opset >= 18;
      const padded = isNamed ? all.filter(({ named }) => named) : all;
      const pads = list(opset < 11 ? '' : 'int64', [
        ...padded.map(({ begin }) => begin),
        ...padded.map(({ end }) => end),
      ]);
      const places = padded.map((each) => BigInt(all.indexOf(each) - (each.back ? all.length : 0)));
      const shapes = [all.map(({ size }) => size), ...(opset < 11 ? [] : value)];
      /** @type {Record<string, import('../../../web/conformance/corpus_values.js').Value | null>} */
      const inputs =
        opset < 11
          ? {}
          : { pads, axes: isNamed ? list(types[0] % 2 === 0 ? 'int64' : 'int32', places) : null };
      const attributes = {
        ...(opset < 11 && { [opset < 2 ? 'paddings' : 'pads']: pads }),
        mode: chosen === null ? null : word(chosen),
        ...(opset < 11 && {
          value: number === null || !isFloat ? null : { type: '', dims: [], values: [number] },
        }),
      };
      return joinNode(version, 'Pad', shapes, inputs, attributes);
    },
);

export const openvinoPads = drawn.map(({ axes, mode, value, types }) => (/** @type {Version} */ version) => {
  const all = bounded(axes);
  const modes = ['constant', 'constant', 'edge', 'reflect', 'symmetric'];
  const pad_mode = modes[mode % modes.length];
  /** Some pads are too wide for the mode. @param {bigint} pad @param {number} size */
  const fitted = (pad, size) =>
    pad > 9n || (pad < 0n && version.opset < 12) || size === 0 ? 0n : pad > BigInt(size) ? BigInt(size) : pad;
  const lists = [
    all.map(({ begin, size }) => fitted(begin, size)),
    all.map(({ end, size }) => fitted(end, size)),
  ];
  const [pads_begin, pads_end] = lists.map((each, i) => list(typeFor(types[i], each), each));
  const shapes = [all.map(({ size }) => size), ...(pad_mode === 'constant' || value.length > 0 ? [[]] : [])];
  return joinNode(version, 'Pad', shapes, { pads_begin, pads_end }, { pad_mode: word(pad_mode) });
});
