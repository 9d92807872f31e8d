// Where a command writes. A file appears under its name only when it is whole: it is written beside its
// place, and renamed. Whatever happens before that leaves nothing, unless the process is killed without a
// signal that it can hear.
import { randomUUID } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, realpath, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure, reasonOf } from './failure.ts';

type Write = (stream: WritableStream<Uint8Array>) => Promise<void>;

/** Prints a text to standard output. */
export const print = (text: string) => toStandardOutput(Buffer.from(`${text}\n`));

/** Has `write` fill a file, or standard output if `out` is '-'. */
export async function writeTo(out: string, write: Write): Promise<void> {
  if (out === '-') return pour(write, toStandardOutput);
  const kind = statSync(out, { throwIfNoEntry: false });
  if (kind?.isDirectory()) throw new Failure(`${out} is a folder`);
  if (kind !== undefined && !kind.isFile()) return writeDevice(out, write);
  const place = kind === undefined ? out : await realpath(out); // a link stays one
  const beside = join(dirname(place), `.microtome-${randomUUID()}.tmp`);
  unfinished.add(beside);
  try {
    attempt(out, () => writeFileSync(beside, '', { flag: 'wx' })); // at once, so that a signal finds it
    const handle = await open(beside, 'r+');
    try {
      await pour(write, (chunk) => attempt(out, () => handle.appendFile(chunk)));
      await attempt(out, () => handle.sync());
    } finally {
      await handle.close();
    }
    await attempt(out, () => rename(beside, place));
  } finally {
    rmSync(beside, { force: true });
    unfinished.delete(beside);
  }
}

/** A device or a pipe, which must not be replaced. */
async function writeDevice(out: string, write: Write): Promise<void> {
  const handle: FileHandle = await attempt(out, () => open(out, 'w'));
  try {
    await pour(write, (chunk) => attempt(out, () => handle.appendFile(chunk)));
  } finally {
    await handle.close();
  }
}

/** Has `write` write into a stream. If a chunk cannot be written, that is the reason of the failure. */
async function pour(write: Write, put: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  let reason: unknown;
  const stream = new WritableStream<Uint8Array>({
    async write(chunk) {
      try {
        await put(chunk);
      } catch (thrown) {
        reason = thrown;
        throw thrown;
      }
    },
  });
  try {
    await write(stream);
  } catch (thrown) {
    throw reason ?? thrown;
  }
}

const toStandardOutput = (chunk: Uint8Array) =>
  attempt(
    'standard output',
    () =>
      new Promise<void>((resolve, reject) => {
        process.stdout.once('error', reject); // otherwise it would end the process
        process.stdout.write(chunk, (error) => {
          if (error) return reject(error);
          process.stdout.removeListener('error', reject);
          resolve();
        });
      }),
  );

/** The result of an action; its failure names `out`. */
function attempt<T>(out: string, action: () => T): T {
  const fail = (thrown: unknown): never => {
    const [reason] = reasonOf(thrown).split(','); // Node adds its call, and the name beside the place
    throw new Failure(`${out} cannot be written: ${reason}`);
  };
  try {
    const result = action();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (thrown) {
    return fail(thrown);
  }
}

/** Files to remove if a signal ends the process. */
const unfinished = new Set<string>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const path of unfinished) rmSync(path, { force: true });
    process.kill(process.pid, signal); // as if nobody had listened, so a shell knows why it ended
  });
