// `microtome/formats`: the readers of all file formats, and what decodes quantized tensors, for hosts that cannot load them later. To import it is to use it.
import { decoderOf } from './source/formats/decoders.ts';
import { DECODERS, readGguf } from './source/formats/gguf.ts';
import { FORMAT_NAMES } from './source/formats/known.ts';
import { readNpyFile } from './source/formats/npy.ts';
import { readNpz } from './source/formats/npz.ts';
import { readOnnx } from './source/formats/onnx.ts';
import { refuseOther } from './source/formats/others.ts';
import { brought } from './source/formats/parts.ts';
import { readSafetensors } from './source/formats/safetensors.ts';

for (const [name, part] of Object.entries({
  npy: readNpyFile,
  npz: readNpz,
  safetensors: readSafetensors,
  gguf: readGguf,
  onnx: readOnnx,
  other: refuseOther(FORMAT_NAMES),
  [DECODERS]: decoderOf,
}))
  brought.set(name, part);
