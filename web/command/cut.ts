// `microtome cut`: writes a part of a tensor into a file, at constant memory.
import type { Stored } from 'microtome/source';
import { readInteger, readPart } from './arguments.ts';
import { Failure, WrongUsage } from './failure.ts';
import { type Library, loadLibrary, pathsOf, useTensor } from './library.ts';
import { isFile, writeTo } from './output.ts';
import { partName } from './part.ts';
import { print } from './print.ts';
import { Progress } from './progress.ts';
import type { Values } from './types.ts';

/** What one part is written into, and of which elements. */
interface Written {
  readonly out: string;
  readonly spec: string;
  /** The name that the part was given, which is printed. */
  readonly name?: string;
}

export async function runCut(words: readonly string[], values: Values): Promise<void> {
  const { output: out, part: partText, axis: axisText } = values;
  if (!out) throw new WrongUsage('say where to write: -o OUT');
  const most = readInteger(
    'max-bytes',
    values['max-bytes'] ?? `${Number.MAX_SAFE_INTEGER}`,
    'a number of bytes',
    0,
  );
  const part = partText === undefined ? undefined : readPart(partText);
  if (part === undefined && axisText !== undefined) throw new WrongUsage('--axis needs --part I/N');
  const axis = axisText === undefined ? undefined : readInteger('axis', axisText, 'an integer');
  const library = await loadLibrary();
  await useTensor(library, words, values, async (tensor, spec) => {
    const written =
      part === undefined ? { out, spec } : partOf(library, tensor, spec, out, part, axis, values);
    await write(library, tensor, { ...written, from: words[0] }, most, values.raw);
  });
}

function partOf(
  { plan, types, source }: Library,
  tensor: Stored,
  spec: string,
  out: string,
  { i, n }: { i: number; n: number },
  axis: number | undefined,
  { raw }: Values,
): Written {
  const own = source.partition(tensor, spec, n, axis === undefined ? {} : { axis })[i];
  const { dims } = plan('Slice', [{ type: 'uint8', dims: tensor.dims }, spec]).outputs[0];
  const divided = dividedAxis(dims, axis);
  if (raw) {
    const bits = types.get(tensor.type)?.bits ?? 0;
    const index = dims.reduce((product, size, i) => (i === divided ? product : product * size), bits);
    checkWhole(tensor.type, dims, dims[divided] ?? 1, index, n);
  }
  if (!isFile(out)) return { out, spec: own };
  const name = partName(out, { axis: divided, i, n });
  return { out: name, spec: own, name };
}

/** The axis of the output that `partition` divides. */
function dividedAxis(dims: readonly number[], axis: number | undefined): number {
  if (axis !== undefined) return axis < 0 ? axis + dims.length : axis;
  const first = dims.findIndex((size) => size > 1);
  return Math.max(0, first);
}

/**
 * Packed elements share bytes. A part that ended within a byte could not be joined to the next one.
 * @param size indices that are divided
 * @param index bits of an index
 */
function checkWhole(type: string, dims: readonly number[], size: number, index: number, n: number): void {
  const [least, larger] = [Math.floor(size / n), size % n]; // as `partition` divides
  for (let i = 1; i < n; ++i) {
    const begin = i * least + Math.min(i, larger);
    if (begin < size && (begin * index) % 8 !== 0)
      throw new Failure(
        `${n} raw parts of ${type} [${dims.join(', ')}] would end within a byte; choose another N or --axis, or cut it without --part`,
      );
  }
}

async function write(
  { source }: Library,
  tensor: Stored,
  { from, out, spec, name }: Written & { from: string },
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
  /** Before the file is there: if the name cannot be printed, nobody would know of it. */
  const tell = async () => {
    progress.end();
    if (name === undefined) return;
    await print([name]).catch((thrown) => {
      throw new Failure(thrown.message); // also if nobody reads it
    });
  };
  try {
    await writeTo(out, pathsOf([from]), (stream) => source.save(tensor, spec, stream, options), tell);
  } finally {
    progress.end();
  }
}
