// A Vite plugin that writes service_worker.js beside the built page, with the list of files in front: the bundle, and the
// documentation. The hash of their names and contents is its version.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, transformWithOxc } from 'vite';

/** Only other sites show it. */
const PREVIEW = /\/preview-/;
const SOURCE = fileURLToPath(new URL('./service_worker.ts', import.meta.url));

/**
 * A page that was built and served from the same address earlier has left its service worker, which the browser asks for again: the
 * development server answers with one that goes.
 */
export const noServiceWorker: Plugin = {
  name: 'microtome-no-service-worker',
  configureServer: ({ middlewares }) => {
    middlewares.use('/service_worker.js', (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      response.end('addEventListener("activate", () => registration.unregister()); skipWaiting();');
    });
  },
};

/** @param documentation the folder that Vite copies beside the page */
export function offline(documentation: string): Plugin {
  return {
    name: 'microtome-offline',
    apply: 'build',
    config: () => ({ define: { 'import.meta.env.OFFLINE': 'true' } }),
    generateBundle: {
      order: 'post', // the page itself is in the bundle then
      async handler(_options, bundle) {
        const files = [
          ...Object.values(bundle).map((file) => ({
            name: file.fileName,
            content: file.type === 'asset' ? file.source : file.code,
          })),
          ...filesIn(documentation),
        ].filter(({ name }) => !PREVIEW.test(name));
        const hash = createHash('sha256');
        for (const { name, content } of files) hash.update(name).update(content);
        const names = files.flatMap(({ name }) => [`./${name}`, ...folderOf(name)]);
        const build = JSON.stringify({ files: names, version: hash.digest('hex').slice(0, 16) });
        const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE);
        const source = `globalThis.MICROTOME_BUILD = ${build};\n${code}`;
        this.emitFile({ type: 'asset', fileName: 'service_worker.js', source });
      },
    },
  };
}

/** A build without the documentation is a playground alone. */
const filesIn = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name, content: readFileSync(join(folder, name)) }));

/** The address of a folder, if this is its index. */
const folderOf = (name: string) =>
  /(^|\/)index\.html$/.test(name) ? [`./${name.slice(0, -'index.html'.length)}`] : [];
