// A Vite plugin that writes ./service_worker.js beside the built page, with the list of files in front. The hash of their names,
// which change with their content, is its version.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LARGE } from '../media/timing/onnxruntime.config.js';

const SOURCE = new URL('./service_worker.js', import.meta.url);

export function offline() {
  return {
    name: 'microtome-offline',
    apply: /** @type {const} */ ('build'),
    config: () => ({ define: { 'import.meta.env.OFFLINE': 'true' } }),
    /**
     * @this {{ emitFile: (file: { type: 'asset', fileName: string, source: string }) => void }}
     * @param {unknown} _options
     * @param {Record<string, { type: string, source?: string | Uint8Array }>} bundle
     */
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.html') && !LARGE.test(name));
      const page = Object.values(bundle).map(({ source }) => (typeof source === 'string' ? source : ''));
      const version = createHash('sha256')
        .update([...files, ...page].join('\n'))
        .digest('hex')
        .slice(0, 16);
      const build = JSON.stringify({ files: ['./', ...files.map((name) => `./${name}`)], version });
      const source = `globalThis.MICROTOME_BUILD = ${build};\n${readFileSync(SOURCE, 'utf8')}`;
      this.emitFile({ type: 'asset', fileName: 'service_worker.js', source });
    },
  };
}
