// A Vite plugin that replaces ./onnxruntime.ts with the real onnxruntime-web, if a build of the page has installed it.
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { homeOf, versionOf } from '../../../../tests/packages.js';

/** Where a build of the page installs the packages of tools/page. */
export const PEERS = join(homeOf('tools/page'), 'node_modules');

/** Its files in a built page, which are loaded on request only. */
export const LARGE = /\bort[.-]/;

export function onnxruntime(): Plugin {
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
    load: (id) => (version && id.endsWith('/media/timing/onnxruntime.ts') ? text : undefined),
  };
}
