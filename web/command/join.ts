// `microtome join`: joins parts at constant memory. The joined tensor is a file that does not exist: reading
// from it reads from the parts. So the library itself writes it, with its own header.
import type { OpenOptions, Source, Stored } from 'microtome/source';
import { readInteger } from './arguments.ts';
import { Failure, reasonOf, WrongUsage } from './failure.ts';
import { gather, type Piece } from './gather.ts';
import { type Library, loadLibrary, openFrom } from './library.ts';
import { writeTo } from './output.ts';
import { type Part, partOf } from './part.ts';
import { Progress } from './progress.ts';
import type { Values } from './types.ts';

/** How the joined tensor is read: two requests at a time, each of which is held twice. */
const REQUESTS = { maxRequest: 2 ** 23, concurrency: 2 };

export async function runJoin([out, ...files]: readonly string[], values: Values): Promise<void> {
  const { axis: text } = values;
  if (text === undefined ? partOf(out) : files.includes(out))
    throw new WrongUsage(`OUT comes first, and '${out}' is one of the parts`);
  const axis = text === undefined ? undefined : readInteger('axis', text, 'an integer', -99);
  const sorted = axis === undefined ? sortParts(files) : { axis, paths: files };
  const library = await loadLibrary();
  const parts: Stored[] = [];
  for (const path of sorted.paths) {
    const source = await openPart(library, path, values);
    parts.push(await told(path, () => source.tensor()));
    await source.close();
  }
  const along = checkAlike(library, sorted.paths, parts, sorted.axis);
  const opened: Source[] = [];
  const progress = new Progress();
  try {
    const { rows, size, runs } = shapeOf(library, parts, along);
    const pieces: Piece[] = [];
    for (const [i, path] of sorted.paths.entries()) {
      const layout = { type: 'uint8', dims: [rows * runs[i]], at: parts[i].at } as const;
      const source = await openPart(library, path, values, { layout });
      opened.push(source);
      pieces.push({ run: runs[i], bytes: source.tensor() });
    }
    const [{ type, dims, endian }] = parts;
    const read = (at: number, length: number, signal: AbortSignal) =>
      gather(library, pieces, at, length, signal);
    const layout = { type, dims: dims.with(along, size), endian };
    const bytes = rows * runs.reduce((a, b) => a + b);
    const { open, save } = library.source;
    const joined = (await open({ size: bytes, read }, { layout, ...REQUESTS })).tensor();
    const onprogress = (so: { bytes: number; total: number }) => progress.update(so);
    await writeTo(out, (stream) => save(joined, '...', stream, { format: 'npy', onprogress }));
  } finally {
    progress.end();
    await Promise.all(opened.map((source) => source.close()));
  }
}

/** The parts in their order, by what their names say. None may be missing. */
function sortParts(files: readonly string[]): { axis: number; paths: readonly string[] } {
  const paths: string[] = [];
  let first: Part | undefined;
  for (const path of files) {
    const part = partOf(path);
    if (part === undefined)
      throw new Failure(`${path} is not named as a part, such as half.axis0.03-of-16.npy; give --axis`);
    first ??= part;
    if (part.axis !== first.axis || part.n !== first.n || part.i >= part.n)
      throw new Failure(
        `${path} is not one of the ${first.n} parts along axis ${first.axis} as ${files[0]} is`,
      );
    if (paths[part.i] !== undefined) throw new Failure(`${path} and ${paths[part.i]} are the same part`);
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

/** The axis, from 0 on. The parts must have one type, and the same sizes on all other axes. */
function checkAlike(
  { elementTypes }: Library,
  paths: readonly string[],
  parts: readonly Stored[],
  axis: number,
): number {
  const [first] = parts;
  const rank = first.dims.length;
  const along = axis < 0 ? axis + rank : axis;
  if (along < 0 || along >= rank)
    throw new Failure(`${paths[0]} has ${rank} axes, so there is no axis ${axis}`);
  const { bits = 0 } = elementTypes().find(({ name }) => name === first.type) ?? {};
  if (bits % 8 !== 0) throw new Failure(`${paths[0]} is ${first.type}, which .npy files do not have`);
  const said = ({ type, endian, dims }: Stored) =>
    `${type}${endian === 'big' ? ', big-endian,' : ''} [${dims.map((size, i) => (i === along ? ':' : size)).join(', ')}]`;
  for (const [i, part] of parts.entries()) {
    if (said(part) !== said(first))
      throw new Failure(`${paths[i]} is ${said(part)}, but ${paths[0]} is ${said(first)}`);
    if (part.stride !== undefined)
      throw new Failure(`${paths[i]} is in Fortran order; cut '...' from it first, and join that`);
  }
  return along;
}

/** Rows before the axis, the joined size of the axis, and bytes of each part in a row. */
function shapeOf({ source }: Library, parts: readonly Stored[], along: number) {
  const count = (dims: readonly number[]) => dims.reduce((a, b) => a * b, 1);
  const rows = count(parts[0].dims.slice(0, along));
  const size = parts.reduce((sum, { dims }) => sum + dims[along], 0);
  const runs = parts.map((part) => (rows === 0 ? 0 : source.cost(part, '...').useful / rows));
  return { rows, size, runs };
}

/** Opens a part. Its name is in every error, because there may be many. */
const openPart = (library: Library, path: string, values: Values, options: OpenOptions = {}) =>
  told(path, () => openFrom(library, path, values, options));

async function told<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    throw new Failure(`${path}: ${reasonOf(thrown)}`);
  }
}
