// The file formats that `open` knows. To add a format, add its file, its first bytes in `magic.ts`, its row here and
// in `../../formats.ts`, a test, and a row in docs/source.md.
import type { Entry, FileBytes, Format, Read } from './format.ts';
import { isGguf, isNpy, isSafetensors, isSafetensorsIndex, isZip, mayBeOnnx, textAt } from './magic.ts';
import { filesOf, loadPart } from './parts.ts';

/**
 * The first one that matches is used. ONNX has no magic number, so it is last.
 */
export const FORMATS: readonly Format[] = [
  { name: 'npy', matches: isNpy, load: async () => (await import('./npy.ts')).readNpy },
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

const readerOf = ({ name, load }: Pick<Format, 'name' | 'load'>): Promise<Read> =>
  loadPart(filesOf(name), load);

/** Begins to load the reader that a file's name promises, while the file itself is asked for. */
export function expectFormat(fileName: string): void {
  const format = FORMATS.find(({ name }) => fileName.endsWith(`.${name}`));
  if (format !== undefined) readerOf(format).catch(() => {}); // `open` asks again, and says why
}
