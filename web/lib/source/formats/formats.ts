// The file formats that `open` knows, one file each. To add a format, add its file and its row here, a test,
// and a row in docs/source.md.
import type { Format } from './format.ts';
import { gguf } from './gguf.ts';
import { npy } from './npy.ts';
import { npz } from './npz.ts';
import { onnx } from './onnx.ts';
import { safetensors } from './safetensors.ts';

/** The first one that matches is used. ONNX has no magic number, so it is last. */
export const FORMATS: readonly Format[] = [npy, npz, safetensors, gguf, onnx];

export const FORMAT_NAMES = FORMATS.map(({ name }) => name).join(', ');
