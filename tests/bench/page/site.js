// The playground as it is built, served compressed, as web servers do.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesUnder } from '../../../tools/common/files.js';
import { inRoot } from '../../../tools/common/paths.js';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * @param {string} folder relative to the checkout
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveCompressed(folder) {
  const files = new Map(
    filesUnder(folder, /(\.\w+|LICENSE)$/).map((path) => [
      path.slice(join(folder, '/').length),
      {
        type: TYPES[extname(path)] ?? 'application/octet-stream',
        bytes: gzipSync(readFileSync(inRoot(path)), { level: 9 }),
      },
    ]),
  );
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/^\/|[?#].*$/g, '');
    const name = path.replace(/(^|\/)$/, '$1index.html'); // of a folder
    const file = files.get(name);
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' }).end(file.bytes);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
