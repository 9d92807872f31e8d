// The public surface of Microtome: cuts and joins tensors exactly as the ONNX and OpenVINO documents specify.
// Everything is synchronous after `await init()`.
import { blaming } from './base/mistake.ts';
import { assignOnce, call, evaluateNode, planNode } from './call/call.ts';
import { cutFast, joinFast } from './call/fast_path.ts';
import {
  COMPRESS,
  CONCAT,
  CONCAT_FROM_SEQUENCE,
  GATHER,
  NODES,
  needing,
  PAD,
  REARRANGE,
  SCATTER_UPDATE,
  SLICE,
  SLICE_SCATTER,
  SPLIT,
  SPLIT_TO_SEQUENCE,
  TENSOR_SCATTER,
  VARIADIC_SPLIT,
} from './call/functions.ts';
import type { Plan } from './call/plan.ts';
import { Arena } from './core/arena.ts';
import { getCore, loadCore, needArena, needModule } from './core/core.ts';
import { CONVERSIONS, PRIMARY } from './core/inlined.ts';
import { REST } from './core/inlined_rest.ts';
import { listOperators } from './core/operators.ts';
import { listElementTypes } from './core/tables.ts';
import type {
  Becoming,
  CacheType,
  ClassOf,
  IntegerType,
  Into,
  NumericType,
  OnnxType,
  RealType,
  SequenceType,
  TypeName,
  TypeOf,
  TypeWord,
  Written,
} from './types/elements.ts';
import type {
  Along,
  AnyLayout,
  Argument,
  AttributeArgument,
  Converted,
  Cut,
  Indices,
  Inputs,
  Joined,
  KindOf,
  ListOf,
  NamesIn,
  NoData,
  NodeOptions,
  OpName,
  Other,
  PlanName,
  RightNamesIn,
  TargetOf,
} from './types/typing.ts';
import type {
  AssignSpec,
  CompressSpec,
  ConcatFromSequenceSpec,
  ConcatOptions,
  Condition,
  Data,
  Domain,
  ElementTypeRow,
  GatherSpec,
  InDomain,
  InitOptions,
  Integer,
  IntegerList,
  Integers,
  JoinOptions,
  OneInteger,
  OperatorRow,
  Options,
  Outs,
  PadSpec,
  Pads,
  RearrangeOptions,
  Result,
  RunOptions,
  ScatterUpdateSpec,
  SliceOptions,
  SliceScatterSpec,
  SliceSpec,
  SplitSpec,
  SplitToSequenceSpec,
  Tensor,
  TensorLike,
  TensorScatterSpec,
  ValueOf,
  ViewOf,
} from './types.ts';

export { allocate, release } from './allocate.ts';
export { MicrotomeError } from './base/errors.ts';
export type { Plan } from './call/plan.ts';
// A program that exports results of these functions needs the names of the types below in its own declarations.
export type {
  Becoming,
  CacheType,
  ClassOf,
  DataIn,
  Given,
  Halves,
  Instance,
  IntegerType,
  Into,
  Kind,
  New,
  NewData,
  NumericType,
  OnnxType,
  Own,
  RealType,
  SequenceType,
  Target,
  TypeOf,
  Writable,
  Written,
} from './types/elements.ts';
export type {
  Along,
  Converted,
  Cut,
  Indices,
  ListOf,
  Made,
  NamesIn,
  NodeOptions,
  RightNamesIn,
  TargetOf,
  TimesOf,
} from './types/typing.ts';
export type * from './types.ts';

// Functions that need more than the primary module (tools/build/parts.js).
const needRest = () => needModule('rest', REST);
const needConversions = () => needModule('conversions', CONVERSIONS);
const GATHERING = /* @__PURE__ */ needing(GATHER, /* @__PURE__ */ needRest());
const PADDING = /* @__PURE__ */ needing(PAD, /* @__PURE__ */ needRest());
const REARRANGING = /* @__PURE__ */ needing(REARRANGE, /* @__PURE__ */ needConversions());
const COMPRESSING = /* @__PURE__ */ needing(COMPRESS, /* @__PURE__ */ needRest());
const UPDATING = /* @__PURE__ */ needing(SCATTER_UPDATE, /* @__PURE__ */ needRest());
const SCATTERING = /* @__PURE__ */ needing(TENSOR_SCATTER, /* @__PURE__ */ needRest());
const ALL = /* @__PURE__ */ needing(
  NODES,
  /* @__PURE__ */ needRest(),
  /* @__PURE__ */ needConversions(),
  /* @__PURE__ */ needArena(Arena),
);

/**
 * Loads the WebAssembly module. Await it once, before any other call.
 *
 * Later calls ignore their options. They load only what functions need that were imported since, in a part of the
 * page that is loaded later. After a failure, the next call tries again.
 * The module is inlined (in `microtome/slim`, it is in files beside the script), so you need not configure
 * anything. `module`, `bytes` and `url`, which give the whole microtome.wasm, are for hosts that
 * cannot unpack or compile it. `arena` sets memory aside for `allocate`.
 * @param options `module`, `bytes` or `url`, and `arena` in bytes
 * @throws {MicrotomeError} `unsupported_host`: the host has no WebAssembly or no SIMD, or a policy forbids it;
 *   `out_of_memory`; `load_failed`: the given module is not that of this package, or could not be fetched;
 *   `bad_argument`, `conflict`
 * @example
 * await init();
 * await init({ arena: 64 << 20 }); // does nothing: only the options of the first call count
 */
export function init(options?: InitOptions): Promise<void> {
  return loadCore(options, PRIMARY);
}

/**
 * Cuts a part out of a tensor: ONNX Slice (1, 10, 11, 13), OpenVINO Slice (8).
 *
 * `spec` is an object with ONNX's parameters, or a string that means the same as in NumPy: ranges
 * `start:stop:step` with every part optional, single indices, which drop their axis, and at most one `...`.
 * @param input never changed
 * @param spec `{ starts, ends, axes?, steps? }`, or `'1:-1, ::2, ..., 3'`, or one index; in OpenVINO's domain
 *   `{ start, stop, step, axes? }`
 * @param options `opset`, `domain`, `out`, `view`
 * @returns the part, with the input's type; its data is of the same class. Its rank is that of the input, less one for
 *   each single index
 * @throws {MicrotomeError} such as `bad_axis`, `zero_step`, `length_mismatch`, `index_out_of_range`,
 *   `bad_index_string`
 * @example
 * const x = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * console.log(slice(x, ':, 1').data.join()); // 2,5
 * console.log(slice(x, { starts: [-1], ends: [0], axes: [1], steps: [-2] }).data.join()); // 3,6
 */
export function slice<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  W extends Outs<D> = never,
  V extends ViewOf = never,
  N extends Domain = 'ai.onnx',
>(
  input: TensorLike<T, D, InDomain<N, RealType, OnnxType>>,
  spec: InDomain<N, SliceSpec | SliceScatterSpec, SliceSpec> | string | Integer,
  options?: SliceOptions<D, W, V, N>,
): Cut<TypeOf<T, D>, D, W, V> {
  return cutFast(SLICE, input, spec, options)[0];
}

/**
 * Cuts a tensor into pieces along one axis: ONNX Split (1, 2, 11, 13, 18).
 *
 * Give either the sizes as `split`, or the number of pieces as `num_outputs`. Before version 18, that number
 * must divide the size of the axis. From 18 on, the last pieces may be smaller or empty.
 * @param input never changed
 * @param spec `{ axis?, split }` or `{ axis?, num_outputs }`
 * @param options `opset`, `out`, `view`
 * @returns the pieces, in their order; each has the input's sizes, except on the axis
 * @throws {MicrotomeError} such as `bad_axis`, `sum_mismatch`, `not_divisible`, `conflict`, `missing`
 * @example
 * const pixels = { dims: [2, 4], data: Uint8ClampedArray.of(1, 2, 3, 4, 5, 6, 7, 8) };
 * const [r, g, b, a] = split(pixels, { axis: -1, num_outputs: 4 });
 * console.log(g.dims.join(), g.data.join()); // 2,1 2,6
 */
export function split<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  const L extends readonly Integer[] = [],
  const N extends Integer = Integer,
  W extends Outs<D> = never,
  V extends ViewOf = never,
>(
  input: TensorLike<T, D, OnnxType>,
  spec: SplitSpec<L, N>,
  options?: Options<D, W, V>,
): ListOf<Cut<TypeOf<T, D>, D, W, V>, L, N> {
  return cutFast(SPLIT, input, spec, options) as any;
}

/**
 * Cuts a tensor into a list of tensors along one axis: ONNX SplitToSequence (11, 24).
 *
 * With `keepdims: 0` and without `split`, the axis is dropped: a batch becomes its items.
 * @param input never changed
 * @param spec `{ axis?, keepdims?, split? }`; without `split`, each piece has size 1
 * @param options `opset`, `out`, `view`
 * @returns the members of the sequence, in their order
 * @throws {MicrotomeError} such as `bad_axis`, `bad_size`, `sum_mismatch`, `too_many_outputs`
 * @example
 * const x = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * const rows = splitToSequence(x, { axis: 0, keepdims: 0 });
 * console.log(rows[1].dims.join(), rows[1].data.join()); // 3 4,5,6
 */
export function splitToSequence<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  W extends Outs<D> = never,
  V extends ViewOf = never,
>(
  input: TensorLike<T, D, OnnxType>,
  spec: SplitToSequenceSpec = {},
  options?: Options<D, W, V>,
): Cut<TypeOf<T, D>, D, W, V>[] {
  return call(SPLIT_TO_SEQUENCE, [input], spec, options);
}

/**
 * Cuts a tensor into pieces along one axis, where one piece may take the rest: OpenVINO VariadicSplit (1).
 * @param input never changed
 * @param axis the axis to cut; a negative one counts from the end
 * @param split_lengths size of each piece; one may be -1: that piece takes what the others leave
 * @param options `opset`, `out`, `view`
 * @returns the pieces, in their order; each has the input's sizes, except on the axis
 * @throws {MicrotomeError} such as `bad_axis`, `bad_size`, `ambiguous_size`, `sum_mismatch`
 * @example
 * const x = { dims: [5], data: Float32Array.of(1, 2, 3, 4, 5) };
 * const [box, scores] = variadicSplit(x, 0, [4, -1]);
 * console.log(scores.data.join()); // 5
 */
export function variadicSplit<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  const L extends readonly Integer[] = [],
  W extends Outs<D> = never,
  V extends ViewOf = never,
>(
  input: TensorLike<T, D, RealType>,
  axis: Integers<IntegerType>,
  split_lengths: IntegerList<IntegerType> | L,
  options?: Options<D, W, V>,
): ListOf<Cut<TypeOf<T, D>, D, W, V>, L> {
  return call(VARIADIC_SPLIT, [input], { axis, split_lengths }, options) as any;
}

/**
 * Joins tensors along an existing axis: ONNX Concat (1, 4, 11, 13), OpenVINO Concat (1).
 *
 * The inverse of `split`.
 * @param inputs tensors of one type, and of the same sizes except on the axis; never changed
 * @param axis the axis to join on; a negative one counts from the end
 * @param options `opset`, `domain`, `out`
 * @returns one tensor of the inputs' type and sizes, with the sum of their sizes on the axis; its data is of the first
 *   input's class
 * @throws {MicrotomeError} such as `bad_axis`, `shape_mismatch`, `bad_type`, `bad_rank`, `missing`
 * @example
 * const planes = [1, 2, 3].map((value) => ({ dims: [2, 1], data: Uint8Array.of(value, 10 * value) }));
 * console.log(concat(planes, -1).data.join()); // 1,2,3,10,20,30
 */
export function concat<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  P extends readonly AnyLayout[] = [],
  W extends Outs<D> = never,
>(
  inputs: Joined<T, D, TypeName, P>,
  axis: OneInteger,
  options?: ConcatOptions<D, W>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return joinFast(CONCAT, inputs, { axis }, options)[0];
}

/**
 * Joins tensors along an axis, or stacks them on a new one: ONNX ConcatFromSequence (11).
 *
 * The inverse of `splitToSequence`.
 * @param inputs tensors of one type, and of the same sizes except on the axis, or of one shape to stack them;
 *   never changed
 * @param spec `{ axis, new_axis? }`; with `new_axis` 1 the members are stacked, and `axis` counts in the
 *   output's rank
 * @param options `opset`, `out`
 * @returns one tensor of the members' type; its data is of the first one's class. Its shape is as for `concat`; if the
 *   members are stacked, it is their shape with a new axis, whose size is their number
 * @throws {MicrotomeError} as `concat` does
 * @example
 * const rows = [{ dims: [2], data: Uint8Array.of(1, 2) }, { dims: [2], data: Uint8Array.of(3, 4) }];
 * const { dims, data } = concatFromSequence(rows, { axis: 1, new_axis: 1 });
 * console.log(dims.join(), data.join()); // 2,2 1,3,2,4
 */
export function concatFromSequence<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  P extends readonly AnyLayout[] = [],
  W extends Outs<D> = never,
>(
  inputs: Joined<T, D, SequenceType, P>,
  spec: ConcatFromSequenceSpec,
  options?: JoinOptions<D, W>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return call(CONCAT_FROM_SEQUENCE, inputs, spec, options)[0];
}

/**
 * Copies a tensor, and replaces a slice of the copy: OpenVINO SliceScatter (15).
 *
 * If `out` is `data`, only the slice is written.
 * @param data never changed, unless it is `out`
 * @param updates a tensor of the same type, with exactly the slice's shape
 * @param spec `{ start, stop, step, axes? }`, or a slice string, as for `slice`
 * @param options `opset`, `out`
 * @returns a tensor of the type, shape and class of `data`
 * @throws {MicrotomeError} such as `shape_mismatch`, `bad_axis`, `zero_step`, `length_mismatch`, `bad_rank`,
 *   `bad_type`, `bad_index_string`
 * @example
 * const data = { dims: [5], data: Uint8Array.of(1, 2, 3, 4, 5) };
 * const updates = { dims: [2], data: Uint8Array.of(8, 9) };
 * console.log(sliceScatter(data, updates, '1:4:2').data.join()); // 1,8,3,9,5
 */
export function sliceScatter<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  P extends AnyLayout = AnyLayout,
  W extends Outs<D> = never,
>(
  data: TensorLike<T, D, NumericType>,
  updates: Other<P, T, D>,
  spec: SliceScatterSpec | string | Integer,
  options?: JoinOptions<D, W>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return call(SLICE_SCATTER, [data, updates], spec, options)[0];
}

/**
 * Writes a tensor into a slice of another one, to listed positions, or where a condition is true, in place: the inverse
 * of `slice`, `gather` and `compress`.
 *
 * It does what `target[spec] = updates` does in NumPy, for every element type; no ONNX or OpenVINO document describes
 * it. A value fills the slice, but a tensor is not broadcast. If an index occurs twice, its last update stays. If both are
 * in the same buffer, the result is as if `updates` had been copied first. In a bundle, listed positions and conditions
 * come with `scatterUpdate`, `plan` or `evaluate`.
 * @param target written in place; may have strides, if no two of its elements share a place
 * @param spec `{ starts, ends, axes?, steps? }`, or a slice string, as for `slice`; `{ indices, axis? }`, as for `gather`;
 *   `{ condition, axis? }`, as for `compress`
 * @param updates a tensor of the same type, with exactly the shape of what is replaced; or a value, which fills it
 * @returns the target
 * @throws {MicrotomeError} such as `shape_mismatch`, `bad_axis`, `zero_step`, `index_out_of_range`,
 *   `bad_index_string`, `bad_type`, `conflict`, and for values `out_of_range` and `not_integer`
 * @example
 * const frame = { dims: [2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * assign(frame, ':, 1', { dims: [2], data: Uint8Array.of(8, 9) });
 * console.log(frame.data.join()); // 1,8,3,4,9,6
 * assign(frame, { indices: [1], axis: 0 }, { dims: [1, 3], data: Uint8Array.of(5, 5, 5) });
 * assign(frame, { condition: [true, false, true], axis: 1 }, 7);
 * console.log(frame.data.join()); // 7,8,7,7,5,7
 */
export function assign<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  X extends { data: Data } = Tensor,
>(target: X & TensorLike<T, D>, spec: AssignSpec | string | Integer, updates: ValueOf<TypeOf<T, D>>): X;
export function assign<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  X extends { data: Data } = Tensor,
  P extends AnyLayout = AnyLayout,
>(target: X & TensorLike<T, D>, spec: AssignSpec | string | Integer, updates: Other<P, T, D>): X;
export function assign<X>(target: X, spec: unknown, updates: unknown): X {
  assignOnce(target, spec, updates);
  return target;
}

/**
 * Copies a tensor, and replaces its slices at listed indices of an axis: OpenVINO ScatterUpdate (3).
 *
 * The inverse of `gather`. If `out` is `data`, only these slices are written. If an index occurs twice, its last update
 * stays.
 * @param data never changed, unless it is `out`
 * @param indices one integer, a list, or a tensor of integers of any rank; a negative index counts from the end
 * @param updates a tensor of the same type, with exactly the shape of `gather(data, indices, { axis })`
 * @param spec `{ axis? }`; default: 0
 * @param options `opset`, `domain`, `out`
 * @returns a tensor of the type, shape and class of `data`
 * @throws {MicrotomeError} such as `index_out_of_range`, `shape_mismatch`, `bad_axis`, `bad_rank`, `bad_type`
 * @example
 * const table = { dims: [3, 2], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * const rows = { dims: [2, 2], data: Uint8Array.of(10, 20, 30, 40) };
 * console.log(scatterUpdate(table, [2, 0], rows).data.join()); // 30,40,3,4,10,20
 */
export function scatterUpdate<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  P extends AnyLayout = AnyLayout,
  W extends Outs<D> = never,
>(
  data: TensorLike<T, D, NumericType>,
  indices: Integers<IntegerType>,
  updates: Other<P, T, D>,
  spec?: ScatterUpdateSpec | null,
  options?: ConcatOptions<D, W>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return call(UPDATING, [data, updates], { indices, spec }, options)[0];
}

/**
 * Copies a cache, and writes an update at the given positions: ONNX TensorScatter (24).
 *
 * If `out` is `past_cache`, only the update is written.
 * @param past_cache never changed, unless it is `out`
 * @param update a tensor of the same type, and of the same sizes except on the axis
 * @param spec `{ write_indices?, axis?, mode? }`: the first position for each item of the batch (default: 0),
 *   the axis (default: -2), and whether positions beyond its end continue at its start (`'circular'`)
 * @param options `opset`, `out`
 * @returns a tensor of the cache's type, shape and class
 * @throws {MicrotomeError} such as `index_out_of_range`, `shape_mismatch`, `bad_axis`, `bad_argument`,
 *   `bad_type`
 * @example
 * const cache = { dims: [1, 3, 2], data: new Float32Array(6) };
 * const token = { dims: [1, 1, 2], data: Float32Array.of(7, 8) };
 * tensorScatter(cache, token, { write_indices: [1] }, { out: cache });
 * console.log(cache.data.join()); // 0,0,7,8,0,0
 */
export function tensorScatter<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  P extends AnyLayout = AnyLayout,
  W extends Outs<D> = never,
>(
  past_cache: TensorLike<T, D, CacheType>,
  update: Other<P, T, D>,
  spec: TensorScatterSpec = {},
  options?: JoinOptions<D, W>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return call(SCATTERING, [past_cache, update], spec, options)[0];
}

/**
 * Takes elements at listed indices of an axis: ONNX Gather (1, 11, 13), OpenVINO Gather (1, 7, 8).
 *
 * It does what `np.take` does: use it for rows of a table, for the boxes to keep, or for columns. The indices may
 * have any rank; their axes replace the input's axis. With `domain: 'openvino'`, `batch_dims` gives each item of a
 * batch its own indices, and indices outside the axis give zeros.
 * @param input never changed
 * @param indices one integer, which drops the axis, a list, or a tensor of integers of any rank; a negative index
 *   counts from the end
 * @param spec `{ axis?, batch_dims? }`; the default of both is 0
 * @param options `opset`, `domain`, `out`
 * @returns one tensor of the input's type; its data is of the same class. Its sizes are the input's, with those of the
 *   indices in the place of the axis
 * @throws {MicrotomeError} such as `index_out_of_range`, `bad_axis`, `bad_rank`, `not_integer`, `shape_mismatch`
 * @example
 * const boxes = { dims: [3, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
 * console.log(gather(boxes, [2, 0]).data.join()); // 5,6,1,2
 * console.log(gather(boxes, -1, { axis: 1 }).data.join()); // 2,4,6
 */
export function gather<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  W extends Outs<D> = never,
  N extends Domain = 'ai.onnx',
  const I extends Integers<IntegerType> = Integers<IntegerType>,
>(
  input: TensorLike<T, D>,
  indices: Indices<I>,
  spec?: GatherSpec<N> | null,
  options?: ConcatOptions<D, W, N>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return call(GATHERING, [input], { indices, spec }, options)[0];
}

/**
 * Takes the slices of an axis where a condition is true: ONNX Compress (9, 11).
 *
 * It does what `np.compress` and `x[mask]` do: use it for the boxes with a high score, or for the pixels under a mask.
 * Without `axis`, it takes single elements in row-major order.
 * @param input never changed
 * @param condition a bool tensor of rank 1, a list of booleans, or a Uint8Array, in which everything but 0 is true. What
 *   a shorter one does not mention is left out
 * @param spec `{ axis? }`
 * @param options `opset`, `domain`, `out`
 * @returns one tensor of the input's type; its data is of the same class
 * @throws {MicrotomeError} such as `index_out_of_range`, `bad_axis`, `bad_rank`, `bad_type`
 * @example
 * const boxes = { dims: [3, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
 * console.log(compress(boxes, [true, false, true], { axis: 0 }).data.join()); // 1,2,5,6
 * console.log(compress(boxes, [false, true, true]).data.join()); // 2,3
 */
export function compress<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  W extends Outs<D> = never,
>(
  input: TensorLike<T, D, SequenceType>,
  condition: Condition,
  spec?: CompressSpec | null,
  options?: ConcatOptions<D, W>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return call(COMPRESSING, [input], { condition, spec }, options)[0];
}

/**
 * Puts axes into another order, splits, merges or repeats them, and converts elements.
 *
 * Use it to permute or transpose, to turn HWC into CHW, to cut patches, or to normalize. No ONNX or OpenVINO
 * document describes it. The pattern means the same as in einops: the axes of the input, `->`, the axes of the
 * output. `(y h)` is one axis made of two, `1` is an axis of size 1, and `...` stands for the axes without names. A
 * name that is only on the right is a new axis, which repeats the data.
 * @param input never changed
 * @param pattern such as `'h w c -> c h w'`
 * @param options `sizes`, for names whose size the input does not determine; `to`, the type that elements become,
 *   or `{ type, scale, bias, along, table, saturate }`; `out`, `view`
 * @returns a tensor of the input's type and class; with `to`, of that type, and of the first class that holds it
 * @throws {MicrotomeError} such as `bad_pattern`, `bad_rank`, `shape_mismatch`, `not_divisible`,
 *   `out_of_range`, `not_a_view`, `bad_type`
 * @example
 * const image = { dims: [1, 2, 3], data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
 * console.log(rearrange(image, 'h w c -> c h w').data.join()); // 1,4,2,5,3,6
 * const to = { type: 'float32', scale: 0.5 };
 * console.log(rearrange(image, 'h w c -> 1 c h w', { to }).data.join()); // 0.5,2,1,2.5,1.5,3
 */
export function rearrange<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  P extends string = string,
  C extends TypeName | undefined = undefined,
  R extends string = RightNamesIn<P>,
  W extends Outs<Written<D, Becoming<C, TypeOf<T, D>>>> = never,
  V extends ViewOf = never,
>(
  input: TensorLike<T, D, TypeName>,
  pattern: P,
  options?: RearrangeOptions<D, Becoming<C, TypeOf<T, D>>, NamesIn<P>, Along<R, RightNamesIn<P>>, W, V>,
): Converted<TypeOf<T, D>, D, C, W, V> {
  return call(REARRANGING, [input], pattern, options)[0] as any;
}

/**
 * Adds a border to a tensor, or crops it: ONNX Pad (1, 2, 11, 13, 18, 19, 21, 23, 24, 25), OpenVINO Pad (1, 12).
 *
 * Each axis is continued in both directions: with a value (`constant`), with its nearest element (`edge`), mirrored
 * without repeating that element (`reflect`) or with repeating it (`symmetric`, only OpenVINO), or from the other end
 * (`wrap`, only ONNX). Negative pads crop.
 * @param input never changed
 * @param pads numbers of elements: `[begin, end]` for each axis, or ONNX's list of all begins and then all ends
 * @param spec `{ mode?, value?, axes? }`; with `axes`, the pads are for these axes
 * @param options `opset`, `domain`, `out`
 * @returns a tensor of the input's type and class; the size of each axis is `begin + size + end`
 * @throws {MicrotomeError} such as `length_mismatch`, `bad_size`, `bad_axis`, `bad_type`, `out_of_range`
 * @example
 * const x = { dims: [4], data: Uint8Array.of(1, 2, 3, 4) };
 * console.log(pad(x, [[1, 2]], { value: 9 }).data.join()); // 9,1,2,3,4,9,9
 * console.log(pad(x, [2, -1], { mode: 'reflect', axes: [-1] }).data.join()); // 3,2,1,2,3
 */
export function pad<
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  W extends Outs<D> = never,
>(
  input: TensorLike<T, D>,
  pads: Pads,
  spec: PadSpec<TypeOf<T, D>> = {},
  options?: ConcatOptions<D, W>,
): Result<TypeOf<T, D>, Into<D, W>> {
  return call(PADDING, [input], { pads, spec }, options)[0];
}

/**
 * Evaluates a node as a model stores it, in any version of its ONNX or OpenVINO operator.
 *
 * Every rule of that version about the types and ranks of its inputs applies.
 * @param op_type 'Slice', 'Split', 'SplitToSequence', 'VariadicSplit' or 'Rearrange', which cut; 'Concat',
 *   'ConcatFromSequence', 'SliceScatter', 'ScatterUpdate' or 'TensorScatter', which join; 'Gather'; 'Compress'; 'Pad'
 * @param inputs by position; an optional one may be null or absent. A sequence is one input, an array of tensors:
 *   `[[a, b, c]]`
 * @param options `opset`, `domain`, `attributes`, `num_outputs`, `out`, `view`. Slice, Split, Gather, Concat
 *   and Pad are ONNX's unless `domain` is 'openvino'
 * @returns the outputs; an operator that joins has one, and a sequence is returned as its members
 * @throws {MicrotomeError} as the operator's own function does, and `unknown_operator`, `bad_opset`, `bad_type`,
 *   `bad_rank`, `unknown_attribute`, `too_many_inputs`, `count_mismatch`
 * @example
 * const x = { type: 'int32', dims: [4], data: Int32Array.of(1, 2, 3, 4) };
 * const starts = { type: 'int64', dims: [1], data: BigInt64Array.of(-2n) };
 * const ends = { type: 'int64', dims: [1], data: BigInt64Array.of(2n ** 63n - 1n) };
 * console.log(evaluate('Slice', [x, starts, ends], { opset: 13 })[0].data.join()); // 3,4
 */
export function evaluate<
  Op extends string,
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  const A extends Record<string, AttributeArgument> = {},
  W extends Outs<Written<D, TargetOf<Op, A>>> = never,
  V extends ViewOf<KindOf<Op>> = never,
>(
  op_type: OpName<Op>,
  inputs: Inputs<Op, T, D, Argument>,
  options?: NodeOptions<Op, A> & RunOptions<Written<D, TargetOf<Op, A>>, KindOf<Op>, W, V>,
): Converted<TypeOf<T, D>, D, TargetOf<Op, A>, W, V>[] {
  return evaluateNode(ALL, op_type, inputs, options) as any;
}

/**
 * Decides a call without data. The plan gives you the output shapes, and runs as often as you like.
 *
 * The plan fixes parameters such as `starts` and `write_indices`.
 *
 * `plan('Assign', [target, spec, updates])`, of the domain 'microtome', is `assign` for tiles and rings that are
 * written again and again. Its `run` and `bind` write into the target. They take `[target, updates]`, or `[target]`
 * if `updates` is a value, and no `out`.
 * @param op_type as for `evaluate`, or 'Assign'
 * @param inputs as for `evaluate`, but tensors to cut or to join need no `data`. Slice also takes
 *   `[data, '1:-1, ::2']`, with a string as for `slice`, and SliceScatter `[data, updates, '1:-1, ::2']`
 * @param options `opset`, `domain`, `attributes`, `num_outputs`
 * @returns a plan, whose `run` takes the tensor to cut or to pad, or the list of tensors to join
 * @throws {MicrotomeError} as `evaluate` does
 * @example
 * const x = { type: 'uint8', dims: [2, 2] };
 * const planned = plan('Split', [x], { attributes: { axis: 1, num_outputs: 2 } });
 * console.log(planned.outputs[0].dims.join()); // 2,1
 * const out = [new Uint8Array(2), new Uint8Array(2)];
 * planned.run({ dims: [2, 2], data: Uint8Array.of(1, 2, 3, 4) }, { out });
 * console.log(out[0].join()); // 1,3
 */
export function plan<
  Op extends string,
  D extends ArrayLike<any> = any,
  T extends TypeWord = ClassOf<D>[0],
  const A extends Record<string, AttributeArgument> = {},
>(
  op_type: PlanName<Op>,
  inputs: Inputs<Op, T, D, Argument | string | (Op extends 'Assign' ? AssignSpec | boolean : never), NoData>,
  options?: NodeOptions<Op, A>,
): Plan<TypeOf<T, D>, KindOf<Op>, TargetOf<Op, A>> {
  return planNode(ALL, op_type, inputs, options) as any;
}

/**
 * Lists every version of every operator: its inputs, attributes and element types.
 *
 * The versions of an operator in one domain follow one another, oldest first. Slice, Split, Gather, Concat and Pad are
 * in both domains, first in 'ai.onnx'.
 * @returns the rows, frozen
 * @throws {MicrotomeError} `not_initialized`
 * @example
 * const versions = operators().filter(({ op_type, domain }) => op_type === 'Split' && domain === 'ai.onnx');
 * console.log(versions.map(({ since_version }) => since_version).join()); // 1,2,11,13,18
 */
export function operators(): readonly OperatorRow[] {
  blaming('', '', getCore);
  return listOperators();
}

/**
 * Lists the element types: which JavaScript classes hold each, and how its elements are packed.
 * @returns the rows, frozen
 * @throws {MicrotomeError} `not_initialized`
 * @example
 * const u3 = elementTypes().find(({ name }) => name === 'u3');
 * console.log(u3.classes.join(), u3.group, u3.entries); // Uint8Array 8 3
 */
export function elementTypes(): readonly ElementTypeRow[] {
  blaming('', '', getCore);
  return listElementTypes();
}
