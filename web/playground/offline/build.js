// A Vite plugin that writes ./service_worker.js beside the built page, with the list of files in front: the bundle, and the
// documentation. The hash of their names and contents is its version.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LARGE } from '../media/timing/onnxruntime.config.js';

const SOURCE = new URL('./service_worker.js', import.meta.url);

/**
 * @param {string} documentation the folder that Vite copies beside the page
 * @returns {import('vite').Plugin}
 */
export function offline(documentation) {
  return {
    name: 'microtome-offline',
    apply: 'build',
    config: () => ({ define: { 'import.meta.env.OFFLINE': 'true' } }),
    generateBundle: {
      order: 'post', // the page itself is in the bundle then
      handler(_options, bundle) {
        const files = [
          ...Object.values(bundle).map((file) => ({
            name: file.fileName,
            content: file.type === 'asset' ? file.source : file.code,
          })),
          ...filesIn(documentation).map((name) => ({
            name,
            content: readFileSync(join(documentation, name)),
          })),
        ].filter(({ name }) => !LARGE.test(name));
        const hash = createHash('sha256');
        for (const { name, content } of files) hash.update(name).update(content);
        const names = files.flatMap(({ name }) => [`./${name}`, ...folderOf(name)]);
        const build = JSON.stringify({ files: names, version: hash.digest('hex').slice(0, 16) });
        const source = `globalThis.MICROTOME_BUILD = ${build};\n${readFileSync(SOURCE, 'utf8')}`;
        this.emitFile({ type: 'asset', fileName: 'service_worker.js', source });
      },
    },
  };
}

/** A build without the documentation is a playground alone. @param {string} folder */
const filesIn = (folder) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** The address of a folder, if this is its index. @param {string} name */
const folderOf = (name) =>
  /(^|\/)index\.html$/.test(name) ? [`./${name.slice(0, -'index.html'.length)}`] : [];
