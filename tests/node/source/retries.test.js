// Servers that are busy, and connections that break: asked again, up to three times, and only for the same file.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MicrotomeError } from 'microtome';
import { open, slice } from 'microtome/source';
import { Random } from '../../random/random.js';
import { safetensorsOf } from '../../support/handmade.js';
import { FAULTS } from '../../support/range_server.js';
import { fails } from '../../support/refusals.js';
import { cutWith, LAYOUT, later, SPEC, server, WANTED } from './serving.js';

/** @import { Answer } from '../../support/range_server.js' */

describe('a server that is busy', () => {
  it('is asked again, as it says', async () => {
    for (const fault of [FAULTS.busy, FAULTS.tooMany]) {
      server.seen.length = 0;
      assert.deepEqual(await cutWith(later(fault, 3)), WANTED);
      assert.equal(server.seen.length, 5);
    }
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

describe('one range', () => {
  it('is waited for three times in all, and resumed three times in all', async () => {
    const random = new Random(9);
    for (let run = 0; run < 12; ++run) {
      server.seen.length = 0;
      let [waits, breaks] = [0, 0];
      const troubled = (/** @type {Answer} */ answer, /** @type {number} */ nth) => {
        if (nth === 0) return;
        if (random.chance(0.6)) {
          waits += 1;
          FAULTS.busy(answer);
        } else if (random.chance(0.9)) {
          breaks += 1;
          answer.resetAfter = random.between(1, Math.max(1, answer.body.length >> 3));
        }
      };
      const result = await cutWith(troubled).catch((error) => error.code);
      if (waits <= 3 && breaks <= 3) assert.deepEqual(result, WANTED);
      else assert.equal(result, 'source_failed');
      assert.ok(waits <= 4 && breaks <= 4, `${waits} waits, ${breaks} breaks`);
    }
  });
});

describe('Retry-After', () => {
  for (const text of ['1.5', '-1', '1e1', '0x1', '12/5', 'soon', 'May 5', ''])
    it(`that is '${text}' says nothing, so the usual time passes`, async () => {
      const stop = new AbortController();
      server.fault = later((answer) => {
        FAULTS.busy(answer);
        answer.headers['retry-after'] = text;
      });
      const stored = (await open(server.url, LAYOUT)).tensor();
      /** @type {number[]} */ const waits = [];
      const { setTimeout } = globalThis;
      globalThis.setTimeout = /** @type {any} */ (
        (/** @type {() => void} */ act, /** @type {number} */ ms, /** @type {any[]} */ ...rest) => {
          const isOurs = ms < 30_000 && new Error().stack?.includes('source.js'); // others limit silence
          if (isOurs) waits.push(ms);
          return setTimeout(act, isOurs ? 0 : ms, ...rest);
        }
      );
      try {
        await fails(slice(stored, SPEC, { signal: stop.signal }), 'source_failed');
      } finally {
        globalThis.setTimeout = setTimeout;
      }
      assert.deepEqual(waits, [1000, 2000, 4000]);
    });
});

describe('what a message tells', () => {
  const SECRET = 'kept-to-ourselves';
  it('has no query, name or password, whatever the server does', async () => {
    for (const fault of Object.values(FAULTS))
      for (const url of [`${server.url}?X-Signature=${SECRET}`, `${server.url}?${SECRET}#${SECRET}`])
        for (const start of [true, false]) {
          server.fault = start ? fault : later(fault);
          server.seen.length = 0;
          const job = async () => slice((await open(url, { ...LAYOUT, maxBytes: 1e5 })).tensor(), SPEC);
          const error = await job().catch((thrown) => thrown);
          assert.ok(!String(error?.message ?? '').includes(SECRET), error.message);
        }
  });

  it('nor what was given to reach it', async () => {
    const host = server.url.replace('http://', '');
    const down = 'http://localhost:9/x';
    for (const [from, options] of /** @type {[any, object][]} */ ([
      [`http://ann:${SECRET}@${host}`, {}],
      [`http://${SECRET}@${host}?a`, {}],
      [`${down}?${SECRET}`, {}],
      [`x.npy?${SECRET}`, {}],
      [`http://[/?${SECRET}`, {}],
      [`http://127.0.0.1:1/x?sig=ab)${SECRET}`, {}],
      [`http://127.0.0.1:1/x?sig=a'b"${SECRET}`, {}],
      [`http://127.0.0.1:1/x?sig=a ${SECRET}#b ${SECRET}`, {}],
      [`http://user:pa ${SECRET}@127.0.0.1:99999/`, {}],
      [`http://user:p/${SECRET}@h:99999/`, {}],
      [`http:/\\user:${SECRET}@h:99999/`, {}],
      [`  http:user:${SECRET}@h:99999/`, {}],
      [`http://h:99999/?sig=a ${SECRET}`, {}],
      [`//user:${SECRET}@h/x`, {}],
      [`/x?a ${SECRET}`, {}],
      [`user:${SECRET}@h/x`, {}],
      [`s3://user:${SECRET}@h/x?sig=) ${SECRET}`, {}],
      [
        `http://user:pa ${SECRET}@h/x?sig=a)${SECRET}`,
        { fetch: (/** @type {any} */ url) => Promise.reject(new Error(`no '${url}', or <${url}>`)) },
      ],
      [server.url, { headers: { authorization: `Bearer ${SECRET}\n`, 'x y': SECRET } }],
      [server.url, { headers: { authorization: `Bearer ${SECRET}\u{1f600}` } }],
      [
        new Request(`${server.url}?${SECRET}`),
        { fetch: () => Promise.reject(new Error(`no ${server.url}?${SECRET}`)) },
      ],
    ])) {
      const error = await open(from, { ...LAYOUT, ...options }).then(
        () => assert.fail(`${from} was opened`),
        (thrown) => thrown,
      );
      assert.ok(error instanceof MicrotomeError, String(error));
      assert.ok(!error.message.includes(SECRET), error.message);
    }
  });

  it('but where a file is', async () => {
    for (const [from, shown] of [
      ['http://127.0.0.1:1/a/b.npy?c#d', 'http://127.0.0.1:1/a/b.npy?… cannot'],
      ['http://127.0.0.1:1/a/b.npy', 'http://127.0.0.1:1/a/b.npy cannot'],
      ['data/b.npy', "'data/b.npy' is not a URL"],
      ['http://h:99999/b.npy', "'http:…' is not a URL"],
    ]) {
      const { message } = await open(from, LAYOUT).catch((error) => error);
      assert.ok(message.includes(shown), message);
    }
  });

  it('has no character that a terminal obeys', async () => {
    const wild = '\u001b[2J\u009b31m\u202e\n';
    server.fault = (answer) => {
      answer.headers['content-encoding'] = 'gzip, a\u009b31m';
    };
    const error = await fails(open(server.url, LAYOUT), 'source_failed', /a\\u\{9b\}31m/);
    assert.doesNotMatch(error.message, /\p{C}/u);
    const names = [`${wild}a`, `${wild}b`];
    const info = { dtype: 'U8', shape: [1], data_offsets: [0, 1] };
    const strange = { ...info, dtype: `X${wild}` };
    for (const header of [
      { [names[0]]: info, [names[1]]: info },
      { [names[0]]: { ...info, shape: [9] } },
      { [names[0]]: 5 },
      { [names[0]]: strange, [names[1]]: { ...strange, data_offsets: [1, 2] } },
    ]) {
      const thrown = await open(safetensorsOf(header, Object.keys(header).length)).then(
        (source) => {
          for (const name of [undefined, wild, names[0]])
            assert.throws(
              () => source.tensor(name),
              ({ message }) => !/\p{C}/u.test(message),
            );
        },
        ({ message }) => message,
      );
      assert.doesNotMatch(String(thrown), /\p{C}/u);
    }
  });
});
