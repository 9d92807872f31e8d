// What is published: each entry of web/lib as one file in web/dist, because a host takes longer to find and link thirty files than
// to run them. It is not minified, so whoever steps into it reads our names; its source map has the files as they are written.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { inRoot } from '../common/paths.js';

/** Entries share what both of them use. */
const ENTRIES = ['index', 'interop'];

/**
 * The packed module goes to the end of its file, as a function, which is known before the file runs: what cannot be compressed
 * stands apart from what can, or a page would be larger by 200 bytes once it is compressed.
 * @type {import('esbuild').Plugin}
 */
const inlinedLast = {
  name: 'inlined last',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]wasm[/\\]inlined\.js$/ }, () => ({
      contents: 'export default /* @__PURE__ */ inlinedModule();',
    })),
};

export async function buildPackage() {
  const outdir = inRoot('web/dist');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: ENTRIES.map((name) => inRoot('web/lib', `${name}.js`)),
    plugins: [inlinedLast],
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
  const { default: inlined } = await import(`../../web/lib/wasm/inlined.js?${Date.now()}`);
  const last = `function inlinedModule() {\n  return ${JSON.stringify(inlined)};\n}\n`;
  const path = inRoot('web/dist/index.js');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/\/\/# sourceMappingURL=/, (link) => last + link),
  );
  copyFileSync(inRoot('web/lib/wasm/microtome.wasm'), inRoot('web/dist/microtome.wasm'));
}
