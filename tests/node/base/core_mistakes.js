// Mistakes that the core finds, of every kind in src/error.hpp, and how a caller makes them. A new kind is a row here.
import {
  assign,
  concat,
  concatFromSequence,
  evaluate,
  plan,
  rearrange,
  slice,
  sliceScatter,
  split,
  splitToSequence,
  tensorScatter,
  variadicSplit,
} from 'microtome';

/** @typedef {any} Any */

/**
 * Code, operator, parameter, the rest of the sentence, call.
 * @typedef {[string, string, string, RegExp, () => unknown]} Mistake
 */

const x = { type: /** @type {const} */ ('float32'), dims: [4, 6], data: new Float32Array(24) };
const any = /** @type {Any} */ (undefined);
const wrong = (/** @type {unknown} */ value) => /** @type {Any} */ (value);
const narrow = { ...x, dims: [4, 5], data: new Float32Array(20) };
const int32 = Int32Array.of(1);
const deep = { dims: new Array(33).fill(1), data: new Float32Array(1) };

/** @type {Mistake[]} */
export const CORE_MISTAKES = [
  ['not_a_view', 'Rearrange-1', 'pattern', /^axis 0 of the output merges axes that no stride expresses here; leave out view to copy$/, () => rearrange(x, 'a b -> (b a)', { view: 'strided' })],
  ['bad_type', 'Rearrange-1', 'to', /^int64 is not one of float32, .*bfloat16$/, () => rearrange(x, 'a b -> a b', { to: 'int64' })],
  ['bad_type', 'Rearrange-1', 'input', /^with to, u4 is not one of float32, .*f8e8m0$/, () => rearrange({ type: 'u4', dims: [2], data: new Uint8Array(1) }, 'a -> a', { to: 'uint8' })],
  ['shape_mismatch', 'Concat-13', 'inputs', /^tensor 1 has size 5 on axis 0 but tensor 0 has size 4$/, () => concat([x, { dims: [5, 6], data: new Float32Array(30) }], 1)],
  ['bad_input', 'Concat-13', 'inputs', /^tensor 1: 24 float32 elements take an array of length 24, not 20$/, () => concat([x, { ...x, data: narrow.data }], 0)],
  ['bad_input', 'Concat-13', 'inputs', /^tensor 2: strides reach outside the 24 elements of its data$/, () => concat([x, x, { ...x, stride: [7, 1] }], 0)],
  ['missing', 'Slice-13', 'ends', /^required input is missing$/, () => slice(x, wrong({ starts: [0] }))],
  ['missing', 'Slice-1', 'starts', /^required attribute is missing$/, () => slice(x, wrong({}), { opset: 9 })],
  ['missing', 'Slice-13', 'data', /^required input is missing$/, () => slice(any, '0')],
  ['missing', 'VariadicSplit-1', 'split_lengths', /^required input/, () => variadicSplit(x, 0, any)],
  ['missing', 'Split-18', 'split', /split .*num_outputs/, () => split(x, wrong({}))],
  ['missing', 'Split-13', 'num_outputs', /number of outputs/, () => split(x, wrong({}), { opset: 17 })],
  ['conflict', 'Split-18', 'num_outputs', /together with split/, () => split(x, { split: [4], num_outputs: 1 })],
  ['bad_type', 'Slice-13', 'data', /^u4 is not one of float32, /, () => slice({ type: wrong('u4'), dims: [2], data: new Uint8Array(1) }, '0')],
  ['bad_type', 'Slice-13', 'data', /'f32' is not an element type.*float32/, () => slice({ ...x, type: wrong('f32') }, '0')],
  ['bad_type', 'Slice-13', 'data', /^has neither data nor a type; give \{ dims, data \} \(for plan, \{ type, dims \} is enough\)$/, () => plan('Slice', [{ dims: [4] }, [0], [1]])],
  ['bad_type', 'Slice-13', 'data', /^has neither data nor a type; /, () => slice(wrong({ dims: [6] }), '0')],
  ['bad_type', 'Slice-13', 'ends', /int64 must be int32/, () => evaluate('Slice', [x, { dims: [1], data: int32 }, { dims: [1], data: BigInt64Array.of(1n) }])],
  ['bad_type', 'Split-18', 'split', /^int32 is not one of int64$/, () => evaluate('Split', [x, { dims: [1], data: wrong(int32) }])],
  ['bad_type', 'Split-18', 'split', /^'i64' is not an element type/, () => split(x, { split: { type: wrong('i64'), dims: [1], data: wrong(int32) } })],
  ['bad_rank', 'Slice-13', 'starts', /must be a list, such as \[0\]/, () => slice(x, wrong({ starts: 0, ends: 1 }))],
  ['bad_rank', 'Slice-13', 'data', /^rank 33; at most 32/, () => slice(deep, '...')],
  ['bad_input', 'Slice-13', 'data', /array of length 24, not 23/, () => slice({ ...x, data: new Float32Array(23) }, '0')],
  ['bad_input', 'Slice-13', 'data', /^float32 data must be Float32Array, not Float64Array/, () => slice({ ...x, data: wrong(new Float64Array(24)) }, '0')],
  ['bad_input', 'Slice-13', 'data', /expected a tensor .*, not 5/, () => slice(wrong(5), '0')],
  ['bad_input', 'Slice-13', 'data', /typed array.*not an object/, () => slice({ ...x, data: wrong({}) }, '0')],
  ['bad_input', 'Slice-13', 'data', /dims must be .* not undefined; a tensor is/, () => slice({ data: x.data }, '0')],
  ['bad_input', 'Slice-13', 'data', /size of axis 1/, () => slice({ ...x, dims: [4, -6] }, '0')],
  ['bad_input', 'Slice-13', 'data', /^the size of axis 1 is '6', a string; it must be an integer of 0 or more$/, () => slice({ ...x, dims: wrong([4, '6']) }, '0')],
  ['bad_input', 'Slice-13', 'data', /^is a Float32Array, which has no dims; give \{ dims, data \} with a typed array/, () => slice(wrong(new Float32Array(3)), ':')],
  ['bad_input', 'Slice-13', 'data', /^is an Array, which has no dims; give \{ dims, data \} with a typed array/, () => slice(wrong([1, 2]), ':')],
  ['bad_input', 'Slice-13', 'data', /1 strides? for 2 axes/, () => slice({ ...x, stride: [1] }, '0')],
  ['bad_input', 'Slice-13', 'data', /outside the 24 elements/, () => slice({ ...x, stride: [6, 2] }, '0')],
  ['bad_input', 'Slice-13', 'data', /has no data/, () => slice(wrong({ type: 'int8', dims: [1] }), '0')],
  ['bad_input', 'Slice-13', 'data', /float32 \[2\].*planned?.* float32 \[4\]|float32 \[2\] but the plan is for float32 \[4\]/, () => plan('Slice', [{ type: 'float32', dims: [4] }, [0], [1]]).run({ dims: [2], data: new Float32Array(2) })],
  ['bad_input', 'Split-18', 'split', /^2 int32 elements take an array of length 2, not 1$/, () => split(x, { split: { dims: [2], data: wrong(int32) } })],
  ['bad_input', 'Split-18', 'split', /^expected an integer, a list of integers, or a tensor \{ type, dims, data \}, not an object without data$/, () => split(x, { split: wrong({}) })],
  ['too_large', 'Slice-13', 'data', /2\^53/, () => slice({ data: new Uint8Array(0), dims: [2 ** 30, 2 ** 30] }, '...')],
  ['too_large', 'Slice-13', 'data', /axis 0/, () => slice({ data: new Uint8Array(0), dims: [2 ** 53, 0] }, '...')],
  ['not_integer', 'Slice-13', 'starts', /^entry 0 is 0\.5; it must be an integer$/, () => slice(x, { starts: [0.5], ends: [1] })],
  ['not_integer', 'Slice-13', 'starts', /^entry 1 is '1', a string; it must be an integer$/, () => slice(x, { starts: wrong([0, '1']), ends: [1, 1] })],
  ['not_integer', 'Split-18', 'axis', /^is '1', a string; give integers as numbers or bigints$/, () => split(x, { axis: wrong('1'), num_outputs: 2 })],
  ['not_integer', 'Split-13', 'num_outputs', /^is true; give integers as numbers or bigints$/, () => evaluate('Split', [x], { num_outputs: wrong(true), opset: 13 })],
  ['not_integer', 'Slice-13', 'data', /stride of axis 0 is 0\.5/, () => slice({ ...x, stride: [0.5, 1] }, '0')],
  ['not_integer', 'Slice-13', 'data', /^the stride of axis 0 is '6', a string; it must be an integer$/, () => slice({ ...x, stride: wrong(['6', 1]) }, '0')],
  ['not_integer', 'Slice-13', 'data', /^the offset is '0', a string; give integers as numbers or bigints$/, () => slice({ ...x, offset: wrong('0') }, '0')],
  ['not_integer', 'Split-13', 'num_outputs', /^is 1\.5; it must be an integer$/, () => split(x, { num_outputs: 1.5 }, { opset: 13 })],
  ['bad_axis', 'Slice-13', 'axes', /^2 is outside \[-2, 1\]$/, () => slice(x, { starts: [0], ends: [1], axes: [2] })],
  ['bad_axis', 'VariadicSplit-1', 'axis', /^9007199254740992 or more is outside \[-2, 1\]$/, () => variadicSplit(x, { dims: [], data: BigUint64Array.of(2n ** 64n - 3n) }, [4])], // a word holds no more, and says no more
  ['bad_axis', 'SplitToSequence-24', 'axis', /rank-0/, () => splitToSequence({ data: int32, dims: [] })],
  ['repeated_axis', 'Slice-13', 'axes', /axis 1 is named more/, () => slice(x, { starts: [0, 0], ends: [1, 1], axes: [1, -1] })],
  ['too_many_axes', 'Slice-13', 'starts', /3 .*rank 2/, () => slice(x, { starts: [0, 0, 0], ends: [1, 1, 1] })],
  ['too_many_axes', 'Slice-13', 'starts', /^3000000 entries; at most 32 axes are possible$/, () => slice(x, { starts: new Int32Array(3e6), ends: new Int32Array(3e6) })],
  ['too_many_axes', 'Slice-13', 'spec', /'0,0,0' names axis 2 .* rank 2/, () => slice(x, '0,0,0')],
  ['length_mismatch', 'Slice-13', 'steps', /\b2\b.*\b1\b/, () => slice(x, { starts: [0], ends: [1], steps: [1, 1] })],
  ['zero_step', 'Slice-13', 'spec', /the step of axis 1 is 0/, () => slice(x, ':, ::0')],
  ['zero_step', 'Slice-13', 'steps', /axis 0 is 0/, () => slice(x, { starts: [0], ends: [1], steps: [0] })],
  ['index_out_of_range', 'Slice-13', 'spec', /^index 6 is outside axis 1, whose indices are -6 to 5$/, () => slice(x, ':, 6')],
  ['bad_size', 'Split-18', 'split', /entry 1 is -1.*0 or more/, () => split(x, { split: [5, -1] })],
  ['bad_size', 'SplitToSequence-24', 'split', /chunk of size 0.*1 or more/, () => splitToSequence(x, { split: 0 })],
  ['ambiguous_size', 'VariadicSplit-1', 'split_lengths', /entry 2 is a second -1/, () => variadicSplit(x, 0, [-1, 2, -1])],
  ['sum_mismatch', 'Split-18', 'split', /^entries sum to 7 but axis 1 has size 6$/, () => split(x, { axis: 1, split: [3, 4] })],
  ['shape_mismatch', 'Concat-13', 'inputs', /^tensor 1 has size 5 on axis 1 but tensor 0 has size 6$/, () => concat([x, narrow], 0)],
  ['shape_mismatch', 'Concat-13', 'inputs', /^tensor 1 has rank 1 but tensor 0 has rank 2$/, () => concat([x, { dims: [1], data: new Float32Array(1) }], 0)],
  ['shape_mismatch', 'ConcatFromSequence-11', 'input_sequence', /^tensor 1 has size 5 on axis 1/, () => concatFromSequence([x, narrow], { axis: 0, new_axis: 1 })],
  ['shape_mismatch', 'SliceScatter-15', 'updates', /^size 4 on axis 0 but the slice has size 2$/, () => sliceScatter(x, x, '0:2')],
  ['shape_mismatch', 'assign', 'updates', /^rank 2 but the slice has rank 1$/, () => assign(x, '0', x)],
  ['shape_mismatch', 'TensorScatter-24', 'write_indices', /^length 1 but the batch has size 4$/, () => tensorScatter(x, x, { axis: 1, write_indices: [0] })],
  ['index_out_of_range', 'TensorScatter-24', 'write_indices', /^entry 3 is 1; .* in \[0, 0\]$/, () => tensorScatter(x, x, { axis: 1, write_indices: [0, 0, 0, 1] })],
  ['bad_axis', 'TensorScatter-24', 'axis', /^is axis 0, which is the batch/, () => tensorScatter(x, x)],
  ['bad_axis', 'Concat-13', 'axis', /^2 is outside \[-2, 1\]$/, () => concat([x], 2)],
  ['bad_type', 'Concat-13', 'inputs', /^tensor 1 is uint8 but tensor 0 is float32$/, () => concat(wrong([x, { dims: [4, 6], data: new Uint8Array(24) }]), 0)],
  ['empty_split', 'Split-18', 'split', /at least one/, () => split(x, { split: [] })],
  ['not_divisible', 'Split-13', 'num_outputs', /axis 0 of size 4 cannot be cut into 3 equal/, () => split(x, { num_outputs: 3 }, { opset: 13 })],
  ['bad_count', 'Split-18', 'num_outputs', /^0 outputs; at least 1/, () => split(x, { num_outputs: 0 })],
  ['bad_count', 'Slice-13', 'num_outputs', /at least 1/, () => evaluate('Slice', [x, [0], [1]], { num_outputs: 0 })],
  ['count_mismatch', 'Split-18', 'split', /\b2\b.*\b3\b/, () => evaluate('Split', [x, [2, 2]], { num_outputs: 3 })],
  ['count_mismatch', 'Slice-13', 'num_outputs', /^is 3, but Slice makes 1 output here$/, () => evaluate('Slice', [x, [0], [1]], { num_outputs: 3 })],
  ['too_many_outputs', 'SplitToSequence-24', 'axis', /1048577 .*1048576/, () => splitToSequence({ data: new Uint8Array(0), dims: [2 ** 20 + 1, 0] })],
  ['too_many_outputs', 'Split-18', 'split', /1048577 .*1048576/, () => split(x, { split: new Uint8Array(2 ** 20 + 1) })],
]; // biome-ignore format: a table
