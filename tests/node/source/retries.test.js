// Servers that are busy, and connections that break: asked again, up to three times, and only for the same file.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { open, slice } from 'microtome/source';
import { FAULTS } from '../../support/range_server.js';
import { cutWith, fails, LAYOUT, later, SPEC, server, WANTED } from './serving.js';

/** @import { Answer } from '../../support/range_server.js' */

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
