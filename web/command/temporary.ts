// Temporary files beside OUT. A signal that ends the process removes them first. After a process that could
// not do so, such as one that was killed, the next one that writes the same OUT does.
import { openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { constants, hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Signals that end a process, and that Node lets it hear. Node cannot hear SIGKILL, real-time signals, and
 * those of a crash. SIGPROF belongs to V8's profiler, and SIGUSR1, which ends nothing, to Node's debugger.
 */
export const ENDING = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGABRT',
  'SIGUSR2',
  'SIGALRM',
  'SIGTERM',
  'SIGSTKFLT',
  'SIGXCPU',
  'SIGVTALRM',
  'SIGIO',
  'SIGPWR',
  'SIGBREAK',
] as const satisfies NodeJS.Signals[];

/** Files to remove if a signal ends the process. */
const unfinished = new Set<string>();

for (const signal of ENDING)
  process.once(signal, () => {
    for (const path of unfinished) remove(path);
    process.kill(process.pid, signal); // as if nobody had listened, so a shell knows why it ended
    process.exit(128 + (constants.signals[signal] ?? 0)); // the first process of a container goes on
  });
process.on('SIGXFSZ', () => {}); // a file that is too large is an error of `write`, which can be told

/** Names that are tried: others may write into the same folder. */
const MOST_NAMES = 100;

export interface Temporary {
  readonly fd: number;
  readonly path: string;
}

/**
 * Creates a temporary file beside a path. Files of dead processes for the same path are removed. The name has a
 * random part, so that others do not take it before; if they do, another one is tried.
 */
export async function openBeside(path: string, mode: number): Promise<Temporary> {
  const mark = `.microtome-${digest(basename(path))}-${digest(here())}-`;
  const folder = dirname(path);
  for (const name of namesIn(folder)) {
    const [, pid] = (name.startsWith(mark) && /-(\d{1,10})\.tmp$/.exec(name)) || [];
    if (pid !== undefined && isDead(Number(pid))) remove(join(folder, name));
  }
  for (let names = 1; ; ++names) {
    const beside = join(folder, `${mark}${Math.random().toString(36).slice(2, 12)}-${process.pid}.tmp`);
    try {
      const fd = openSync(beside, 'wx+', mode);
      unfinished.add(beside); // only now: until then it may be another's
      return { fd, path: beside };
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST' || names === MOST_NAMES) throw thrown;
    }
  }
}

/** A folder takes no file from this user. */
export const isRefusal = (thrown: unknown) => ['EACCES', 'EPERM', 'EROFS'].includes(Object(thrown).code);

/** 64 bits that differ between texts (FNV-1a). Node's crypto takes milliseconds to load. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

export function release({ path }: Temporary): void {
  remove(path);
  unfinished.delete(path);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // one may write into a folder that one may not list
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {} // it is no longer the user's to remove
}

/**
 * The machine since it was started, and the container: within these, a number is that of one process at a
 * time. Where that cannot be known, it is what no other process has.
 */
function here(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `${hostname()} ${process.pid} ${performance.timeOrigin} ${Math.random()}`;
  }
}

function isDead(pid: number): boolean {
  if (pid === process.pid) return true; // this one has none yet
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
