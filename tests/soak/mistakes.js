// Calls that must fail, and with which code; a row each. They get an input of any type and shape, and an `out` that must stay
// as it is.

/** @typedef {any} Any */
/** @typedef {typeof import('microtome')} Library */

/** One of its elements, of rank 1. @param {Any} input */
const one = (input) => ({ ...input, dims: undefined, shape: [1], stride: [1], offset: 0 });

/** @type {readonly [string, (library: Library, input: Any, out: Any[]) => unknown][]} */
export const MISTAKES = [
  [
    'bad_input',
    ({ slice }, { data, ...rest }, out) => slice({ ...rest, data: data.constructor }, '...', { out }),
  ],
  [
    'bad_input',
    ({ slice }, input, out) =>
      slice({ ...input, stride: [1], shape: [2, 2], dims: undefined }, '...', { out }),
  ],
  ['bad_type', ({ slice }, input, out) => slice({ ...input, type: 'float99' }, '...', { out })],
  ['bad_out', ({ slice }, input, out) => slice(input, '...', { out: [...out, ...out] })],
  [
    'bad_out',
    ({ slice }, input) =>
      slice(input, '...', { out: /** @type {Any} */ ([new DataView(new ArrayBuffer(8))]) }),
  ],
  ['bad_axis', ({ variadicSplit }, input, out) => variadicSplit(input, 40, [1, -1], { out })],
  ['bad_axis', ({ splitToSequence }, input, out) => splitToSequence(input, { axis: -41 }, { out })],
  ['ambiguous_size', ({ variadicSplit }, input, out) => variadicSplit(input, 0, [-1, -1], { out })],
  ['bad_size', ({ splitToSequence }, input, out) => splitToSequence(input, { split: 0 }, { out })],
  ['conflict', ({ split }, input, out) => split(input, { split: [1], num_outputs: 1 }, { out })],
  ['bad_index_string', ({ slice }, input, out) => slice(input, '1:x', { out })],
  ['too_many_axes', ({ slice }, input, out) => slice(input, new Array(41).fill(':').join(), { out })],
  [
    'unknown_operator',
    ({ evaluate }, input, out) => evaluate(/** @type {Any} */ ('Gather'), [input], { out }),
  ],
  ['bad_opset', ({ evaluate }, input, out) => evaluate('Slice', [input, [0], [1]], { opset: 0, out })],
  [
    'unknown_attribute',
    ({ evaluate }, input, out) =>
      evaluate('Split', [input], { attributes: /** @type {Any} */ ({ axes: 0 }), out }),
  ],
  [
    'too_many_inputs',
    ({ evaluate }, input, out) => evaluate('Split', /** @type {Any} */ ([input, [1], [1]]), { out }),
  ],
  ['bad_axis', ({ concat }, input, out) => concat([input, input], 40, { out })],
  ['missing', ({ concat }, _input, out) => concat([], 0, { out })],
  ['bad_axis', ({ tensorScatter }, input, out) => tensorScatter(input, input, {}, { out })],
  [
    'index_out_of_range',
    ({ tensorScatter }, input, out) => {
      const write_indices = new Array((input.dims ?? input.shape)[0]).fill(1);
      return tensorScatter(input, input, { axis: 1, write_indices }, { out });
    },
  ],
  ['bad_pattern', ({ rearrange }, input, [out]) => rearrange(input, '... a -> a', { out })],
  ['bad_rank', ({ rearrange }, input, [out]) => rearrange(input, 'a b c -> c b a', { out })],
  ['shape_mismatch', ({ concat }, input, out) => concat([input, one(input)], 0, { out })],
  ['bad_argument', ({ plan }) => plan('Slice', /** @type {Any} */ ('data'))],
  ['missing', ({ plan }, input) => plan('Slice', /** @type {Any} */ ([input, [0]]))],
];
