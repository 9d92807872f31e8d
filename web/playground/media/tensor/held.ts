// Tensors in the worker: read whole if they are small, otherwise fetched slice by slice; drawn as a table, and written as .npy and
// .pb files.
import { cost, type Source } from '../../../lib/source.ts';
import { messageOf, type Tell } from '../../background/helper.ts';
import { sizeOf } from '../../model/integers.ts';
import { sayBytes } from '../../say.ts';
import type { Made } from '../cut.ts';
import { fetchSlice, readTensor } from '../files/open.ts';
import { preview } from '../files/values.ts';
import { type Fetched, watch } from '../files/watched.ts';
import { writeNpy, writeTensorProto } from '../files/write.ts';
import type { Held } from '../held.ts';
import type { Taken } from '../kind.ts';
import type { Listed } from './list.ts';

/** A tensor of a file is read whole, so that it is cut and timed in memory, if it has at most so many bytes. */
const MOST_HELD = 2 ** 28;

/** The built-in files: a row each, with its row in ./kind.ts. */
const EXAMPLES: Readonly<Record<string, () => BlobPart[]>> = {
  'field.npy': () => {
    const [rows, columns] = [512, 768];
    const data = Float32Array.from({ length: rows * columns }, (_, k) => {
      const [i, j] = [k % rows, Math.floor(k / rows)];
      return Math.sin(i / 40) * Math.cos(j / 55) + (i + j) / 1000;
    });
    return writeNpy({ type: 'float32', dims: [rows, columns], data }, { fortran_order: true });
  },
  'tokens.npy': () => {
    const data = BigInt64Array.from({ length: 64 * 512 }, (_, k) => BigInt((k * 7919) % 50257));
    return writeNpy({ type: 'int64', dims: [64, 512], data });
  },
  'weights.pb': () => {
    const floats = Float32Array.from({ length: 12 * 64 * 96 }, (_, k) => Math.sin(k * 12.9898) * 0.2);
    const data = Uint16Array.from(new Uint32Array(floats.buffer), (word) => word >>> 16);
    return [writeTensorProto({ type: 'bfloat16', dims: [12, 64, 96], data, name: 'blocks.0.weight' })];
  },
  'quantized.pb': () => {
    const data = Uint8Array.from({ length: (40 * 30) / 2 }, (_, k) => (k * 37) & 255);
    return [writeTensorProto({ type: 'i4', dims: [40, 30], data, name: 'quantized' })];
  },
};

/** The file that was opened last. */
let opened: { of?: number; blob?: Blob; file: Awaited<ReturnType<typeof watch>> } | undefined;
/** Stops what is fetched, which nobody wants when something else is read. */
let fetching = new AbortController();

/** @param taken `of`: the file, `name`: the tensor */
export async function read({ of, file: given, example, url = '', name }: Taken, tell: Tell): Promise<Held> {
  fetching.abort();
  fetching = new AbortController();
  if (opened === undefined || opened.of !== of) {
    const blob = example ? new Blob(EXAMPLES[example]()) : (given as Blob | undefined);
    opened = { of, blob, file: await watch(blob ?? url) };
  }
  const { blob, file } = opened;
  const { source } = file;
  const tensors = tensorsIn(source);
  const stored = source.tensor(
    name ?? tensors.find(({ wrong }) => wrong === undefined)?.name ?? tensors[0]?.name,
  );
  const { type, dims } = stored;
  const isSmall = blob && cost(stored, '...').useful <= MOST_HELD;
  const whole = isSmall ? await readTensor(blob, tell, stored) : null;
  const size = file.size() > 0 ? ` in a file of ${sayBytes(file.size())}` : '';
  const facts = [
    `${sizeOf(dims).toLocaleString('en')} of ${type}${size}`,
    ...(stored.endian === 'big' ? ['big-endian, swapped when it is read'] : []),
    ...(stored.stride ? [`Fortran order${whole?.stride ? ': a strided input, not copied' : ''}`] : []),
  ].join('; ');
  const from = example ?? (url || (given as File).name || 'file');
  let last: { spec: string; made: Made } | undefined;
  return {
    about: { tensors, name: stored.name, facts, dims, type, from, isUrl: url !== '', isStored: !whole },
    source: whole,
    cost: (spec) => (last?.spec === spec ? { requests: 0 } : cost(stored, spec)),
    async fetch(spec, tellBytes) {
      if (last?.spec === spec) return last.made; // what is saved is not fetched again
      file.begin();
      const made = await fetchSlice(stored, spec, tellBytes, fetching.signal);
      last = { spec, made: Object.assign(made, { fetched: file.fetched() }) };
      return made;
    },
  };
}

/** What a list says about each tensor of a file. */
const tensorsIn = (source: Source) =>
  source.names.map((name): Listed => {
    try {
      const stored = source.tensor(name);
      return { name, type: stored.type, dims: stored.dims, bytes: cost(stored, '...').useful };
    } catch (error) {
      return { name, wrong: messageOf(error) };
    }
  });

export const draw = (made: Made & { fetched?: Fetched }) => ({ table: preview(made), fetched: made.fetched });

export const formats = {
  npy: (made: Made) => new Blob(writeNpy(made)),
  pb: (made: Made) => new Blob([writeTensorProto(made)]),
};
