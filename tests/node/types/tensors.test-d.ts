// Tensors: which arrays hold which type, and what comes out for what went in.
import {
  allocate,
  init,
  plan,
  type Result,
  release,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from '../../../web/lib/index.ts';
import { is } from './is.ts';

const floats = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const pixels = { dims: [2, 2, 4], data: new Uint8ClampedArray(16) };
const halves = { dtype: 'float16', shape: [2], data: new Uint16Array(2) } as const;
const nibbles = { type: 'uint4', dims: [2], data: new Uint8Array(1) } as const;
const texts = { dims: [1], data: ['a'] };
const strided = { data: new Int16Array(6), shape: [3, 2], stride: [1, 3], offset: 0 };

// Type and class of what comes out are those of what went in.
is<Result<'float32', Float32Array<ArrayBuffer>>>()(slice(floats, '0'), true);
is<number[]>()(slice(floats, '0').dims, true);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>>()(slice(pixels, '0'), true);
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>>()(
  slice({ type: 'uint8', dims: [1], data: new Uint8ClampedArray(1) }, '0'),
  true,
);
is<Result<'float16', Uint16Array<ArrayBuffer>>>()(slice(halves, '0'), true);
is<Result<'uint4', Uint8Array<ArrayBuffer>>>()(variadicSplit(nibbles, 0, [1, 1])[0], true);
is<'u4'>()(variadicSplit({ ...nibbles, type: 'u4' }, 0, [1, 1])[0].type, true);
is<'int4'>()(variadicSplit({ dtype: 'int4', shape: [2], data: new Uint8Array(1) }, 0, [2])[0].type, true);
is<'int4'>()(plan('VariadicSplit', [{ type: 'int4', dims: [2] }, 0, [2]]).outputs[0].type, true);
variadicSplit(nibbles, 0, [2], { out: { type: 'u4', data: new Uint8Array(1) } });
is<Result<'string', string[]>>()(slice(texts, '0'), true);
is<Result<'string', string[]>>()(slice({ dims: [1], data: ['a'] } as const, '0'), true);
is<Result<'int16', Int16Array<ArrayBuffer>>>()(slice(strided, '0'), true);
is<'int64'>()(slice({ dims: [1], data: new BigInt64Array(1) }, '0').type, true);
is<'bool'>()(slice({ type: 'bool', dims: [1], data: new Uint8Array(1) }, '0').type, true);
// New arrays are not in the memory that the input shares.
is<Result<'float32', Float32Array<ArrayBuffer>>>()(
  slice({ dims: [1], data: new Float32Array(new SharedArrayBuffer(4)) }, '0'),
  true,
);

// Of all calls.
is<Float32Array<ArrayBuffer>>()(split(floats, { axis: 0, num_outputs: 2 })[0].data, true);
is<Float32Array<ArrayBuffer>>()(splitToSequence(floats, { keepdims: 0 })[0].data, true);
is<Float32Array<ArrayBuffer>>()(variadicSplit(floats, 1, [-1, 1])[0].data, true);

// A subclass becomes its class, as it does when it runs.
class Bytes extends Uint8Array {
  own = 1;
}
is<Uint8Array<ArrayBuffer>>()(slice({ dims: [1], data: new Bytes(1) }, '0').data, true);

// What comes out goes in again.
slice(slice(floats, '0:1'), { starts: [0], ends: [1] });
for (const row of splitToSequence(slice(pixels, '0'))) slice(row, '...');

// The data must be of a class that holds the type.
// @ts-expect-error float32 is not held by bytes
slice({ type: 'float32', dims: [2], data: new Uint8Array(2) }, '0');
// @ts-expect-error float16 is held by Float16Array or Uint16Array
slice({ type: 'float16', dims: [2], data: new Float32Array(2) }, '0');
// @ts-expect-error string is held by an array of strings
slice({ type: 'string', dims: [2], data: new Uint8Array(2) }, '0');
// @ts-expect-error and only string
slice({ type: 'uint8', dims: [2], data: ['a', 'b'] }, '0');
// @ts-expect-error packed types are held by Uint8Array
split({ type: 'u4', dims: [2], data: new Uint8ClampedArray(1) }, { num_outputs: 2 });
// @ts-expect-error an array of numbers holds no tensor
slice({ dims: [2], data: [1, 2] }, '0');

// The operator must have the type.
// @ts-expect-error VariadicSplit has no complex64
variadicSplit({ type: 'complex64', dims: [1], data: new Float32Array(2) }, 0, [1]);
// @ts-expect-error Slice has no packed types
slice({ type: 'u4', dims: [2], data: new Uint8Array(1) }, '0');

// And all else of a tensor must be one's.
// @ts-expect-error no data
slice({ type: 'float32', dims: [2] }, '0');
// @ts-expect-error no such type
slice({ type: 'float33', dims: [2], data: new Float32Array(2) }, '0');
// @ts-expect-error no such type
slice({ dtype: 'i32', shape: [2], data: new Int32Array(2) }, '0');
// @ts-expect-error a class is no name of a type
slice({ dtype: Float32Array, shape: [2], data: new Float32Array(2) }, '0');
// @ts-expect-error dims are sizes
slice({ dims: '2', data: new Float32Array(2) }, '0');
// @ts-expect-error strides are a list
slice({ dims: [2], strides: 1, data: new Float32Array(2) }, '0');
// Dims of a result are the caller's own.
slice(floats, '0').dims.push(1);

// An image has a width and a height in place of dims.
is<'uint8'>()(slice({ data: new Uint8ClampedArray(16), width: 2, height: 2 }, '0').type, true);
// @ts-expect-error which are numbers
slice({ data: new Uint8ClampedArray(16), width: '2', height: 2 }, '0');

// Arrays of the arena.
init({ arena: 1 << 20 });
is<Float32Array<ArrayBuffer>>()(allocate('float32', [2, 3]), true);
is<Uint8Array<ArrayBuffer>>()(allocate('uint8', Int32Array.of(2)), true);
release(allocate('float16', [1]));
slice({ dims: [2], data: allocate('int8', [2]) }, '0', { out: allocate('int8', [1]) });
// @ts-expect-error strings are not in one memory
allocate('string', [1]);
// @ts-expect-error no element type
allocate('f32', [1]);
// @ts-expect-error no array
release([1]);
