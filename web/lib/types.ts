// The public types, except those that follow from a call's arguments, which are in types/typing.ts. No code. A new kind
// of mistake is a row of Mistakes.
import type {
  Aliases,
  AnyData,
  ClassOf,
  Data,
  DataOfType,
  Holder,
  Host,
  HostModule,
  IntegerType,
  Kind,
  Named,
  Type,
  TypeName,
  Writable,
  Written,
} from './types/elements.ts';

export type { Aliases, AnyData, ArrayOf, Data, DataOfType, Type, TypeName } from './types/elements.ts';

/** A tensor as every call returns it. */
export interface Result<T extends TypeName = TypeName, D extends Data = DataOfType[T]> {
  type: T;
  /** Size of each axis. */
  dims: number[];
  /** Elements in row-major order, unless there are strides. */
  data: D;
  /**
   * Elements from one index of an axis to the next; only with a strided `out`, or with `view: 'strided'`.
   */
  stride?: number[];
  /** Elements before the first one; only with `stride`. */
  offset?: number;
}

/** A tensor as `view: 'strided'` returns it: over the input's own array. */
export interface Strided<T extends TypeName = TypeName, D extends Data = DataOfType[T]> extends Result<T, D> {
  stride: number[];
  offset: number;
}

/** A tensor with its type, in a program's own words: its lists may be readonly. */
export interface Typed<T extends TypeName, D extends Data> {
  type: T;
  /** Size of each axis. */
  dims: readonly number[];
  data: D;
  stride?: readonly number[];
  offset?: number;
}

/** A tensor without `type`: legal if the class of `data` determines the type. */
export interface Untyped<T extends TypeName, D extends Data> extends Omit<Typed<T, D>, 'type' | 'dims'> {
  type?: undefined;
  /** Size of each axis; `never`, if `type` is needed. */
  dims: [ClassOf<D>[0]] extends [T] ? readonly number[] : never;
}

/**
 * A tensor: `{ type, dims, data }`.
 *
 * You may leave out `type` if the class of `data` determines it: `{ dims: [2], data: new Int32Array(2) }` is
 * a `Tensor<'int32'>`. Results always have it: see `Result`.
 */
export type Tensor<T extends TypeName = TypeName, D extends Data = DataOfType[T]> =
  | Result<T, D>
  | Typed<T, D>
  | Untyped<T, D>;

/** All properties of a tensor except its data. */
export interface Described<T, A extends TypeName = TypeName> {
  /** May be left out if the class of `data` determines it. */
  type?: Named<T, A> | undefined;
  /** Another name for `type`. */
  dtype?: Named<T, A> | undefined;
  /** Size of each axis. */
  dims?: ArrayLike<Integer> | undefined;
  /** Another name for `dims`. */
  shape?: ArrayLike<Integer> | undefined;
  /** For an image, instead of `dims`, which are `[height, width, 4]` then, as in an ImageData. */
  width?: Integer | undefined;
  /** For an image: see `width`. */
  height?: Integer | undefined;
  /**
   * Elements from one index of an axis to the next; may be negative. Default: row-major. A method of this name
   * is ignored.
   */
  stride?: ArrayLike<Integer> | ((...args: any[]) => unknown) | undefined;
  /** Another name for `stride`. Without an `offset`, these must be row-major. */
  strides?: ArrayLike<Integer> | undefined;
  /** Elements before the first one. Default: 0. */
  offset?: Integer | undefined;
}

/**
 * Any object that calls accept as a tensor.
 *
 * `{ type, dims, data }`, `{ dtype, shape, data }`, strided `{ data, shape, stride, offset }`,
 * `{ dims, data }` if the class of the data determines the type, and an ImageData: `{ data, width, height }`.
 *
 * A detached or shrunken buffer is `bad_input`. If another thread writes during the call, the result may mix
 * old and new bytes.
 */
export type TensorLike<T = string | undefined, D = AnyData, A extends TypeName = TypeName> = Described<
  T,
  A
> & {
  data: Holder<T, D, A>;
};

/** A tensor whose data may be missing, for `plan`. */
export type Layout<T = string | undefined, D = AnyData, A extends TypeName = TypeName> =
  | TensorLike<T, D, A>
  | (Described<T, A> & { data?: null | undefined });

/** An integer. A fraction, NaN or infinity is `not_integer`. */
export type Integer = number | bigint;

/** A tensor of integers, strided or not. */
export type IntegerTensor<A extends TypeName = 'int32' | 'int64'> = Described<string | undefined> & {
  data: DataOfType[A];
};

/** One integer, or a tensor of rank 0. */
export type OneInteger<A extends TypeName = 'int32' | 'int64'> = Integer | IntegerTensor<A>;

/** A list of integers (an array, a typed array), or a tensor of rank 1. */
export type IntegerList<A extends TypeName = 'int32' | 'int64'> = ArrayLike<Integer> | IntegerTensor<A>;

/** One integer, a list, or a tensor of them. */
export type Integers<A extends TypeName = 'int32' | 'int64'> = OneInteger<A> | IntegerList<A>;

/** Which version of an operator. */
export interface OpsetOptions {
  /**
   * Use the version with the largest `since_version` that is not above this number. Default: the newest, which
   * is the one that the types describe.
   */
  opset?: Integer | undefined;
}

/** Options that say where the outputs are written. */
export interface OutOptions<D = AnyData, W extends Outs<D> = Outs<D>> {
  /**
   * One array or tensor per output, of the first input's class; bytes may be in a Uint8Array or a Uint8ClampedArray.
   * Outputs must not overlap each other, from their first element to their last. Outputs of equal sizes and strides
   * may alternate in one array, like the channels of an image. An output must not overlap an input either, with two exceptions:
   * - The only output of a cut, except `rearrange`, may overlap the input if it has the strides of the elements that
   *   are taken, on each axis that is longer than 1. The result is as if the input had been copied first.
   * - The output of `sliceScatter` or `tensorScatter` may be exactly the first tensor. Then only the updates
   *   are written.
   *
   * Two SharedArrayBuffer objects can be the same memory, for example after `postMessage`. JavaScript cannot see
   * that, so an overlap between them is not refused: make all arrays of a call on one object.
   */
  out?: W | undefined;
}

/** What `out` may be: one array or tensor per output; a single output need not be in a list. */
export type Outs<D = AnyData> = readonly Out<D>[] | Out<D>;

/** What `view` may be, for a call that does `K`. */
export type ViewOf<K extends Kind = 'cut'> = 'cut' extends K ? boolean | 'strided' : false;

/** Options of cuts. `K`: a call that only joins cannot use them. */
export interface ViewOptions<K extends Kind = 'cut', V extends ViewOf<K> = ViewOf<K>> {
  /**
   * `true`: contiguous outputs alias the input, and the others are copied. `'strided'`: nothing moves, and
   * all outputs are `{ type, dims, stride, offset, data }` over the input's own array; every call accepts such
   * tensors. Default: all outputs are copied.
   */
  view?: V | undefined;
}

/** Options of `planned.run`, and of `evaluate`. */
export interface RunOptions<
  D = AnyData,
  K extends Kind = 'cut',
  W extends Outs<D> = Outs<D>,
  V extends ViewOf<K> = ViewOf<K>,
> extends OutOptions<D, W>,
    ViewOptions<K, V> {}

/** Options of `planned.bind`. */
export interface BindOptions<D = AnyData, W extends Outs<D> = Outs<D>> extends OutOptions<D, W> {}

/** Options of `split`, `splitToSequence` and `variadicSplit`. */
export interface Options<D = AnyData, W extends Outs<D> = Outs<D>, V extends ViewOf = ViewOf>
  extends OpsetOptions,
    RunOptions<D, 'cut', W, V> {}

/**
 * Options of `rearrange`. `C` is the type that elements become; undefined: they do not change. `N` are the names
 * of the pattern, and `R` those of its right side.
 */
export interface RearrangeOptions<
  D = AnyData,
  C extends TypeName | undefined = TypeName | undefined,
  N extends string = string,
  R extends string = string,
  W extends Outs<Written<D, C>> = Outs<Written<D, C>>,
  V extends ViewOf = ViewOf,
> extends ViewOptions<'cut', V> {
  /** Sizes by name, for the names that a group needs, and for new axes. */
  sizes?: SizesOf<N> | undefined;
  /** What elements become. Default: they do not change. */
  to?: To<C, R> | undefined;
  /** An array to write into, or a tensor. With `to`, it may have any class that holds the type. */
  out?: W | undefined;
}

/** Sizes by the names of a pattern. */
export type SizesOf<N extends string = string> = [N] extends [never]
  ? { readonly [name: string]: undefined }
  : { readonly [K in N]?: Integer | undefined };

/**
 * Numbers of a conversion: one, or one for each index of the axes that `along` names.
 *
 * A list has them in row-major order of these axes. The dims of a tensor are the sizes of these axes. It has a float
 * type, or for `zero_point` an integer type or bool.
 */
export type StepNumbers = number | ArrayLike<number> | TensorLike;

/** The type that elements become, and what is computed meanwhile. `R` are the names that `along` may have. */
export type To<T extends TypeName | undefined = TypeName, R extends string = string> =
  | T
  | ConversionSpec<T, R>;

/**
 * A conversion: `(x - zero_point) * scale + bias`, or `table[x]`, as an element of `type`.
 *
 * Each step is rounded once: to float64 if one of the types is float64 or an integer type of 32 or 64 bits, otherwise
 * to float32. Steps that you leave out do not take place. Floats become integers by rounding half to even. Values that
 * do not fit become the nearest integer that does, and NaN becomes 0.
 */
export interface ConversionSpec<T extends TypeName | undefined = TypeName, R extends string = string> {
  type: T;
  /** A factor. With `bias`, the default is 1. */
  scale?: StepNumbers | undefined;
  /** Divides in place of `scale`, as ONNX's QuantizeLinear does. */
  divisor?: StepNumbers | undefined;
  /** With `scale`, the default is 0, which makes -0 positive; -0 as bias changes nothing. */
  bias?: StepNumbers | undefined;
  /**
   * An integer, if one of both types is an integer type and the other a float type. It is subtracted first if the
   * source is the integer type, or added after rounding if the target is.
   */
  zero_point?: StepNumbers | undefined;
  /** The name of an axis on the pattern's right side, or several, separated by spaces: `'r c'`. */
  along?: R | undefined;
  /**
   * For inputs of at most 16 bits, instead of these numbers: 256 elements of `type` if the input has 8 bits, 65,536 if it
   * has 16, one for each pattern of bits. With `along`, it is a list of such tables, one for each index. For a packed
   * input type of b bits, a table has 2^b elements, one per code: 16 for `u4` and `i4`. If `type` is packed, each
   * element is a code in a byte of its own.
   */
  table?: DataOfType[T & TypeName] | readonly DataOfType[T & TypeName][] | undefined;
  /**
   * Only for `f8e4m3` and `f8e5m2`. A value beyond the largest number becomes that number (1, the default), or NaN in
   * `f8e4m3` and infinity in `f8e5m2` (0).
   */
  saturate?: 0 | 1 | boolean | undefined;
}

/**
 * Options of `concatFromSequence`, `sliceScatter` and `tensorScatter`.
 *
 * They are those of `Options`, except `view`.
 */
export interface JoinOptions<D = AnyData, W extends Outs<D> = Outs<D>>
  extends OpsetOptions,
    OutOptions<D, W> {}

/** Options of `concat`. */
export interface ConcatOptions<D = AnyData, W extends Outs<D> = Outs<D>, N extends Domain = Domain>
  extends JoinOptions<D, W> {
  /** 'ai.onnx' (or '') or 'openvino'. Default: 'ai.onnx'. */
  domain?: N | undefined;
}

/** Whose operators: a name that a program computes may be any string. */
export type Domain = '' | 'ai.onnx' | 'openvino' | (string & {});

/** Options of `slice`. */
export interface SliceOptions<
  D = AnyData,
  W extends Outs<D> = Outs<D>,
  V extends ViewOf = ViewOf,
  N extends Domain = Domain,
> extends Options<D, W, V> {
  /** 'ai.onnx' (or '') or 'openvino', whose parameters are `start`, `stop` and `step`. Default: 'ai.onnx'. */
  domain?: N | undefined;
}

/** What `X` is in OpenVINO's operators, and `Else` in ONNX's. `N` is the domain. */
export type InDomain<N, X, Else> = 'openvino' extends N ? X : Else;

/**
 * An array to write into, or a tensor.
 *
 * An array, or a tensor without strides, must have exactly the output's length. With `stride` and `offset`, both
 * in elements, the output is a part of a larger array, and all other elements stay as they are. Strides may be
 * negative, but no two elements may share a place.
 *
 * `{ data: frame, shape: [8, 8], stride: [640, 1], offset: 6420 }` is a tile of 8 by 8 pixels, in row 10 and
 * column 20 of a frame that is 640 pixels wide.
 */
export type Out<D = AnyData> = Writable<D> | (Described<string | undefined> & { data: Writable<D> });

/** Options of `planned.allocate`. */
export interface AllocateOptions {
  /** Take the arrays from the arena (`init({ arena })`), as long as it has room. */
  arena?: boolean | undefined;
}

/**
 * Options of `init`: where the WebAssembly module comes from, and the size of the arena.
 *
 * The module is inlined. `module`, `bytes` and `url` are for hosts that cannot unpack or compile the inlined one.
 */
export interface InitOptions {
  /** A compiled module. Compile it elsewhere, if a policy forbids it here. */
  module?: HostModule | undefined;
  /** The content of microtome.wasm. */
  bytes?: ArrayBuffer | ArrayBufferView | undefined;
  /** The address of microtome.wasm, of any content type. For a file in Node, a `file:` URL. */
  url?: string | Host<'URL'> | undefined;
  /** Bytes to set aside for `allocate`, less than 2 GiB. */
  arena?: number | undefined;
}

/**
 * Parameters of Slice: which indices of each axis are taken.
 *
 * On axis `axes[i]` these are every `steps[i]`-th index, from `starts[i]` up to but not including `ends[i]`.
 * Negative bounds count from the end, and bounds beyond the axis are clamped.
 */
export interface SliceSpec {
  starts: IntegerList;
  /** As many as `starts`. */
  ends: IntegerList;
  /** As many as `starts`. Default: the first axes. */
  axes?: IntegerList | null | undefined;
  /** As many as `starts`, none of them 0. Default: 1. Since opset 10. */
  steps?: IntegerList | null | undefined;
}

/**
 * Parameters of Split: `split` or `num_outputs`, and `axis`.
 *
 * `L` and `N` are the sizes and their number, as far as TypeScript sees them.
 */
export type SplitSpec<L = [], N = Integer> =
  | SplitSizes<IntegerList | L, OneInteger | N>
  | SplitCount<IntegerList | L, OneInteger | N>;

/** Parameters of Split with the size of each piece. */
export interface SplitSizes<L, N = OneInteger> {
  /** Default: 0. */
  axis?: OneInteger | null | undefined;
  split: L | null | undefined;
  /** Only before opset 18: must be the number of sizes. */
  num_outputs?: N | null | undefined;
}

/** Parameters of Split with the number of pieces. */
export interface SplitCount<L, N = OneInteger> {
  /** Default: 0. */
  axis?: OneInteger | null | undefined;
  num_outputs: N | null | undefined;
  split?: L | null | undefined;
}

/** Parameters of SplitToSequence. */
export interface SplitToSequenceSpec {
  /** Default: 0. */
  axis?: OneInteger | null | undefined;
  /** 0 drops the axis. Ignored if `split` is given. Default: 1. */
  keepdims?: OneInteger | null | undefined;
  /** A number: chunks of that size. A list: the size of each piece. */
  split?: Integers | null | undefined;
}

/** Parameters of Gather, besides the indices. */
export interface GatherSpec<N extends Domain = 'ai.onnx'> {
  /** Default: 0. A negative one counts from the end. */
  axis?: OneInteger<IntegerType> | null | undefined;
  /**
   * Number of leading axes that the indices share with the input; only with `domain: 'openvino'`. Default: 0.
   */
  batch_dims?: InDomain<N, OneInteger, never> | null | undefined;
}

/** Listed positions of an axis, for `assign`. */
export interface IndicesSpec {
  /** One integer, a list, or a tensor of integers of any rank; a negative one counts from the end. */
  indices: Integers<IntegerType>;
  /** Default: 0. A negative one counts from the end. */
  axis?: OneInteger<IntegerType> | null | undefined;
  condition?: null | undefined;
}

/** A condition: a list of booleans, a Uint8Array in which everything but 0 is true, or a bool tensor of rank 1. */
export type Condition =
  | readonly boolean[]
  | Uint8Array
  | (Described<'bool' | undefined> & ({ type: 'bool' } | { dtype: 'bool' }) & { data: DataOfType['bool'] });

/** Where a condition is true, for `assign`. */
export interface ConditionSpec extends CompressSpec {
  condition: Condition;
  indices?: null | undefined;
}

/** Which elements `assign` replaces, by name. */
export type AssignSpec = SliceSpec | IndicesSpec | ConditionSpec;

/** Parameters of Compress, besides the condition. */
export interface CompressSpec {
  /** The axis whose slices the condition is about. Without it, the condition is about all elements. */
  axis?: OneInteger | null | undefined;
}

/** Parameters of ScatterUpdate, besides the tensors and the indices. */
export interface ScatterUpdateSpec {
  /** Default: 0. A negative one counts from the end. */
  axis?: OneInteger<IntegerType> | null | undefined;
}

/** Parameters of ConcatFromSequence. */
export interface ConcatFromSequenceSpec {
  /**
   * The axis to join on, or with `new_axis: 1` the axis to add. The added axis counts in the output's rank, so it is in
   * [-rank - 1, rank], where rank is that of the tensors.
   */
  axis: OneInteger;
  /** Default: 0. Any other value stacks the tensors on a new axis. */
  new_axis?: OneInteger | null | undefined;
}

/**
 * Parameters of SliceScatter: which elements of the data are replaced.
 *
 * They mean the same as those of Slice.
 */
export interface SliceScatterSpec {
  /** First index on each axis; a negative one counts from the end. */
  start: IntegerList<IntegerType>;
  /** As many as `start`: where each axis ends, not including this index. */
  stop: IntegerList<IntegerType>;
  /** As many as `start`, none of them 0. */
  step: IntegerList<IntegerType>;
  /** As many as `start`. Default: the first axes. */
  axes?: IntegerList<IntegerType> | null | undefined;
}

/**
 * Parameters of TensorScatter: where the update goes.
 *
 * `{ write_indices: [5, 9], axis: 1 }` writes the update of batch item 0 from position 5 on, and that of item
 * 1 from position 9 on.
 */
export interface TensorScatterSpec {
  /** First position on the axis, one for each item of the batch (axis 0). Default: 0 for all. */
  write_indices?: IntegerList<'int64'> | null | undefined;
  /** The axis of the positions, which must not be that of the batch. Default: -2. */
  axis?: OneInteger | null | undefined;
  /**
   * 'circular' continues at the start of the axis where it ends; 'linear', the default, refuses positions
   * beyond it.
   */
  mode?: 'linear' | 'circular' | null | undefined;
}

/** How many elements `pad` adds: a `[begin, end]` pair for each axis, or all begins and then all ends. */
export type Pads = readonly ArrayLike<Integer>[] | IntegerList<'int64' | IntegerType>;

/** Parameters of Pad. `T` is the type of the tensor. */
export interface PadSpec<T extends TypeName = TypeName> {
  /** `symmetric` needs `domain: 'openvino'`; `wrap` is only in ONNX. Default: 'constant'. */
  mode?: 'constant' | 'edge' | 'reflect' | 'symmetric' | 'wrap' | null | undefined;
  /** The border in mode `constant`: a value, or a tensor of one element. Default: 0, or '' for strings. */
  value?: ValueOf<T> | TensorLike | null | undefined;
  /** The axes that `pads` are for. Default: all. */
  axes?: IntegerList | null | undefined;
}

/** A value that fills a region of a tensor of type `T`. */
export type ValueOf<T extends TypeName = TypeName> = T extends 'string'
  ? string
  : T extends 'bool'
    ? boolean | Integer
    : T extends IntegerType | 'u1' | 'u2' | 'u3' | 'u4' | 'u6' | 'i4' | 'uint4' | 'int4'
      ? Integer
      : number;

/**
 * Elements that move together between one tensor, the whole, and one or more others, the parts.
 *
 * The whole is a cut's input or a join's output. The parts are a cut's outputs or a join's inputs. A cut
 * reads the whole, a join writes it.
 *
 * Take all indices over `sizes` in row-major order. At each of them, each stream copies `run` units. They are
 * at `stream.offset + sum(index[i] * strides[i])` in the whole, and at
 * `stream.partOffset + sum(index[i] * partStrides[i])` in the part. Without `partStrides`, the runs of a part
 * follow one another from its start.
 *
 * For example, two planes of 3 bytes become pixels with `sizes: [3]`, `strides: [2]`, and one stream for each
 * plane, with `run: 1` and the offsets 0 and 1: byte i of plane 0 becomes byte 2 * i of the output, and byte
 * i of plane 1 becomes byte 2 * i + 1.
 */
export interface Move<K extends Kind = Kind> {
  /**
   * How ordinary arrays move. `'runs'`: run by run with `set`. `'staged'`: tile by tile through WebAssembly.
   * `'scalar'`: by a JavaScript loop, or, for reversed and repeated elements, by `reverse` and `fill` of typed
   * arrays.
   */
  readonly way: 'runs' | 'staged' | 'scalar';
  /** Which kind of loop `'scalar'` means here; only with that way. */
  readonly loop?: Loop;
  /**
   * The unit of strides, offsets and runs: usually 'byte'; 'element' for a packed type whose runs split bytes, and
   * for a conversion; 'entry' for an array of strings.
   */
  readonly unit: 'byte' | 'element' | 'entry';
  /** The sizes of as few axes as possible. Without any, there is one run per stream. */
  readonly sizes: readonly number[];
  /** In the whole, one per size; may be negative or 0. */
  readonly strides: readonly number[];
  /**
   * In the part, one per size. Only if the part is not row-major, such as a join's strided input. Then there
   * is one stream.
   */
  readonly partStrides?: readonly number[];
  /**
   * Only where positions are listed, as in Gather: along this axis of `sizes`, index i is at `list[i] * stride` in the
   * whole, instead of `i * stride`. A join writes them in the order of the list, so that the last one stays if a
   * position occurs twice. In a cut, a negative `list[i]` is a gap, where nothing is read: each byte that is written there
   * is `-1 - list[i]`, and packed elements have the bits of such bytes.
   */
  readonly positions?: { readonly axis: number; readonly list: readonly number[] };
  /** At least one. */
  readonly streams: readonly Stream<K>[];
  /**
   * How each element is converted. Then the unit is 'element', on both sides. Only `rearrange` converts.
   */
  readonly convert?: MoveConversion;
}

/** A loop over few entries, or over words of the arrays; or `reverse` or `fill` of typed arrays, line by line. */
export type Loop = 'few' | 'loop' | 'reverse' | 'fill';

/**
 * How elements are converted while they move.
 *
 * They become `table[x]`, or `(x - zero_point) * scale + bias`, as an element of `type`. Steps that are absent do not
 * take place. If `type` is an integer type, the zero point is added after rounding instead. The arithmetic is in float64
 * if one of the types is float64 or an integer type of 32 or 64 bits, otherwise in float32.
 */
export interface MoveConversion {
  readonly type: Type;
  /** One for all, or one for each index of `axis`, or of `axes` in row-major order; so are those that follow. */
  readonly scale?: number | readonly number[];
  /** Divides in place of `scale`. */
  readonly divisor?: number | readonly number[];
  readonly bias?: number | readonly number[];
  readonly zero_point?: number | readonly number[];
  /** 2^b elements of `type` for an input type of b bits, or a list of such tables. */
  readonly table?: ArrayLike<number | bigint> | readonly ArrayLike<number | bigint>[];
  /** 0: a value beyond the largest float of 8 bits becomes NaN or infinity. */
  readonly saturate?: 0;
  /** Index into the move's `sizes`, if the numbers or tables differ along one axis. */
  readonly axis?: number;
  /** Indices into the move's `sizes`, ascending, if they differ along several. */
  readonly axes?: readonly number[];
}

/** One part of a move: an output of a cut, or an input of a join. */
export type Stream<K extends Kind = Kind> = {
  cut: OutputStream;
  gather: OutputStream;
  join: InputStream;
  fill: InputStream;
}[K];

/** One output of a cut, as a part of a move. */
export interface OutputStream {
  /** Index into `outputs`. */
  readonly output: number;
  readonly input?: undefined;
  /** Offset of the first run in the input's data. */
  readonly offset: number;
  /** Length of a run in units, at least 1. */
  readonly run: number;
  /** Offset of the first run in the output's data; only with `partStrides`. */
  readonly partOffset?: number;
}

/** One input of a join, as a part of a move. */
export interface InputStream {
  /** Index into the list of tensors. The value of `pad` or `assign` counts as tensor 1. */
  readonly input: number;
  readonly output?: undefined;
  /** Offset of the first run in the output's data. */
  readonly offset: number;
  /** Length of a run in units, at least 1. */
  readonly run: number;
  /** Offset of the first run in the input's data; only with `partStrides`. */
  readonly partOffset?: number;
}

/** One version of one operator, as `operators` lists it. */
export interface OperatorRow {
  readonly domain: string;
  readonly op_type: string;
  readonly since_version: number;
  readonly inputs: readonly InputRow[];
  readonly attributes: readonly AttributeRow[];
  /** Types of the first input, and of all tensors that are joined with it. */
  readonly types: readonly Type[];
}

/** An input, in a row of the operator table. */
export interface InputRow {
  readonly name: string;
  readonly types: readonly Type[];
  readonly optional: boolean;
  /**
   * 0: one integer or value (OpenVINO's `axis` and ONNX's values may also be a list of one); 1: a list;
   * '0 or 1': either, with different meanings; 'any': a tensor of any rank.
   */
  readonly rank: 0 | 1 | '0 or 1' | 'any';
  /** One or more tensors, each of them an input: `[a, b, c]`. */
  readonly variadic?: true;
  /** One or more tensors, which together are one input: `[[a, b, c]]`. */
  readonly sequence?: true;
  /** An element of the data's type, which fills a part of the output: a value, or a tensor. */
  readonly value?: true;
}

/** An attribute, in a row of the operator table. */
export interface AttributeRow {
  readonly name: string;
  readonly type: 'int' | 'ints' | 'float' | 'string' | 'object' | 'string or object';
  readonly optional: boolean;
  readonly default?: number | string;
  /** The legal values of a string. */
  readonly choices?: readonly string[];
}

/** An element type and how arrays store it, as `elementTypes` lists it. */
export interface ElementTypeRow {
  readonly name: Type;
  /** Its second name. */
  readonly alias?: keyof Aliases;
  /** Per element; 0 for strings. */
  readonly bits: number;
  /** JavaScript classes that hold it. `allocate` makes the first one that the host has. */
  readonly classes: readonly string[];
  /** Elements that are stored together: 8 for u3. */
  readonly group: number;
  /** Entries of the array that hold a group: 3 for u3. */
  readonly entries: number;
}

/** Every `code` of a MicrotomeError: its cause and its remedy. */
export interface Mistakes {
  /** A required input or attribute is absent. Remedy: Pass it. */
  missing: never;
  /** Two parameters exclude each other. Remedy: Pass one of them. */
  conflict: never;
  /**
   * The operator version does not take this element type, or two tensors have different ones. Remedy: Use a type that
   * the message lists (`rearrange` with `to` converts), a newer `opset`, or `domain: 'openvino'`.
   */
  bad_type: never;
  /**
   * A tensor has the wrong rank, or too many axes. Remedy: Change `dims`, or pass a list instead of one
   * integer.
   */
  bad_rank: never;
  /**
   * Dims, strides and data do not fit together. Remedy: Make `data` as long as the product of `dims`, or pass
   * its strides.
   */
  bad_input: never;
  /**
   * A size or a product of sizes is beyond 2^53, or new arrays take more than 2^40 bytes. Remedy: Use smaller
   * tensors.
   */
  too_large: never;
  /**
   * A number is a fraction, NaN or infinity. Remedy: Round it; look for a missing size in your arithmetic.
   */
  not_integer: never;
  /** An axis is outside [-rank, rank). Remedy: Count axes from 0, or from -1 at the end. */
  bad_axis: never;
  /** An axis is named twice. Remedy: Name each axis once; -1 is the last one. */
  repeated_axis: never;
  /** There are more starts than the data has axes. Remedy: Remove some, or check `dims`. */
  too_many_axes: never;
  /**
   * Lists that go together differ in length. Remedy: Pass one entry per axis in each of `starts`, `ends`,
   * `axes` and `steps`.
   */
  length_mismatch: never;
  /** A step is 0. Remedy: Use 1, or -1 to go backward. */
  zero_step: never;
  /** A single index is outside its axis. Remedy: Use a range, which is clamped, or check the index. */
  index_out_of_range: never;
  /**
   * A piece has a negative size, a chunk has a size below 1, or a pad does not fit its axis. Remedy: Use sizes of 0 or
   * more (only VariadicSplit takes one -1), and smaller pads.
   */
  bad_size: never;
  /** More than one size is -1. Remedy: Use -1 for at most one size. */
  ambiguous_size: never;
  /** The sizes do not add up to the size of the axis. Remedy: Change the sizes. */
  sum_mismatch: never;
  /** A list of sizes is empty. Remedy: Pass at least one size. */
  empty_split: never;
  /**
   * The axis cannot be divided into equal pieces. Remedy: Pass the sizes, or use Split-18, whose last
   * pieces may be smaller or empty.
   */
  not_divisible: never;
  /** The number of outputs is below 1. Remedy: Ask for at least one. */
  bad_count: never;
  /**
   * The operator does not return that number of outputs. Remedy: Leave out `num_outputs`, or make it the
   * number of sizes.
   */
  count_mismatch: never;
  /** There are more than 2^20 outputs. Remedy: Cut in several calls. */
  too_many_outputs: never;
  /** Lists, outputs or strings do not fit into memory. Remedy: Reuse outputs, or cut in several calls. */
  out_of_memory: never;
  /**
   * An argument is of the wrong kind, or the call has no such option. Remedy: Compare with the call's example.
   */
  bad_argument: never;
  /**
   * The string is not a valid slice. Remedy: Write ranges `a:b:c`, indices and `...`, separated by commas.
   */
  bad_index_string: never;
  /**
   * A pattern cannot be read, or does not name every axis. Remedy: Write `h w c -> c h w`; the message names
   * the character.
   */
  bad_pattern: never;
  /**
   * An integer does not fit the type that it is converted to. Remedy: Use a wider type, or pass `scale` and
   * `bias`, which saturate.
   */
  out_of_range: never;
  /**
   * Merged axes have no single stride, so a view cannot have them. Remedy: Leave out `view`; the data is then
   * copied.
   */
  not_a_view: never;
  /** No version of the operator is in effect at this opset. Remedy: Use a higher `opset`, or leave it out. */
  bad_opset: never;
  /**
   * The ranks or sizes of the tensors to join do not match. Remedy: Make all sizes equal, except along the
   * axis.
   */
  shape_mismatch: never;
  /**
   * The arrays of `out` have the wrong number, class, length or strides, or they overlap. Remedy: Get them from
   * `planned.allocate`.
   */
  bad_out: never;
  /** The operator does not have that many inputs, or there are more than 2^20 tensors to join. Remedy: Remove some. */
  too_many_inputs: never;
  /**
   * The operator version has no attribute of that name. Remedy: Compare with `operators()`; attributes differ
   * between versions.
   */
  unknown_attribute: never;
  /** No operator has that name in that domain. Remedy: Compare with `operators()`, and check `domain`. */
  unknown_operator: never;
  /**
   * A call came before `await init()`, or its function was imported after that. Remedy: Call `await init()` first, or
   * again: it loads what is missing.
   */
  not_initialized: never;
  /** `allocate` or `release` was called without an arena. Remedy: Call `init({ arena })` first. */
  no_arena: never;
  /** The arena has no room for the array. Remedy: Release arrays, or create a larger arena. */
  arena_full: never;
  /**
   * Opening or cutting a file takes more bytes or requests than allowed. A cut has fetched nothing;
   * `open` may have fetched a part of the header. Remedy: Raise `maxBytes` or `maxRequests`, or cut less.
   */
  too_costly: never;
  /**
   * The server sent the whole file instead of the requested part. Remedy: Use a server that answers range
   * requests.
   */
  range_ignored: never;
  /** The file has changed since it was opened. Remedy: Open it again. */
  source_changed: never;
  /** Fewer bytes arrived than were requested. Remedy: Try again; check that the file is complete. */
  source_short: never;
  /**
   * The file cannot be read, or the answer is not what was requested. Remedy: Check `cause`, the address
   * and CORS.
   */
  source_failed: never;
  /** A header is missing or inconsistent. Remedy: Check the file, or pass a `layout`. */
  bad_format: never;
  /** The `signal` of the call was aborted. Remedy: Call again with a new signal. */
  aborted: never;
  /**
   * The given WebAssembly module is of another version, or could not be fetched. Remedy: Use
   * the `microtome.wasm` of the same package.
   */
  load_failed: never;
  /**
   * The host has no WebAssembly or no SIMD, a policy forbids it, or the host cannot read the file. Remedy:
   * Allow `'wasm-unsafe-eval'`, or use a newer host.
   */
  unsupported_host: never;
}

/** A stable word for a kind of mistake: one of `Mistakes`. */
export type Code = keyof Mistakes & string;
