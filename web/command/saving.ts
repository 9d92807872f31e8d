// What OUT becomes: its ending says it. The library writes .npy files and raw elements; an .npz file has .npy files in a ZIP file, and a
// .safetensors file raw elements after one header.
import type { SaveOptions, Stored, Watching } from 'microtome/source';
import { dimsOf } from './division.ts';
import { WrongUsage } from './failure.ts';
import { bytesOf, type Library, PART } from './library.ts';

export type Format = Alone | 'npz' | 'safetensors';
/** Formats of one tensor. */
type Alone = 'npy' | 'raw';

/** Those that can have several tensors. */
export const SEVERAL: readonly Format[] = ['npz', 'safetensors'];

/** What a tensor without a name is called. */
export const UNNAMED: Readonly<Record<Format, string>> = {
  npy: '',
  npz: 'arr_0',
  safetensors: 'data',
  raw: '',
};

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

/** A slice of a tensor that is written under a name. */
export interface Saved {
  readonly tensor: Stored;
  readonly spec: string;
  readonly name: string;
  readonly descr?: string | undefined;
}

/** Text by its key, which a .safetensors file has besides its tensors. */
export type Metadata = ReadonlyMap<string, string>;

/** The part of a file's metadata that a .safetensors file can hold. */
export const textsOf = (metadata: ReadonlyMap<string, unknown>): Metadata =>
  new Map([...metadata].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

type Put = (stream: WritableStream<Uint8Array>) => Promise<void>;

/** Writes a file of the format into a stream. Only .npz and .safetensors files can have several tensors. */
export async function save(
  library: Library,
  all: readonly Saved[],
  stream: WritableStream<Uint8Array>,
  out: string,
  format: Format,
  { signal, onprogress }: Watching,
  metadata: Metadata = new Map(),
): Promise<void> {
  const total =
    all.length === 1
      ? 0
      : all.reduce((sum, each) => sum + costOf(library, each.tensor, each.spec, format).bytes, 0);
  let before = 0; // bytes of those that are written
  const saveOne = async (saved: Saved, inner: WritableStream<Uint8Array>, format: Alone) => {
    let last = 0;
    const told = (so: { bytes: number; total: number }) => {
      last = so.bytes;
      onprogress?.({ bytes: before + last, total: total || so.total });
    };
    await saveAlone(library, saved, inner, out, { format, onprogress: told, ...(signal && { signal }) });
    before += last;
  };
  const putters = (inner: Alone) =>
    new Map<Saved, Put>(all.map((saved) => [saved, (stream) => saveOne(saved, stream, inner)]));
  if (format === 'npz') return (await import('./zip.ts')).writeZip(stream, putters('npy'));
  if (format === 'safetensors') {
    const { writeSafetensors } = await import('./safetensors.ts');
    return writeSafetensors(library, stream, putters('raw'), metadata);
  }
  return saveOne(all[0], stream, format);
}

/** Writes one slice, as the library does. */
async function saveAlone(
  library: Library,
  { tensor, spec, name, descr }: Saved,
  stream: WritableStream<Uint8Array>,
  out: string,
  options: SaveOptions & { format: Alone },
): Promise<void> {
  const named = { ...options, name, ...(descr !== undefined && { descr }) };
  if (costOf(library, tensor, spec, options.format).isTurned)
    return turned(library, tensor, spec, stream, out, named);
  return library.source.save(tensor, spec, stream, named);
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
