// Vite plugins: the service worker with the list of files that the page needs, the worker as a chunk that shares the page's modules,
// the file of weights, and the package with what the page says about it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, transformWithOxc } from 'vite';
import { addressIn } from '../check/owner.js';
import { libraryPlugins, PLAYGROUND } from './library.ts';
import { sampleFile } from './sample.ts';

const SOURCE = join(PLAYGROUND, 'service_worker.ts');
const SAMPLE = 'sample.safetensors';
/** What other sites show: `tests/browser/card.js` draws it from the built page. */
const PREVIEW = './preview.png';

// Not kept: the file is read in ranges, and the package is for a shell.
const UNKEPT = /\.(safetensors|tgz)$/;

// A page that was built and served from the same address earlier has left its service worker, which the browser asks for again: the
// development server answers with one that goes.
const noServiceWorker: Plugin = {
  name: 'microtome-no-service-worker',
  configureServer: ({ middlewares }) => {
    middlewares.use('/service_worker.js', (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      response.end('addEventListener("activate", () => registration.unregister()); skipWaiting();');
    });
  },
};

/** Serves the file of weights, in ranges too, and puts it beside the built page. */
const sample: Plugin = {
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
  const [isPart, first = 0, last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const end = Math.min(file.length, Number(last || file.length - 1) + 1);
  response.writeHead(isPart ? 206 : 200, {
    'Accept-Ranges': 'bytes',
    'Content-Length': end - Number(first),
    ...(isPart && { 'Content-Range': `bytes ${first}-${end - 1}/${file.length}` }),
  });
  response.end(file.subarray(Number(first), end));
}

/** Chunks are few and small, so no code is loaded that would ask for what they import before they do. */
const bareImports: Plugin = {
  name: 'microtome-bare-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null,
};

/** The worker is a chunk of the page's own bundle. */
function sharedWorker(): Plugin {
  let chunk = '';
  return {
    name: 'microtome-worker',
    apply: 'build',
    buildStart() {
      chunk = this.emitFile({ type: 'chunk', id: join(PLAYGROUND, 'worker/worker.ts'), name: 'worker' });
    },
    transform(code, id) {
      return id.endsWith('/worker/client.ts')
        ? code.replace(/["']\.\/worker\/worker\.ts["']/, `import.meta.ROLLUP_FILE_URL_${chunk}`)
        : null;
    },
  };
}

/** Serves the page without a network: the service worker, and its list of files. */
function offline(): Plugin {
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

/** The package: beside the built page until npm has it; and what the page says about it. */
function packageFacts(): Plugin {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const { name, version } = manifest;
  const [homepage, url] = [addressIn(manifest, 'homepage'), addressIn(manifest, 'repository')];
  const isPublished = !/Until the first release/.test(read('README.md'));
  const isBuilt = existsSync(join(root, 'web/dist/index.js'));
  const tarball = `${name}-${version}.tgz`;
  const { total } = JSON.parse(read('tests/package/size/size.json'));
  const facts: Record<string, string> = {
    size: `${Math.ceil(total.gzip / 1000)} kB gzipped`,
    install: `npm i ${isPublished ? name : `./${tarball}`}`,
    version,
    source: url && `<a class="keep" href="${url}">Source</a>`,
  };
  const preview = homepage ? new URL(PREVIEW, homepage).href : PREVIEW; // most sites ignore a relative address
  const address = [
    `<meta property="og:image" content="${preview}" />`,
    ...(homepage ? [`<meta property="og:url" content="${homepage}" />`] : []),
  ].join('');
  const whence = (isServed: boolean) =>
    isServed || !isBuilt
      ? 'Not on npm yet: run <code>npm pack</code> in the checkout that serves this page.'
      : `Not on npm yet: first <a href="./${tarball}" download>download the file</a> into your project.`;
  return {
    name: 'microtome-package',
    generateBundle() {
      if (isPublished || !isBuilt) return;
      // Without the scripts, which would build the package again, and with a cache that can be written.
      const env = { ...process.env, npm_config_cache: join(root, 'build/npm-cache') };
      execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', 'build'], { cwd: root, env, stdio: 'pipe' }); // biome-ignore format: a command
      this.emitFile({ type: 'asset', fileName: tarball, source: readFileSync(join(root, 'build', tarball)) });
    },
    transformIndexHtml: (html: string, { server }) =>
      html
        .replace(/<!-- (first\w*) -->/g, (_, name) => readFileSync(join(PLAYGROUND, `${name}.html`), 'utf8'))
        .replace(/\n\s+/g, '\n')
        .replace('<!-- published -->', isPublished ? '' : whence(server !== undefined))
        .replace(/<!-- (\w+) -->/g, (mark, fact) => facts[fact] ?? mark)
        .replace('<!-- address -->', address),
  };
}

export const plugins = [
  ...libraryPlugins,
  packageFacts(),
  noServiceWorker,
  sample,
  bareImports,
  sharedWorker(),
  offline(),
];
