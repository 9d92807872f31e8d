// The public surface of Microtome: cutting and joining tensors, exactly as the ONNX and OpenVINO documents say. Everything is
// synchronous after `await init()`.
import { sharesMemory } from './base/arrays.js';
import { getCore, loadCore } from './core/core.js';
import { OPERATORS, ownVersion } from './core/operators.js';
import {
  checkData,
  listed,
  named,
  namedAndCounted,
  positional,
  readInputs,
  readList,
  toCount,
  toSources,
  understand,
} from './input/call.js';
import { parseIndexString } from './input/index_string.js';
import { checkApart } from './input/overlap.js';
import { decideOnce } from './plan/decide.js';
import { deepFreeze, Plan } from './plan/plan.js';
import { copyDense, run } from './plan/run.js';

/** @import { Version } from './core/operators.js' */
/** @import { Argument } from './input/integers.js' */
/** @import { Source } from './input/tensor.js' */
/**
 * @import {
 *   AssignSpec, ConcatFromSequenceSpec, ConcatOptions, Data, InitOptions, Integer, IntegerList, Integers, JoinOptions, NodeOptions,
 *   OneInteger, OperatorRow, Options, RunOptions, SliceScatterSpec, SliceSpecAt, SplitSpecAt, SplitToSequenceSpec, Tensor,
 *   TensorLike, TensorScatterSpec
 * } from './types.js'
 */
/**
 * @import {
 *   AnyLayout, Argument as Given, AttributeArgument, Inputs, Joined, KindOf, NoData, OpName, Other, Own, SliceString, TypeOf, TypesOf
 * } from './types/typing.js'
 */
/** @import { VariadicSplit1Axis } from './types/nodes.js' */

export { allocate, release } from './allocate.js';
export { MicrotomeError } from './base/errors.js';
export * from './types.js';

/**
 * Loads the WebAssembly module, once: while it is loading, and when it has loaded, every call returns the same promise and
 * does not look at its options. After a failure the next call tries again. The module is inlined, so nothing needs to be
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
  const { version, options: read } = understand('Slice', options);
  const sources = toSources([input], version);
  const { args, drops } = sliced(version, sources[0], spec);
  return call(version, sources, args, read, undefined, drops)[0];
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
  const { version, options: read } = understand('Split', options);
  const sources = toSources([input], version);
  if (version.parameters.some(({ name }) => name === 'num_outputs')) {
    return call(version, sources, named(version, spec), read);
  }
  const { args, num_outputs } = namedAndCounted(version, spec); // before it became an attribute
  return call(version, sources, args, read, num_outputs);
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
  const { version, options: read } = understand('SplitToSequence', options);
  const sources = toSources([input], version);
  return call(version, sources, named(version, spec), read);
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
  const { version, options: read } = understand('VariadicSplit', options);
  const sources = toSources([input], version);
  return call(version, sources, named(version, { axis, split_lengths }), read);
}

/**
 * Tensors one after another along an axis that all of them have: ONNX Concat (1, 4, 11, 13), OpenVINO Concat (1). The inverse of
 * `split`.
 * @template {string | object | undefined} [T=undefined] type of the inputs, if it is named
 * @template {ArrayLike<any>} [D=any] class of the first one's data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {readonly AnyLayout[]} [P=[]] the inputs behind the first, as they are given
 * @template {string} [M=''] domain, as it is given
 * @param {Joined<T, D, TypesOf<'Concat', O, M>, P>} inputs of one type, and of one shape but on the axis; never changed
 * @param {OneInteger} axis from the end where negative
 * @param {ConcatOptions<D, O, M>} [options] `opset`, `domain`, `out`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>} of the inputs' type, data of the first one's class
 * @throws {MicrotomeError} such as `bad_axis`, `shape_mismatch`, `bad_type`, `bad_rank`, `missing`, `bad_input`, `bad_out`,
 *   `not_initialized`; nothing has been written then
 * @example
 * const planes = [1, 2, 3].map((value) => ({ dims: [2, 1], data: Uint8Array.of(value, 10 * value) }));
 * console.log(concat(planes, -1).data.join()); // 1,2,3,10,20,30
 */
export function concat(inputs, axis, options = {}) {
  const { version, options: read } = understand('Concat', options);
  const sources = toSources(readList(inputs, version), version);
  return call(version, sources, named(version, { axis }), read)[0];
}

/**
 * The members of a sequence one after another, or stacked on a new axis: ONNX ConcatFromSequence (11). The inverse of
 * `splitToSequence`.
 * @template {string | object | undefined} [T=undefined] type of the members, if it is named
 * @template {ArrayLike<any>} [D=any] class of the first one's data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {readonly AnyLayout[]} [P=[]] the members behind the first, as they are given
 * @param {Joined<T, D, TypesOf<'ConcatFromSequence', O>, P>} inputs of one type, and of one shape but on the axis, or of one shape
 *   if they are stacked; never changed
 * @param {ConcatFromSequenceSpec} spec `{ axis, new_axis? }`; with `new_axis` 1 the members are stacked, and `axis` counts in the
 *   output's rank
 * @param {JoinOptions<D, O>} [options] `opset`, `out`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>} of the members' type, data of the first one's class
 * @throws {MicrotomeError} as `concat` does, and `not_initialized`; nothing has been written then
 * @example
 * const rows = [{ dims: [2], data: Uint8Array.of(1, 2) }, { dims: [2], data: Uint8Array.of(3, 4) }];
 * const { dims, data } = concatFromSequence(rows, { axis: 1, new_axis: 1 });
 * console.log(dims.join(), data.join()); // 2,2 1,3,2,4
 */
export function concatFromSequence(inputs, spec, options = {}) {
  const { version, options: read } = understand('ConcatFromSequence', options);
  const sources = toSources(readList(inputs, version), version);
  return call(version, sources, named(version, spec), read)[0];
}

/**
 * A copy of a tensor in which the elements of a slice are those of another tensor: OpenVINO SliceScatter (15). With `out` equal
 * to `data`, only the slice is written.
 * @template {string | object | undefined} [T=undefined] type of the data, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {AnyLayout} [P=AnyLayout] the updates, as they are given
 * @template [I=never] class of index lists that are tensors
 * @param {TensorLike<T, D, TypesOf<'SliceScatter', O>>} data never changed, unless it is `out`
 * @param {Other<P, T, D>} updates of the same type, and exactly of the slice's shape
 * @param {SliceScatterSpec<IntegerList<VariadicSplit1Axis, I>> | string} spec `{ start, stop, step, axes? }`, or a slice string, as
 *   for `slice`
 * @param {JoinOptions<D, O>} [options] `opset`, `out`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>} of the data's type and shape, data of its class
 * @throws {MicrotomeError} such as `shape_mismatch`, `bad_axis`, `zero_step`, `length_mismatch`, `bad_rank`, `bad_type`,
 *   `bad_index_string`, `bad_input`, `bad_out`, `not_initialized`; nothing has been written then
 * @example
 * const data = { dims: [5], data: Uint8Array.of(1, 2, 3, 4, 5) };
 * const updates = { dims: [2], data: Uint8Array.of(8, 9) };
 * console.log(sliceScatter(data, updates, '1:4:2').data.join()); // 1,8,3,9,5
 */
export function sliceScatter(data, updates, spec, options = {}) {
  const { version, options: read } = understand('SliceScatter', options);
  const sources = toSources([data, updates], version);
  const { args, drops } = sliced(version, sources[0], spec);
  return call(version, sources, args, read, undefined, drops)[0];
}

/**
 * Writes a tensor in the place of a slice, as NumPy's `target[spec] = updates` does without broadcasting: the inverse of `slice`,
 * for every element type. If `updates` overlaps `target` in memory, it is copied first.
 * @template {string | object | undefined} [T=undefined] type of the target, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {{ data: Data }} [X=Tensor] the target, as it is given
 * @template {AnyLayout} [P=AnyLayout] the updates, as they are given
 * @template [I=never] class of index lists that are tensors
 * @param {X & TensorLike<T, D>} target written in place; may have strides, if no two of its elements share a place
 * @param {AssignSpec<I> | string} spec `{ starts, ends, axes?, steps? }`, or a slice string, as for `slice`
 * @param {Other<P, T, D>} updates of the same type, and exactly of the slice's shape
 * @returns {X} the target
 * @throws {MicrotomeError} such as `shape_mismatch`, `bad_axis`, `zero_step`, `index_out_of_range`, `bad_index_string`, `bad_type`,
 *   `bad_input`, `bad_out`, `not_initialized`; nothing has been written then
 * @example
 * const frame = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * assign(frame, ':, 1', { dims: [2], data: Uint8Array.of(8, 9) });
 * console.log(frame.data.join()); // 1,8,3,4,9,6
 */
export function assign(target, spec, updates) {
  getCore();
  ASSIGN ??= ownVersion('Assign', 'assign');
  const [whole, given] = toSources([target, updates], ASSIGN);
  const { args, drops } = sliced(ASSIGN, whole, spec);
  checkData([whole, given], ASSIGN);
  const type = whole.name;
  const decision = decideOnce({ version: ASSIGN, args, num_outputs: undefined, drops, type }, [whole, given]);
  const { stride, offset } = whole;
  if (stride !== null) checkApart(whole.dims, stride, 'assign', 'target');
  const data = /** @type {Data} */ (whole.data);
  const part = sharesMemory(data, given.data) ? copyDense(given, decision.call, 'assign') : given;
  run(decision, [whole, part], { out: [stride === null ? { data } : { data, stride, offset }] });
  return target;
}

/** @type {Version | undefined} */
let ASSIGN;

/**
 * A copy of a cache in which the update is at given positions: ONNX TensorScatter (24). With `out` equal to `past_cache`, only
 * the update is written.
 * @template {string | object | undefined} [T=undefined] type of the cache, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {AnyLayout} [P=AnyLayout] the update, as it is given
 * @template [I=never] class of positions that are a tensor
 * @param {TensorLike<T, D, TypesOf<'TensorScatter', O>>} past_cache never changed, unless it is `out`
 * @param {Other<P, T, D>} update of the same type, and of the same shape but on the axis
 * @param {TensorScatterSpec<IntegerList<'int64', I>>} [spec] `{ write_indices?, axis?, mode? }`: the first position for each item of
 *   the batch (by default 0), the axis (by default -2), and whether positions beyond its end continue at its start
 * @param {JoinOptions<D, O>} [options] `opset`, `out`
 * @returns {Tensor<TypeOf<T, D>, Own<D>>} of the cache's type and shape, data of its class
 * @throws {MicrotomeError} such as `index_out_of_range`, `shape_mismatch`, `bad_axis`, `bad_argument`, `bad_type`, `bad_input`,
 *   `bad_out`, `not_initialized`; nothing has been written then
 * @example
 * const cache = { dims: [1, 3, 2], data: new Float32Array(6) };
 * const token = { dims: [1, 1, 2], data: Float32Array.of(7, 8) };
 * tensorScatter(cache, token, { write_indices: [1] }, { out: cache });
 * console.log(cache.data.join()); // 0,0,7,8,0,0
 */
export function tensorScatter(past_cache, update, spec = {}, options = {}) {
  const { version, options: read } = understand('TensorScatter', options);
  const sources = toSources([past_cache, update], version);
  return call(version, sources, named(version, spec), read)[0];
}

/**
 * Evaluates a node as a model holds it: cuts a tensor, or joins several. Every rule on the types and ranks of index tensors applies.
 * @template {string} Op the operator
 * @template {string | object | undefined} [T=undefined] type of the first tensor, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {readonly Given[]} [P=[]] the inputs behind the first, as they are given
 * @template {readonly AnyLayout[]} [S=[]] the tensors behind the first one of a sequence, as they are given
 * @template {Record<string, AttributeArgument>} [A={}] attributes, as they are given
 * @template {string} [M=''] domain, as it is given
 * @param {OpName<Op>} op_type 'Slice', 'Split', 'SplitToSequence' or 'VariadicSplit', which cut; 'Concat', 'ConcatFromSequence',
 *   'SliceScatter' or 'TensorScatter', which join
 * @param {Inputs<Op, O, M, T, D, P, S, never>} inputs by position; null or absent where optional. A sequence is an array of tensors,
 *   and one input: `[[a, b, c]]`
 * @param {NodeOptions<Op, O, A, M> & RunOptions<D>} [options] `opset`, `domain`, `attributes`, `num_outputs`, `out`, `view`. Slice,
 *   Split and Concat are ONNX's unless `domain` is 'openvino'
 * @returns {Tensor<TypeOf<T, D>, Own<D>>[]} the outputs: one, if the operator joins; a sequence is returned as its members
 * @throws {MicrotomeError} as `slice`, `split`, `splitToSequence`, `variadicSplit`, `concat`, `sliceScatter` and `tensorScatter` do,
 *   and `unknown_operator`, `bad_opset`, `bad_type`, `bad_rank`, `unknown_attribute`, `too_many_inputs`, `count_mismatch`; nothing
 *   has been written then
 * @example
 * const x = { type: 'int32', dims: [4], data: Int32Array.of(1, 2, 3, 4) };
 * const starts = { type: 'int64', dims: [1], data: BigInt64Array.of(-2n) };
 * const ends = { type: 'int64', dims: [1], data: BigInt64Array.of(2n ** 63n - 1n) };
 * console.log(evaluate('Slice', [x, starts, ends], { opset: 13 })[0].data.join()); // 3,4
 */
export function evaluate(op_type, inputs, options = {}) {
  const list = readInputs(inputs, op_type);
  const { version, options: read } = understand(op_type, options);
  const { sources, args } = positional(version, list, read.attributes);
  return call(version, sources, args, read, toCount(version, read.num_outputs));
}

/**
 * Decides a cut or a join, and moves nothing: for shape inference, and to run it as often as you like. Parameters such as `starts`
 * and `write_indices` are fixed with the plan.
 * @template {string} Op the operator
 * @template {string | object | undefined} [T=undefined] type of the first tensor, if it is named
 * @template {ArrayLike<any>} [D=any] class of its data
 * @template {Integer | undefined} [O=undefined] opset
 * @template {readonly Given[]} [P=[]] the inputs behind the first, as they are given
 * @template {readonly AnyLayout[]} [S=[]] the tensors behind the first one of a sequence, as they are given
 * @template {Record<string, AttributeArgument>} [A={}] attributes, as they are given
 * @template {string} [M=''] domain, as it is given
 * @param {OpName<Op>} op_type as for `evaluate`
 * @param {Inputs<Op, O, M, T, D, P, S, NoData> | SliceString<Op, T, D, TypesOf<Op, O, M>, P>} inputs as for `evaluate`, but the tensors
 *   that are cut or joined need no `data`. Slice also takes `[data, '1:-1, ::2']`, a string as in `slice`, and SliceScatter
 *   `[data, updates, '1:-1, ::2']`
 * @param {NodeOptions<Op, O, A, M>} [options] `opset`, `domain`, `attributes`, `num_outputs`
 * @returns {Plan<TypeOf<T, D>, KindOf<Op, O, M>>} whose `run` takes the tensor that is cut, or the list of those that are joined
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
  const { version, options: read } = understand(op_type, options);
  const spec = list.entries[version.tensors];
  const isIndexed =
    SLICES.includes(op_type) && list.count === version.tensors + 1 && typeof spec === 'string';
  const given = isIndexed
    ? indexedInputs(version, list.entries, spec)
    : positional(version, list, read.attributes);
  const { sources, args, drops } = given;
  const num_outputs = toCount(version, read.num_outputs);
  return new Plan({ version, args, num_outputs, drops, type: sources[0].name }, sources);
}

/**
 * The operator table: one row per version of each operator, those of one operator in one domain together, oldest first. Slice, Split
 * and Concat are in both domains, first in 'ai.onnx'.
 * @returns {readonly OperatorRow[]} frozen
 * @throws {MicrotomeError} `not_initialized`
 * @example
 * const versions = operators().filter(({ op_type, domain }) => op_type === 'Split' && domain === 'ai.onnx');
 * console.log(versions.map(({ since_version }) => since_version).join()); // 1,2,11,13,18
 */
export function operators() {
  getCore();
  return deepFreeze(OPERATORS);
}

/** Operators that a slice string can be given to. */
const SLICES = ['Slice', 'SliceScatter'];

/**
 * Tensors and a slice string.
 * @param {Version} version
 * @param {readonly unknown[]} entries
 * @param {string} spec
 */
function indexedInputs(version, entries, spec) {
  const sources = toSources(entries.slice(0, version.tensors), version);
  return { sources, ...sliced(version, sources[0], spec) };
}

/**
 * The arguments that parameters or a slice string mean, and the axes that are dropped.
 * @param {Version} version
 * @param {Source} source
 * @param {unknown} spec
 */
function sliced(version, source, spec) {
  if (typeof spec !== 'string')
    return { args: named(version, /** @type {object} */ (spec), "a string such as '1:3', or "), drops: [] };
  const { drops, starts, ends, axes, steps } = parseIndexString(spec, source.dims, version.op);
  const isOpenVino = version.operator.domain === 'openvino';
  const isStepped = isOpenVino || steps.some((step) => step !== 1); // without, Slice-1 can do it too
  /** @type {Record<string, number[]>} */
  const lists = isOpenVino ? { start: starts, stop: ends, axes, step: steps } : { starts, ends, axes };
  return { args: listed(version, isStepped && !isOpenVino ? { ...lists, steps } : lists), drops };
}

/**
 * Plans and runs.
 * @param {Version} version
 * @param {Source[]} sources
 * @param {(Argument | null)[]} args
 * @param {RunOptions} options
 * @param {number} [num_outputs]
 * @param {readonly number[]} [drops]
 * @returns {any[]}
 */
function call(version, sources, args, options, num_outputs, drops = []) {
  checkData(sources, version);
  const decision = decideOnce({ version, args, num_outputs, drops, type: sources[0].name }, sources);
  return run(decision, sources, options).tensors;
}
