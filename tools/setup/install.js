// Carries out the steps that are not up to date. Each is installed into a folder beside its final one,
// renamed when it is complete, and stamped. A run that is killed leaves either the old state or nothing with
// a stamp.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, TOOLCHAIN } from '../common/paths.js';
import { startProgress } from '../common/progress.js';
import { withLock } from './lock.js';

const STAMP = '.microtome-stamp';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title what the user reads while it runs
 * @property {string} home the folder that it makes
 * @property {unknown} recipe everything that decides what is installed; it is installed again after a change
 * @property {string} [lane] steps of one lane wait for each other; by default Debian's, which share its package lists
 * @property {boolean} [inPlace] it fills its home itself, instead of a folder to be renamed
 * @property {() => boolean | Promise<boolean>} [unneeded] if the machine has it already, or cannot have it
 * @property {(folder: string, progress: import('../common/progress.js').Progress) => Promise<void>} install
 */

/**
 * Makes sure that every one of these steps is done: lanes beside each other, and each lane in order.
 * @param {Step[]} steps
 */
export async function install(steps) {
  if ((await missing(steps)).length === 0) return;
  mkdirSync(TOOLCHAIN, { recursive: true });
  await withLock(join(TOOLCHAIN, 'setup.lock'), async () => {
    const lanes = new Set(steps.map(({ lane }) => lane));
    const ended = await Promise.allSettled(
      [...lanes].map((lane) => walk(steps.filter((step) => step.lane === lane))),
    );
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  });
}

/** @param {Step[]} steps */
async function walk(steps) {
  for (const step of steps) if ((await missing([step])).length > 0) await perform(step);
}

/** @param {Step[]} steps */
async function missing(steps) {
  const stale = [];
  for (const step of steps) if (!isStamped(step) && !(await step.unneeded?.())) stale.push(step);
  return stale;
}

/** @param {Step} step */
async function perform(step) {
  const progress = startProgress(`Setting up: ${step.title}`);
  const folder = step.inPlace ? step.home : `${step.home}.partial`;
  rmSync(join(step.home, STAMP), { force: true });
  if (!step.inPlace) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  await step.install(folder, progress);
  if (!step.inPlace) {
    rmSync(step.home, { recursive: true, force: true });
    mkdirSync(dirname(step.home), { recursive: true });
    renameSync(folder, step.home);
  }
  writeFileSync(join(step.home, STAMP), stampOf(step));
  progress.done();
}

/** @param {Step} step */
function isStamped(step) {
  try {
    return readFileSync(join(step.home, STAMP), 'utf8') === stampOf(step);
  } catch {
    return false;
  }
}

/**
 * A hash of the recipe and of the checkout's path, because adopted programs contain that path.
 * @param {Step} step
 */
function stampOf({ recipe }) {
  /** @type {(key: string, value: unknown) => unknown} */
  const readable = (_, value) => (value instanceof RegExp ? value.source : value);
  return createHash('sha256')
    .update(JSON.stringify([ROOT, recipe], readable))
    .digest('hex');
}
