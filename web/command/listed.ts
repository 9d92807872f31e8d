// `microtome gather`: writes listed indices of an axis into a file. Along the first axis that takes constant memory.
import type { Stored } from 'microtome/source';
import { mostBytes, readInteger } from './arguments.ts';
import { readOutput, write } from './cut.ts';
import { Failure, WrongUsage } from './failure.ts';
import { tensorOf } from './gather.ts';
import { fs } from './host.ts';
import { Held } from './input.ts';
import type { Inputs } from './inputs.ts';
import { bytesOf as countBytes, type Library, loadLibrary, mostHeld, useTensors } from './library.ts';
import { ALL, bytesOf } from './parts.ts';
import type { Saved } from './saving.ts';
import type { Values } from './types.ts';

export async function runGather(words: readonly string[], values: Values): Promise<void> {
  const output = readOutput(values);
  const axis = values.axis === undefined ? 0 : readInteger('axis', values.axis, 'the number of an axis');
  if (!words[words.length - 1].startsWith('@')) readIndices(words[words.length - 1]);
  const library = await loadLibrary();
  await useTensors(library, words, values, async (chosen, text) => {
    const indices = text.startsWith('@')
      ? await indicesIn(library, text.slice(1), chosen.inputs)
      : readIndices(text);
    const { tensors } = chosen;
    const bytes = tensors.reduce((sum, each) => sum + library.source.cost(each, { indices, axis }).bytes, 0);
    const held = new Held(mostHeld(values));
    const saved: Saved[] = [];
    for (const tensor of tensors) {
      const { name, descr } = tensor;
      saved.push({ tensor: await listed(library, tensor, indices, axis, held), spec: '...', name, descr });
    }
    await write(library, saved, chosen, output, mostBytes(values), undefined, bytes);
  });
}

/** The listed indices of an axis, as a tensor that is read when it is written. */
function listed(library: Library, tensor: Stored, indices: readonly number[], axis: number, held: Held) {
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
  if (!held.add(bytes))
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
