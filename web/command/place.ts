// Where OUT is. Links are followed, as a shell follows them, so that a link stays one; but a link to an open
// file, as /dev/stdout is, stands for that file at the place that it has reached, not for its name.
import type { Stats } from 'node:fs';
import { basename, isAbsolute, join, sep } from 'node:path';
import { factOf } from './descriptor.ts';
import { Failure } from './failure.ts';
import { realFolderOf } from './folder.ts';
import { fs } from './host.ts';

const { lstatSync, readdirSync, readlinkSync, realpathSync } = fs;

export type Place =
  /** An open file, such as standard output. */
  | { readonly fd: number }
  /** What must not be replaced, such as a device or a pipe. */
  | { readonly device: string }
  /** A file, or where one will be. */
  | { readonly path: string; readonly stats: Stats | undefined };

/** Files in here are the kernel's, except those of /dev/shm, which is memory. */
const KERNEL = /^\/(dev|proc|sys)\/(?!shm\/)/;

/** As the kernel follows them. */
const MOST_LINKS = 40;

const PIPE = 'pipe:';

/**
 * Files that were open when the process began, by their numbers; undefined where the system does not tell.
 * Taken at once, because later ones are this process's own, such as its connections.
 */
const OPEN_AT_START = openFiles();

export function placeOf(out: string): Place {
  if (out === '-') return { fd: 1 };
  let path = out;
  for (let links = 0; links < MOST_LINKS; ++links) {
    if (path.endsWith('/') || path.endsWith(sep)) throw new Failure(`${out} is the name of a folder`);
    const folder = realFolderOf(path);
    const name = basename(path);
    if (/^(0|[1-9]\d{0,8})$/.test(name) && hasOpenFiles(folder)) return { fd: checkOpen(out, Number(name)) };
    path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() && !path.startsWith('/proc/')) {
      const target = readlinkSync(path);
      path = isAbsolute(target) ? target : `${folder}${sep}${target}`;
    } else if (stats?.isDirectory()) throw new Failure(`${out} is a folder`);
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

/** Whether the files of a folder are this process's open files: also by way of one of its threads. */
function hasOpenFiles(folder: string): boolean {
  const self = realOrNone('/proc/self');
  const isOwn = self !== undefined && folder.startsWith(`${self}/`) && folder.endsWith('/fd');
  return isOwn || folder === realOrNone('/dev/fd');
}

/** Refuses what Node has opened for itself. It would take what is written, and might never return. */
function checkOpen(out: string, fd: number): number {
  if (fd <= 2) return fd;
  if (OPEN_AT_START === undefined)
    throw new Failure(`${out} cannot be written: this system does not say whose it is; use -o - instead`);
  const file = OPEN_AT_START.get(fd);
  if (file === undefined || isOfNode(file, OPEN_AT_START))
    throw new Failure(`${out} cannot be written: the shell has opened no file ${fd}`);
  return fd;
}

interface OpenFile {
  /** Such as a path, pipe:[1234], or anon_inode:[eventpoll]. */
  readonly link: string;
  /** Of a pipe: this end is read. */
  readonly isRead: boolean;
}

function openFiles(): ReadonlyMap<number, OpenFile> | undefined {
  try {
    return new Map(readdirSync('/proc/self/fd').flatMap(openFile));
  } catch {
    return undefined;
  }
}

/** Whether an open file is not open for writing alone. */
function isReadable(fd: number | string): boolean {
  const flags = factOf(fd, 'flags');
  return flags !== undefined && (flags & 3) !== 1;
}

/** None if it is closed by now, as is the one that listed them. */
function openFile(fd: string): [number, OpenFile][] {
  try {
    const link = readlinkSync(`/proc/self/fd/${fd}`);
    return [[Number(fd), { link, isRead: link.startsWith(PIPE) && isReadable(fd) }]];
  } catch {
    return [];
  }
}

/**
 * That it is closed on exec says nothing: Node sets this for inherited files too. But Node's own are queues of
 * events, and pipes with both ends in this process.
 */
const isOfNode = ({ link }: OpenFile, all: ReadonlyMap<number, OpenFile>) =>
  link.startsWith('anon_inode:') ||
  (link.startsWith(PIPE) && [...all.values()].some((other) => other.link === link && other.isRead));
