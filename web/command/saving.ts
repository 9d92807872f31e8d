// What OUT becomes: its ending says it. The library writes .npy and .safetensors files and raw elements; an .npz file is an .npy file
// in a ZIP file.
import type { SaveOptions, Stored } from 'microtome/source';
import { dimsOf } from './division.ts';
import { WrongUsage } from './failure.ts';
import { bytesOf, type Library, PART } from './library.ts';

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

/** What writing a slice fetches. If the file's order is another one, it is fetched in that order and turned, where that costs less. */
export function costOf({ source, types }: Library, tensor: Stored, spec: string, format: Format = 'npy') {
  const own = source.cost(tensor, spec, { format: inLibrary(format) });
  const inParts = source.cost(tensor, spec, { maxBytes: PART });
  const isWhole = types.get(tensor.type)?.group === 1;
  return isWhole && inParts.bytes < own.bytes ? { ...inParts, isTurned: true } : { ...own, isTurned: false };
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
  if (format === 'npz') {
    const { zipped } = await import('./zip.ts');
    return zipped(stream, options.name || tensor.name || 'arr_0', (inner) =>
      save(library, tensor, spec, inner, out, 'npy', options),
    );
  }
  const { name = tensor.name, descr = tensor.descr } = options;
  const named = { ...options, name, descr, format };
  if (!costOf(library, tensor, spec, format).isTurned)
    return library.source.save(tensor, spec, stream, named);
  return turned(library, tensor, spec, stream, out, named);
}

/** Writes a slice that is in another order into a stream row by row. */
async function turned(
  library: Library,
  tensor: Stored,
  spec: string,
  stream: WritableStream<Uint8Array>,
  out: string,
  { signal, onprogress, name, descr, format }: SaveOptions,
): Promise<void> {
  const { Turning } = await import('./turning.ts');
  const { tensorOf } = await import('./gather.ts');
  const { type } = tensor;
  const dims = dimsOf(library, tensor, spec);
  const bytes = bytesOf(library, type, dims);
  const size = bytes / dims.reduce((a, b) => a * b, 1);
  const turning = new Turning(library, out);
  try {
    const read = await turning.add(tensor, spec, size, { signal, onprogress });
    const whole = await tensorOf(library, { type, dims }, bytes, (low, high, stop) =>
      read(low, high, undefined, stop),
    );
    await library.source.save(whole, '...', stream, { signal, name, descr, format });
  } finally {
    turning.close();
  }
}
