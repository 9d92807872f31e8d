// The file formats that `open` knows. To add a format, add its file, its first bytes in `magic.ts`, its row here and
// in `../../formats.ts`, a test, and a row in docs/source.md.
import { Mistake } from '../../base/mistake.ts';
import { attempt } from '../stores/parallel.ts';
import { quote } from './check.ts';
import type { Entry, FileBytes, Format, Read } from './format.ts';
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

export async function readEntries(file: FileBytes, format: unknown): Promise<Entry[]> {
  const { start } = file;
  const text = format === undefined ? textAt(start) : '';
  const found = FORMATS.find(({ name, matches, matchesText }) =>
    format !== undefined ? name === format : text === '' ? matches(start) : matchesText?.(start),
  );
  if (found !== undefined) return (await readerOf(found))(file);
  const bytes = [...start.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const kind = /^<(!doctype )?html/i.test(text) ? 'a web page' : 'text';
  if (start.length === 0) throw new Mistake('bad_format', 'the file is empty', '');
  const other = otherKind(start);
  if (other !== undefined && format === undefined)
    throw new Mistake('bad_format', `the file is ${other}`, '');
  const what =
    text === ''
      ? `the file begins with ${bytes}, which is not the beginning of ${FORMAT_NAMES}; name the format, or give a layout`
      : `the file is ${kind} that begins with ${quote(text)}, and none of ${FORMAT_NAMES}`;
  throw new Mistake('bad_format', what, '');
}

/** Bytes that are looked at: in a file of tensors, these are not all text. */
const FEW = 256;

/** The first words of a file that is text, such as a server's error page, which could pass for ONNX; '' if it is none. */
function textAt(start: Uint8Array): string {
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

const UNPACK = 'unpack it first';

/** Where some characters are, and what a file with them is. */
const KINDS: readonly (readonly [at: number, characters: string, what: string])[] = [
  [0, '\x80', "a pickle, such as PyTorch's .pt; load it in Python and save it with safetensors"],
  [4, 'ORTM', 'an ORT model; open the .onnx model that it was made from'],
  [4, 'TFL3', 'a TensorFlow Lite model; open the model that it was made from'],
  [0, '\x89HDF', 'an HDF5 file; save its datasets with numpy.save'],
  [0, '\x1f\x8b', `compressed with gzip; ${UNPACK}`],
  [0, '\x28\xb5\x2f\xfd', `compressed with zstd; ${UNPACK}`],
];

/** What a file is that no reader knows, and what to do; undefined: nobody knows. */
const otherKind = (start: Uint8Array): string | undefined =>
  KINDS.find(([at, characters]) =>
    [...characters].every((each, i) => each.charCodeAt(0) === start[at + i]),
  )?.[2];

/** Those that `microtome/formats` has brought. */
export const readers = new Map<string, Read>();

const readerOf = async ({ name, load }: Format): Promise<Read> =>
  readers.get(name) ??
  attempt(
    `the reader of ${name} files cannot be loaded; import 'microtome/formats' to have it from the start`,
    load,
  );

/** Begins to load the reader that a file's name promises, while the file itself is asked for. */
export function expectFormat(fileName: string): void {
  const format = FORMATS.find(({ name }) => fileName.endsWith(`.${name}`));
  if (format !== undefined) readerOf(format).catch(() => {}); // `open` asks again, and says why
}
