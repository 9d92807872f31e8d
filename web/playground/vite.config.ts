// How Vite serves the playground (`npm start`) and builds it into build/page (`npm run build -- page`). The documentation, which
// TypeDoc has made, is beside it in docs/.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { noServiceWorker, offline } from './offline/build.ts';

/** @param path from this file */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What `npm run build -- docs` makes. */
const DOCUMENTATION = here('../../build/site');

/** Packages that are loaded late. Vite would reload the page if it found them only then. */
const LAZY = [
  'protobufjs/minimal.js',
  'highlight.js/lib/core',
  ...['javascript', 'python', 'typescript'].map((name) => `highlight.js/lib/languages/${name}`),
];

const { repository, homepage, version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'));

/**
 * Makes the link to the source, and the address of the preview that other sites show with a link to the page, once package.json
 * names a repository and a homepage. Most of those sites ignore a relative address.
 */
function addresses() {
  const url = (repository?.url ?? repository ?? '').replace(/^git\+|\.git$/g, '');
  return {
    name: 'microtome-addresses',
    transformIndexHtml: (html: string) =>
      html
        .replace('<!-- source -->', url && `<a href="${url}">Source</a>`)
        .replace(/(?<="og:image" content=")[^"]*/, (path) =>
          homepage ? new URL(path, homepage).href : path,
        ),
  };
}

/** One file for the first view. Browsers that know this comment compile all of it while it downloads, off the main thread. */
const postBanner = ({ isEntry }: { isEntry: boolean }) => (isEntry ? '//# allFunctionsCalledOnLoad' : '');
const groups = [{ name: 'first', tags: ['$initial'] as ['$initial'] }];

export default defineConfig({
  root: here('.'),
  base: './',
  publicDir: DOCUMENTATION,
  cacheDir: here('../../node_modules/.vite'),
  define: { 'import.meta.env.VERSION': JSON.stringify(version) },
  optimizeDeps: { include: LAZY },
  plugins: [addresses(), noServiceWorker, offline(DOCUMENTATION)],
  server: { host: 'localhost', fs: { allow: [here('..'), here('../../node_modules')] } },
  worker: {
    format: 'es',
    // Otherwise late chunks import the worker's own script, and WebKit executes that script again.
    rolldownOptions: { experimental: { chunkOptimization: false } },
  },
  build: {
    outDir: here('../../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy forbids data: URLs
    modulePreload: { polyfill: false }, // browsers with WebAssembly SIMD hardly need it
    rolldownOptions: { output: { postBanner, codeSplitting: { groups } } },
  },
});
