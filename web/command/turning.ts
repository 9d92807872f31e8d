// Tensors whose files have another order than what is written. Each is fetched once, part by part, into a temporary file, where every
// part is in C order. Then any range of the tensor is one range of each part, as it is of the parts that are joined.
import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Stored, Watching } from 'microtome/source';
import { Failure, reasonOf } from './failure.ts';
import { gather, type Piece } from './gather.ts';
import { type Library, PART } from './library.ts';
import { fill } from './local.ts';
import { isFile, toFile } from './output.ts';
import { bytesOf } from './parts.ts';
import { isRefusal, openBeside, release, type Temporary } from './temporary.ts';

/** A part of a tensor in the temporary file. */
interface Saved {
  readonly dims: readonly number[];
  /** Its first index on each axis. */
  readonly starts: readonly number[];
  readonly at: number;
}

type Read = Piece['read'];

/** A temporary file for OUT. */
export class Turning {
  readonly #library: Library;
  readonly #out: string;
  #file: Temporary | undefined;
  #end = 0;

  constructor(library: Library, out: string) {
    this.#library = library;
    this.#out = out;
  }

  /** Fetches a slice, whose elements have so many bytes; gives what reads it in C order. */
  async add(tensor: Stored, spec: string, size: number, watching: Watching): Promise<Read> {
    this.#file ??= await openFor(this.#out);
    const { fd } = this.#file;
    const put = toFile(`the temporary file of ${this.#out}`, fd);
    const saved: Saved[] = [];
    const parts = this.#library.source.parts(tensor, spec, { ...watching, maxBytes: PART });
    for await (const { data, dims, starts } of parts) {
      const bytes = bytesOf(data);
      await put(bytes);
      saved.push({ dims, starts, at: this.#end });
      this.#end += bytes.length;
    }
    return this.#readerOf(fd, saved, size, 0);
  }

  /** Reads parts, which may have different indices from an axis on. */
  #readerOf(fd: number, parts: readonly Saved[], size: number, axis: number): Read {
    if (parts.length < 2) {
      const at = parts[0]?.at ?? 0; // none: of no elements
      return (low, high, into = Buffer.allocUnsafe(high - low)) => fill(fd, at + low, into);
    }
    const groups = new Map<number, Saved[]>(); // by the first index on the axis
    for (const part of parts) {
      const group = groups.get(part.starts[axis]);
      if (group) group.push(part);
      else groups.set(part.starts[axis], [part]);
    }
    const pieces = [...groups].sort(([a], [b]) => a - b).map(([, group]) => ({
      run: group.reduce((sum, { dims }) => sum + countOf(dims.slice(axis)), 0) * size,
      read: this.#readerOf(fd, group, size, axis + 1),
    })); // biome-ignore format: one
    if (pieces.length === 1) return pieces[0].read;
    return (low, high, into = new Uint8Array(high - low), signal) =>
      gather(this.#library, pieces, low, into, signal);
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file.fd);
    release(this.#file);
  }
}

const countOf = (dims: readonly number[]) => dims.reduce((a, b) => a * b, 1);

/** Beside OUT, which has room for it; else where the system keeps such files. */
async function openFor(out: string): Promise<Temporary> {
  const folder = tmpdir();
  try {
    if (isFile(out)) return await openBeside(`${out}.turned`, 0o600);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw failed(out, dirname(out), thrown);
  }
  return openBeside(join(folder, 'microtome'), 0o600).catch((thrown) => {
    throw failed(out, folder, thrown);
  });
}

function failed(out: string, folder: string, thrown: unknown): unknown {
  if (thrown instanceof Failure) return thrown;
  const [reason] = reasonOf(thrown).split(','); // Node adds its call
  return new Failure(`a temporary file cannot be created in ${folder}, and ${out} needs one: ${reason}`);
}
