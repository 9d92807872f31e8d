// What the types promise. Not run: tsc compiles it, and every @ts-expect-error must be one.
import {
  allocate,
  evaluate,
  init,
  MicrotomeError,
  operators,
  plan,
  release,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from '../../web/lib/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles if and only if the value's type is exactly this. */
const is =
  <Wanted>() =>
  <Given>(_value: Given, _same: Same<Given, Wanted>) => {};

const floats = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const pixels = { dims: [2, 2, 4], data: new Uint8ClampedArray(16) };
const halves = { dtype: 'float16', shape: [2], data: new Uint16Array(2) } as const;
const nibbles = { type: 'uint4', dims: [2], data: new Uint8Array(1) } as const;
const texts = { dims: [1], data: ['a'] };
const strided = { data: new Int16Array(6), shape: [3, 2], stride: [1, 3], offset: 0 };

// Type and class of what comes out are those of what went in.
is<'float32'>()(slice(floats, '0').type, true);
is<Float32Array<ArrayBuffer>>()(slice(floats, '0').data, true);
is<readonly number[]>()(slice(floats, '0').dims, true);
is<'uint8'>()(slice(pixels, '0').type, true);
is<Uint8ClampedArray<ArrayBuffer>>()(slice(pixels, '0').data, true);
is<'float16'>()(slice(halves, '0').type, true);
is<Uint16Array<ArrayBuffer>>()(slice(halves, '0').data, true);
is<'u4'>()(variadicSplit(nibbles, 0, [1, 1])[0].type, true);
is<'string'>()(slice(texts, '0').type, true);
is<string[]>()(slice(texts, '0').data, true);
is<'int16'>()(slice(strided, '0').type, true);
is<'int64'>()(slice({ dims: [1], data: new BigInt64Array(1) }, '0').type, true);

// All calls.
is<Float32Array<ArrayBuffer>>()(split(floats, { axis: 0, num_outputs: 2 })[0].data, true);
is<Float32Array<ArrayBuffer>>()(splitToSequence(floats, { keepdims: 0 })[0].data, true);
is<Float32Array<ArrayBuffer>>()(splitToSequence(floats)[0].data, true);
is<Float32Array<ArrayBuffer>>()(variadicSplit(floats, 1, [-1, 1])[0].data, true);
is<Float32Array<ArrayBuffer>>()(evaluate('Slice', [floats, [0], [1]])[0].data, true);
is<Promise<void>>()(init(), true);
init({ url: new URL('https://example.org/microtome.wasm') });
init({ bytes: new Uint8Array(1) });

// What comes out goes in again.
slice(slice(floats, '0:1'), { starts: [0], ends: [1] });
for (const row of splitToSequence(slice(pixels, '0'))) slice(row, '...');

// Integers in every form.
slice(floats, { starts: [0n], ends: Int32Array.of(1), axes: null, steps: [1] });
slice(
  floats,
  { starts: { type: 'int64', dims: [1], data: BigInt64Array.of(0n) }, ends: [2 ** 31 - 1] },
  { opset: 13 },
);
evaluate('Slice', [floats, [0], [1], null, [1]], { opset: 11n, domain: '', attributes: {} });
evaluate('Split', [floats], { attributes: { axis: 1, num_outputs: 2n }, num_outputs: 2 });

// Options.
slice(floats, '0', { out: new Float32Array(3), view: true });
split(
  floats,
  { axis: 0, num_outputs: 2 },
  { out: [new Float32Array(3), { type: 'float32', data: new Float32Array(3) }] },
);

// Plans.
const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [0], [2]], { opset: 13 });
is<'uint8'>()(planned.outputs[0].type, true);
is<string>()(planned.explain(), true);
is<Uint8ClampedArray<ArrayBuffer>>()(
  planned.run({ dims: [4], data: new Uint8ClampedArray(4) })[0].data,
  true,
);
is<'uint8'>()(
  planned.run({ dims: [4], data: new Uint8Array(4) }, { out: [new Uint8Array(2)] })[0].type,
  true,
);

// The table, and errors.
is<number>()(operators()[0].since_version, true);
is<string>()(operators()[0].inputs[0].name, true);
const error = new MicrotomeError('bad_axis', 'Split-18', 'axis', 'Split-18: axis: ...');
is<boolean>()(error.code === 'bad_axis', true);
is<string>()(error.param, true);
const thrown: Error = error;
void thrown;

// Mistakes that the compiler finds.
// @ts-expect-error no spec
slice(floats);
// @ts-expect-error ends are missing
slice(floats, { starts: [0] });
// @ts-expect-error not a name
slice(floats, { starts: [0], ends: [1], stride: [1] });
// @ts-expect-error not integers
slice(floats, { starts: ['0'], ends: [1] });
// @ts-expect-error no data
slice({ type: 'float32', dims: [2] }, '0');
// @ts-expect-error no such type
slice({ type: 'float33', dims: [2], data: new Float32Array(2) }, '0');
// @ts-expect-error an array of numbers holds no tensor
slice({ dims: [2], data: [1, 2] }, '0');
// @ts-expect-error dims are sizes
slice({ dims: '2', data: new Float32Array(2) }, '0');
// @ts-expect-error lengths are missing
variadicSplit(floats, 0);
// @ts-expect-error inputs are a list
evaluate('Slice', floats);
// @ts-expect-error opset is an integer
split(floats, { num_outputs: 2 }, { opset: 'newest' });
// @ts-expect-error the table is not to be changed
operators().push(operators()[0]);
// @ts-expect-error dims are not to be changed
slice(floats, '0').dims.push(1);
// @ts-expect-error not a code
void (error.code === 'bad_axes');
// @ts-expect-error not a way to load
init({ path: 'microtome.wasm' });

// Arrays of the arena.
init({ arena: 1 << 20 });
is<Float32Array<ArrayBufferLike>>()(allocate('float32', [2, 3]), true);
is<Uint8Array<ArrayBufferLike>>()(allocate('uint8', Int32Array.of(2)), true);
is<Uint8Array<ArrayBufferLike>>()(allocate('uint4', []), true);
is<BigInt64Array<ArrayBufferLike>>()(allocate('int64', [1]), true);
release(allocate('float16', [1]));
slice({ dims: [2], data: allocate('int8', [2]) }, '0', { out: allocate('int8', [1]) });
// @ts-expect-error strings do not lie in memory
allocate('string', [1]);
// @ts-expect-error no element type
allocate('f32', [1]);
// @ts-expect-error no array
release([1]);
