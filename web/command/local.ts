// Files of this machine that are read in turn: a thousand parts may be more than a process may open. Reads are synchronous, because
// what is small or in the system's memory already is there before a thread could be asked for it.
import type { BigIntStats } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure, reasonOf } from './failure.ts';
import { fs } from './host.ts';
import { isUnchanged, statsOf } from './inputs.ts';

const { closeSync, openSync, readSync } = fs;

/** Files that are open at a time. */
export const MOST_OPEN = 12;

export interface LocalFile {
  readonly path: string;
  readonly size: number;
  readonly stats: BigIntStats;
}

/** A regular file; undefined: it is not here, or something else. */
export function localFile(address: URL): LocalFile | undefined {
  if (address.protocol !== 'file:') return undefined;
  const path = fileURLToPath(address); // once for all calls: there may be a thousand parts
  const stats = statsOf(path);
  return stats?.isFile() ? { path, size: Number(stats.size), stats } : undefined;
}

/** Fills an array with an open file's bytes from `at` on. */
export function fill(fd: number, at: number, into: Uint8Array): Uint8Array {
  for (let got = 0; got < into.length; ) {
    const count = readSync(fd, into, got, into.length - got, at + got);
    if (count === 0) throw new Error(`it ends at byte ${at + got}`);
    got += count;
  }
  return into;
}

export class LocalFiles {
  /** Descriptors, the least recently used first. */
  readonly #open = new Map<LocalFile, number>();

  /** Fills an array with the bytes from `at` on. */
  read(file: LocalFile, at: number, into: Uint8Array): void {
    try {
      fill(this.#descriptorOf(file), at, into);
    } catch (thrown) {
      throw new Failure(`${file.path} cannot be read: ${reasonOf(thrown)}`);
    }
  }

  #descriptorOf(file: LocalFile): number {
    const found = this.#open.get(file);
    this.#open.delete(file);
    const fd = found ?? openSync(file.path, 'r');
    this.#open.set(file, fd);
    if (found !== undefined) return fd;
    if (!isUnchanged(file.stats, statsOf(fd))) throw new Error('it has changed');
    for (const [oldest, other] of this.#open) {
      if (this.#open.size <= MOST_OPEN) break;
      this.#open.delete(oldest);
      closeSync(other);
    }
    return fd;
  }

  close(): void {
    for (const fd of this.#open.values()) closeSync(fd);
    this.#open.clear();
  }
}
