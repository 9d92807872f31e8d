// Vite plugins that bring the library to the page in parts: the first view has `slice` alone, and the WebAssembly is in files of its own,
// as in `microtome/slim`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The folder of the page. */
export const PLAYGROUND = fileURLToPath(new URL('../../web/playground', import.meta.url));

const FIRST = '?first';
const BESIDE = '?beside';

/**
 * What the first view has a copy of. A bundler puts a module into one chunk whole, so a module that lists functions would bring them all.
 * What they keep between calls only makes the next one faster, so two copies do no harm.
 */
const COPIED =
  /\/lib\/(index|\w+\/(functions|call|fast_path|run|assign|options|fast|parameters|integers))\.ts$/;

/** Gives the first view its own copies, from the playground's `library.ts` on. */
const firstLibrary: Plugin = {
  name: 'microtome-first-library',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    const isFirst = importer.endsWith('/playground/library.ts') || importer.endsWith(FIRST);
    if (!isFirst || !source.startsWith('.')) return null;
    const found = await this.resolve(source, importer.replace(FIRST, ''), { skipSelf: true });
    return found && COPIED.test(found.id) ? `${found.id}${FIRST}` : found;
  },
  load: (id) =>
    id.endsWith(FIRST) ? { code: readFileSync(id.replace(FIRST, ''), 'utf8'), moduleType: 'ts' } : null,
};

/** The parts of the module as files beside the scripts. Emscripten's script gets them from us, and needs no address. */
const filesBeside: Plugin = {
  name: 'microtome-files-beside',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '') {
    if (!/\/inlined(_rest)?\.ts$/.test(source) || importer.includes('/core/')) return null;
    const found = await this.resolve(source, importer.replace(FIRST, ''), { skipSelf: true });
    return found && `${found.id}${BESIDE}`;
  },
  load(id) {
    if (id.endsWith('/wasm/microtome.js'))
      return readFileSync(id, 'utf8').replaceAll('import.meta.url', '""');
    if (!id.endsWith(BESIDE)) return null;
    const beside = readFileSync(id.replace(/inlined(_rest)?\.ts.*$/, 'beside.ts'), 'utf8');
    return { code: beside.replaceAll('./microtome-', './wasm/microtome-'), moduleType: 'ts' };
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /primary-.*\.wasm$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: `./${name}` },
          injectTo: 'head',
        })),
  },
};

export const libraryPlugins = [firstLibrary, filesBeside];
