// Vite plugins: the service worker with the list of files that the page needs, the worker as a chunk that shares the page's modules,
// the file of weights, and what the page says about the package.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Plugin, transformWithOxc } from 'vite';
import { sampleFile } from './sample.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SOURCE = here('./service_worker.ts');
const SAMPLE = 'sample.safetensors';

/** Not kept: only other sites show the preview, and the file is read in ranges. */
const UNKEPT = /preview-|\.safetensors$/;

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

/** Serves the file of weights, in ranges too, and puts it beside the built page. */
export const sample: Plugin = {
  name: 'microtome-sample',
  configureServer: ({ middlewares }) => {
    const file = sampleFile();
    middlewares.use(`/${SAMPLE}`, (request, response) => sendRange(file, request.headers.range, response));
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: SAMPLE, source: sampleFile() });
  },
};

function sendRange(file: Uint8Array, range: string | undefined, response: ServerResponse) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined)
    return response.writeHead(200, { 'Accept-Ranges': 'bytes', 'Content-Length': file.length }).end(file);
  const end = Math.min(file.length, Number(last || file.length - 1) + 1);
  const headers = {
    'Accept-Ranges': 'bytes',
    'Content-Range': `bytes ${first}-${end - 1}/${file.length}`,
    'Content-Length': end - Number(first),
  };
  return response.writeHead(206, headers).end(file.subarray(Number(first), end));
}

/** The worker is a chunk of the page's own bundle. */
export function sharedWorker(): Plugin {
  let chunk = '';
  return {
    name: 'microtome-worker',
    apply: 'build',
    buildStart() {
      chunk = this.emitFile({ type: 'chunk', id: here('../worker/worker.ts'), name: 'worker' });
    },
    transform(code, id) {
      return id.endsWith('/worker/url.ts')
        ? code.replace(/["']\.\/worker\/worker\.ts["']/, `import.meta.ROLLUP_FILE_URL_${chunk}`)
        : null;
    },
  };
}

/** Serves the page without a network: the service worker, and its list of files. */
export function offline(): Plugin {
  return {
    name: 'microtome-offline',
    apply: 'build',
    config: () => ({ define: { 'import.meta.env.OFFLINE': 'true' } }),
    generateBundle: {
      order: 'post', // the page itself is in the bundle then
      async handler(_options, bundle) {
        const files = Object.values(bundle)
          .map((file) => ({ name: file.fileName, content: file.type === 'asset' ? file.source : file.code }))
          .filter(({ name }) => !UNKEPT.test(name));
        const hash = createHash('sha256');
        for (const { name, content } of files) hash.update(name).update(content);
        const build = JSON.stringify({
          files: ['./', ...files.map(({ name }) => `./${name}`)],
          version: hash.digest('hex').slice(0, 16),
        });
        const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE);
        const source = `globalThis.MICROTOME_BUILD = ${build};\n${code}`;
        this.emitFile({ type: 'asset', fileName: 'service_worker.js', source });
      },
    },
  };
}

/** What the page says of the package: how it is installed today, its size, and where it is. */
export function packageFacts(): Plugin {
  const read = (path: string) => readFileSync(here(`../../../${path}`), 'utf8');
  const { repository, homepage, name, version } = JSON.parse(read('package.json'));
  const isPublished = !/not on npm yet/.test(read('README.md'));
  const tarball = `${name}-${version}.tgz`;
  const { total } = JSON.parse(read('tests/package/size/size.json'));
  const url = (repository?.url ?? repository ?? '').replace(/^git\+|\.git$/g, '');
  const facts: Record<string, string> = {
    size: `${Math.ceil(total.gzip / 1000)} kB gzipped`,
    install: `npm i ${isPublished ? name : `./${tarball}`}`,
    published: isPublished ? '' : 'Not on npm yet: <code>npm pack</code> in a checkout makes this file.',
    source: url && `<a class="keep" href="${url}">Source</a>`,
  };
  return {
    name: 'microtome-facts',
    transformIndexHtml: (html: string) =>
      html
        .replace(/<!-- (\w+) -->/g, (mark, fact) => facts[fact] ?? mark)
        // Most sites ignore a relative address of the preview.
        .replace(/(?<="og:image" content=")[^"]*/, (path) =>
          homepage ? new URL(path, homepage).href : path,
        ),
  };
}
