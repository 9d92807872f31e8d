// Unpacks .deb files into a folder, without root, and without running anything in them.
import { cpus } from 'node:os';
import { Failure } from '../common/failure.js';
import { megabytes } from '../common/progress.js';
import { capture } from '../common/run.js';
import { fileOf } from './debian.js';

/**
 * Unpacks whole packages, a few at a time.
 * @param {import('./debian.js').Package[]} packages
 * @param {string} folder
 * @param {import('../common/progress.js').Progress} progress
 */
export async function unpack(packages, folder, progress) {
  const queue = [...packages];
  let done = 0;
  const worker = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      check(await capture('dpkg-deb', ['-x', fileOf(next), folder]), next);
      done += 1;
      progress.update(
        `unpacking, ${done} of ${packages.length} packages, ${next.name} ${megabytes(next.size)} MB`,
      );
    }
  };
  await Promise.all(cpus().map(worker));
}

/**
 * Unpacks only the members of one package that match a tar pattern.
 * @param {import('./debian.js').Package} one
 * @param {string[]} patterns
 * @param {string} folder
 */
export async function unpackSome(one, patterns, folder) {
  const script = 'set -o pipefail; deb=$1; shift; dpkg-deb --fsys-tarfile "$deb" | tar -x --wildcards "$@"';
  check(await capture('bash', ['-c', script, 'unpack', fileOf(one), '-C', folder, ...patterns]), one);
}

/** @param {import('../common/run.js').Outcome} outcome @param {import('./debian.js').Package} one */
function check({ code, all }, one) {
  if (code === 0) return;
  const reason = /No space left/i.test(all) ? 'the disk is full' : all.trim().split('\n').at(-1);
  throw new Failure(`unpacking ${one.name} failed (${reason}); run the same command again.`);
}
