// Servers that fail, in every way that has been seen: the right result or the documented error, never a wrong byte.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { open, slice } from 'microtome/source';
import { FAULTS, moved } from '../../support/range_server.js';
import { fails } from '../../support/refusals.js';
import { always, cutWith, FILE, hidden, LAYOUT, later, SIZE, SPEC, server, WANTED } from './serving.js';

/** @import { Answer } from '../../support/range_server.js' */

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

  it('not: bytes that begin before it', () =>
    fails(cutWith(later(moved(-1))), 'source_failed', /was asked for/));

  it('without Content-Range: its length is the proof', async () => {
    for (const fault of [later(FAULTS.noContentRange), always(FAULTS.noContentRange)])
      assert.deepEqual(await cutWith(fault), WANTED);
  });

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
    await fails(
      cutWith(FAULTS.whole, { maxBytes: SIZE - 1 }),
      'range_ignored',
      /longer than 299999 bytes, which maxBytes/,
    );
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

describe('what a script may not read', () => {
  it('is not asked for: the length of each body is proof enough, and the size is that of the range of all bytes, if none follow', async () => {
    assert.deepEqual(await cutWith(() => {}, { fetch: hidden }), WANTED);
    assert.deepEqual(
      server.seen.map(({ range }) => range),
      ['bytes=0-65535', 'bytes=0-', 'bytes=299999-', 'bytes=100000-289999'],
    );
    server.seen.length = 0;
    const short = (/** @type {Answer} */ answer, /** @type {number} */ nth) => {
      if (nth === 3) FAULTS.truncated(answer);
    };
    await fails(cutWith(short, { fetch: hidden }), 'source_short');
  });

  it('a short file needs one request more, which shows that no bytes follow', async () => {
    server.file = FILE.subarray(0, 5000);
    const source = await open(server.url, { layout: { type: 'uint8', dims: [5000] }, fetch: hidden });
    assert.deepEqual((await slice(source.tensor(), '4990:')).data, FILE.slice(4990, 5000));
    const ranges = server.seen.map(({ range }) => range);
    assert.deepEqual(ranges, ['bytes=0-65535', 'bytes=4999-', 'bytes=4990-4999']);
  });

  it('a first part is not taken for a file', async () => {
    const parted = (/** @type {Answer} */ answer) => {
      answer.body = answer.body.subarray(0, 20_000);
    };
    await fails(cutWith(parted, { fetch: hidden }), 'source_failed', /must say the size in Content-Range/);
    const once = (/** @type {Answer} */ answer, /** @type {number} */ nth) => {
      if (nth === 1) parted(answer);
    };
    server.seen.length = 0;
    assert.deepEqual(await cutWith(once, { fetch: hidden }), WANTED);
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
