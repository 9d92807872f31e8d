// For hosts that take their files in a folder: what some files need, at the same places.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { inRoot, ROOT } from '../../../tools/common/paths.js';

/**
 * These files and all modules that they import, as paths from the root.
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
function filesBehind(paths) {
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: paths.filter((path) => extname(path) === '.js'),
    external: ['node:*'],
    loader: { '.wasm': 'copy' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: ROOT,
    logLevel: 'silent',
  });
  return [...new Set([...paths, ...Object.keys(metafile.inputs)])];
}

/**
 * @param {readonly string[]} paths
 * @param {string} folder
 * @returns {string[]} the files that are there now
 */
export function copyBehind(paths, folder) {
  const files = filesBehind(paths);
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(inRoot(path), join(folder, path));
  }
  return files;
}
