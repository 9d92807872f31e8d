// Files of other kinds that people try to open: what they are, and how to get one that is read. A kind is a row.
import { Mistake } from '../../base/mistake.ts';
import { quote } from './check.ts';
import type { Read } from './format.ts';
import { textAt } from './magic.ts';
import { POINTER, POINTER_IS } from './pointer.ts';

const SAVE = 'save it with numpy.save';
const HDF5 =
  "an HDF5 file; save its datasets with numpy.save, or read a contiguous one by a layout at h5py's dataset.id.get_offset()";
const TIFF = `a TIFF picture; read it with tifffile in Python, and ${SAVE}`;

/** Where some characters are, and what a file with them is. */
const KINDS: readonly (readonly [at: number, characters: string, what: string])[] = [
  [0, '\x80', "a pickle, such as PyTorch's .pt; load it in Python and save it with safetensors"],
  [4, 'ORTM', 'an ORT model; open the .onnx model that it was made from'],
  [4, 'TFL3', 'a TensorFlow Lite model; open the model that it was made from'],
  [0, '\x89HDF', HDF5],
  [512, '\x89HDF', HDF5], // MATLAB's 7.3 files have a text before it
  [0, 'MATLAB 5.0', `a MATLAB file; read it with scipy.io.loadmat in Python, and ${SAVE}`],
  [0, 'PAR1', `a Parquet file; read it with pyarrow in Python, and ${SAVE}`],
  [0, 'ARROW1', `an Arrow file; read it with pyarrow in Python, and ${SAVE}`],
  [0, 'SIMPLE  =', 'a FITS file; give a layout with endian: \'big\', whose data begins at the next multiple of 2880 bytes after the line END'],
  [0, 'II*\0', TIFF],
  [0, 'MM\0*', TIFF],
  [0, 'BM', 'a BMP picture; give a layout, whose position is the number of 32 bits at byte 10, and of whose rows the last comes first: a negative byteStride'],
  [257, 'ustar', 'a tar archive; open a file in it with { at, length }, which docs/source.md shows, or unpack it first'],
  [0, '\x1f\x8b', "compressed with gzip; unpack it first, or open its stream.pipeThrough(new DecompressionStream('gzip'))"],
  [0, '\x28\xb5\x2f\xfd', 'compressed with zstd; unpack it first'],
  [0, POINTER, POINTER_IS],
]; // biome-ignore format: a table

/** What a file is whose text has some words. */
const TEXTS: readonly (readonly [words: RegExp, what: string])[] = [
  [/"zarr_format"/, `the description of a Zarr array; read a chunk that is not compressed by a layout, or read the array in Python and ${SAVE}`],
]; // biome-ignore format: a table

/** What a file is that no reader knows, and what to do; undefined: nobody knows. */
const kindOf = (start: Uint8Array, text: string): string | undefined =>
  KINDS.find(([at, characters]) =>
    [...characters].every((each, i) => each.charCodeAt(0) === start[at + i]),
  )?.[2] ?? TEXTS.find(([words]) => words.test(text))?.[1];

/** Says what a file is that has none of the formats of these names. */
export const refuseOther =
  (names: string): Read =>
  async ({ start }) => {
    if (start.length === 0) throw new Mistake('bad_format', 'the file is empty', '');
    const text = textAt(start);
    const kind = kindOf(start, text);
    if (kind !== undefined) throw new Mistake('bad_format', `the file is ${kind}`, '');
    const bytes = [...start.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const what =
      text === ''
        ? `the file begins with ${bytes}, which is not the beginning of ${names}; name the format, or give a layout`
        : `the file is ${/^<(!doctype )?html/i.test(text) ? 'a web page' : 'text'} that begins with ${quote(text)}, and none of ${names}`;
    throw new Mistake('bad_format', what, '');
  };
