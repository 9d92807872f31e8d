// `microtome join`: joins parts at constant memory. The joined tensor is a file that does not exist: reading
// from it reads from the parts. So the library itself writes it, with its own header.
import type { Source, Stored } from 'microtome/source';
import { readInteger } from './arguments.ts';
import { Failure, reasonOf, WrongUsage } from './failure.ts';
import { gather, type Piece } from './gather.ts';
import { type Library, loadLibrary, MOST_HELD, nameOf, openFrom, pathsOf } from './library.ts';
import { writeTo } from './output.ts';
import { type Part, partOf } from './part.ts';
import { Progress } from './progress.ts';
import type { Values } from './types.ts';

/** How the joined tensor is read: two requests at a time, each of which is held twice. */
const REQUESTS = { maxRequest: 2 ** 23, concurrency: 2 };

export async function runJoin([out, ...files]: readonly string[], values: Values): Promise<void> {
  const { axis: text } = values;
  if (text === undefined ? partOf(out) : files.includes(out))
    throw new WrongUsage(`OUT comes first, and '${nameOf(out)}' is one of the parts`);
  const axis = text === undefined ? undefined : readInteger('axis', text, 'an integer');
  const sorted = axis === undefined ? sortParts(files) : { axis, paths: files };
  const library = await loadLibrary();
  const opened: Source[] = [];
  const progress = new Progress();
  try {
    const parts = await openParts(library, sorted.paths, values, opened);
    const names = sorted.paths.map(nameOf);
    const along = checkAlike(names, parts, sorted.axis);
    const [{ type, dims }] = parts;
    const size = bitsOf(library, names[0], type) / 8;
    const rows = countOf(dims.slice(0, along));
    const pieces: Piece[] = parts.map((tensor) => {
      const run = rows === 0 ? 0 : countOf(tensor.dims.slice(along)) * size;
      return { tensor, run, size };
    });
    const joined = dims.with(along, parts.reduce((sum, part) => sum + part.dims[along], 0)); // biome-ignore format: one
    const bytes = rows * pieces.reduce((sum, { run }) => sum + run, 0);
    const read = (at: number, length: number, signal: AbortSignal) =>
      gather(library, pieces, at, length, signal);
    const { open, save } = library.source;
    const layout = { type, dims: joined };
    const tensor = (await open({ size: bytes, read }, { layout, ...REQUESTS })).tensor();
    const onprogress = (so: { bytes: number; total: number }) => progress.update(so);
    await writeTo(out, pathsOf(sorted.paths), (stream) =>
      save(tensor, '...', stream, { format: 'npy', onprogress }),
    );
  } finally {
    progress.end();
    await Promise.all(opened.map((source) => source.close()));
  }
}

const countOf = (dims: readonly number[]) => dims.reduce((a, b) => a * b, 1);

/** The parts in their order, by what their names say. None may be missing. */
function sortParts(files: readonly string[]): { axis: number; paths: readonly string[] } {
  const paths: string[] = [];
  let first: Part | undefined;
  for (const path of files) {
    const name = nameOf(path);
    const part = partOf(name);
    if (part === undefined)
      throw new Failure(`${name} is not named as a part, such as half.axis0.03-of-16.npy; give --axis`);
    first ??= part;
    if (part.axis !== first.axis || part.n !== first.n || part.i >= part.n)
      throw new Failure(
        `${name} is not one of the ${first.n} parts along axis ${first.axis} as ${nameOf(files[0])} is`,
      );
    if (paths[part.i] !== undefined)
      throw new Failure(`${name} and ${nameOf(paths[part.i])} are the same part`);
    paths[part.i] = path;
  }
  const { axis, n } = first as Part;
  const missing = Array.from({ length: n }, (_, i) => i).filter((i) => paths[i] === undefined);
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(', ');
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
    throw new Failure(`${missing.length} of ${n} parts are missing: ${some}${more}`);
  }
  return { axis, paths };
}

/** Opens the parts, once: what is checked is what is read. What of them must be held is bounded. */
async function openParts(
  library: Library,
  paths: readonly string[],
  values: Values,
  opened: Source[],
): Promise<Stored[]> {
  const parts: Stored[] = [];
  let held = 0;
  for (const path of paths) {
    const source = await told(path, () => openFrom(library, path, values));
    opened.push(source);
    const tensor = await told(path, () => source.tensor());
    if (isHeld(library, tensor)) held += library.source.cost(tensor, '...').useful;
    if (held > MOST_HELD)
      throw new Failure(
        `${nameOf(path)} and the parts before it must be held in memory: ${held} bytes; cut '...' from each first, and join that`,
      );
    parts.push(tensor);
  }
  return parts;
}

/** Whether a tensor must be in memory as a whole: then one element costs nothing, or far more than it has. */
function isHeld({ source }: Library, tensor: Stored): boolean {
  const { bytes, useful } = source.cost(tensor, tensor.dims.map((size) => (size > 0 ? 0 : ':')).join(', '));
  return bytes !== useful;
}

/** The axis, from 0 on. The parts must have one type, and the same sizes on all other axes. */
function checkAlike(paths: readonly string[], parts: readonly Stored[], axis: number): number {
  const [first] = parts;
  const rank = first.dims.length;
  const along = axis < 0 ? axis + rank : axis;
  if (along < 0 || along >= rank)
    throw new Failure(`${paths[0]} has ${rank} axes, so there is no axis ${axis}`);
  const said = ({ type, descr = type, dims }: Stored) =>
    `${descr} [${dims.map((size, i) => (i === along ? ':' : size)).join(', ')}]`;
  for (const [i, part] of parts.entries()) {
    if (said(part) !== said(first))
      throw new Failure(`${paths[i]} is ${said(part)}, but ${paths[0]} is ${said(first)}`);
    if (part.stride !== undefined)
      throw new Failure(`${paths[i]} is in Fortran order; cut '...' from it first, and join that`);
  }
  return along;
}

/** Bits of an element: whole bytes. */
function bitsOf({ types }: Library, path: string, type: string): number {
  const bits = types.get(type)?.bits ?? 0;
  if (bits % 8 === 0) return bits;
  throw new Failure(`${path} is ${type}, which .npy files do not have`);
}

/** The result of an action on a part. Its name is in every error, because there may be many. */
async function told<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    throw new Failure(`${nameOf(path)}: ${reasonOf(thrown)}`);
  }
}
