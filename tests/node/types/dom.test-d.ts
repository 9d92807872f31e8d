// Results go into the DOM's calls as they are.
import {
  allocate,
  concat,
  gather,
  pad,
  plan,
  type Result,
  rearrange,
  slice,
  split,
} from '../../../web/lib/index.ts';
import { open, slice as sliceStored, toBytes } from '../../../web/lib/source.ts';
import { is } from './is.ts';

declare const pixels: { dims: number[]; data: Uint8ClampedArray<ArrayBufferLike> };
declare const bytes: { dims: number[]; data: Uint8Array<ArrayBufferLike> };
declare const floats: { dims: number[]; data: Float32Array<ArrayBufferLike> };
declare const channel: AudioBuffer;
declare const gl: WebGL2RenderingContext;
declare const context: CanvasRenderingContext2D;

// An image, from clamped bytes, and from any bytes by `out`.
context.putImageData(new ImageData(slice(pixels, '0').data, 2, 2), 0, 0);
const image = new ImageData(2, 2);
context.putImageData(new ImageData(concat([bytes, bytes], 0, { out: image }).data, 2, 2), 0, 0);
const clamped = new Uint8ClampedArray(16);
const out = rearrange(floats, 'n -> n', { to: 'uint8', out: clamped });
is<Result<'uint8', Uint8ClampedArray<ArrayBuffer>>>()(out, true);
new ImageData(out.data, 2, 2);
new ImageData(plan('Slice', [{ type: 'uint8', dims: [16] }, '0:16']).allocate(clamped)[0], 2, 2);
const u: Uint8Array = rearrange(floats, 'n -> n', { to: 'uint8' }).data;

// Sound, files, pictures.
channel.copyToChannel(rearrange(floats, 'n -> n', { to: 'float32' }).data.subarray(0, 128), 0);
channel.copyToChannel(slice(floats, ':128').data, 0);
channel.copyToChannel(split(floats, { num_outputs: 2 })[1].data, 1);
const planned = plan('Slice', [{ type: 'float32', dims: [4] }, '1:3']);
new Blob([
  slice(floats, '0').data,
  gather(bytes, [0]).data,
  pad(floats, [1, 1]).data,
  planned.allocate()[0],
  planned.run(floats)[0].data,
  planned.bind(floats)()[0].data,
  allocate('float32', [4]),
  toBytes({ dims: [1], data: u }),
]);
gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 2, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, slice(pixels, '0').data);
gl.bufferData(gl.ARRAY_BUFFER, slice(floats, '0').data, gl.STATIC_DRAW);
export const fetched = async () => {
  const stored = (await open(u, { layout: { type: 'float32', dims: [4] } })).tensor();
  channel.copyToChannel((await sliceStored(stored, ':')).data, 0);
};

// WebGPU and onnxruntime, by their own words.
declare const queue: {
  writeBuffer(buffer: object, offset: number, data: Float32Array<ArrayBuffer> | ArrayBuffer): void;
};
declare class OrtTensor {
  constructor(type: 'float32', data: Float32Array | readonly number[], dims?: readonly number[]);
}
declare class TransformersTensor {
  constructor(type: 'float32', data: Float32Array, dims: number[]);
}
const row = slice(floats, '0');
queue.writeBuffer({}, 0, row.data);
new OrtTensor('float32', row.data, row.dims);
new TransformersTensor('float32', row.data, row.dims);

// A view of shared memory is shared.
declare const shared: { dims: number[]; data: Float32Array<SharedArrayBuffer> };
is<Float32Array<SharedArrayBuffer>>()(slice(shared, '0', { view: 'strided' }).data, true);
is<number[]>()(slice(shared, '0', { view: 'strided' }).stride, true);
is<number>()(slice(shared, '0', { view: 'strided' }).offset, true);
