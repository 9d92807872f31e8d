// Joins: what comes out of several tensors, and which tensors go together.
import {
  assign,
  concat,
  concatFromSequence,
  evaluate,
  type Plan,
  plan,
  type Result,
  sliceScatter,
  type Tensor,
  type TensorLike,
  type Type,
  tensorScatter,
} from '../../../web/lib/index.ts';
import { type Fresh, is } from './is.ts';

const floats = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const shared = { type: 'float32', dims: [2], data: new Float32Array(new SharedArrayBuffer(8)) } as const;
const bytes = { dims: [2], data: new Uint8Array(2) };
const pixels = { dims: [2], data: new Uint8ClampedArray(2) };
const bools = { type: 'bool', dims: [2], data: new Uint8Array(2) } as const;
const nibbles = { type: 'u4', dims: [2], data: new Uint8Array(1) } as const;
const texts = { dims: [1], data: ['a'] };
const constant = { dims: [1], data: ['a'] } as const;
const strided = { data: new Float32Array(6), shape: [3, 2], stride: [1, 3], offset: 0 };
const layout = { type: 'float32', dims: [2, 3] } as const;
const int64 = { type: 'int64', dims: [1], data: new BigInt64Array(1) };
const int8 = { type: 'int8', dims: [1], data: new Int8Array(1) };
declare const some: Tensor;
declare const many: Tensor<'float32'>[];
declare const readOnly: readonly Tensor<'float32', Float32Array<ArrayBuffer>>[];
declare const likes: TensorLike[];

type Floats = Result<'float32', Float32Array<ArrayBuffer>>;

// Type and class of what comes out are the first one's.
is<Floats>()(concat([floats, floats], 0), true);
is<Floats>()(concat([floats], -1n), true);
is<Floats>()(concat([floats, floats] as const, { dims: [], data: Int32Array.of(0) }), true);
is<Floats>()(concatFromSequence([floats, floats], { axis: 0, new_axis: 1 }), true);
is<Floats>()(sliceScatter(floats, floats, '0:1'), true);
is<Floats>()(tensorScatter(floats, floats), true);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>>()(concat([pixels, pixels], 0), true);
is<Result<'string', string[]>>()(concat([texts, constant], 0), true);
is<Floats>()(concat(readOnly, 0), true);
is<Fresh<'float32'>>()(concat(many, 0), true);
is<Fresh<'float32'>>()(concat([...many, ...readOnly], 0), true);
is<Fresh>()(concat([some, some], 0), true);
concat(likes, 0);
concatFromSequence(likes, { axis: 0 });

// One type has several names, and several classes.
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>>()(concat([pixels, bytes], 0), true);
is<Result<'uint8', Uint8Array<ArrayBuffer>>>()(concat([bytes, pixels], 0), true);
is<Floats>()(concat([floats, shared], 0), true);
is<Floats>()(concat([floats, strided], 0), true);
is<'u4'>()(tensorScatter(nibbles, { ...nibbles, type: 'uint4' }).type, true);
is<'f8e4m3'>()(
  sliceScatter({ ...nibbles, type: 'f8e4m3' }, { ...nibbles, type: 'float8e4m3fn' }, '0').type,
  true,
);
concat([floats, some], 0);
sliceScatter(floats, some, '0');
sliceScatter(pixels, bytes, '0');
tensorScatter(floats, shared);
// @ts-expect-error bytes are no floats
concat([floats, bytes], 0);
// @ts-expect-error nor as updates
sliceScatter(floats, bytes, '0');
// @ts-expect-error booleans are no integers, though their arrays are of one class
sliceScatter(bytes, bools, '0');
// @ts-expect-error no data
concat([floats, layout], 0);
// @ts-expect-error no list
concat(floats, 0);
// @ts-expect-error no axis
concat([floats]);

// The operator must have the type.
is<'u4'>()(concat([nibbles], 0, { domain: 'openvino' }).type, true);
// @ts-expect-error SliceScatter has no strings
sliceScatter(texts, texts, '0');
// @ts-expect-error TensorScatter no nf4
tensorScatter({ type: 'nf4', dims: [1, 1], data: new Uint8Array(1) }, nibbles);

// Parameters.
sliceScatter(floats, floats, { start: [0], stop: int8, step: Uint8Array.of(1), axes: null });
tensorScatter(floats, floats, { write_indices: int64, axis: -1, mode: 'circular' });
tensorScatter(floats, floats, { write_indices: [0], mode: null }, { opset: 24, out: new Float32Array(6) });
// @ts-expect-error the words are OpenVINO's
sliceScatter(floats, floats, { starts: [0], ends: [1] });
// @ts-expect-error step is missing
sliceScatter(floats, floats, { start: [0], stop: [1] });
// @ts-expect-error write_indices are int64
tensorScatter(floats, floats, { write_indices: int8 });
// @ts-expect-error not a mode
tensorScatter(floats, floats, { mode: 'cyclic' });
// @ts-expect-error axis is missing
concatFromSequence([floats], { new_axis: 1 });

// Options; a strided `out` is a part of a larger array.
concat([floats, floats], 0, { out: new Float32Array(12) });
concat([floats, floats], 0, {
  out: { data: new Float32Array(99), shape: [4, 3], stride: [8, -1], offset: 10 },
});
concat([floats, floats], 0, { out: { data: new Float32Array(12), strides: [3, 1] }, opset: 13 });
// @ts-expect-error strides are a list
tensorScatter(floats, floats, {}, { out: { data: new Float32Array(9), stride: 3 } });
// @ts-expect-error a join has no views
concat([floats], 0, { view: true });
// @ts-expect-error nor as a node
evaluate('Concat', [floats], { attributes: { axis: 0 }, view: 'strided' });
const joins = plan('Concat', [floats], { attributes: { axis: 0 } });
// @ts-expect-error nor as a plan
joins.run([floats], { view: true });
joins.run([floats], { view: false });
evaluate('Concat', [floats], { attributes: { axis: 0 }, view: undefined });
declare const operator: string;
evaluate(operator, [floats], { view: true });

// Writing in place gives the target.
is<typeof floats>()(assign(floats, '0', floats), true);
is<typeof strided>()(assign(strided, { starts: [0], ends: [1] }, floats), true);
is<Tensor>()(assign(some, '0', floats), true);
assign(nibbles, '0', { ...nibbles, type: 'uint4' });
assign(pixels, { starts: int64, ends: int64 }, bytes);
assign(texts, '0', constant);
// @ts-expect-error bytes are no floats
assign(floats, '0', bytes);
// @ts-expect-error nothing is written to constants
assign(constant, '0', texts);
// @ts-expect-error nor to nothing
assign(layout, '0', floats);
// @ts-expect-error the words are ONNX's
assign(floats, { start: [0], stop: [1], step: [1] }, floats);

// Nodes.
is<Floats[]>()(evaluate('Concat', [floats, floats, floats], { attributes: { axis: 0 } }), true);
is<Floats[]>()(evaluate('Concat', readOnly, { attributes: { axis: 0 }, opset: 13 }), true);
is<Fresh<'float32'>[]>()(evaluate('Concat', many, { attributes: { axis: 0 }, domain: 'openvino' }), true);
is<Floats[]>()(evaluate('Concat', [floats], { opset: 3 }), true);
is<Floats[]>()(
  evaluate('ConcatFromSequence', [[floats, floats]], { attributes: { axis: 0, new_axis: 1 } }),
  true,
);
is<Fresh<'float32'>[]>()(evaluate('ConcatFromSequence', [many], { attributes: { axis: 0 } }), true);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>[]>()(
  evaluate('ConcatFromSequence', [[pixels, bytes]], { attributes: { axis: 0 } }),
  true,
);
is<Floats[]>()(evaluate('SliceScatter', [floats, floats, [0], [1], [1]]), true);
is<Floats[]>()(
  evaluate('SliceScatter', [floats, shared, int8, [1], int64, null], { domain: 'openvino' }),
  true,
);
is<Floats[]>()(evaluate('TensorScatter', [floats, floats]), true);
// @ts-expect-error and a list
evaluate('ConcatFromSequence', floats, { attributes: { axis: 0 } });

// A name that both domains have is ONNX's, unless told.
evaluate('Slice', [floats, [0], [1]]);
evaluate('Slice', [floats, int8, [1], [1], int8], { domain: 'openvino', opset: 8 });
is<'u4'>()(evaluate('Slice', [nibbles, [0], [1], [1]], { domain: 'openvino' })[0].type, true);
evaluate('Split', [floats, 1], { domain: 'openvino', attributes: { num_splits: 3 } });

// Plans: no tensor needs data, and a list is run.
const planned = plan('Concat', [layout, layout], { attributes: { axis: 0 } });
is<Plan<'float32', 'join'>>()(planned, true);
is<Plan<'float32', 'join'>>()(
  plan('ConcatFromSequence', [[layout, floats]], { attributes: { axis: 0 } }),
  true,
);
is<Plan<'float32', 'join'>>()(plan('SliceScatter', [layout, layout, [0], [1], [1]]), true);
is<Plan<'float32', 'join'>>()(plan('TensorScatter', [layout, layout, [0]]), true);
is<Plan<'u4'>>()(plan('Slice', [{ type: 'u4', dims: [2] }, [0], [1], [1]], { domain: 'openvino' }), true);
is<Floats[]>()(planned.run([floats, floats]), true);
const out = planned.allocate();
is<Fresh<'float32'>[]>()(planned.run(many, { out }), true);
planned.run([floats, shared], { out: [new Float32Array(12)] });
is<number>()(planned.moves[0].streams[0].input, true);
is<number>()(plan('Slice', [layout, '0']).moves[0].streams[0].output, true);
// @ts-expect-error a list is joined
planned.run(floats);
// @ts-expect-error with data
planned.run([floats, layout]);
// @ts-expect-error out must have the class of the first one
planned.run([floats, floats], { out: [new Float64Array(12)] });
// @ts-expect-error a cut is run on one tensor
plan('Slice', [layout, '0']).run([floats]);

declare const op_type: string;
const either = plan(op_type, [some, null]);
is<number | undefined>()(either.moves[0].streams[0].output, true);
const stream = either.moves[0].streams[0];
if (stream.output === undefined) is<number>()(stream.input, true);

// Generic functions of a program.
export const all = <T extends Type>(list: Tensor<T>[]) => concat(list, 0);
export const assigned = <T extends Type>(a: Tensor<T>, b: Tensor<T>) => assign(a, '0', b);
export const node = <T extends Type>(a: Tensor<T>, b: Tensor<T>) =>
  evaluate('Concat', [a, b], { attributes: { axis: 0 } });
declare const a: Tensor<'float32'>;
is<Fresh<'float32'>>()(all([a]), true);
is<Tensor<'float32'>>()(assigned(a, a), true);
is<Fresh<'float32'>[]>()(node(a, a), true);
