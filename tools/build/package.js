// What is published: each entry of web/lib as one file in web/dist, because a host takes longer to find and link thirty files than
// to run them. It is not minified, so whoever steps into it reads our names; its source map has the files as they are written.
import { copyFileSync, rmSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

/** @import { Plugin } from 'esbuild' */

/**
 * The main entry, with the packed module at the beginning of its file: what cannot be compressed stands apart from what can, or a
 * page would be larger by 200 bytes once it is compressed.
 * @type {Plugin}
 */
const packedFirst = {
  name: 'packed first',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^main entry$/ }, ({ path }) => ({ path, namespace: 'entry' }));
    onLoad({ filter: /./, namespace: 'entry' }, () => ({
      contents: "import packed from './core/wasm/inlined.js'; export * from './index.js';",
      resolveDir: inRoot('web/lib'),
    }));
  },
};

/**
 * The errors of other entries are those of the main one, whoever catches them.
 * @type {Plugin}
 */
const errorsOfMain = {
  name: 'errors of the main entry',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/base\/errors\.js$/ }, () => ({ path: './index.js', external: true })),
};

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
  await build({ ...shared, entryPoints: { index: 'main entry' }, plugins: [packedFirst] });
  await build({ ...shared, entryPoints: [inRoot('web/lib/interop.js')], plugins: [errorsOfMain] });
  copyFileSync(inRoot('web/lib/core/wasm/microtome.wasm'), inRoot('web/dist/microtome.wasm'));
}
