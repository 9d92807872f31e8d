// `microtome/slim`: index.ts with core/beside.ts in place of core/inlined.ts and inlined_rest.ts, so its WebAssembly is in files beside the script.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../common/paths.js';

/** How a build names it among its entries. */
export const SLIM = 'microtome-slim';

/** esbuild recognizes the imports of index.ts by this. */
const SUFFIX = '?slim';

/**
 * Knows SLIM. Emscripten's script gets its module from us in either build; without an address of its own, it does not look for
 * a file, and no bundler treats microtome.wasm as one that the page needs.
 * @type {import('esbuild').Plugin}
 */
export const slim = {
  name: 'slim',
  setup({ esbuild, onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${SLIM}$`) }, () => ({
      path: inRoot('web/lib/index.ts'),
      suffix: SUFFIX,
    }));
    // Its own copies of these, which keep nothing: else they would be a file that `microtome` imports before its inlined parts, and gzip
    // looks back only 32 KB, so all other code should be adjacent.
    onResolve({ filter: /\/(allocate|arena)\.ts$/ }, ({ path, pluginData, resolveDir }) =>
      pluginData === SUFFIX ? { path: join(resolveDir, path), suffix: SUFFIX } : undefined,
    );
    onLoad({ filter: /\/lib\/(index|allocate|core\/arena)\.ts$/ }, ({ path, suffix }) =>
      suffix === SUFFIX
        ? { contents: readFileSync(path, 'utf8'), loader: 'ts', pluginData: SUFFIX }
        : undefined,
    );
    onResolve({ filter: /\/inlined(_rest)?\.ts$/ }, ({ path, pluginData, resolveDir }) =>
      pluginData === SUFFIX ? { path: join(resolveDir, path, '../beside.ts') } : undefined,
    );
    onLoad({ filter: /\/wasm\/microtome\.js$/ }, async ({ path }) => ({
      contents: (await esbuild.transform(readFileSync(path, 'utf8'), { define: { 'import.meta.url': '""' } }))
        .code,
    }));
  },
};
