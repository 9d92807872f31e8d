// What servers do that is legal, or harmless: headers that are hidden, odd or missing, ranges in parts, files that are empty, nodes
// with ETags of their own, and long silence.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { cached } from 'microtome/cached';
import { cost, open, slice } from 'microtome/source';
import { safetensorsOf } from '../../support/handmade.js';
import { FAULTS } from '../../support/range_server.js';
import { fails } from '../../support/refusals.js';
import { cutWith, FILE, hidden, LAYOUT, later, SPEC, server, WANTED } from './serving.js';

/** @import { Answer } from '../../support/range_server.js' */
/** @typedef {any} Any */

/** Cuts as `cutWith` does, as if the server had answered nothing yet. @type {typeof cutWith} */
const cutAnew = (fault, options) => {
  server.seen.length = 0;
  return cutWith(fault, options);
};
const ranges = () => server.seen.map(({ range }) => range);

describe('a server that hides its headers, and compresses what has no range', () => {
  const gzipped = (/** @type {Answer} */ answer) => {
    if (answer.range !== null) return;
    answer.body = gzipSync(answer.file);
    answer.headers['content-encoding'] = 'gzip';
  };

  it('is asked for the size by the range of all bytes', async () => {
    assert.deepEqual(await cutWith(gzipped, { fetch: hidden }), WANTED);
    assert.deepEqual(ranges(), ['bytes=0-65535', 'bytes=0-', 'bytes=299999-', 'bytes=100000-289999']);
  });

  it('must be of the size that it has said', async () => {
    const source = await open(server.url, { ...LAYOUT, fetch: hidden });
    server.file = FILE.subarray(0, 150_000);
    await fails(slice(source.tensor(), SPEC), 'source_short');
  });
});

describe('Content-Encoding', () => {
  const encoded = (/** @type {string} */ text) => (/** @type {Answer} */ answer) => {
    answer.headers['content-encoding'] = text;
  };
  for (const text of ['', 'identity', 'aws-chunked', 'UTF-8', 'utf-8, aws-chunked', 'binary', 'none'])
    it(`that is '${text}' encodes nothing`, async () => {
      assert.deepEqual(await cutWith(encoded(text)), WANTED);
      server.file = FILE.slice();
      assert.deepEqual(
        await cutWith((answer) => {
          FAULTS.whole(answer);
          encoded(text)(answer);
        }),
        WANTED,
      );
    });
  for (const text of ['gzip', 'x-gzip', 'GZIP', 'br', 'zstd', 'deflate', 'aws-chunked,gzip', 'identity, br'])
    it(`that is '${text}' is refused, at first and later`, async () => {
      const raw = /** @type {typeof fetch} */ (
        async (url, options) => {
          const { status, headers, body } = await fetch(url, options);
          const shown = new Headers(headers);
          if (server.seen.at(-1)?.range !== 'bytes=0-65535') shown.set('content-encoding', text);
          return new Response(body, { status, headers: shown });
        }
      );
      await fails(
        cutWith(() => {}, { fetch: raw }),
        'source_failed',
        /has encoded the bytes as/,
      );
    });
});

describe('a server that sends a first part of a range', () => {
  /** At most so many bytes at a time. @param {number} most */
  const parted = (most) => (/** @type {Answer} */ answer) => {
    const { range, file, headers, body } = answer;
    if (range === null || body.length <= most) return;
    answer.body = body.subarray(0, most);
    headers['content-range'] = `bytes ${range.begin}-${range.begin + most - 1}/${file.length}`;
  };

  it('is asked for the rest', async () => {
    assert.deepEqual(await cutWith(parted(70_000)), WANTED);
    assert.deepEqual(ranges(), [
      'bytes=0-65535',
      'bytes=100000-289999',
      'bytes=170000-289999',
      'bytes=240000-289999',
    ]);
    server.seen.length = 0;
    assert.deepEqual(await cutWith(later(FAULTS.shortened, 1)), WANTED);
    assert.deepEqual(ranges(), ['bytes=0-65535', 'bytes=100000-289999', 'bytes=289999-289999']);
  });

  it('also of the first bytes, and where it does not say the size', async () => {
    const unsized = (/** @type {Answer} */ answer) => {
      parted(20_000)(answer);
      const { headers } = answer;
      headers['content-range'] = String(headers['content-range']).replace(/\d+$/, '*');
    };
    const first = (/** @type {Answer} */ answer, /** @type {number} */ nth) => {
      if (nth === 0) unsized(answer);
    };
    assert.deepEqual(await cutWith(first), WANTED);
    assert.deepEqual(ranges(), ['bytes=0-65535', 'bytes=0-', 'bytes=20000-65535', 'bytes=100000-289999']);
  });

  it('a few times only, if the parts are small', async () => {
    await fails(cutWith(later(parted(10))), 'source_failed', /sends few bytes at a time/);
    assert.equal(server.seen.length, 5);
    const remedy = /set maxRequest to as many$/;
    await fails(cutAnew(later(parted(700))), 'source_failed', remedy);
    assert.deepEqual(await cutAnew(later(parted(700)), { maxRequest: 700 }), WANTED);
  });

  it('also of a long header, if maxRequest is no longer than the parts', async () => {
    const info = { dtype: 'U8', shape: [3], data_offsets: [0, 3] };
    const header = JSON.stringify({ w: info }).padEnd(300_000);
    server.file = safetensorsOf(header, Uint8Array.of(1, 2, 3));
    server.fault = later(parted(500));
    await fails(open(server.url), 'source_failed', /set maxRequest to as many$/);
    server.seen.length = 0;
    const source = await open(server.url, { maxRequest: 500 });
    assert.equal(server.seen.length, 1 + Math.ceil(300_000 / 500));
    assert.deepEqual([...(await slice(source.tensor(), ':')).data], [1, 2, 3]);
  });

  it('as long as the parts are no small fraction of it', async () => {
    assert.deepEqual(await cutWith(parted(5000)), WANTED);
  });

  it('may not say the size, and is asked on until it is known', async () => {
    const unsized = (/** @type {number} */ most) => (/** @type {Answer} */ answer) => {
      parted(most)(answer);
      const { headers } = answer;
      headers['content-range'] = String(headers['content-range']).replace(/\d+$/, '*');
    };
    assert.deepEqual(await cutWith(unsized(200_000)), WANTED);
    assert.deepEqual(ranges(), ['bytes=0-65535', 'bytes=0-', 'bytes=200000-', 'bytes=300000-', 'bytes=100000-289999']); // biome-ignore format: one
    const code = 'source_failed';
    await fails(cutAnew(unsized(10_000)), code, /must say the size in Content-Range/);
    assert.equal(server.seen.length, 6);
  });

  it('may end each answer at the end of a block, and not say the size', async () => {
    const blocks = (/** @type {number} */ length) => (/** @type {Answer} */ answer) => {
      const { range, file, headers } = answer;
      if (range === null) return;
      const { begin } = range;
      const end = Math.min(range.end, (Math.floor(begin / length) + 1) * length);
      answer.body = file.subarray(begin, end);
      headers['content-range'] = `bytes ${begin}-${end - 1}/*`;
    };
    for (const length of [99_968, 100_000, 131_072, 300_000, 300_001])
      assert.deepEqual(await cutAnew(blocks(length)), WANTED, `${length}`);
    assert.deepEqual(ranges(), ['bytes=0-65535', 'bytes=0-', 'bytes=300000-', 'bytes=100000-289999']);
    await fails(cutAnew(blocks(65_408)), 'source_failed', /must say the size in Content-Range/);
  });

  it('must go on with the same file', async () => {
    await fails(
      cutWith((answer, nth) => {
        if (nth > 0) parted(70_000)(answer);
        if (nth > 1) FAULTS.otherTag(answer);
      }),
      'source_changed',
    );
  });
});

describe('an empty file', () => {
  const EMPTY = /the file is empty/;
  it('says so, whether it is answered by 416 or 200', async () => {
    server.file = new Uint8Array(0);
    for (const fault of [FAULTS.notSatisfiable, FAULTS.whole]) {
      server.fault = fault;
      await fails(open(server.url), 'bad_format', EMPTY);
    }
    server.fault = (answer) => {
      FAULTS.notSatisfiable(answer);
      delete answer.headers['content-range'];
      answer.body = Buffer.from('<Error>InvalidRange</Error>');
    };
    await fails(open(server.url), 'bad_format', EMPTY);
    for (const from of [new Uint8Array(0), new Blob([])]) await fails(open(from), 'bad_format', EMPTY);
    const source = await open(server.url, { layout: { type: 'uint8', dims: [0, 3] } });
    assert.equal((await slice(source.tensor(), ':')).data.length, 0);
  });
});

describe("trust: 'last-modified'", () => {
  const TRUST = /** @type {const} */ ({ trust: 'last-modified' });
  let node = 0;
  const ofNodes = (/** @type {Answer} */ answer) => {
    answer.headers.etag = `"node-${node++}"`;
  };

  it('takes ETags that differ between nodes for those of one file', async () => {
    assert.deepEqual(await cutWith(ofNodes, { ...TRUST, maxRequest: 10_000 }), WANTED);
    const advice =
      /changed from "node-\d+" to "node-\d+" since it was opened; .*, or with trust: 'last-modified'/;
    await fails(cutWith(ofNodes), 'source_changed', advice);
  });

  it('goes on with one of them where another has broken off', async () => {
    const broken = (/** @type {Answer} */ answer, /** @type {number} */ nth) => {
      ofNodes(answer);
      if (nth === 1) FAULTS.reset(answer);
    };
    assert.deepEqual(await cutWith(broken, TRUST), WANTED);
  });

  it('still needs one date and one size, and where there is no date, one ETag', async () => {
    await fails(
      cutWith(later(FAULTS.otherDate), TRUST),
      'source_changed',
      /its Last-Modified has changed.*open it again$/,
    );
    await fails(cutAnew(later(FAULTS.otherSize), TRUST), 'source_changed');
    const undated = (/** @type {Answer} */ answer) => {
      ofNodes(answer);
      delete answer.headers['last-modified'];
    };
    await fails(cutAnew(undated, TRUST), 'source_changed', /its ETag has changed.*open it again$/);
    await fails(
      cutAnew(
        later((answer) => delete answer.headers['last-modified']),
        TRUST,
      ),
      'source_changed',
    );
  });

  it('has a cache keep blocks by the date', async () => {
    server.fault = ofNodes;
    const from = cached(server.url);
    for (const requests of [4, 0]) {
      const stored = (await open(from, { ...LAYOUT, ...TRUST, maxRequest: 65_536 })).tensor();
      assert.equal(cost(stored, SPEC).requests, requests);
      assert.deepEqual((await slice(stored, SPEC)).data, WANTED);
    }
  });

  it('can be nothing else', async () => {
    await fails(
      open(server.url, { ...LAYOUT, trust: /** @type {Any} */ ('etag') }),
      'bad_argument',
      /'last-modified'/,
    );
  });
});

describe('concurrency', () => {
  it('is that of a source, whatever calls it', async () => {
    server.latency = 10;
    for (const from of [server.url, cached(server.url, { maxBytes: 0 })])
      for (const concurrency of [1, 6]) {
        server.most = 0;
        const stored = (await open(from, { ...LAYOUT, concurrency, maxRequest: 65_536, gap: 0 })).tensor();
        const rows = await Promise.all(Array.from({ length: 40 }, (_, i) => slice(stored, `${7 * i}, :`)));
        for (const [i, { data }] of rows.entries())
          assert.deepEqual(data, FILE.slice(7000 * i, 7000 * i + 1000));
        if (from === server.url) assert.equal(server.most, concurrency);
        assert.ok(server.most <= concurrency, `${server.most}`);
      }
  });

  it('is free again after calls have been left, whether they were waiting or not', async () => {
    server.latency = 20;
    const stored = (await open(server.url, { ...LAYOUT, concurrency: 2 })).tensor();
    const stop = new AbortController();
    const { signal } = stop;
    const left = Array.from({ length: 9 }, (_, i) => fails(slice(stored, `${i}, :`, { signal }), 'aborted'));
    setTimeout(() => stop.abort(), 5);
    await Promise.all(left);
    server.most = 0;
    const rows = await Promise.all(Array.from({ length: 9 }, (_, i) => slice(stored, `${i}, :`)));
    assert.deepEqual(rows[8].data, FILE.slice(8000, 9000));
    server.fault = FAULTS.gone;
    await Promise.all(Array.from({ length: 9 }, () => fails(slice(stored, '1'), 'source_failed')));
    server.fault = null;
    assert.deepEqual((await slice(stored, '3')).data, FILE.slice(3000, 4000));
  });
});
