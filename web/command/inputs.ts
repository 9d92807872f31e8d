// The files that a command reads on this machine: FROM, and all files that belong to it, such as shards and weights. None of them may be OUT,
// by whatever name or link, and none may change before the last byte is read.
import type { BigIntStats } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure.ts';
import { fs } from './host.ts';

interface Input {
  readonly name: string;
  /** When it was opened. */
  readonly stats: BigIntStats;
  /** The same now; undefined: it is gone. */
  readonly now: () => BigIntStats | undefined;
}

/** A file, by its path or its descriptor; undefined: it is not there. Numbers of files may have 64 bits. */
export const statsOf = (file: string | number): BigIntStats | undefined =>
  typeof file === 'number'
    ? fs.fstatSync(file, { bigint: true })
    : fs.statSync(file, { bigint: true, throwIfNoEntry: false });

const isOne = (a: BigIntStats, b: BigIntStats) => a.dev === b.dev && a.ino === b.ino;

/** Whether a file is still the same, with the same content. */
export const isUnchanged = (before: BigIntStats, now: BigIntStats | undefined) =>
  now !== undefined && isOne(before, now) && before.size === now.size && before.mtimeNs === now.mtimeNs;

/** A terminal's input and output are not the same data. */
const mayBeBoth = (stats: BigIntStats) => stats.isCharacterDevice() || stats.isSocket();

export class Inputs {
  readonly #all = new Map<string, Input>();

  /** Adds a file before it is read. A pipe can be read only once. */
  add(name: string, file: string | number, stats = statsOf(file)): void {
    if (stats === undefined) return; // opening it fails, and says so
    const key = `${stats.dev} ${stats.ino}`;
    if (!this.#all.has(key)) this.#all.set(key, { name, stats, now: () => statsOf(file) });
    else if (stats.isFIFO() || stats.isSocket())
      throw new Failure(`${name} is a pipe, and another part reads it already`);
  }

  /** Adds the files of this machine among those that the library has opened. */
  addOpened(addresses: readonly string[]): void {
    for (const address of addresses) {
      if (!address.startsWith('file:')) continue;
      const path = fileURLToPath(address);
      this.add(path, path);
    }
  }

  /** Refuses OUT if it is one of them. */
  checkOut(out: string, stats: BigIntStats | undefined): void {
    if (stats === undefined || mayBeBoth(stats)) return;
    const input = this.#all.get(`${stats.dev} ${stats.ino}`);
    if (input === undefined) return;
    const which = input.name === out ? '' : `${input.name}, which is `;
    throw new Failure(`${out} cannot be written: it is ${which}being read; give OUT another name`);
  }

  /** To be called after the last read. */
  checkUnchanged(): void {
    for (const { name, stats, now } of this.#all.values())
      if (stats.isFile() && !isUnchanged(stats, now()))
        throw new Failure(`${name} has changed since it was opened; run the command again`);
  }
}
