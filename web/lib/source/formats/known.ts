// The file formats that `open` knows. To add a format, add its file, its first bytes in `magic.ts`, its row here and
// in `../../formats.ts`, a test, and a row in docs/source.md.
import { attempt } from '../stores/parallel.ts';
import type { Entry, FileBytes, Format, Read } from './format.ts';
import { isGguf, isNpy, isSafetensors, isSafetensorsIndex, isZip, mayBeOnnx, textAt } from './magic.ts';

export const loadNpy = async () => (await import('./npy.ts')).readNpy;

/**
 * The first one that matches is used. ONNX has no magic number, so it is last.
 */
export const FORMATS: readonly Format[] = [
  { name: 'npy', matches: isNpy, load: loadNpy },
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

/** What says which kind of file it is that has none of them. */
const OTHER: Format = {
  name: 'other',
  matches: () => true,
  load: async () => (await import('./others.ts')).refuseOther(FORMAT_NAMES),
};

export async function readEntries(file: FileBytes, format: unknown): Promise<Entry[]> {
  const { start } = file;
  const text = format === undefined ? textAt(start) : '';
  const found = FORMATS.find(({ name, matches, matchesText }) =>
    format !== undefined ? name === format : text === '' ? matches(start) : matchesText?.(start),
  );
  return (await readerOf(found ?? OTHER))(file);
}

/** Names of parts besides the readers of files. */
export const [ASKED, CONSTANTS, DECODERS, FIELDS, PACKED, SCHEMES, STREAMS, WRITING] = [
  'options', 'Constant nodes', 'quantized tensors', 'structured arrays', 'members', 'addresses', 'streams', 'writing',
]; // biome-ignore format: a table

/** What `microtome/formats` has brought. */
export const brought = new Map<string, unknown>();

/** A part of the library that is loaded when it is needed, unless it was brought. */
export const loadPart = async <T>(name: string, load: () => Promise<T>): Promise<T> =>
  (brought.get(name) as T | undefined) ??
  attempt(
    `the part for ${name} cannot be loaded; import 'microtome/formats' to have it from the start`,
    load,
  );

const readerOf = ({ name, load }: Pick<Format, 'name' | 'load'>): Promise<Read> =>
  loadPart(filesOf(name), load);

/** The part that reads files of a format. */
export const filesOf = (name: string) => `${name} files`;

/** Begins to load the reader that a file's name promises, while the file itself is asked for. */
export function expectFormat(fileName: string): void {
  const format = FORMATS.find(({ name }) => fileName.endsWith(`.${name}`));
  if (format !== undefined) readerOf(format).catch(() => {}); // `open` asks again, and says why
}
