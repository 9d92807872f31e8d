// What only some hosts have: Float16Array, URL, WebAssembly.Module, ImageData.
import { allocate, init, type Result, slice } from '../../../web/lib/index.ts';
import { is } from './is.ts';

const halves = { dims: [2], data: new Float16Array(2) };
is<Result<'float16', Float16Array<ArrayBuffer>>>()(slice(halves, '0'), true);
is<Result<'float16', Float16Array<ArrayBuffer>>>()(slice({ ...halves, type: 'float16' }, '0'), true);
slice(halves, '0', { out: new Float16Array(1) });
is<Float16Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>()(allocate('float16', [1]), true);
// @ts-expect-error float32 is not held by halves
slice({ ...halves, type: 'float32' }, '0');
// @ts-expect-error out must have the class of the input
slice(halves, '0', { out: new Uint16Array(1) });

// An image is a tensor, and may be written.
const image = new ImageData(2, 2);
is<'uint8'>()(slice(image, '0').type, true);
is<ImageData['data']>()(slice(image, '0').data, true);
slice({ dims: [2, 4, 4], data: new Uint8ClampedArray(32) }, ':, :2', { out: image });

init({ url: new URL('https://example.org/microtome.wasm') });
init({ module: new WebAssembly.Module(new Uint8Array(8)) });
