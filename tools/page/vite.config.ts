// Vite serves the playground (`npm start`) and builds it into build/page (`npm run build -- page`). The documentation, which TypeDoc has
// made, is beside it in docs/.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { PLAYGROUND } from './library.ts';
import { plugins } from './plugins.ts';

/** @param path from this file */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Browsers that know this comment compile all of a file while it downloads, off the main thread. */
const postBanner = ({ isEntry }: { isEntry: boolean }) => (isEntry ? '//# allFunctionsCalledOnLoad' : '');

export default defineConfig({
  root: PLAYGROUND,
  base: './',
  publicDir: here('../../build/site'), // what `npm run build -- docs` makes
  cacheDir: here('../../node_modules/.vite'),
  plugins,
  server: { host: 'localhost', fs: { allow: [here('../../web'), here('../../node_modules')] } },
  build: {
    outDir: here('../../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // light-dark() stays: the code is dark in both themes
    assetsInlineLimit: 0, // the page's policy forbids data: URLs
    modulePreload: {
      polyfill: false, // browsers with WebAssembly SIMD hardly need it
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []), // later parts are few
    },
    rolldownOptions: {
      output: {
        postBanner,
        assetFileNames: ({ names }) =>
          names[0] === 'photo.svg' ? '[name][extname]' : 'assets/[name]-[hash][extname]', // the code names it
      },
    },
  },
});
