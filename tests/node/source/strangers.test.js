// What a caller's objects may do wrong: `fetch` and its answers, readers, handles, Blobs, buffers and options. Each call ends with a
// MicrotomeError that says which object is wrong, and what it should give; nothing is asked for ever, and a signal ends what hangs.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, save, slice, toBytes } from 'microtome/source';
import { fails, refuses } from '../../support/refusals.js';
import { sink } from '../../support/streams.js';

/** @typedef {any} Any */

before(() => init());

const SIZE = 200_000;
const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [200, 1000] } });
const URL_OF_NOBODY = 'http://nobody.example/data';
const FILE = new Uint8Array(SIZE);
/** Calls after which a file is surely asked for for ever. */
const MANY = 12;

const rangeOf = (/** @type {Any} */ options) =>
  (/(\d+)-(\d+)/.exec(options.headers.get('range')) ?? []).slice(1).map(Number);
/** A right answer to a request, but for what is given. @param {Any} options @param {Any} [wrong] */
function answerTo(options, wrong = {}) {
  const [begin, last] = rangeOf(options);
  const end = Math.min(last + 1, SIZE);
  const headers = new Headers({ 'content-range': `bytes ${begin}-${end - 1}/${SIZE}` });
  return {
    status: 206,
    type: 'basic',
    headers,
    body: new Blob([FILE.subarray(begin, end)]).stream(),
    ...wrong,
  };
}
/** A body that gives these chunks, as a mock might. @param {() => Any} read */
const bodyOf = (read) => ({ getReader: () => ({ read, cancel: async () => {} }) });
/** An index, in its first 64 KiB. */
const INDEX = Buffer.from('{"weight_map":{"a":"b"}}'.padEnd(65536));
const detached = () => {
  const bytes = new Uint8Array(8);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
};
const stats = { size: SIZE, mtimeMs: 1, isFile: () => true };
const readInto = (/** @type {Any} */ _, /** @type {number} */ __, /** @type {number} */ length) => ({
  bytesRead: length,
});

/**
 * Each object, and what it should give: what `open` gets when `give` misbehaves, and the sentence about it.
 * @type {Record<string, [make: (give: (...given: Any[]) => Any) => [from: Any, options?: Any], must: RegExp, isAsked?: boolean]>}
 */
const OBJECTS = {
  'a fetch': [(give) => [URL_OF_NOBODY, { fetch: give }], /fetch must give a Response/],
  'the status of an answer': [(give) => [URL_OF_NOBODY, { fetch: async (/** @type {Any} */ _, /** @type {Any} */ o) => answerTo(o, { status: await give() }) }], /fetch must give a Response/],
  'the headers of an answer': [(give) => [URL_OF_NOBODY, { fetch: async (/** @type {Any} */ _, /** @type {Any} */ o) => answerTo(o, { headers: await give() }) }], /fetch must give a Response/],
  'the body of an answer': [(give) => [URL_OF_NOBODY, { fetch: async (/** @type {Any} */ _, /** @type {Any} */ o) => answerTo(o, { body: await give() }) }], /fetch must give a Response/],
  'the reader of a body': [(give) => [URL_OF_NOBODY, { fetch: (/** @type {Any} */ _, /** @type {Any} */ o) => answerTo(o, { body: bodyOf(give) }) }], /a body must give Uint8Arrays/],
  'a chunk of a body': [(give) => [URL_OF_NOBODY, { fetch: (/** @type {Any} */ _, /** @type {Any} */ o) => answerTo(o, { body: new ReadableStream({ async pull(to) { to.enqueue(await give()); } }) }) }], /a body must give Uint8Arrays|more bytes than were asked for/],
  'a reader': [(give) => [{ size: SIZE, read: give }], /read\(\d+, \d+\) must give exactly that many bytes/],
  'stat() of a handle': [(give) => [{ read: readInto, stat: give, close() {} }], /stat\(\) must be Node's; in Deno, pass a file: URL/],
  'read() of a handle': [(give) => [{ read: give, stat: () => stats, close() {} }], /read\(\) must give \{ bytesRead \}/],
  'getFile() of a handle': [(give) => [{ getFile: give }], /must be a File/],
  'slice() of a Blob': [(give) => [{ getFile: () => ({ size: SIZE, slice: give }) }], /must give exactly that many bytes/],
  'arrayBuffer() of a Blob': [(give) => [{ getFile: () => ({ size: SIZE, slice: () => ({ arrayBuffer: give }) }) }], /must give exactly that many bytes/],
}; // biome-ignore format: a table

/** The answers that they give instead. @type {Record<string, () => Any>} */
const WAYS = {
  nothing: () => {},
  null: () => null,
  'a number': () => 5.5,
  'NaN': () => Number.NaN,
  'a negative number': () => ({ bytesRead: -1, size: -1, done: false, value: -1 }),
  'too much': () => ({ bytesRead: 2 ** 40, size: 2 ** 60, byteLength: 2 ** 40, length: 2 ** 40 }),
  'a string': () => 'bytes',
  'a symbol': () => Symbol('bytes'),
  'a list': () => [1, 2, 3],
  'an object without a prototype': () => Object.create(null),
  'an object of another kind': () => ({ value: 'x', done: false, headers: {}, size: '5', bytesRead: '5' }),
  'Deno’s Stats': () => ({ isFile: true, size: SIZE, mtime: new Date() }),
  'an ArrayBuffer': () => new ArrayBuffer(3),
  'a detached array': detached,
  'a detached buffer': () => detached().buffer,
  'a Proxy that throws': () => new Proxy({}, { get(_, name) { if (name === 'then') return undefined; throw new Error('boom'); } }),
  'an array of more bytes than anyone asked for': () => new Uint8Array(SIZE + 1),
  'a body that was read': async () => { const response = new Response('x', { status: 206 }); await response.text(); return response; },
'a revoked Proxy': () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; },
  'an exception': () => { throw new Error('boom'); },
  'undefined as an exception': () => { throw undefined; },
  'a Proxy as an exception': () => { throw new Proxy({}, { get() { throw new Error('boom'); } }); },
  'a rejection': async () => { throw 'boom'; },
}; // biome-ignore format: a table

/** A call that must fail, whose object is asked a few times only. @param {(give: () => Any) => Promise<unknown>} call @param {() => Any} give */
async function endsWith(call, give) {
  let calls = 0;
  const counted = () => {
    calls += 1;
    if (calls > 100) process.exit(3); // no timer of a test would end it
    return give();
  };
  const [{ reason: error }] = /** @type {Any} */ (await Promise.allSettled([call(counted)]));
  assert.equal(error?.name, 'MicrotomeError', error?.stack ?? String(error));
  const asked = calls;
  assert.ok(asked <= MANY, `asked ${asked} times`);
  await new Promise((resolve) => setTimeout(resolve, 2));
  assert.equal(calls, asked, 'asked after the failure');
  return error;
}

for (const [object, [make, must]] of Object.entries(OBJECTS))
  describe(`${object} that gives`, () => {
    const opened = (/** @type {Any} */ give, /** @type {Any} */ more = {}) => {
      const [from, options] = make(give);
      return open(from, { ...LAYOUT, ...options, ...more }).then((source) => slice(source.tensor(), ':'));
    };
    for (const [way, give] of Object.entries(WAYS)) {
      if (way === 'Deno’s Stats' && !object.startsWith('stat()')) continue;
      it(way, async () => {
        const error = await endsWith(opened, give);
        if (error.code === 'source_short') assert.ok(/body|chunk|Blob/.test(object), error.message);
        else {
          assert.equal(error.code, 'source_failed', error.message);
          const isThrown = /exception|throws|rejection|read$|revoked/.test(way);
          assert.match(error.message, isThrown && !must.test(error.message) ? /cannot be read: / : must);
        }
        assert.doesNotMatch(
          error.message,
          /is not a function|Cannot (read|convert|destr)|undefined \(|is not iterable|NaN-/,
        );
      });
    }
    it('nothing for ever, until a signal ends it', async () => {
      const stop = new AbortController();
      const error = endsWith(
        (counted) => opened(counted, { signal: stop.signal }),
        () => new Promise(() => {}),
      );
      setTimeout(() => stop.abort(new Error('enough')), 5);
      assert.equal((await error).code, 'aborted');
    });
  });

describe('after the file was opened', () => {
  /** A reader that is right at first, and the same behind a fetch. @type {Record<string, (give: () => Any) => [Any, Any?]>} */
  const LATER = {
    'a fetch': (give) => [
      URL_OF_NOBODY,
      { fetch: (/** @type {Any} */ _, /** @type {Any} */ o) => (rangeOf(o)[0] === 0 ? answerTo(o) : give()) },
    ],
    'a fetch in a cache': (give) => {
      const [from, options] = LATER['a fetch'](give);
      return [cached(from), options];
    },
    'a reader': (give) => [
      {
        size: SIZE,
        read: (/** @type {number} */ at, /** @type {number} */ length) =>
          at === 0 ? new Uint8Array(length) : give(),
      },
    ],
  };
  for (const [object, make] of Object.entries(LATER))
    for (const [way, give] of Object.entries(WAYS))
      it(`${object} may give ${way}, and a call fails`, async () => {
        const error = await endsWith(async (counted) => {
          const [from, options] = make(counted);
          const stored = (await open(from, { ...LAYOUT, ...options })).tensor();
          await slice(stored, '100:');
        }, give);
        assert.match(error.code, /^source_(failed|short)$/);
      });
});

describe('a body that gives empty chunks', () => {
  const empty = (/** @type {() => void} */ count) => ({
    fetch: (/** @type {Any} */ _, /** @type {Any} */ options) => {
      let left = 3;
      const read = () => {
        count();
        const value = left-- > 0 ? new Uint8Array(0) : undefined;
        return value ? { value, done: false } : body.read();
      };
      const body = answerTo(options).body.getReader();
      return answerTo(options, { body: bodyOf(read) });
    },
  });

  it('is read on', async () => {
    const source = await open(URL_OF_NOBODY, { ...LAYOUT, ...empty(() => {}) });
    assert.deepEqual((await slice(source.tensor(), ':')).data, FILE);
  });

  /** Milliseconds. */
  const SOON = 30;

  it('and nothing else is silent, is no longer read then, and does not stop the process', async () => {
    const nothing = () => ({ value: new Uint8Array(0), done: false });
    const silent = (/** @type {Any} */ more) => async (/** @type {Any} */ give) => {
      const fetch = (/** @type {Any} */ _, /** @type {Any} */ o) => answerTo(o, { body: bodyOf(give) });
      await open(URL_OF_NOBODY, { ...LAYOUT, fetch, ...more });
    };
    for (const [more, code, message] of /** @type {const} */ ([
      [{ timeout: SOON }, 'source_failed', /has said nothing for 0\.03 s/],
      [{ signal: AbortSignal.timeout(10) }, 'aborted', /./],
    ])) {
      let calls = 0;
      const error = await fails(
        silent(more)(() => {
          calls += 1;
          return nothing();
        }),
        code,
      );
      assert.match(error.message, message);
      const read = calls;
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.ok(calls <= read + 1, 'read on');
    }
  });
});

describe('what is passed', () => {
  const proto = Object.create(null);
  const boom = { toString: () => { throw new Error('boom'); } }; // biome-ignore format: one line
  const strange = [Symbol('x'), proto, {}, [], () => {}, boom, 5n];
  const layout = (/** @type {Any} */ more) => open(FILE, { layout: { type: 'uint8', dims: [3], ...more } });
  const tensor = { dims: [2], data: Uint8Array.of(1, 2) };
  const forged = (/** @type {string} */ tag, more = {}) => open(/** @type {Any} */ ({ [Symbol.toStringTag]: tag, ...more }), LAYOUT); // biome-ignore format: one

  /** @type {Record<string, [call: (value: Any) => unknown, told: string, wrong?: Any[]]>} */
  const ARGUMENTS = {
    'layout.at': [(at) => layout({ at }), 'bad_input layout', [...strange.filter((each) => typeof each !== 'bigint'), '5', null]],
    'layout.type': [(type) => layout({ type }), 'bad_type layout'],
    'layout.dims': [(dims) => layout({ dims }), 'bad_input layout', [Symbol('x'), proto, boom, 5]],
    'layout.stride': [(stride) => layout({ stride }), 'bad_input layout', [Symbol('x'), proto, boom]],
    'layout.order': [(order) => layout({ order }), 'bad_argument layout'],
    'layout.endian': [(endian) => layout({ endian }), 'bad_argument layout'],
    format: [(format) => open(FILE, { format }), 'bad_argument format'],
    'format of save': [async (format) => save(tensor, sink().writable, /** @type {Any} */ ({ format })), 'bad_argument format'],
    'format of toBytes': [async (format) => toBytes(tensor, { format }), 'bad_argument format'],
    'format of cost': [async (format) => cost((await open(FILE, LAYOUT)).tensor(), ':', { format }), 'bad_argument format'],
    headers: [(headers) => open('http://x', { headers }), 'bad_argument headers', [Symbol('x'), 5, 5n, [5]]],
    signal: [(signal) => open(FILE, { ...LAYOUT, signal }), 'bad_argument signal', [...strange, { addEventListener() {} }, { aborted: false, addEventListener() {} }]],
    'signal of slice': [async (signal) => slice((await open(FILE, LAYOUT)).tensor(), '3', { signal }), 'bad_argument signal', [{ addEventListener() {} }]],
    files: [(files) => open(FILE, { ...LAYOUT, files }), 'bad_argument files', [Symbol('x'), proto, [{ name: 'a', webkitRelativePath: 5 }], [{ name: proto }]]],
    'a detached buffer': [(from) => open(from, LAYOUT), 'bad_input from', [detached(), detached().buffer]],
    'a forged object': [(tag) => forged(tag, { url: Symbol('x'), href: 5 }), 'bad_argument from', ['Request', 'URL']],
    'a forged buffer': [(tag) => forged(tag), 'bad_input from', ['ArrayBuffer', 'Uint8Array']],
    'a forged file': [(tag) => forged(tag), 'source_failed', ['Blob', 'File']],
  }; // biome-ignore format: a table
  for (const [what, [call, told, wrong = strange]] of Object.entries(ARGUMENTS))
    it(`is refused: ${what}`, async () => {
      for (const value of wrong) await fails(Promise.resolve(call(value)), told);
    });

  it('may have any name', async () => {
    const named = {
      size: SIZE,
      read: () => FILE.slice(0, 65536),
      name: proto,
      webkitRelativePath: Symbol('x'),
    };
    await open(/** @type {Any} */ (named), LAYOUT);
    const index = await open(/** @type {Any} */ ({ ...named, size: 65536, read: () => INDEX }));
    refuses(() => index.tensor('a'), 'source_failed', /files: \[/);
  });
});
