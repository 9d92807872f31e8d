// What is published: each entry of web/lib as one file in web/dist, because a host takes longer to find and link thirty files than
// to run them. It is not minified, so whoever steps into it reads our names; its source map has the files as they are written.
import { copyFileSync, rmSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

/**
 * The main entry, with the packed module at the beginning of its file: what cannot be compressed stands apart from what can, or a
 * page would be larger by 200 bytes once it is compressed.
 * @type {import('esbuild').Plugin}
 */
const packedFirst = {
  name: 'packed first',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^main entry$/ }, ({ path }) => ({ path, namespace: 'entry' }));
    onLoad({ filter: /./, namespace: 'entry' }, () => ({
      contents: "import packed from './wasm/inlined.js'; export * from './index.js';",
      resolveDir: inRoot('web/lib'),
    }));
  },
};

export async function buildPackage() {
  const { build } = await import('esbuild'); // there since set-up
  const outdir = inRoot('web/dist');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: { index: 'main entry', interop: inRoot('web/lib/interop.js') },
    plugins: [packedFirst],
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'shared', // what both entries use
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: true,
    logLevel: 'warning',
  });
  copyFileSync(inRoot('web/lib/wasm/microtome.wasm'), inRoot('web/dist/microtome.wasm'));
}
