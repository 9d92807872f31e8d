// Parameters of the four calls by name, and their options.
import {
  init,
  type SliceSpec,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from '../../../web/lib/index.ts';
import { is } from './is.ts';

const floats = { type: 'float32', dims: [2, 3], data: new Float32Array(6) } as const;
const pixels = { dims: [2, 2, 4], data: new Uint8ClampedArray(16) };

// Integers in every form.
slice(floats, { starts: [0n], ends: Int32Array.of(1), axes: null, steps: [1] });
slice(floats, { starts: { type: 'int64', dims: [1], data: BigInt64Array.of(0n) }, ends: [2 ** 31 - 1] });
split(floats, { axis: 1n, split: Uint8Array.of(1, 2) });
split(floats, { axis: { dims: [], data: Int32Array.of(1) }, num_outputs: 2n });
splitToSequence(floats, { split: [1, 1], axis: null });
variadicSplit(floats, 0, [1, -1] as const);
variadicSplit(floats, [0], BigInt64Array.of(2n));
const spec: SliceSpec = { starts: [0], ends: [1] };
spec.steps = [1];
slice(floats, spec);

// Names, and what each takes.
// @ts-expect-error no spec
slice(floats);
// @ts-expect-error starts are missing
slice(floats, { ends: [1] });
// @ts-expect-error not a name
slice(floats, { starts: [0], ends: [1], stride: [1] });
// @ts-expect-error strings are no integers
slice(floats, { starts: ['0'], ends: [1] });
// @ts-expect-error a string is no list
slice(floats, { starts: '0', ends: [1] });
// @ts-expect-error not a name
split(floats, { axes: 0, num_outputs: 2 });
// @ts-expect-error a string is no integer
split(floats, { num_outputs: '2' });
// @ts-expect-error keepdims is no parameter of Split
split(floats, { keepdims: 0, num_outputs: 2 });
// @ts-expect-error lengths are missing
variadicSplit(floats, 0);

// The opset says which there are.
slice(floats, { starts: [0], ends: [1], steps: [2] }, { opset: 99 });
split(floats, { num_outputs: 2 }, { opset: 2 });
// @ts-expect-error opset is an integer
split(floats, { num_outputs: 2 }, { opset: 'newest' });

// Options.
slice(floats, '0', { out: new Float32Array(3), view: true });
slice(floats, '0', { out: new Float32Array(new SharedArrayBuffer(12)) });
slice({ dims: [1], data: ['a'] }, '0:', { out: ['b'] });
split(
  floats,
  { axis: 0, num_outputs: 2 },
  { out: [new Float32Array(3), { type: 'float32', data: new Float32Array(3) }] },
);
// @ts-expect-error out must have the class of the input
slice(floats, '0', { out: new Float64Array(3) });
// OpenVINO's Slice has its own words.
slice(floats, { start: [0], stop: [1], step: [1] }, { domain: 'openvino' });
slice(floats, '0', { domain: 'openvino' });
// @ts-expect-error which ONNX's has not
slice(floats, { start: [0], stop: [1], step: [1] });
slice(floats, 0);
slice(floats, -1n, { view: 'strided' }).stride.push(1);
// @ts-expect-error no boolean
slice(floats, true);
// Bytes are bytes, clamped or not.
slice(pixels, '0', { out: new Uint8Array(8) });
// @ts-expect-error not an option
slice(floats, '0', { inplace: true });
// @ts-expect-error view is a boolean
slice(floats, '0', { view: 'always' });

// Loading.
is<Promise<void>>()(init(), true);
init({ bytes: new Uint8Array(1) });
init({ url: 'https://example.org/microtome.wasm' });
// @ts-expect-error not a way to load
init({ path: 'microtome.wasm' });
// @ts-expect-error bytes are no list
init({ bytes: [0, 97, 115, 109] });
