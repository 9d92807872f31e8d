// Installs npm packages, single Debian packages, and ONNX's test data.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, Unavailable } from '../common/failure.js';
import { capture } from '../common/run.js';
import { fetchPackages } from './debian.js';
import { unpack, unpackSome } from './unpack.js';

/**
 * Installs exactly what package-lock.json says.
 * @param {string} _folder
 * @param {import('../common/progress.js').Progress} progress
 */
export async function installNodeModules(_folder, progress) {
  progress.update('npm ci');
  const { code, all } = await capture('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0) return;
  const reason = /npm error code (\w+)/.exec(all)?.[1] ?? `exit code ${code}`;
  if (reason === 'ENOSPC')
    throw new Failure('the disk is full; free about 2 GB and run the same command again.');
  const offline =
    /^(E(AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH)|ERR_SOCKET_TIMEOUT)$/.test(reason);
  if (offline)
    throw new Unavailable(
      `the npm registry cannot be reached (${reason}); connect to the network and run the same command again.`,
    );
  throw new Failure(`npm ci failed (${reason}):\n${all.trim()}`);
}

/**
 * Installs packages of a suite, with their dependencies only if `closure` is set.
 * @param {Parameters<typeof fetchPackages>[0]} recipe
 * @returns {import('./install.js').Step['install']}
 */
export const installPackages = (recipe) => async (folder, progress) => {
  await unpack(await fetchPackages(recipe, progress), folder, progress);
};

/**
 * Installs some folders of a data package, moved to the top.
 * @param {Parameters<typeof fetchPackages>[0] & { top: string, keep: string[] }} recipe
 * @returns {import('./install.js').Step['install']}
 */
export const installData = (recipe) => async (folder, progress) => {
  const [data] = await fetchPackages(recipe, progress);
  await unpackSome(
    data,
    recipe.keep.map((pattern) => `./${recipe.top}/${pattern}`),
    folder,
  );
  const unpacked = join(folder, 'unpacked');
  renameSync(join(folder, recipe.top.split('/')[0]), unpacked);
  for (const sub of ['node', 'simple']) {
    renameSync(join(unpacked, ...recipe.top.split('/').slice(1), sub), join(folder, sub));
  }
  rmSync(unpacked, { recursive: true });
};
