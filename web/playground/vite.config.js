// How Vite serves the playground (`npm start`) and builds it into build/page (`npm run build -- page`).
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** @param {string} path from this file */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Packages that are fetched late: found only then, they would make the page load anew. */
const LAZY = [
  'protobufjs/minimal.js',
  'highlight.js/lib/core',
  ...['javascript', 'python', 'typescript'].map((name) => `highlight.js/lib/languages/${name}`),
];

export default defineConfig({
  root: here('.'),
  base: './',
  optimizeDeps: { include: LAZY },
  cacheDir: here('../../node_modules/.vite'),
  server: { host: 'localhost', fs: { allow: [here('..')] } },
  build: {
    outDir: here('../../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy has no data: addresses
  },
});
