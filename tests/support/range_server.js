// A server of one file that counts what it sends, and lies on demand: every way in which a server of files has been seen to fail.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/**
 * What is wrong with an answer. `nth` counts the answers from 0; the first one is that of `open`.
 * @typedef {(answer: Answer, nth: number) => void} Fault
 */

/**
 * An answer before it is sent.
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string | number>} headers
 * @property {Uint8Array} body
 * @property {{ begin: number, end: number } | null} range that was asked for
 * @property {Uint8Array} file
 * @property {IncomingMessage['headers']} sent headers of the request
 * @property {number} [resetAfter] bytes after which the connection is reset
 * @property {boolean} [isChunked] without Content-Length
 * @property {number} [slow] milliseconds between pieces of the body
 * @property {Promise<unknown>} [until] the body is sent after it
 */

/**
 * @typedef {object} RangeServer
 * @property {string} url
 * @property {{ method: string, range: string | undefined, status: number, bytes: number, headers: IncomingMessage['headers'] }[]} seen
 * @property {() => { requests: number, bytes: number }} count since it was last asked
 * @property {() => Promise<void>} close
 * @property {Fault | null} fault
 * @property {Uint8Array} file
 * @property {number} latency milliseconds before each answer
 * @property {number} most answers at a time
 * @property {() => number} open answers that are under way
 */

/**
 * @param {Uint8Array | Record<string, Uint8Array> | ((path: string, headers: IncomingMessage['headers'], query: URLSearchParams) => Uint8Array | undefined)} content one file at every path, files by their paths, or what a request gets
 * @param {Fault | null} [fault]
 * @returns {Promise<RangeServer>}
 */
export async function startRangeServer(content, fault = null) {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    state.most = Math.max(state.most, open);
    const waiting = setTimeout(() => answerTo(request, response), state.latency);
    response.on('close', () => {
      open -= 1;
      clearTimeout(waiting); // else a test that ends has to wait for it
    });
  });

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function answerTo(request, response) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const path = decodeURIComponent(pathname);
    const all = state.file;
    const file =
      all instanceof Uint8Array
        ? all
        : typeof all === 'function'
          ? all(path, request.headers, searchParams)
          : all[path];
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const range = toRange(request.headers.range, file.length);
    const isBehind = range !== null && range.begin >= Math.max(1, file.length);
    /** @type {Answer} */
    const answer = {
      status: range === null ? 200 : 206,
      headers: {
        etag: '"1"',
        'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
        'access-control-allow-origin': '*',
      },
      body: range === null ? file : file.subarray(range.begin, range.end),
      range,
      file,
      sent: request.headers,
    };
    if (range !== null)
      answer.headers['content-range'] = `bytes ${range.begin}-${range.end - 1}/${file.length}`;
    if (isBehind) {
      answer.status = 416;
      delete answer.headers['content-range']; // which need not be there
    }
    state.fault?.(answer, state.seen.length);
    const { status, headers, body } = answer;
    const { method = '' } = request;
    state.seen.push({
      method,
      range: request.headers.range,
      status,
      bytes: body.length,
      headers: request.headers,
    });
    if (method !== 'GET') {
      response.writeHead(405).end();
      return;
    }
    if (!answer.isChunked) headers['content-length'] ??= body.length;
    response.writeHead(status, headers);
    send(answer, response);
  }

  const state = {
    url: '',
    /** @type {RangeServer['seen']} */ seen: [],
    counted: 0,
    fault,
    file: /** @type {any} */ (content),
    latency: 0,
    most: 0,
    open: () => open,
    count() {
      const fresh = state.seen.slice(state.counted);
      state.counted = state.seen.length;
      return { requests: fresh.length, bytes: fresh.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((/** @type {(value: void) => void} */ resolve) => server.close(() => resolve()));
    },
  };
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(null)));
  state.url = `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/data`;
  return state;
}

/**
 * The same, which closes after a test.
 * @param {{ after: (close: () => Promise<void>) => void }} test
 * @param {Parameters<typeof startRangeServer>} given
 */
export async function serveFor(test, ...given) {
  const server = await startRangeServer(...given);
  test.after(server.close);
  return server;
}

/** @param {string | undefined} header @param {number} size */
function toRange(header, size) {
  const [, begin, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (begin === undefined) return null;
  return { begin: Number(begin), end: Math.min(last === '' ? size : Number(last) + 1, size) };
}

/** @param {Answer} answer @param {ServerResponse} response */
async function send({ body, resetAfter, slow, until }, response) {
  if (until) {
    response.flushHeaders();
    await until;
  }
  if (resetAfter !== undefined) {
    response.write(body.subarray(0, resetAfter), () => setTimeout(() => response.destroy(), 20));
    return;
  }
  if (slow === undefined) {
    response.end(body);
    return;
  }
  const pieces = 8;
  for (let i = 0; i < pieces; ++i) {
    response.write(body.subarray((body.length * i) / pieces, (body.length * (i + 1)) / pieces));
    await new Promise((resolve) => setTimeout(resolve, slow));
  }
  response.end();
}

/** An answer with another status, headers and body. @param {number} status @param {Record<string, string>} headers @param {string} body */
const saying = (status, headers, body) => (/** @type {Answer} */ answer) => {
  Object.assign(answer, { status, body: Buffer.from(body) });
  Object.assign(answer.headers, headers);
};
/** An answer with another header. @param {string} name @param {string} text */
const having =
  (name, text) =>
  (/** @type {Answer} */ { headers }) =>
    Object.assign(headers, { [name]: text });
/** An answer without a header. @param {string} name */
const lacking =
  (name) =>
  (/** @type {Answer} */ { headers }) =>
    delete headers[name];
/** The range that was asked for, and `size`, that of the file. @param {Answer} answer */
const asked = ({ range, file }) => ({
  .../** @type {{ begin: number, end: number }} */ (range),
  size: file.length,
});

/** An answer with a range that begins and ends elsewhere. @param {number} by */
export const moved = (by) => (/** @type {Answer} */ answer) => {
  const { begin, end, size } = asked(answer);
  answer.body = answer.file.subarray(begin + by, end + by);
  answer.headers['content-range'] = `bytes ${begin + by}-${end - 1 + by}/${size}`;
};

/** Faults of servers that have been seen, by name. */
export const FAULTS = {
  /** Fewer bytes than asked for, and says so. */
  truncated: (/** @type {Answer} */ answer) => {
    answer.body = answer.body.subarray(0, answer.body.length >> 1);
  },
  /** Fewer bytes than asked for, and does not say how many. */
  truncatedChunks: (/** @type {Answer} */ answer) => {
    FAULTS.truncated(answer);
    answer.isChunked = true;
  },
  /** More bytes than asked for. */
  overlong: (/** @type {Answer} */ answer) => {
    answer.body = Buffer.concat([answer.body, Buffer.alloc(9)]);
    answer.isChunked = true;
  },
  /** Bytes of another range, and says so. */
  shifted: moved(1),
  /** The first part of the range, and says so, which is legal. */
  shortened: (/** @type {Answer} */ answer) => {
    const { begin, end, size } = asked(answer);
    answer.body = answer.file.subarray(begin, end - 1);
    answer.headers['content-range'] = `bytes ${begin}-${end - 2}/${size}`;
  },
  /** The whole file. */
  whole: (/** @type {Answer} */ answer) => {
    FAULTS.partAs200(answer);
    answer.body = answer.file;
  },
  /** The range, as if it were the whole file. */
  partAs200: (/** @type {Answer} */ answer) => {
    answer.status = 200;
    delete answer.headers['content-range'];
  },
  noContentRange: lacking('content-range'),
  nonsenseContentRange: having('content-range', 'bytes a-b/c'),
  otherTag: having('etag', '"2"'),
  noTag: lacking('etag'),
  otherDate: having('last-modified', 'Tue, 02 Jan 2024 00:00:00 GMT'),
  otherSize: (/** @type {Answer} */ answer) => {
    const { begin, end, size } = asked(answer);
    answer.headers['content-range'] = `bytes ${begin}-${end - 1}/${size + 1}`;
  },
  /** Encoded, and says so. */
  gzip: (/** @type {Answer} */ answer) => {
    answer.body = gzipSync(answer.body);
    answer.headers['content-encoding'] = 'gzip';
  },
  multipart: (/** @type {Answer} */ answer) => {
    const { begin, end, size } = asked(answer);
    answer.headers['content-type'] = 'multipart/byteranges; boundary=x';
    delete answer.headers['content-range'];
    const head = `--x\r\nContent-Range: bytes ${begin}-${end - 1}/${size}\r\n\r\n`;
    answer.body = Buffer.concat([Buffer.from(head), answer.body, Buffer.from('\r\n--x--')]);
  },
  notSatisfiable: (/** @type {Answer} */ answer) =>
    saying(416, { 'content-range': `bytes */${answer.file.length}` }, '')(answer),
  gone: saying(404, {}, 'not here'),
  empty: saying(204, {}, ''),
  /** The connection breaks in the middle. */
  reset: (/** @type {Answer} */ answer) => {
    answer.resetAfter = answer.body.length >> 1;
  },
  slow: (/** @type {Answer} */ answer) => {
    answer.slow = 15;
  },
  busy: saying(503, { 'retry-after': '0' }, 'later'),
  tooMany: (/** @type {Answer} */ answer) =>
    saying(429, { 'retry-after': new Date(Date.now() - 1000).toUTCString() }, 'later')(answer),
  busyForLong: saying(503, { 'retry-after': '61' }, 'much later'),
};
