// Bundling with files that are imported later. esbuild makes a file for each set of them that share something, and hosts take long to
// find each file. Here all of them share what any of them shares with the entry, so the entry consists of few files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../common/paths.js';

/** @import { BuildOptions, Metafile, Plugin } from 'esbuild' */

/**
 * @param {typeof import('esbuild').build} build
 * @param {string} entry which imports some files later
 * @param {BuildOptions} options
 */
export async function buildInFewFiles(build, entry, options) {
  const own = { ...options, absWorkingDir: inRoot() };
  const { metafile } = await build({ ...own, write: false, metafile: true });
  const { inputs, outputs } = /** @type {Metafile} */ (metafile);
  const first = reached(inputs, entry);
  const later = Object.values(inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind, external }) => kind === 'dynamic-import' && !external)
    .map(({ path }) => path);
  // Another entry may bring what this one imports later.
  const importers = Object.keys(inputs).filter((path) => {
    const all = reached(inputs, path);
    return !first.has(path) && later.some((each) => all.has(each));
  });
  const rest = new Set(importers.flatMap((path) => [...reached(inputs, path)]));
  const used = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  const shared = [...first].filter((path) => rest.has(path) && used.has(path));
  await build({ ...own, plugins: [...(own.plugins ?? []), importing(importers, shared)] });
}

/**
 * A file, and all that it imports at once.
 * @param {Metafile['inputs']} inputs
 * @param {string} path
 * @param {Set<string>} [found]
 */
function reached(inputs, path, found = new Set()) {
  if (found.has(path) || !(path in inputs)) return found;
  found.add(path);
  for (const { path: next, kind } of inputs[path].imports)
    if (kind === 'import-statement') reached(inputs, next, found);
  return found;
}

/**
 * Has each of `importers` import all of `shared`.
 * @param {string[]} importers
 * @param {string[]} shared
 * @returns {Plugin}
 */
function importing(importers, shared) {
  const [files, imported] = [importers, shared].map((paths) => new Set(paths.map((path) => inRoot(path))));
  const imports = [...imported].map((path) => `import ${JSON.stringify(path)};\n`).join('');
  return {
    name: 'importing',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) =>
        files.has(path) ? { loader: 'ts', contents: readFileSync(path, 'utf8') + imports } : undefined,
      );
      // Else esbuild would leave out what a file imports without using it.
      onResolve({ filter: /\.[jt]s$/ }, ({ path, resolveDir }) => {
        const file = path.startsWith('.') ? join(resolveDir, path) : path;
        return imported.has(file) ? { path: file, sideEffects: true } : undefined;
      });
    },
  };
}
