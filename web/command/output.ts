// Where a command writes. A file appears under its name only when it is whole: it is written beside its
// place, and renamed. If its place must keep more than its name, what is whole is copied over it. If nothing can
// be written beside it, it is written in place.
import {
  accessSync,
  close,
  constants,
  createReadStream,
  createWriteStream,
  fchmod,
  fstatSync,
  fsync,
  openSync,
  type Stats,
  write,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import { factOf } from './descriptor.ts';
import { Failure } from './failure.ts';
import { type Inputs, statsOf } from './inputs.ts';
import { placeOf } from './place.ts';
import { attempt, type Put, toStandardOutput } from './print.ts';
import { isRefusal, openBeside, release } from './temporary.ts';

type Write = (stream: WritableStream<Uint8Array>) => Promise<void>;

/** Whether OUT is a file, or will be one: not standard output, nor a device. */
export const isFile = (out: string) => attempt(out, () => 'path' in placeOf(out));

/**
 * Has `fill` fill OUT from the inputs. `beforeShown` is called when all is written, before a file appears.
 */
export async function writeTo(
  out: string,
  inputs: Inputs,
  fill: Write,
  beforeShown?: () => Promise<void>,
): Promise<void> {
  const place = attempt(out, () => placeOf(out));
  const file = 'path' in place ? place.path : 'device' in place ? place.device : place.fd;
  inputs.checkOut(out, attempt(out, () => statsOf(file))); // biome-ignore format: one
  const checked: Write = async (stream) => {
    await fill(stream);
    inputs.checkUnchanged();
  };
  if ('path' in place && (await writeBeside(out, place, checked, beforeShown))) return;
  if ('path' in place) await writeInPlace(out, place.path, checked);
  else if ('device' in place) await writeDevice(out, place.device, checked);
  else {
    checkSomewhere(out, place.fd);
    await pour(checked, place.fd === 1 ? toStandardOutput : toFile(out, place.fd));
  }
  await beforeShown?.();
}

/**
 * Node opens /dev/null in place of what was closed, for reading and writing. A shell opens it for writing alone, if somebody wants
 * what is written to be lost.
 */
function checkSomewhere(out: string, fd: number): void {
  const isNull = statsOf(fd)?.rdev === statsOf('/dev/null')?.rdev;
  if (isNull && ((factOf(fd, 'flags') ?? 0) & constants.O_RDWR) !== 0)
    throw new Failure(
      `${out} cannot be written: it is closed, so all would be lost; -o /dev/null writes nothing`,
    );
}

/** False: there is a file, and its folder takes no other one. */
async function writeBeside(
  out: string,
  { path, stats }: { path: string; stats: Stats | undefined },
  write: Write,
  beforeShown?: () => Promise<void>,
): Promise<boolean> {
  if (stats) checkWritable(out, path, stats);
  // Nobody else may read what replaces a private file.
  const opened = openBeside(path, stats ? 0o600 : 0o666).catch((thrown) => {
    if (stats && isRefusal(thrown)) return undefined;
    throw thrown;
  });
  const beside = await attempt(out, () => opened);
  if (beside === undefined) return false;
  try {
    const { fd } = beside;
    let standsIn = true;
    try {
      await pour(write, toFile(out, fd));
      standsIn = stats === undefined || (await takeMode(fd, stats));
      await attempt(out, () => promisify(fsync)(fd));
    } finally {
      await promisify(close)(fd);
    }
    await beforeShown?.();
    const isReplaced = standsIn && (await replace(out, beside.path, path));
    if (!isReplaced) await attempt(out, () => copyOver(beside.path, path));
  } finally {
    release(beside);
  }
  return true;
}

/** As a shell does: what was there is lost first. */
async function writeInPlace(out: string, path: string, write: Write): Promise<void> {
  const fd = attempt(out, () => openSync(path, constants.O_WRONLY | constants.O_TRUNC));
  try {
    await pour(write, toFile(out, fd));
    await attempt(out, () => promisify(fsync)(fd));
  } finally {
    await promisify(close)(fd);
  }
}

/** Gives a file the mode of another. False: it still cannot stand in for it, because there is more to keep. */
async function takeMode(fd: number, { mode, uid, gid, nlink }: Stats): Promise<boolean> {
  const now = fstatSync(fd);
  if (nlink > 1 || now.uid !== uid || now.gid !== gid) return false;
  if (now.mode === mode) return true;
  return promisify(fchmod)(fd, mode & 0o777).then(
    () => true,
    () => false, // some file systems have modes of their own
  );
}

/** The owner of a folder may replace any file in it, but not one that nobody may write. */
function checkWritable(out: string, path: string, { mode }: Stats): void {
  attempt(out, () => accessSync(path, constants.W_OK));
  if ((mode & 0o222) === 0) throw new Failure(`${out} cannot be written: it is read-only`);
}

/** Renames a file; false: there is a mount, which can only be written over. */
const replace = (out: string, beside: string, path: string) =>
  attempt(out, () =>
    rename(beside, path).then(
      () => true,
      (thrown) => {
        if (thrown.code !== 'EBUSY') throw thrown;
        return false;
      },
    ),
  );

async function copyOver(from: string, to: string): Promise<void> {
  const { pipeline } = await import('node:stream/promises'); // rarely needed, and slow to load
  await pipeline(createReadStream(from), createWriteStream(to, { flush: true }));
}

/** A device or a pipe, which must not be replaced, nor cut off where it is another process's file. */
async function writeDevice(out: string, device: string, write: Write): Promise<void> {
  const handle = await attempt(out, () => open(device, 'a'));
  try {
    await pour(write, toFile(out, handle.fd));
  } finally {
    await handle.close();
  }
}

/** Has `write` write into a stream. If a chunk cannot be written, that is the reason of the failure. */
async function pour(write: Write, put: Put): Promise<void> {
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

/** Milliseconds until a pipe that is full, and that nobody waits for, is tried again. */
const PAUSE = 10;

/** Writes on in an open file. */
export const toFile =
  (out: string, fd: number): Put =>
  (chunk) =>
    attempt(out, async () => {
      for (let at = 0; at < chunk.length; )
        try {
          at += (await promisify(write)(fd, chunk, at)).bytesWritten;
        } catch (thrown) {
          if (Object(thrown).code !== 'EAGAIN') throw thrown;
          await promisify(setTimeout)(PAUSE);
        }
    });
