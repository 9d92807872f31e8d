// `microtome gather`: writes listed indices of an axis into a file. Along the first axis that takes constant memory.
import type { Stored } from 'microtome/source';
import { mostBytes, readInteger } from './arguments.ts';
import { Failure, WrongUsage } from './failure.ts';
import { tensorOf } from './gather.ts';
import { fs } from './host.ts';
import type { Inputs } from './inputs.ts';
import { bytesOf as countBytes, type Library, loadLibrary, mostHeld, useTensor } from './library.ts';
import { writeTo } from './output.ts';
import { ALL, bytesOf } from './parts.ts';
import { Progress } from './progress.ts';
import { formatOf, save } from './saving.ts';
import type { Values } from './types.ts';

export async function runGather(words: readonly string[], values: Values): Promise<void> {
  const { output: out, raw } = values;
  if (!out) throw new WrongUsage('say where to write: -o OUT');
  const format = formatOf(out, raw);
  const axis = values.axis === undefined ? 0 : readInteger('axis', values.axis, 'the number of an axis');
  if (!words[words.length - 1].startsWith('@')) readIndices(words[words.length - 1]);
  const library = await loadLibrary();
  await useTensor(library, words, values, async (tensor, text, inputs) => {
    const indices = text.startsWith('@')
      ? await indicesIn(library, text.slice(1), inputs)
      : readIndices(text);
    const { bytes } = library.source.cost(tensor, { indices, axis });
    const most = mostBytes(values) ?? Number.POSITIVE_INFINITY;
    if (bytes > most) throw new Failure(`${bytes} bytes would be fetched; --max-bytes allows ${most}`);
    const taken = await listed(library, tensor, indices, axis, mostHeld(values));
    const progress = new Progress();
    const onprogress = (told: { bytes: number; total: number }) => progress.update(told);
    const { name, descr } = tensor;
    try {
      await writeTo(
        out,
        inputs,
        (stream) =>
          save(library, taken, '...', stream, out, format, { name, ...(descr && { descr }), onprogress }),
        async () => progress.end(),
      );
    } finally {
      progress.end();
    }
  });
}

/** The listed indices of an axis, as a tensor that is read when it is written. */
function listed(library: Library, tensor: Stored, indices: readonly number[], axis: number, most: number) {
  const { type, dims: before } = tensor;
  const along = axis < 0 ? axis + before.length : axis;
  const dims = before.map((size, a) => (a === along ? indices.length : size));
  const bytes = countBytes(library, type, dims);
  const take = async (low: number, high: number, signal: AbortSignal) =>
    bytesOf(
      (await library.source.gather(tensor, indices.slice(low, high), { axis }, { ...ALL, signal })).data,
    );
  const isByRows = along === 0 && library.types.get(type)?.group === 1;
  const row = bytes / indices.length;
  const layout = { type, dims };
  if (isByRows)
    return tensorOf(library, layout, bytes, async (low, high, signal) => {
      const first = Math.floor(low / row);
      return (await take(first, Math.ceil(high / row), signal)).subarray(
        low - first * row,
        high - first * row,
      );
    });
  if (bytes > most)
    throw new Failure(
      `an output of ${bytes} bytes is held as a whole, because its indices are not those of the first axis; raise --max-bytes`,
    );
  let whole: Promise<Uint8Array> | undefined;
  return tensorOf(library, layout, bytes, async (low, high, signal) => {
    whole ??= take(0, indices.length, signal);
    return (await whole).subarray(low, high);
  });
}

/** Integers between commas, blanks or lines. */
function readIndices(text: string): number[] {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const wrong = words.find((word) => !/^-?\d{1,15}$/.test(word));
  if (wrong === undefined && words.length > 0) return words.map(Number);
  throw new WrongUsage(`INDICES takes integers such as 3,150,7, or @FILE, not '${wrong ?? text}'`);
}

/** Those in a file: an .npy file of integers, or a text. */
async function indicesIn(library: Library, path: string, inputs: Inputs): Promise<number[]> {
  inputs.add(path, path);
  const bytes = fs.readFileSync(path);
  if (bytes[0] !== 0x93) return readIndices(bytes.toString());
  const { data } = await library.source.slice(
    (await library.source.open(new Uint8Array(bytes))).tensor(),
    '...',
  );
  return Array.from(data as ArrayLike<number | bigint>, Number);
}
