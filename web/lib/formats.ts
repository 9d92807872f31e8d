// `microtome/formats`: the readers of all file formats, for hosts that cannot load them later. To import it is to use it.
import { readGguf } from './source/formats/gguf.ts';
import { FORMAT_NAMES, readers } from './source/formats/known.ts';
import { readNpz } from './source/formats/npz.ts';
import { readOnnx } from './source/formats/onnx.ts';
import { refuseOther } from './source/formats/others.ts';
import { readSafetensors } from './source/formats/safetensors.ts';

for (const [name, read] of Object.entries({
  npz: readNpz,
  safetensors: readSafetensors,
  gguf: readGguf,
  onnx: readOnnx,
  other: refuseOther(FORMAT_NAMES),
}))
  readers.set(name, read);
