// What `npm publish` would send: one tarball.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { inRoot } from '../../tools/common/paths.js';

/**
 * Packs the checkout, which must be built.
 * @param {string} folder where the tarball goes
 * @returns {{ tarball: string, paths: string[] }} the file, and the files in it
 */
export function pack(folder) {
  // Nobody's cache: packing must work where npm's own cannot be written.
  const env = { ...process.env, npm_config_cache: inRoot('build/npm-cache') };
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', args, { cwd: inRoot(), env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' }),
  );
  return {
    tarball: join(folder, filename),
    paths: files.map((/** @type {{ path: string }} */ file) => file.path),
  };
}
