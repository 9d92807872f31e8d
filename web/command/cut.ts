// `microtome cut`: writes a part of a tensor, or of several, into a file, at constant memory.
import type { Stored } from 'microtome/source';
import { mostBytes } from './arguments.ts';
import { checkOne, checkWhole, type Division, dividedAxis, readDivision, specOf } from './division.ts';
import { Failure, WrongUsage } from './failure.ts';
import { type Chosen, type Library, loadLibrary, useTensors } from './library.ts';
import { isFile, writeTo } from './output.ts';
import { partName } from './part.ts';
import { print } from './print.ts';
import { Progress } from './progress.ts';
import {
  costOf,
  type Format,
  formatOf,
  type Metadata,
  type Saved,
  SEVERAL,
  save,
  textsOf,
  UNNAMED,
} from './saving.ts';
import type { Values } from './types.ts';

export async function runCut(words: readonly string[], values: Values): Promise<void> {
  const { out, format, own } = readOutput(values);
  const division = readDivision(values);
  const library = await loadLibrary();
  await useTensors(library, words, values, async (chosen, spec) => {
    const { tensors, isPattern } = chosen;
    checkOne(isPattern, division);
    if (format === 'raw' && division) checkWhole(library, tensors[0], spec, division);
    const name = isPattern ? undefined : nameOfPart(library, tensors[0], spec, out, division);
    const saved = tensors.map((tensor) => ({
      tensor,
      spec: specOf(library, tensor, spec, division),
      name: tensor.name,
      descr: tensor.descr,
    }));
    await write(library, saved, chosen, { out: name ?? out, format, own }, mostBytes(values), name);
  });
}

/** The name of a part, which has its number; undefined: OUT is no part, or no file. */
function nameOfPart(
  library: Library,
  tensor: Stored,
  spec: string,
  out: string,
  division: Division | undefined,
): string | undefined {
  if (division === undefined || !isFile(out)) return undefined;
  return partName(out, { ...division, axis: dividedAxis(library, tensor, spec, division) });
}

/** OUT, and what is written there. */
interface Output {
  readonly out: string;
  readonly format: Format;
  /** What `--metadata` says. */
  readonly own: Metadata;
}

/** Reads `-o OUT`, `--raw` and `--metadata`. */
export function readOutput({ output: out, raw, metadata = [] }: Values): Output {
  if (!out) throw new WrongUsage('say where to write: -o OUT');
  const format = formatOf(out, raw);
  const texts = metadata === true || metadata === false ? [] : metadata;
  if (texts.length > 0 && format !== 'safetensors')
    throw new WrongUsage('--metadata needs an OUT that ends with .safetensors: no other file has metadata');
  const own = texts.map((text): [string, string] => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (key === undefined) throw new WrongUsage(`--metadata takes KEY=VALUE, not '${text}'`);
    return [key, value];
  });
  return { out, format, own: new Map(own) };
}

/** Writes tensors of FROM into OUT. `part`: its name if it is one, which is printed. */
export async function write(
  library: Library,
  saved: readonly Saved[],
  { isPattern, metadata, inputs }: Chosen,
  { out, format, own }: Output,
  most = Number.POSITIVE_INFINITY,
  part?: string,
  bytes = saved.reduce((sum, { tensor, spec }) => sum + costOf(library, tensor, spec, format).bytes, 0),
): Promise<void> {
  if (isPattern && !SEVERAL.includes(format))
    throw new WrongUsage(
      'a pattern needs an OUT that ends with .safetensors or .npz, which can have several tensors',
    );
  if (bytes > most) throw new Failure(`${bytes} bytes would be fetched; --max-bytes allows ${most}`);
  const [{ name }] = saved;
  const named = saved.length > 1 ? saved : [{ ...saved[0], name: name || UNNAMED[format] }];
  const progress = new Progress();
  const onprogress = (told: { bytes: number; total: number }) => progress.update(told);
  /** Before the file is there: if the name cannot be printed, nobody would know of it. */
  const tell = async () => {
    progress.end();
    if (part === undefined) return;
    await print([part]).catch((thrown) => {
      throw new Failure(thrown.message); // also if nobody reads it
    });
  };
  try {
    const all = new Map([...textsOf(metadata), ...own]);
    await writeTo(
      out,
      inputs,
      (stream) => save(library, named, stream, out, format, { onprogress }, all),
      tell,
    );
  } finally {
    progress.end();
  }
}
