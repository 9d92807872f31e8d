// Vite's part of ./onnxruntime.js: puts onnxruntime-web in the place that it keeps, where a build of the page has installed it.
import { join } from 'node:path';
import { homeOf, versionOf } from '../../../../tests/packages.js';

/** Where a build of the page installs what ours is compared with: tools/page has its version. */
export const PEERS = join(homeOf('tools/page'), 'node_modules');

/** Its files in what is built: they are loaded only where they are asked for. */
export const LARGE = /\bort[.-]/;

/** @returns {import('vite').Plugin} */
export function onnxruntime() {
  const version = versionOf('tools/page', 'onnxruntime-web');
  const dist = join(PEERS, 'onnxruntime-web', 'dist');
  const text = `
    export const VERSION = ${JSON.stringify(version)};
    export const load = async () => {
      const [ort, wasm] = await Promise.all([
        import(${JSON.stringify(join(dist, 'ort.wasm.bundle.min.mjs'))}),
        import(${JSON.stringify(`${join(dist, 'ort-wasm-simd-threaded.wasm')}?url`)}),
      ]);
      const wasmBinary = await (await fetch(wasm.default)).arrayBuffer();
      Object.assign(ort.env.wasm, { numThreads: 1, wasmBinary });
      return ort;
    };`;
  return {
    name: 'onnxruntime-web',
    load: (id) => (version && id.endsWith('/media/timing/onnxruntime.js') ? text : undefined),
  };
}
