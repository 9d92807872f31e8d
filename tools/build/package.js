// What is published: each entry of web/lib as one file in web/dist, because a host takes longer to find and link thirty files than
// to run them. It is not minified, so whoever steps into it reads our names; its source map has the files as they are written.
import { copyFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { inRoot } from '../common/paths.js';

/** Entries share what both of them use. */
const ENTRIES = ['index', 'interop'];

export async function buildPackage() {
  const outdir = inRoot('web/dist');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: ENTRIES.map((name) => inRoot('web/lib', `${name}.js`)),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'shared',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: true,
    logLevel: 'warning',
  });
  copyFileSync(inRoot('web/lib/wasm/microtome.wasm'), inRoot('web/dist/microtome.wasm'));
}
