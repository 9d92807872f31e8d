// Files that outputs are saved in: .npy, .pb and .wav.
import type { Type } from '../../../lib/index.ts';
import { fromTensor } from '../../../shared/onnx/model.js';
import { encode } from '../../../shared/onnx/wire.js';
import type { Made } from '../cut.ts';
import { bytesOf } from './open.ts';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** The header is padded so that the data begins at a multiple of this. */
const ALIGNMENT = 64;

/** NumPy's `descr` of each type that .npy has; ml_dtypes reads the last ones. */
const DESCRS: Partial<Record<Type, string>> = {
  bool: '|b1', int8: '|i1', uint8: '|u1', int16: '<i2', uint16: '<u2', int32: '<i4', uint32: '<u4', int64: '<i8',
  uint64: '<u8', float16: '<f2', float32: '<f4', float64: '<f8', complex64: '<c8', complex128: '<c16', bfloat16: '|V2',
  f8e4m3: '|V1', f8e5m2: '|V1', f8e8m0: '|V1',
}; // biome-ignore format: a table

/**
 * A file of NumPy's, version 1.0. The library's `save` has only the types that NumPy has.
 * @param tensor row-major, or in Fortran order
 * @returns parts of a file
 * @throws {RangeError} for a type that .npy does not have
 */
export function writeNpy(
  { type, dims, data }: Made,
  { fortran_order = false }: { fortran_order?: boolean } = {},
): Uint8Array<ArrayBuffer>[] {
  const descr = DESCRS[type];
  if (descr === undefined) throw new RangeError(`.npy has no element type for ${type}.`);
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const dict = `{'descr': '${descr}', 'fortran_order': ${fortran_order ? 'True' : 'False'}, 'shape': (${shape}), }`;
  const length = Math.ceil((10 + dict.length + 1) / ALIGNMENT) * ALIGNMENT - 10;
  const head = new TextEncoder().encode(`${dict.padEnd(length - 1)}\n`);
  const start = Uint8Array.of(...MAGIC, 1, 0, length & 0xff, length >> 8);
  return [start, head, bytesOf(data)];
}

/** A file that holds an ONNX TensorProto. @param tensor row-major */
export const writeTensorProto = (tensor: Made & { name?: string }) =>
  encode('TensorProto', fromTensor(tensor.name ?? '', tensor)) as Uint8Array<ArrayBuffer>;

const u16 = (...numbers: number[]) => Uint16Array.from(numbers);
const u32 = (...numbers: number[]) => Uint32Array.from(numbers);
const IEEE_FLOAT = 3;

/** A .wav file of floats, which keep every sample. @param samples interleaved */
export const writeWav = (samples: Float32Array<ArrayBuffer>, { channels, rate }: { channels: number, rate: number }) =>
  new Blob([
    'RIFF', u32(50 + samples.byteLength), 'WAVEfmt ', u32(18), u16(IEEE_FLOAT, channels), u32(rate, 4 * channels * rate),
    u16(4 * channels, 32, 0), 'fact', u32(4, samples.length / channels), 'data', u32(samples.byteLength), samples,
  ], { type: 'audio/wav' }); // biome-ignore format: a table

/** The sample rate of a .wav file: decoding at another would change the samples. @param file any */
export function rateOfWav(file: ArrayBuffer) {
  const head = new TextDecoder('latin1').decode(file.slice(0, 28));
  return /^RIFF.{4}WAVEfmt .{12}$/s.test(head) ? new DataView(file).getUint32(24, true) : null;
}
