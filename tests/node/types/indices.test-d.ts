// Tensors of integers as parameters: of which types, from which opset on, strided too.
import {
  evaluate,
  type IntegerList,
  plan,
  type SliceSpec,
  type SplitSpec,
  slice,
  split,
  splitToSequence,
  type Tensor,
  type TensorLike,
  variadicSplit,
} from '../../../web/lib/index.ts';

declare const x: Tensor<'float32'>;
const floats = { type: 'float32', dims: [1], data: new Float32Array(1) } as const;
const int32 = { type: 'int32', dims: [1], data: new Int32Array(1) } as const;
const int64 = { type: 'int64', dims: [1], data: new BigInt64Array(1) };
const bytes = { dims: [], data: new Uint8Array(1) };
const strided = { data: new Int32Array(4), shape: [2], stride: [2], offset: 1 };

// Slice's are int32 or int64.
slice(x, { starts: int32, ends: int32, axes: int32, steps: int32 });
slice(x, { starts: int64, ends: [1], axes: null });
slice(x, { starts: int64, ends: [1] }, { opset: 1 });
evaluate('Slice', [x, int64, int64, null, int64]);
// @ts-expect-error float32 is no type of starts
slice(x, { starts: floats, ends: [1] });
// @ts-expect-error uint8 neither
slice(x, { starts: bytes, ends: [1] });

// Split's are int64 since 13, and int32 too as attributes before, so both are types of split.
split(x, { split: int64 });
split(x, { split: int32 }, { opset: 11 });
plan('Split', [x], { attributes: { split: int32 }, opset: 12 });
// Split-1 takes it as a tensor of the input's type.
evaluate('Split', [x, floats], { opset: 1 });

// SplitToSequence's are int32 or int64, VariadicSplit's any integers, each on its own.
splitToSequence(x, { split: int32, axis: int64, keepdims: int32 });
evaluate('SplitToSequence', [x, int32]);
variadicSplit(x, bytes, int64);
variadicSplit(x, int32, { dims: [2], data: new Uint16Array(2) });
// @ts-expect-error float32 is no type of split
splitToSequence(x, { split: floats });
// @ts-expect-error nor of an axis
variadicSplit(x, floats, int64);

// Strided, as ndarrays are.
slice(x, { starts: strided, ends: strided });
variadicSplit(x, 0, { ...strided, dtype: 'int32' });
evaluate('Slice', [x, strided, strided]);

// Either the sizes or their number must be there; which, is known when it runs.
declare const sizes: number[] | undefined;
declare const count: number | null;
split(x, { split: sizes, num_outputs: count });
split(x, { axis: 1, num_outputs: count });
// @ts-expect-error neither
split(x, {});

// Kept in variables.
declare const list: IntegerList;
const sliceSpec: SliceSpec = { starts: list, ends: int64 };
slice(x, sliceSpec);
const splitSpec: SplitSpec = { split: int64 };
split(x, splitSpec);
split(x, splitSpec, { opset: 11 });

// A tensor of whatever type may be a parameter of a node, not of a function.
declare const any: Tensor;
declare const like: TensorLike;
declare const opset: number;
evaluate('Slice', [x, any, like, null, any]);
plan('Split', [x, any]);
split(x, { split: int32 }, { opset });
// @ts-expect-error of any type
slice(x, { starts: any, ends: int64 }, { opset });
// @ts-expect-error of any other library's
slice(x, { starts: int64, ends: like });
