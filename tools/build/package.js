// What is published: each entry of web/lib as one file in web/dist, because a host takes longer to find and link thirty files than
// to run them. It is not minified, so whoever steps into it reads our names; its source map has the files as they are written.
import { copyFileSync, rmSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

/** @import { Plugin } from 'esbuild' */

/**
 * The errors of other entries are those of the main one, whoever catches them; and `source` calls the main one, so that both have
 * the module that `init` has loaded.
 * @type {Plugin}
 */
const mainOutside = {
  name: 'the main entry is not bundled again',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(errors|index)\.js$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './index.js', external: true },
    ),
};

/** Entries besides the main one. */
const OTHERS = ['interop', 'source'];

export async function buildPackage() {
  const { build } = await import('esbuild'); // there since set-up
  const outdir = inRoot('web/dist');
  rmSync(outdir, { recursive: true, force: true });
  const shared = /** @type {const} */ ({
    outdir,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: true,
    logLevel: 'warning',
  });
  // The inlined module is first in its file: gzip looks back 32 KB, so all other code should be side by side.
  const inject = [inRoot('web/lib/core/wasm/microtome.js')];
  await build({ ...shared, entryPoints: [inRoot('web/lib/index.js')], inject });
  for (const name of OTHERS)
    await build({ ...shared, entryPoints: [inRoot(`web/lib/${name}.js`)], plugins: [mainOutside] });
  copyFileSync(inRoot('web/lib/core/wasm/microtome.wasm'), inRoot('web/dist/microtome.wasm'));
}
