// `microtome cut`: writes a part of a tensor into a file, at constant memory.
import type { Stored } from 'microtome/source';
import { readInteger, readPart } from './arguments.ts';
import { Failure, WrongUsage } from './failure.ts';
import { type Library, loadLibrary, useTensor } from './library.ts';
import { print, writeTo } from './output.ts';
import { partName } from './part.ts';
import { Progress } from './progress.ts';
import type { Values } from './types.ts';

export async function runCut(words: readonly string[], values: Values): Promise<void> {
  const { output: out, part: partText, axis: axisText } = values;
  if (out === undefined) throw new WrongUsage('say where to write: -o OUT');
  const most = readInteger(
    'max-bytes',
    values['max-bytes'] ?? `${Number.MAX_SAFE_INTEGER}`,
    'a number of bytes',
    0,
  );
  const part = partText === undefined ? undefined : readPart(partText);
  if (part === undefined && axisText !== undefined) throw new WrongUsage('--axis needs --part I/N');
  const axis = axisText === undefined ? undefined : readInteger('axis', axisText, 'an integer', -99);
  const library = await loadLibrary();
  await useTensor(library, words, values, async (tensor, spec) => {
    if (part === undefined) return write(library, tensor, spec, out, most, values.raw);
    const { i, n } = part;
    const divided = dividedAxis(library, tensor, spec, axis);
    const own = library.source.partition(tensor, spec, n, divided < 0 ? {} : { axis: divided })[i];
    const name = out === '-' ? out : partName(out, { axis: Math.max(0, divided), i, n });
    await write(library, tensor, own, name, most, values.raw);
    if (name !== '-') await print(name);
  });
}

/** The axis of the output that `partition` divides; -1: the output has none. */
function dividedAxis({ plan }: Library, { dims }: Stored, spec: string, axis: number | undefined): number {
  const sizes = plan('Slice', [{ type: 'uint8', dims }, spec]).outputs[0].dims;
  if (axis !== undefined) return axis < 0 ? axis + sizes.length : axis;
  return sizes.length === 0
    ? -1
    : Math.max(
        0,
        sizes.findIndex((size) => size > 1),
      );
}

async function write(
  { source }: Library,
  tensor: Stored,
  spec: string,
  out: string,
  most: number,
  isRaw: boolean | undefined,
): Promise<void> {
  const tooMany = (bytes: number) =>
    new Failure(`${bytes} bytes would be fetched; --max-bytes allows ${most}`);
  const { bytes } = source.cost(tensor, spec);
  if (bytes > most) throw tooMany(bytes);
  const stop = new AbortController();
  const progress = new Progress();
  const onprogress = (told: { bytes: number; total: number }) => {
    if (told.total > most) stop.abort(tooMany(told.total)); // bytes that several parts need are fetched for each
    progress.update(told);
  };
  const options = { format: isRaw ? 'raw' : 'npy', onprogress, signal: stop.signal } as const;
  try {
    await writeTo(out, (stream) => source.save(tensor, spec, stream, options));
  } finally {
    progress.end();
  }
}
