// `microtome cut`: writes a part of a tensor into a file, at constant memory.
import type { Stored } from 'microtome/source';
import { mostBytes } from './arguments.ts';
import { checkWhole, type Division, dividedAxis, readDivision, specOf } from './division.ts';
import { Failure, WrongUsage } from './failure.ts';
import type { Inputs } from './inputs.ts';
import { type Library, loadLibrary, useTensor } from './library.ts';
import { isFile, writeTo } from './output.ts';
import { partName } from './part.ts';
import { print } from './print.ts';
import { Progress } from './progress.ts';
import { costOf, type Format, formatOf, save } from './saving.ts';
import type { Values } from './types.ts';

/** What one part is written into, and of which elements. */
interface Written {
  readonly out: string;
  readonly spec: string;
  /** The name that the part was given, which is printed. */
  readonly name?: string;
}

export async function runCut(words: readonly string[], values: Values): Promise<void> {
  const { output: out, raw } = values;
  if (!out) throw new WrongUsage('say where to write: -o OUT');
  const format = formatOf(out, raw);
  const division = readDivision(values);
  const library = await loadLibrary();
  await useTensor(library, words, values, async (tensor, spec, inputs) => {
    if (raw && division) checkWhole(library, tensor, spec, division);
    const written = {
      ...nameOf(library, tensor, spec, out, division),
      spec: specOf(library, tensor, spec, division),
    };
    await write(library, tensor, written, inputs, format, mostBytes(values));
  });
}

/** What OUT becomes for a part: a file has its number in its name. */
function nameOf(
  library: Library,
  tensor: Stored,
  spec: string,
  out: string,
  division: Division | undefined,
): Pick<Written, 'out' | 'name'> {
  if (division === undefined || !isFile(out)) return { out };
  const name = partName(out, { ...division, axis: dividedAxis(library, tensor, spec, division) });
  return { out: name, name };
}

async function write(
  library: Library,
  tensor: Stored,
  { out, spec, name }: Written,
  inputs: Inputs,
  format: Format,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { bytes } = costOf(library, tensor, spec, format);
  if (bytes > most) throw new Failure(`${bytes} bytes would be fetched; --max-bytes allows ${most}`);
  const progress = new Progress();
  const onprogress = (told: { bytes: number; total: number }) => progress.update(told);
  /** Before the file is there: if the name cannot be printed, nobody would know of it. */
  const tell = async () => {
    progress.end();
    if (name === undefined) return;
    await print([name]).catch((thrown) => {
      throw new Failure(thrown.message); // also if nobody reads it
    });
  };
  try {
    await writeTo(
      out,
      inputs,
      (stream) => save(library, tensor, spec, stream, out, format, { onprogress }),
      tell,
    );
  } finally {
    progress.end();
  }
}
