// Where OUT is. Links are followed, as a shell follows them, so that a link stays one; but a link to an open
// file, as /dev/stdout is, stands for that file at the place that it has reached, not for its name.
import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Failure } from './failure.ts';

export type Place =
  /** An open file, such as standard output. */
  | { readonly fd: number }
  /** What must not be replaced, such as a device or a pipe. */
  | { readonly device: string }
  /** A file, or where one will be. */
  | { readonly path: string; readonly stats: Stats | undefined };

/** Folders whose files are numbers of open files. */
const OPEN_FILES = ['/dev/fd', '/proc/self/fd', '/proc/thread-self/fd'];

/** Files in here are the kernel's, except those of /dev/shm, which is memory. */
const KERNEL = /^\/(dev|proc|sys)\/(?!shm\/)/;

/** As the kernel follows them. */
const MOST_LINKS = 40;

export function placeOf(out: string): Place {
  if (out === '-') return { fd: 1 };
  if (out.endsWith('/') || out.endsWith(sep)) throw new Failure(`${out} is the name of a folder`);
  const openFiles = OPEN_FILES.map(realOrNone);
  let path = resolve(out);
  for (let links = 0; links < MOST_LINKS; ++links) {
    const folder = realpathSync(dirname(path));
    const name = basename(path);
    if (openFiles.includes(folder) && /^\d{1,9}$/.test(name)) return { fd: Number(name) };
    path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() && !path.startsWith('/proc/')) path = resolve(folder, readlinkSync(path));
    else if (stats?.isDirectory()) throw new Failure(`${out} is a folder`);
    else if (stats && (!stats.isFile() || KERNEL.test(path))) return { device: path };
    else return { path, stats };
  }
  throw new Failure(`${out} cannot be written: its links lead nowhere`);
}

function realOrNone(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined; // not on this system
  }
}
