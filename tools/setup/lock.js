// Allows one set-up at a time in a checkout. The lock file names its owner by process id and start time. A
// lock whose owner is gone is void.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 300;

/**
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  let told = false;
  while (!take(file)) {
    const owner = ownerOf(file);
    if (isGone(owner)) rmSync(file, { force: true });
    else {
      if (!told)
        console.log(`Waiting for another set-up of this checkout (process ${owner.split(' ')[0]}) ...`);
      told = true;
      await sleep(POLL_MS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function ownerOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {string} owner */
function isGone(owner) {
  const [pid, start] = owner.split(' ');
  return startOf(Number(pid)) !== start;
}

/**
 * The start time of a process, in the kernel's ticks; undefined if it is gone, or a zombie.
 * @param {number} pid
 * @returns {string | undefined}
 */
function startOf(pid) {
  if (!existsSync('/proc/self/stat')) return isRunning(pid) ? 'running' : undefined;
  try {
    // The program's name comes second, in brackets, and may contain anything.
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
