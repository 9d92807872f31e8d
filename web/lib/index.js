// The public surface of Microtome: cutting tensors, exact to the ONNX and OpenVINO documents. Everything is synchronous
// after `await init()`.
import { mistake } from './base/mistake.js';
import { getCore, loadCore } from './core/core.js';
import { OPERATORS } from './core/operators.js';
import { listed, named, namedAndCounted, positional, readInputs, toCount, understand } from './input/call.js';
import { parseIndexString } from './input/index_string.js';
import { decideOnce } from './plan/decide.js';
import { deepFreeze, Plan } from './plan/plan.js';
import { run } from './plan/run.js';

/** @import { Version } from './core/operators.js' */
/** @import { Argument } from './input/integers.js' */
/** @import { Source } from './input/tensor.js' */
/**
 * @import {
 *   InitOptions, Integer, IntegerList, Integers, Layout, NodeOptions, OperatorRow, Options, RunOptions,
 *   SliceSpecAt, SplitSpecAt, SplitToSequenceSpec, Tensor, TensorLike
 * } from './types.js'
 */
/** @import { AnyInputs, Argument as Given, OpName, Own, Parameters, SliceString, TypeOf, TypesOf } from './types/typing.js' */
/** @import { VariadicSplit1Axis } from './types/nodes.js' */

export { allocate, release } from './allocate.js';
export { MicrotomeError } from './base/errors.js';
export * from './types.js';

/**
 * Loads the WebAssembly module, once: while it is loading, and when it has loaded, every call returns the same promise and
 * does not look at its options. After a failure the next call begins anew. The module is inlined, so nothing needs to be
 * configured; `module`, `bytes` and `url` serve hosts that forbid that. `arena` sets memory aside for `allocate`.
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 * @throws {MicrotomeError} `unsupported_host`: no WebAssembly or no SIMD here, or a policy forbids it; `out_of_memory`;
 *   `load_failed`: what was given is not the module, or could not be fetched; `bad_argument`, `conflict`
 * @example
 * await init();
 * await init({ arena: 64 << 20 }); // does nothing more: only the first call counts
 */
export function init(options) {
  return loadCore(options);
}

/**
 * Part of a tensor: ONNX Slice (1, 10, 11, 13). `spec` is ONNX's parameters, or a slice string, which means what it means in
 * NumPy: ranges `start:stop:step` with every part optional, single indices, which drop their axis, and at most one `...`.
 * @template {string | object | undefined} [T=undefined] type of the input, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template [I=never] class of index lists that are tensors
 * @param {TensorLike<T, D, TypesOf<'Slice', O>>} input never changed
 * @param {SliceSpecAt<O, I> | string} spec `{ starts, ends, axes?, steps? }`, or `'1:-1, ::2, ..., 3'`
 * @param {Options<D, O>} [options] `opset`, `out`, `view`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>} of the input's type, data of its class
 * @throws {MicrotomeError} such as `bad_axis`, `zero_step`, `length_mismatch`, `index_out_of_range`, `bad_index_string`,
 *   `bad_input`, `bad_out`, `not_initialized`; nothing has been written then
 * @example
 * const x = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * console.log(slice(x, ':, 1').data.join()); // 2,5
 * console.log(slice(x, { starts: [-1], ends: [0], axes: [1], steps: [-2] }).data.join()); // 3,6
 */
export function slice(input, spec, options = {}) {
  const { version, source, options: read } = understand('Slice', input, options);
  if (typeof spec !== 'string')
    return cut(version, source, named(version, spec, "a string such as '1:3', or "), read)[0];
  const { args, drops } = indexed(version, source, spec);
  return cut(version, source, args, read, undefined, drops)[0];
}

/**
 * A tensor cut along one axis: ONNX Split (1, 2, 11, 13, 18). Either `split` says the sizes, or `num_outputs` the number of
 * pieces: before version 18 it must divide the axis, from 18 on the last pieces may be smaller or empty.
 * @template {string | object | undefined} [T=undefined] type of the input, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template [I=never] class of index lists that are tensors
 * @param {TensorLike<T, D, TypesOf<'Split', O>>} input never changed
 * @param {SplitSpecAt<O, I>} spec `{ axis?, split }` or `{ axis?, num_outputs }`
 * @param {Options<D, O>} [options] `opset`, `out`, `view`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>[]} the pieces, in their order
 * @throws {MicrotomeError} such as `bad_axis`, `sum_mismatch`, `not_divisible`, `conflict`, `missing`, `bad_input`, `bad_out`,
 *   `not_initialized`; nothing has been written then
 * @example
 * const pixels = { dims: [2, 4], data: Uint8ClampedArray.of(1, 2, 3, 4, 5, 6, 7, 8) };
 * const [r, g, b, a] = split(pixels, { axis: -1, num_outputs: 4 });
 * console.log(g.dims.join(), g.data.join()); // 2,1 2,6
 */
export function split(input, spec, options = {}) {
  const { version, source, options: read } = understand('Split', input, options);
  if (version.parameters.some(({ name }) => name === 'num_outputs')) {
    return cut(version, source, named(version, spec), read);
  }
  const { args, num_outputs } = namedAndCounted(version, spec); // before it became an attribute
  return cut(version, source, args, read, num_outputs);
}

/**
 * A tensor cut along one axis into a sequence: ONNX SplitToSequence (11, 24).
 * @template {string | object | undefined} [T=undefined] type of the input, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template [I=never] class of index lists that are tensors
 * @param {TensorLike<T, D, TypesOf<'SplitToSequence', O>>} input never changed
 * @param {SplitToSequenceSpec<Integers<'int32' | 'int64', I>>} [spec] `{ axis?, keepdims?, split? }`; without `split`, pieces of size 1
 * @param {Options<D, O>} [options] `opset`, `out`, `view`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>[]} the members of the sequence
 * @throws {MicrotomeError} such as `bad_axis`, `bad_size`, `sum_mismatch`, `too_many_outputs`, `bad_input`, `bad_out`,
 *   `not_initialized`; nothing has been written then
 * @example
 * const x = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * const rows = splitToSequence(x, { axis: 0, keepdims: 0 });
 * console.log(rows[1].dims.join(), rows[1].data.join()); // 3 4,5,6
 */
export function splitToSequence(input, spec = {}, options = {}) {
  const { version, source, options: read } = understand('SplitToSequence', input, options);
  return cut(version, source, named(version, spec), read);
}

/**
 * A tensor cut along one axis: OpenVINO VariadicSplit (1).
 * @template {string | object | undefined} [T=undefined] type of the input, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template [X=never] class of an axis that is a tensor
 * @template [I=never] class of lengths that are a tensor
 * @param {TensorLike<T, D, TypesOf<'VariadicSplit', O>>} input never changed
 * @param {Integers<VariadicSplit1Axis, X>} axis from the end where negative
 * @param {IntegerList<VariadicSplit1Axis, I>} split_lengths size of each piece; one may be -1: what the others leave
 * @param {Options<D, O>} [options] `opset`, `out`, `view`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>[]} the pieces, in their order
 * @throws {MicrotomeError} such as `bad_axis`, `bad_size`, `ambiguous_size`, `sum_mismatch`, `bad_input`, `bad_out`,
 *   `not_initialized`; nothing has been written then
 * @example
 * const x = { dims: [5], data: Float32Array.of(1, 2, 3, 4, 5) };
 * const [box, scores] = variadicSplit(x, 0, [4, -1]);
 * console.log(scores.data.join()); // 5
 */
export function variadicSplit(input, axis, split_lengths, options = {}) {
  const { version, source, options: read } = understand('VariadicSplit', input, options);
  return cut(version, source, named(version, { axis, split_lengths }), read);
}

/**
 * Evaluates a node as a model holds it. Every rule on the types and ranks of index tensors applies.
 * @template {string} Op the operator
 * @template {string | object | undefined} [T=undefined] type of the input, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {readonly Given[]} [P=[]] the inputs behind the first, as they are given
 * @template {Record<string, Given>} [A={}] attributes, as they are given
 * @template {string} [M=''] domain, as it is given
 * @param {OpName<Op>} op_type 'Slice', 'Split', 'SplitToSequence' or 'VariadicSplit'
 * @param {readonly [data: TensorLike<T, D, TypesOf<Op, O>>, ...parameters: Parameters<Op, O, P>] | AnyInputs<Op>} inputs by position; null or
 *   absent where optional
 * @param {NodeOptions<Op, O, A, M> & RunOptions<D>} [options] `opset`, `domain`, `attributes`, `num_outputs`, `out`, `view`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>[]} a sequence is returned as its members
 * @throws {MicrotomeError} as `slice`, `split`, `splitToSequence` and `variadicSplit` do, and `unknown_operator`,
 *   `bad_opset`, `bad_type`, `bad_rank`, `unknown_attribute`, `too_many_inputs`; nothing has been written then
 * @example
 * const x = { type: 'int32', dims: [4], data: Int32Array.of(1, 2, 3, 4) };
 * const starts = { type: 'int64', dims: [1], data: BigInt64Array.of(-2n) };
 * const ends = { type: 'int64', dims: [1], data: BigInt64Array.of(2n ** 63n - 1n) };
 * console.log(evaluate('Slice', [x, starts, ends], { opset: 13 })[0].data.join()); // 3,4
 */
export function evaluate(op_type, inputs, options = {}) {
  const list = readInputs(inputs, op_type);
  const { version, source, options: read } = understand(op_type, list.entries[0], options);
  return cut(
    version,
    source,
    positional(version, list, read.attributes),
    read,
    toCount(version, read.num_outputs),
  );
}

/**
 * Decides, and moves nothing: shape inference, and a cut that can be run as often as wanted.
 * @template {string} Op the operator
 * @template {string | object | undefined} [T=undefined] type of the input, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {readonly Given[]} [P=[]] the inputs behind the first, as they are given
 * @template {Record<string, Given>} [A={}] attributes, as they are given
 * @template {string} [M=''] domain, as it is given
 * @param {OpName<Op>} op_type as for `evaluate`
 * @param {readonly [data: Layout<T, D, TypesOf<Op, O>>, ...parameters: Parameters<Op, O, P>] | AnyInputs<Op> | SliceString<Op, Layout<T, D, TypesOf<Op, O>>>} inputs
 *   as for `evaluate`, but the first needs no `data`. Slice also takes `[data, '1:-1, ::2']`, a string as in `slice`
 * @param {NodeOptions<Op, O, A, M>} [options] `opset`, `domain`, `attributes`, `num_outputs`
 * @returns {Plan<TypeOf<T, D>>}
 * @throws {MicrotomeError} as `evaluate` does
 * @example
 * const planned = plan('Split', [{ type: 'uint8', dims: [2, 2] }], { attributes: { axis: 1, num_outputs: 2 } });
 * console.log(planned.outputs[0].dims.join()); // 2,1
 * const out = [new Uint8Array(2), new Uint8Array(2)];
 * planned.run({ dims: [2, 2], data: Uint8Array.of(1, 2, 3, 4) }, { out });
 * console.log(out[0].join()); // 1,3
 */
export function plan(op_type, inputs, options = {}) {
  const list = readInputs(inputs, op_type);
  const { version, source, options: read } = understand(op_type, list.entries[0], options);
  const spec = list.entries[1];
  const isIndexed = version.operator.op_type === 'Slice' && list.count === 2 && typeof spec === 'string';
  const { args, drops } = isIndexed
    ? indexed(version, source, spec)
    : { args: positional(version, list, read.attributes), drops: [] };
  const num_outputs = toCount(version, read.num_outputs);
  return new Plan({ version, args, num_outputs, drops, type: source.name }, source);
}

/**
 * The operator table: one row per version of each operator, those of one operator together, oldest first.
 * @returns {readonly OperatorRow[]} frozen
 * @throws {MicrotomeError} `not_initialized`
 * @example
 * const versions = operators().filter(({ op_type }) => op_type === 'Split');
 * console.log(versions.map(({ since_version }) => since_version).join()); // 1,2,11,13,18
 */
export function operators() {
  getCore();
  return deepFreeze(OPERATORS);
}

/**
 * The arguments of Slice that a slice string means, and the axes that it drops.
 * @param {Version} version
 * @param {Source} source
 * @param {string} spec
 */
function indexed(version, source, spec) {
  const { drops, steps, ...ranges } = parseIndexString(spec, source.dims, version.op);
  const stepped = steps.some((step) => step !== 1); // without, Slice-1 can do it too
  return { args: listed(version, stepped ? { ...ranges, steps } : ranges), drops };
}

/**
 * Plans and runs.
 * @param {Version} version
 * @param {Source} source
 * @param {(Argument | null)[]} args
 * @param {RunOptions} options
 * @param {number} [num_outputs]
 * @param {readonly number[]} [drops]
 * @returns {any[]}
 */
function cut(version, source, args, options, num_outputs, drops = []) {
  if (source.data === null)
    throw mistake('bad_input', version.op, version.operator.inputs[0].name, 'has no data');
  return run(decideOnce({ version, args, num_outputs, drops, type: source.name }, source), source, options)
    .tensors;
}
