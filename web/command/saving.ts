// What OUT becomes: its ending says it. The library writes .npy and .safetensors files and raw elements; an .npz file is an .npy file
// in a ZIP file.
import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SaveOptions, Stored } from 'microtome/source';
import { WrongUsage } from './failure.ts';
import type { Library } from './library.ts';
import { isFile, pourInto } from './output.ts';

export type Format = 'npy' | 'npz' | 'safetensors' | 'raw';

/** By endings. Others are those of .npy files, also if it is a pipe. */
const ENDINGS: readonly [RegExp, Format | undefined][] = [
  [/\.npz$/i, 'npz'],
  [/\.safetensors$/i, 'safetensors'],
  [/\.(gguf|onnx|pb|pth?|ckpt|h5|hdf5|zarr|json)$/i, undefined],
];

/** The format of OUT. */
export function formatOf(out: string, isRaw = false): Format {
  const [ending, format] = ENDINGS.find(([ending]) => ending.test(out)) ?? [/$/, 'npy'];
  if (format === undefined) {
    const [word] = ending.exec(out) ?? [];
    throw new WrongUsage(
      `${word} files cannot be written; .npy, .npz and .safetensors files can, and --raw elements`,
    );
  }
  if (!isRaw) return format;
  if (format !== 'npy') throw new WrongUsage(`--raw writes the elements alone, and no .${format} file`);
  return 'raw';
}

/** What the library writes of it. */
const inLibrary = (format: Format) => (format === 'npz' ? 'npy' : format);

/** What writing a slice fetches. Of a file in Fortran order, it is first written as one, wherever C order would cost more. */
export function costOf({ source }: Library, tensor: Stored, spec: string, format: Format = 'npy') {
  const [own, npy] = [
    source.cost(tensor, spec, { format: inLibrary(format) }),
    source.cost(tensor, spec, { format: 'npy' }),
  ];
  return npy.bytes < own.bytes ? { ...npy, isTurned: true } : { ...own, isTurned: false };
}

/** Writes a slice of a tensor into a stream, as a file of the format. */
export async function save(
  library: Library,
  tensor: Stored,
  spec: string,
  stream: WritableStream<Uint8Array>,
  out: string,
  format: Format,
  options: SaveOptions,
): Promise<void> {
  const { source } = library;
  if (format === 'npz') {
    const { zipped } = await import('./zip.ts');
    return zipped(stream, options.name || tensor.name || 'arr_0', (inner) =>
      source.save(tensor, spec, inner, { ...options, format: 'npy' }),
    );
  }
  const name = options.name ?? tensor.name;
  if (!costOf(library, tensor, spec, format).isTurned)
    return source.save(tensor, spec, stream, { ...options, name, format });
  const write = (inner: WritableStream<Uint8Array>) =>
    source.save(tensor, spec, inner, { ...options, format: 'npy' });
  const { signal } = options;
  return turned(library, out, write, stream, { signal, name, format });
}

/** Writes a slice into a stream row by row, by way of a file of its own order beside OUT. */
async function turned(
  { source }: Library,
  out: string,
  write: (stream: WritableStream<Uint8Array>) => Promise<void>,
  stream: WritableStream<Uint8Array>,
  options: SaveOptions,
): Promise<void> {
  const { openBeside, release } = await import('./temporary.ts');
  const beside = await openBeside(isFile(out) ? `${out}.turned` : join(tmpdir(), 'microtome'), 0o600);
  try {
    try {
      await pourInto(out, beside.fd, write);
    } finally {
      closeSync(beside.fd);
    }
    const opened = await source.open(pathToFileURL(beside.path));
    try {
      await source.save(opened.tensor(), '...', stream, options);
    } finally {
      await opened.close();
    }
  } finally {
    release(beside);
  }
}
