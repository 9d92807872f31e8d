// Servers that fail, in every way that has been seen: the right result or the documented error, never a wrong byte.
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import { init, MicrotomeError } from 'microtome';
import { open, slice } from 'microtome/source';
import { FAULTS, startRangeServer } from '../../support/range_server.js';

/** @import { Answer, Fault, RangeServer } from '../../support/range_server.js' */

const SIZE = 300_000;
const FILE = new Uint8Array(SIZE).map((_, i) => (i * 2654435761) >>> 13);
const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [300, 1000] } });
const SPEC = '100:290, :';
const WANTED = FILE.slice(100_000, 290_000);

/** @type {RangeServer} */
let server;
before(() => init());
// Each test has a server of its own: requests that the test before has given up may still arrive.
beforeEach(async () => {
  server = await startRangeServer(FILE);
});
afterEach(() => server.close());

/** @param {(answer: Answer) => void} fault */
const always = (fault) => fault;
/** From the first answer behind `open` on, so many times. @param {(answer: Answer) => void} fault @param {number} [times] @returns {Fault} */
const later =
  (fault, times = Number.POSITIVE_INFINITY) =>
  (answer, nth) => {
    if (nth >= 1 && nth < 1 + times) fault(answer);
  };

/** @param {Fault} fault @param {object} [options] */
async function cutWith(fault, options = {}) {
  server.fault = fault;
  const source = await open(server.url, { ...LAYOUT, ...options });
  const { data } = await slice(source.tensor(), SPEC);
  return data;
}

/**
 * @param {Promise<unknown>} promise
 * @param {string} code
 * @param {RegExp} [what]
 */
async function fails(promise, code, what = /./) {
  /** @type {any} */ let thrown;
  await promise.catch((error) => {
    thrown = error;
  });
  assert.ok(thrown instanceof MicrotomeError, `${thrown?.stack ?? 'nothing was thrown'}`);
  assert.equal(thrown.code, code, thrown.message);
  assert.match(thrown.message, what);
  return /** @type {any} */ (thrown);
}

describe('what the answer to a range may be', () => {
  it('is just the range, of a GET', async () => {
    assert.deepEqual(await cutWith(() => {}), WANTED);
    assert.deepEqual(
      server.seen.map(({ method, range }) => `${method} ${range}`),
      ['GET bytes=0-65535', 'GET bytes=100000-289999'],
    );
  });

  /** @type {[name: keyof typeof FAULTS, code: string, status?: number][]} */
  const REFUSED = [
    ['truncated', 'source_short'],
    ['truncatedChunks', 'source_short'],
    ['overlong', 'source_failed'],
    ['shifted', 'source_failed', 206],
    ['shortened', 'source_failed', 206],
    ['noContentRange', 'source_failed', 206],
    ['nonsenseContentRange', 'source_failed', 206],
    ['otherTag', 'source_changed'],
    ['noTag', 'source_changed'],
    ['otherDate', 'source_changed'],
    ['otherSize', 'source_changed'],
    ['gzip', 'source_failed', 206],
    ['multipart', 'source_failed', 206],
    ['notSatisfiable', 'source_failed', 416],
    ['gone', 'source_failed', 404],
    ['empty', 'source_failed', 204],
    ['busyForLong', 'source_failed', 503],
  ];
  for (const [name, code, status] of REFUSED) {
    it(`not: ${name}`, async () => {
      const error = await fails(cutWith(later(FAULTS[name])), code);
      assert.equal(error.status, status);
      assert.equal(server.seen.length, 2, 'it is not asked again');
    });

    const isOfFirst = !/^other|^noTag$/.test(name); // of the first answer, nothing is known before
    if (isOfFirst)
      it(`nor when the file is opened: ${name}`, async () => {
        const error = await fails(cutWith(always(FAULTS[name])), code);
        assert.equal(error.status, status);
      });
  }

  it('if it comes slowly, it comes', async () => {
    assert.deepEqual(await cutWith(later(FAULTS.slow)), WANTED);
  });
});

describe('a server that ignores ranges', () => {
  it('is read once, if the file is short enough, and is not asked again', async () => {
    server.fault = FAULTS.whole;
    const source = await open(server.url, LAYOUT);
    const stored = source.tensor();
    assert.deepEqual((await slice(stored, SPEC)).data, WANTED);
    assert.deepEqual((await slice(stored, '7')).data, FILE.slice(7000, 8000));
    assert.equal(server.seen.length, 1);
  });

  it('is refused if the file is too long, before its body is read', async () => {
    await fails(cutWith(FAULTS.whole, { maxBytes: SIZE - 1 }), 'range_ignored', /maxBytes, 299999/);
    assert.equal(server.seen.length, 1);
    const chunked = (/** @type {Answer} */ answer) => {
      FAULTS.whole(answer);
      answer.isChunked = true;
    };
    await fails(cutWith(chunked, { maxBytes: SIZE - 1 }), 'range_ignored');
    assert.deepEqual(await cutWith(chunked, { maxBytes: SIZE }), WANTED);
  });

  it('may begin to do so later', async () => {
    assert.deepEqual(await cutWith(later(FAULTS.whole)), WANTED);
    assert.deepEqual(await cutWith(later(FAULTS.whole), { maxRequest: 10_000 }), WANTED);
    await fails(cutWith(later(FAULTS.whole), { maxBytes: 100_000 }), 'range_ignored');
  });

  it('is asked again if the caller that was reading it leaves', async () => {
    server.fault = later((answer) => {
      FAULTS.whole(answer);
      FAULTS.slow(answer);
    });
    const stored = (await open(server.url, LAYOUT)).tensor();
    const stop = new AbortController();
    const left = slice(stored, SPEC, { signal: stop.signal });
    const staying = slice(stored, SPEC);
    await Promise.all([
      fails(left, 'aborted'),
      new Promise((resolve) => setTimeout(resolve, 30)).then(() => stop.abort()),
    ]);
    assert.deepEqual((await staying).data, WANTED);
  });

  it('that sends a part as if it were the whole, is found out by its length', async () => {
    await fails(cutWith(later(FAULTS.partAs200)), 'source_changed');
  });
});

describe('a server that is busy', () => {
  it('is asked again, as it says', async () => {
    for (const fault of [FAULTS.busy, FAULTS.tooMany]) {
      server.seen.length = 0;
      assert.deepEqual(await cutWith(later(fault, 3)), WANTED);
      assert.equal(server.seen.length, 5);
    }
  });

  it('not more than three times', async () => {
    const error = await fails(cutWith(later(FAULTS.busy, 4)), 'source_failed');
    assert.equal(error.status, 503);
    assert.equal(server.seen.length, 5);
  });

  it('after a second, if it does not say when', async () => {
    const silent = (/** @type {Answer} */ answer) => {
      FAULTS.busy(answer);
      delete answer.headers['retry-after'];
    };
    const begin = performance.now();
    assert.deepEqual(await cutWith(later(silent, 1)), WANTED);
    const took = performance.now() - begin;
    assert.ok(took > 900, `${took} ms`);
  });

  it('can be left while one waits', async () => {
    const stop = new AbortController();
    server.fault = later((answer) => {
      FAULTS.busy(answer);
      answer.headers['retry-after'] = '50';
      setTimeout(() => stop.abort(), 10);
    });
    const source = await open(server.url, LAYOUT);
    await fails(slice(source.tensor(), SPEC, { signal: stop.signal }), 'aborted');
  });
});

describe('a connection that breaks', () => {
  it('goes on where it broke', async () => {
    assert.deepEqual(await cutWith(later(FAULTS.reset, 3)), WANTED);
    assert.equal(server.seen.length, 5);
    const begins = server.seen.slice(1).map(({ range }) => Number(/=(\d+)-289999$/.exec(range ?? '')?.[1]));
    assert.deepEqual(
      begins,
      [...new Set(begins)].sort((a, b) => a - b),
      'each time further on',
    );
  });

  it('not more than three times', async () => {
    const { cause } = await fails(cutWith(later(FAULTS.reset)), 'source_failed');
    assert.ok(cause instanceof Error);
    assert.equal(server.seen.length, 5);
  });

  it('also while the file is opened', async () => {
    server.fault = (answer, nth) => {
      if (nth === 0) FAULTS.reset(answer);
    };
    assert.deepEqual(await cutWith(server.fault), WANTED);
  });

  it('goes on only with the same file', async () => {
    for (const fault of [FAULTS.otherTag, FAULTS.otherDate, FAULTS.otherSize, FAULTS.shifted]) {
      server.seen.length = 0;
      const code = fault === FAULTS.shifted ? 'source_failed' : 'source_changed';
      const broken = (/** @type {Answer} */ answer, /** @type {number} */ nth) => {
        if (nth === 1) FAULTS.reset(answer);
        if (nth > 1) fault(answer);
      };
      await fails(cutWith(broken), code);
    }
  });

  it('is tried again if it could not be made, once the file is known', async () => {
    let refused = 0;
    const flaky = /** @type {typeof fetch} */ (
      (url, options) => {
        const range = new Headers(options?.headers).get('range');
        if (range !== 'bytes=0-65535' && refused++ < 3) return Promise.reject(new TypeError('fetch failed'));
        return fetch(url, options);
      }
    );
    assert.deepEqual(await cutWith(() => {}, { fetch: flaky }), WANTED);
    assert.equal(refused, 4);
    const none = () => Promise.reject(new TypeError('fetch failed'));
    const { cause } = await fails(
      open(server.url, { ...LAYOUT, fetch: none }),
      'source_failed',
      /fetch failed/,
    );
    assert.ok(cause instanceof TypeError);
  });
});

describe('an answer that does not say the size of the file', () => {
  const unsized = (/** @type {Answer} */ answer) => {
    const { range, headers } = answer;
    if (range) headers['content-range'] = `bytes ${range.begin}-${range.end - 1}/*`;
  };

  it('is as good as others, at first and later', async () => {
    assert.deepEqual(await cutWith(later(unsized)), WANTED);
    assert.deepEqual(await cutWith(unsized), WANTED);
  });

  it('must still be the range that was asked for', async () => {
    const shifted = (/** @type {Answer} */ answer) => {
      FAULTS.shifted(answer);
      answer.headers['content-range'] = String(answer.headers['content-range']).replace(/\d+$/, '*');
    };
    await fails(cutWith(later(shifted)), 'source_failed', /was asked for/);
    await fails(
      cutWith((answer) => answer.range && shifted(answer)),
      'source_failed',
      /was asked for/,
    );
    const cut = (/** @type {Answer} */ answer) => {
      unsized(answer);
      if (answer.range) FAULTS.truncated(answer);
    };
    await fails(cutWith(cut), 'source_short');
  });
});

describe('before anything is fetched', () => {
  it('a format that is none is refused, and a server that is down gives the cause', async () => {
    const format = /** @type {any} */ ('jpeg');
    await fails(open(server.url, { format }), 'bad_argument', /'jpeg' is not one of npy/);
    assert.equal(server.seen.length, 0);
    await server.close();
    await fails(open(server.url, LAYOUT), 'source_failed', /ECONNREFUSED/);
    server = await startRangeServer(FILE);
  });
});

describe('what a script may not read', () => {
  /** As a browser shows an answer from another origin, whose server exposes nothing. @type {typeof fetch} */
  const hidden = async (url, options) => {
    const response = await fetch(url, options);
    const shown = ['content-length', 'content-type', 'last-modified'];
    const headers = [...response.headers].filter(([name]) => shown.includes(name));
    const copy = new Response(response.body, { status: response.status, headers });
    return Object.defineProperty(copy, 'type', { value: 'cors' });
  };

  it('is not asked for: the length of each body is proof enough, and the size is learned from all of it', async () => {
    assert.deepEqual(await cutWith(() => {}, { fetch: hidden }), WANTED);
    assert.deepEqual(
      server.seen.map(({ range }) => range),
      ['bytes=0-65535', undefined, 'bytes=100000-289999'],
    );
    server.seen.length = 0;
    const short = (/** @type {Answer} */ answer, /** @type {number} */ nth) => {
      if (nth === 2) FAULTS.truncated(answer);
    };
    await fails(cutWith(short, { fetch: hidden }), 'source_short');
  });

  it('a short file needs no second request', async () => {
    server.file = FILE.subarray(0, 5000);
    const source = await open(server.url, { layout: { type: 'uint8', dims: [5000] }, fetch: hidden });
    assert.deepEqual((await slice(source.tensor(), '4990:')).data, FILE.slice(4990, 5000));
    assert.equal(server.seen.length, 2);
  });

  it('a file whose length nobody says, cannot be opened', async () => {
    const chunked = (/** @type {Answer} */ answer) => {
      answer.isChunked = true;
    };
    await fails(cutWith(chunked, { fetch: hidden }), 'source_failed', /Access-Control-Expose-Headers/);
  });
});

describe('out', () => {
  it('may be partly written after a failure in the middle, and is not touched before', async () => {
    server.fault = later(FAULTS.truncated);
    const source = await open(server.url, { ...LAYOUT, maxRequest: 1000 });
    const out = new Uint8Array(1000).fill(9);
    await assert.rejects(slice(source.tensor(), '3', { out, maxBytes: 10 }), { code: 'too_costly' });
    assert.ok(out.every((each) => each === 9));
    await assert.rejects(slice(source.tensor(), '3', { out }), { code: 'source_short' });
  });
});
