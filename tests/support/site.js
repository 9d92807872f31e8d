// A web server: the checkout's files, twice, so that a page can have two copies of the library (`/one/web/dist/index.js` and
// `/two/web/dist/index.js`); an empty page under any policy (`/page?policy=...`); and answers that go wrong where a module is
// asked for (`/answers/...`). To add an answer, add a row.
import { readFileSync } from 'node:fs';
import { inRoot } from '../../tools/common/paths.js';
import { sendFile, startServer } from './serve.js';

/** @import { ServerResponse } from 'node:http' */

const WASM = inRoot('web/lib/core/wasm/microtome.wasm');
const HTML = '<!doctype html><meta charset="utf-8"><title>nothing</title>';

/** @type {Record<string, (response: ServerResponse) => void>} */
const ANSWERS = {
  whole: (response) => void response.setHeader('content-type', 'application/wasm').end(readFileSync(WASM)),
  text: (response) => void response.setHeader('content-type', 'text/plain').end(readFileSync(WASM)),
  untyped: (response) => void response.end(readFileSync(WASM)),
  lost: (response) => void response.writeHead(404).end('not here'),
  broken: (response) => void response.writeHead(500).end('no'),
  page: (response) => void response.setHeader('content-type', 'text/html').end(HTML),
  nameless: (response) => void response.end(HTML),
  nothing: (response) => void response.setHeader('content-type', 'application/wasm').end(),
  half: (response) => {
    const bytes = readFileSync(WASM);
    response.setHeader('content-type', 'application/wasm').end(bytes.subarray(0, bytes.length / 2));
  },
  interrupted: (response) => {
    const bytes = readFileSync(WASM);
    response.writeHead(200, { 'content-type': 'application/wasm', 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  },
};

export const startSite = () =>
  startServer((path, response, query) => {
    const [, folder, ...rest] = path.split('/');
    if (folder === 'answers') return ANSWERS[rest.join('/')](response);
    if (folder === 'page') {
      const policy = query.get('policy');
      if (policy) response.setHeader('content-security-policy', policy);
      return response.setHeader('content-type', 'text/html').end(HTML);
    }
    return sendFile(inRoot(rest.join('/')), response);
  });
