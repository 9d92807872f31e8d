// `microtome/formats`: the readers of all file formats, and all else that `microtome/source` loads when it is needed, for hosts that cannot
// load it later. To import it is to use it.
import * as asked from './source/asked.ts';
import { decoderOf } from './source/formats/decoders.ts';
import { readGguf } from './source/formats/gguf.ts';
import { FORMAT_NAMES } from './source/formats/known.ts';
import { readNpy } from './source/formats/npy.ts';
import { readFields } from './source/formats/npy_fields.ts';
import { readNpz } from './source/formats/npz.ts';
import { readOnnx } from './source/formats/onnx.ts';
import * as constants from './source/formats/onnx_constants.ts';
import { refuseOther } from './source/formats/others.ts';
import {
  ASKED,
  brought,
  CONSTANTS,
  DECODERS,
  FIELDS,
  filesOf,
  PACKED,
  SELDOM,
} from './source/formats/parts.ts';
import { readSafetensors } from './source/formats/safetensors.ts';
import * as seldom from './source/seldom.ts';
import * as unpacked from './source/unpacked.ts';

const READERS = {
  npy: readNpy,
  npz: readNpz,
  safetensors: readSafetensors,
  gguf: readGguf,
  onnx: readOnnx,
  other: refuseOther(FORMAT_NAMES),
};
for (const [name, read] of Object.entries(READERS)) brought.set(filesOf(name), read);

const PARTS = {
  [CONSTANTS]: constants,
  [DECODERS]: decoderOf,
  [FIELDS]: readFields,
  [PACKED]: unpacked,
  [ASKED]: asked,
  [SELDOM]: seldom,
};
for (const [name, part] of Object.entries(PARTS)) brought.set(name, part);
