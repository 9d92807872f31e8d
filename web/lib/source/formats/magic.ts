// The first bytes of files, by which `open` knows a format before its reader is loaded.
import type { Type } from '../../types.ts';
import { viewOf } from './check.ts';

export const NPY = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const GGUF = [0x47, 0x47, 0x55, 0x46];
/** A ZIP file begins with a member, or with its end if it has none. */
const ZIP = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];
/**
 * Protobuf has no magic number. Writers begin with a model's first two fields, or with a tensor's dims, type
 * or name.
 */
const ONNX = [0x08, 0x0a, 0x10, 0x12, 0x42];

const begins = (start: Uint8Array, bytes: readonly number[]) => bytes.every((byte, i) => byte === start[i]);

export const isNpy = (start: Uint8Array) => begins(start, NPY);
export const isGguf = (start: Uint8Array) => begins(start, GGUF);
export const isZip = (start: Uint8Array) => ZIP.some((bytes) => begins(start, bytes));
/** A BMP picture begins like a name of 77 characters, but no name has zeros. */
export const mayBeOnnx = (start: Uint8Array) =>
  ONNX.includes(start[0]) && !(start[1] === 0x4d && !start[6] && start[0] === 0x42);

/** A safetensors file begins with the length of its header; beyond this, the bytes are hardly a length. */
const LIKELY_HEADER = 2 ** 32;

export const lengthIn = (start: Uint8Array) => Number(viewOf(start).getBigUint64(0, true));
export const isSafetensors = (start: Uint8Array) => start[8] === 0x7b && lengthIn(start) <= LIKELY_HEADER;

/** A text without a byte order mark, and without blanks at its ends. */
export const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();

/** Is it the index of a safetensors model in several files? */
export const isSafetensorsIndex = (start: Uint8Array) =>
  /^\{(\s*"metadata"|.*"weight_map")\s*:/s.test(textOf(start));

export const TYPES: ReadonlyMap<string, Type> = new Map(
  Object.entries<Type>({
    BOOL: 'bool', U8: 'uint8', I8: 'int8', U16: 'uint16', I16: 'int16', U32: 'uint32', I32: 'int32', U64: 'uint64',
    I64: 'int64', F16: 'float16', BF16: 'bfloat16', F32: 'float32', F64: 'float64', C64: 'complex64',
    F8_E4M3: 'f8e4m3', F8_E5M2: 'f8e5m2', F8_E8M0: 'f8e8m0', F4: 'f4e2m1',
  }),
); // biome-ignore format: a table

/** Bytes that are looked at: in a file of tensors, these are not all text. */
const FEW = 256;

/** The first words of a file that is text, such as a server's error page, which could pass for ONNX; '' if it is none. */
export function textAt(start: Uint8Array): string {
  const bytes = start.subarray(0, FEW);
  if (bytes.includes(0)) return ''; // as in nearly every file of tensors, and sooner than a decoder would say it
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    const words = text.replace(/\s+/g, ' ').trim();
    return [...words].some((each) => each < ' ') ? '' : words; // JSON may have other control characters
  } catch {
    return ''; // not UTF-8
  }
}
