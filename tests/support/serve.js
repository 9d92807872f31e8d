// A web server on a free port, and files through it.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { extname } from 'node:path/posix';

/** @import { ServerResponse } from 'node:http' */

/** @type {Record<string, string>} */
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * @param {(path: string, response: ServerResponse, query: URLSearchParams) => void} answer
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startServer(answer) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    return answer(pathname, response, searchParams);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(null)));
  return {
    url: `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The file in the first folder that has it. @param {readonly string[]} folders @param {string} path */
export const fileIn = (folders, path) => folders.map((folder) => join(folder, path)).find(isFile);

/** @param {string | undefined} file @param {ServerResponse} response */
export function sendFile(file, response) {
  if (file === undefined || !isFile(file)) return response.writeHead(404).end();
  return response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain').end(readFileSync(file));
}

/** @param {string} path */
const isFile = (path) => Boolean(statSync(path, { throwIfNoEntry: false })?.isFile());
