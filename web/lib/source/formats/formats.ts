// The file formats that `open` knows. To add a format, add its file, its first bytes in `magic.ts`, its row here and
// in `../../formats.ts`, a test, and a row in docs/source.md.
import type { Format } from './format.ts';
import { isGguf, isNpy, isSafetensors, isSafetensorsIndex, isZip, mayBeOnnx } from './magic.ts';
import { readNpyFile } from './npy.ts';

/**
 * The first one that matches is used. ONNX has no magic number, so it is last. The reader of .npy files is always
 * there, because NumPy's are the smallest, and others need it.
 */
export const FORMATS: readonly Format[] = [
  { name: 'npy', matches: isNpy, load: async () => readNpyFile },
  { name: 'npz', matches: isZip, load: async () => (await import('./npz.ts')).readNpz },
  {
    name: 'safetensors',
    matches: isSafetensors,
    matchesText: isSafetensorsIndex,
    load: async () => (await import('./safetensors.ts')).readSafetensors,
  },
  { name: 'gguf', matches: isGguf, load: async () => (await import('./gguf.ts')).readGguf },
  { name: 'onnx', matches: mayBeOnnx, load: async () => (await import('./onnx.ts')).readOnnx },
];

export const FORMAT_NAMES = FORMATS.map(({ name }) => name).join(', ');
