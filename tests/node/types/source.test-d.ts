// Cutting files: the element type of a layout and the class of `out` follow through.
import { slice as inMemory, plan } from '../../../web/lib/index.ts';
import {
  cost,
  gather,
  open,
  partition,
  parts,
  type Source,
  type Stored,
  save,
  slice,
  slices,
  split,
  splitToSequence,
  toBytes,
  variadicSplit,
} from '../../../web/lib/source.ts';
import { is } from './is.ts';

const bytes = new Uint8Array(24);
const opened = await open(bytes, {
  layout: { type: 'float32', dims: [2, 3], order: 'F', endian: 'big', at: 0 },
});
is<Source<'float32'>>()(opened, true);
const stored = opened.tensor();
is<Stored<'float32'>>()(stored, true);
is<'float32'>()(stored.type, true);
is<readonly number[]>()(stored.dims, true);
is<readonly string[]>()(opened.names, true);

const part = await slice(stored, '0, ::2');
is<'float32'>()(part.type, true);
is<Float32Array<ArrayBuffer>>()(part.data, true);
is<Float32Array<ArrayBuffer>>()((await slice(stored, { starts: [0], ends: [1] })).data, true);
is<Float32Array<ArrayBuffer>>()((await split(stored, { axis: 1, num_outputs: 3 }))[0].data, true);
is<3>()((await split(stored, { axis: 1, num_outputs: 3 })).length, true);
is<2>()((await split(stored, { axis: 1, split: [1, 2] })).length, true);
is<2>()((await variadicSplit(stored, 1, [1, -1])).length, true);
is<Float32Array<ArrayBuffer>>()((await splitToSequence(stored))[0].data, true);
is<Float32Array<ArrayBuffer>>()((await variadicSplit(stored, 1, [1, -1]))[0].data, true);
is<Float32Array<ArrayBuffer>>()((await slices(stored, ['0', { starts: [0], ends: [1] }]))[0].data, true);
is<Float32Array<ArrayBuffer>>()((await slice(stored, -1)).data, true);
is<Float32Array<ArrayBuffer>>()((await slices(stored, [0, 1n, '0']))[0].data, true);
is<Float32Array<ArrayBuffer>>()((await gather(stored, [0, -1n], { axis: 1 })).data, true);
is<'float32'>()((await gather(stored, { dims: [1, 1], data: Int32Array.of(0) }, null)).type, true);
// @ts-expect-error: batches are OpenVINO's
await gather(stored, [0], { batch_dims: 1 });
// @ts-expect-error: float32 is not written into uint8
await gather(stored, 0, {}, { out: new Uint8Array(3) });
is<number>()(cost(stored, { indices: Int32Array.of(0), axis: -1 }).bytes, true);
for await (const { type, data } of parts(stored, ':', { maxBytes: 8 })) {
  is<'float32'>()(type, true);
  is<Float32Array<ArrayBuffer>>()(data, true);
}
is<{ requests: number; bytes: number; useful: number }>()(cost(stored, ['0', '1']), true);
is<number>()(cost(stored, 1).bytes + cost(stored, [0, 1n]).bytes, true);
is<string[]>()(partition(stored, 0, 4n), true);
parts(stored, 0n);
is<string[]>()(partition(stored, { starts: [0], ends: [1] }, 4n, { axis: -1 }), true);
is<'float32'>()(plan('Slice', [stored, '0']).outputs[0].type, true);

const pixels = (await open(bytes, { layout: { type: 'uint8', dims: [24] } })).tensor();
is<Uint8Array<ArrayBuffer>>()((await slice(pixels, ':')).data, true);
is<Uint8ClampedArray<ArrayBuffer>>()(
  (await slice(pixels, ':', { out: new Uint8ClampedArray(24) })).data,
  true,
);
await slice(pixels, ':', { out: { data: new Uint8Array(48), shape: [24], stride: [2], offset: 0 } });
// @ts-expect-error: float32 is not written into uint8
await slice(stored, '0', { out: new Uint8Array(3) });

const any = await open(
  { size: 24, read: async (at, length) => bytes.slice(at, at + length) },
  { format: 'npy', gap: 0 },
);
const unknown = await slice(any.tensor('x'), '0', { onprogress: ({ bytes, total }) => void (bytes / total) });
is<number>()(unknown.data.length, true);
is<number[]>()(inMemory(unknown, '0').dims, true);
// The type that the file says tells the class of what is cut.
const weights = any.tensor('x');
if (weights.type === 'float32') {
  is<Float32Array<ArrayBuffer>>()((await slice(weights, '0')).data, true);
  is<Float32Array<ArrayBuffer>>()((await split(weights, { num_outputs: 2 }))[0].data, true);
  for await (const { data } of parts(weights, ':')) is<Float32Array<ArrayBuffer>>()(data, true);
} else if (weights.type === 'int64') is<BigInt64Array<ArrayBuffer>>()((await gather(weights, 0)).data, true);
cost(weights, '0');
plan('Slice', [weights, '0']);
is<Float32Array<ArrayBuffer>>()((await slice(weights, '0', { out: new Float32Array(3) })).data, true);
// @ts-expect-error: no such format
await open(bytes, { format: 'tiff' });
// @ts-expect-error: no such type
await open(bytes, { layout: { type: 'float31', dims: [1] } });
// @ts-expect-error: a tensor in memory is not in a file
await slice({ type: 'float32', dims: [1], data: new Float32Array(1) }, '0');
declare const web: never; // a WritableStream, which the language alone does not have
await save(stored, ':', web);
await save(stored, 0, web);
await save(weights, ':', web);
await save({ dims: [1], data: new Float32Array(1) }, web, { format: 'safetensors', name: 'x' });
declare const node: {
  write: (chunk: string | Uint8Array) => boolean;
  on: (event: string, listener: () => void) => object;
};
await save(stored, node, { preventClose: true });
is<Uint8Array<ArrayBuffer>>()(toBytes({ dims: [1], data: new Float32Array(1) }, { format: 'raw' }), true);
// @ts-expect-error: no such format
await save(stored, ':', web, { format: 'tiff' });
