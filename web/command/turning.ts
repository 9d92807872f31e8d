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

/** Where elements are in the file that they come from. */
export interface Arrangement {
  readonly dims: readonly number[];
  /** The axes, the one that is slowest in the file first. */
  readonly axes: readonly number[];
  /** Bytes of an element. */
  readonly size: number;
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

  /** Fetches a slice; gives what reads it in C order. */
  async add(tensor: Stored, spec: string, arrangement: Arrangement, watching: Watching): Promise<Read> {
    this.#file ??= await openFor(this.#out);
    const { dims, axes, size } = arrangement;
    const most = Math.floor(PART / size);
    const inFile = axes.filter((axis) => dims[axis] > 1);
    const read = this.#readerOf(this.#file.fd, { dims, axes: inFile, size }, most);
    const put = toFile(`the temporary file of ${this.#out}`, this.#file.fd);
    const parts = this.#library.source.parts(tensor, spec, { ...watching, maxBytes: most * size });
    for await (const { data } of parts) await put(bytesOf(data));
    return read;
  }

  /** Has the places of parts of at most so many elements, as the library's `parts` divides them. */
  #readerOf(fd: number, { dims, axes, size }: Arrangement, most: number): Read {
    const total = countOf(dims);
    const [axis, ...inner] = axes;
    if (total <= most || inner.length === 0) {
      const at = this.#end;
      this.#end += total * size;
      return (low, high, into = Buffer.allocUnsafe(high - low)) => fill(fd, at + low, into);
    }
    const count = Math.max(1, Math.floor(most / (total / dims[axis])));
    const pieces: Piece[] = [];
    for (let begin = 0; begin < dims[axis]; begin += count) {
      const part = dims.with(axis, Math.min(count, dims[axis] - begin));
      const read = this.#readerOf(fd, { dims: part, axes: inner, size }, most);
      pieces.push({ run: countOf(part.slice(axis)) * size, read });
    }
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
