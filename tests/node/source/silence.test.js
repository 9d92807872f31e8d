// How long a server may say nothing. The server is a function here and the clock is the test's, so no machine is too slow.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { open, slice } from 'microtome/source';
import { fails } from '../../support/refusals.js';
import { FILE, LAYOUT, SPEC, WANTED } from './serving.js';

const TIMEOUT = 1000;
/** What never comes. @type {Promise<never>} */
const NEVER = new Promise(() => {});

/** Lets everything happen that waits for no timer. */
async function settle() {
  for (let i = 0; i < 20; ++i) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets time pass when something has happened, such as a request. @param {number} milliseconds @param {() => boolean} [when] */
async function pass(milliseconds, when = () => true) {
  while (!when()) await settle(); // parts of the library may have to be loaded
  await settle();
  mock.timers.tick(milliseconds);
  await settle();
}

/**
 * A server of FILE, and the requests that it has seen.
 * @param {(nth: number, bytes: Uint8Array) => AsyncIterable<Uint8Array> | Promise<never> | Response} answer the chunks, or all
 */
function serve(answer) {
  /** @type {string[]} */ const seen = [];
  /** @type {(url: unknown, init: { headers: Headers }) => Promise<Response>} */
  const fetch = async (_url, { headers }) => {
    const range = headers.get('range') ?? '';
    const [begin, last] = range.replace('bytes=', '').split('-').map(Number);
    const bytes = FILE.subarray(begin, last + 1);
    const chunks = answer(seen.push(range) - 1, bytes);
    if (chunks instanceof Promise || chunks instanceof Response) return chunks;
    return new Response(/** @type {any} */ (ReadableStream).from(chunks), {
      status: 206,
      headers: { 'content-range': `bytes ${begin}-${begin + bytes.length - 1}/${FILE.length}` },
    });
  };
  return { seen, fetch: /** @type {any} */ (fetch) };
}

/** @param {Uint8Array} bytes */
async function* all(bytes) {
  yield bytes;
}
/** A third of the bytes, and then nothing. @param {Uint8Array} bytes */
async function* begun(bytes) {
  if (bytes.length > 0) yield bytes.subarray(0, bytes.length / 3);
  await NEVER;
}

/** @param {any} fetch @param {number} [timeout] */
async function cut(fetch, timeout = TIMEOUT) {
  const source = await open('https://example.test/file', { ...LAYOUT, fetch, timeout });
  return (await slice(source.tensor(), SPEC)).data;
}

describe('a server that says nothing', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is waited for as long as timeout says, and not asked again', async () => {
    const { seen, fetch } = serve(() => NEVER);
    let isOver = false;
    const failed = fails(
      cut(fetch).finally(() => {
        isOver = true;
      }),
      'source_failed',
      /has said nothing for 1 s; raise timeout to wait longer/,
    );
    await pass(TIMEOUT - 1, () => seen.length === 1);
    assert.equal(isOver, false);
    await pass(1);
    await failed;
    assert.equal(seen.length, 1);
  });

  it('also between its headers and the first byte', async () => {
    const { seen, fetch } = serve((nth, bytes) => (nth === 0 ? all(bytes) : begun(bytes.subarray(0, 0))));
    const failed = fails(cut(fetch), 'source_failed', /has said nothing/);
    await pass(TIMEOUT, () => seen.length === 2);
    await failed;
    assert.equal(seen.length, 2);
  });

  it('in the middle of a body, has broken off, and is asked for the rest', async () => {
    const { seen, fetch } = serve((nth, bytes) => (nth === 1 ? begun(bytes) : all(bytes)));
    const data = cut(fetch);
    await pass(TIMEOUT, () => seen.length === 2);
    assert.deepEqual(await data, WANTED);
    assert.equal(seen.length, 3);
  });

  it('again and again in the middle of a body, is asked three times more', async () => {
    const { seen, fetch } = serve((nth, bytes) => (nth === 0 ? all(bytes) : begun(bytes)));
    const failed = fails(cut(fetch), 'source_failed', /has said nothing/);
    for (let i = 0; i < 4; ++i) await pass(TIMEOUT, () => seen.length === i + 2);
    await failed;
    assert.equal(seen.length, 5);
  });

  it('may take its time as long as it says something', async () => {
    /** @type {(() => void)[]} */ const waiting = [];
    const slow = async function* (/** @type {Uint8Array} */ bytes) {
      for (let at = 0; at < bytes.length; at += 19_000) {
        await new Promise((resolve) => waiting.push(() => resolve(undefined)));
        yield bytes.subarray(at, at + 19_000);
      }
    };
    const { fetch } = serve((nth, bytes) => (nth === 0 ? all(bytes) : slow(bytes)));
    const data = cut(fetch);
    for (let i = 0; i < 10; ++i) {
      await pass(TIMEOUT - 1, () => waiting.length > 0);
      waiting.shift()?.();
      await settle();
    }
    assert.deepEqual(await data, WANTED);
  });

  const busy = (/** @type {number} */ seconds) =>
    new Response(null, { status: 503, headers: { 'retry-after': `${seconds}` } });

  it('may ask for more time than timeout, up to a minute', async () => {
    for (const seconds of [5, 60]) {
      const { seen, fetch } = serve((nth, bytes) => (nth === 1 ? busy(seconds) : all(bytes)));
      const data = cut(fetch);
      await pass(seconds * 1000, () => seen.length === 2);
      assert.deepEqual(await data, WANTED);
      assert.equal(seen.length, 3);
    }
    const { seen, fetch } = serve((nth, bytes) => (nth === 1 ? busy(61) : all(bytes)));
    await fails(cut(fetch), 'source_failed', /503/);
    assert.equal(seen.length, 2);
  });

  it('can be waited for without end, and timeout is a number above 0', async () => {
    const { fetch } = serve((_, bytes) => all(bytes));
    assert.deepEqual(await cut(fetch, Number.POSITIVE_INFINITY), WANTED);
    await fails(cut(fetch, 0), 'bad_argument');
  });
});
