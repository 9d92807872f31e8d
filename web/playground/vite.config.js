// How Vite serves the playground (`npm start`) and builds it into build/page (`npm run build -- page`).
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { RULES } from '../../tests/cases/rules.js';
import { RULINGS } from '../../tests/cases/rulings.js';
import { offline } from './offline/build.js';

/** @param {string} path from this file */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Packages that are fetched late: found only then, they would make the page load anew. */
const LAZY = [
  'protobufjs/minimal.js',
  'highlight.js/lib/core',
  ...['javascript', 'python', 'typescript'].map((name) => `highlight.js/lib/languages/${name}`),
];

/** The rows of docs/conformance.md as a module; of what a row has, what is shown. */
function rules() {
  const id = 'virtual:microtome-rules';
  const rows = [...RULES, ...RULINGS].map(({ shows, tests, ...row }) => row);
  return {
    name: 'microtome-rules',
    resolveId: (/** @type {string} */ name) => (name === id ? `\0${id}` : undefined),
    load: (/** @type {string} */ name) =>
      name === `\0${id}` ? `export const RULES = ${JSON.stringify(rows)};` : undefined,
  };
}

/** The module is not inlined in what is built: shell/library.js loads it as a file. */
function withoutInlined() {
  return {
    name: 'microtome-without-inlined',
    apply: /** @type {const} */ ('build'),
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      if (!id.endsWith('/lib/wasm/microtome.js')) return undefined;
      const without = code.replace(/(["'`])AGFzbQ[A-Za-z0-9+/=]+\1/, "''");
      if (without === code) throw new Error(`${id} has no inlined module that this plugin can find`);
      return { code: without, map: null };
    },
    /**
     * The page asks for the file at once, not only when its script does.
     * @param {string} _html
     * @param {{ bundle?: Record<string, unknown> }} context
     */
    transformIndexHtml(_html, { bundle = {} }) {
      const href = Object.keys(bundle).find((name) => name.endsWith('.wasm'));
      const attrs = {
        rel: 'preload',
        href: `./${href}`,
        as: 'fetch',
        type: 'application/wasm',
        crossorigin: '',
      };
      return [{ tag: 'link', attrs, injectTo: /** @type {const} */ ('head') }];
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: './',
  cacheDir: here('../../node_modules/.vite'),
  optimizeDeps: { include: LAZY },
  plugins: [rules(), withoutInlined(), offline()],
  server: { host: 'localhost', fs: { allow: [here('..')] } },
  worker: { format: 'es', plugins: () => [withoutInlined()] },
  build: {
    outDir: here('../../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy has no data: addresses
  },
});
