// Every kind of file that `open` takes, and reading it: requests, progress, stopping, and files that change or break their word.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { open as openHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init, MicrotomeError } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, parts, slice, slices, split } from 'microtome/source';
import { modelOf, outside, safetensorsOf } from '../../support/handmade.js';
import { startRangeServer } from '../../support/range_server.js';
import { fails } from '../../support/refusals.js';
import { FILE, LAYOUT } from './data.js';

/** @import { RangeServer } from '../../support/range_server.js' */
/** @typedef {any} Any */

const SPEC = '150:, ::3';
/** @type {Uint8Array} */ let wanted;
/** @type {RangeServer} */ let server;
/** @type {string} */ let folder;
/** @type {string} */ let path;

before(async () => {
  await init();
  folder = mkdtempSync(join(tmpdir(), 'microtome-source-'));
  path = join(folder, 'data 1%.bin');
  writeFileSync(path, FILE);
  wanted = Uint8Array.from(
    { length: 50 * 334 },
    (_, i) => FILE[(150 + Math.floor(i / 334)) * 1000 + (i % 334) * 3],
  );
});
after(() => rmSync(folder, { recursive: true }));
// Each test has a server of its own: requests that the test before has given up may still arrive.
beforeEach(async () => {
  server = await startRangeServer(FILE);
});
afterEach(() => server.close());

/** @param {Any} from @param {object} [options] */
async function cut(from, options) {
  const source = await open(from, { ...LAYOUT, ...options });
  const { data } = await slice(source.tensor(), SPEC);
  await source.close();
  return data;
}

describe('open takes', () => {
  const reader = (/** @type {(part: Uint8Array) => unknown} */ give) => () => ({
    size: FILE.length,
    read: (/** @type {number} */ at, /** @type {number} */ length) => give(FILE.slice(at, at + length)),
  });
  /** @type {[what: string, make: () => Any][]} */
  const KINDS = [
    ['a URL as a string', () => server.url],
    ['a URL', () => new URL(server.url)],
    ['a Request', () => new Request(server.url)],
    ['a file: URL', () => pathToFileURL(path)],
    ['a file: URL as a string', () => pathToFileURL(path).href],
    ["Node's FileHandle", () => openHandle(path)],
    ['a Blob', () => new Blob([FILE])],
    ['a File', () => new File([FILE], 'x')],
    ['a FileSystemFileHandle', () => ({ kind: 'file', getFile: async () => new File([FILE], 'x') })],
    ['an ArrayBuffer', () => FILE.slice().buffer],
    ['a Uint8Array', () => FILE],
    ['a Buffer', () => Buffer.from(FILE)],
    ['a reader that gives a Uint8Array', reader((part) => part)],
    ['a reader that gives a promise of an ArrayBuffer', reader(async (part) => part.buffer)],
    ['a reader that gives a DataView’s worth of an Int8Array', reader((part) => new Int8Array(part.buffer))],
  ];
  for (const [what, make] of KINDS) {
    it(what, async () => {
      const from = await make();
      try {
        assert.deepEqual(await cut(from), wanted);
        assert.deepEqual(await cut(from, { maxRequest: 777, concurrency: 2 }), wanted);
      } finally {
        await from.close?.();
      }
    });
  }

  it('nothing else', async () => {
    const wrong = [undefined, null, 7, {}, [], new Float32Array(3), { size: 3 }, { read() {} }, { size: -1, read() {} }, { size: 0.5, read() {} }, '', 'data.npy', '/data.npy']; // biome-ignore format: one line
    for (const from of wrong) await fails(open(/** @type {Any} */ (from), LAYOUT), 'bad_argument open from');
  });
});

it('a host that lacks what every file needs gets an error that says so', async () => {
  for (const name of ['AbortController', 'TextDecoder']) {
    const given = Object.getOwnPropertyDescriptor(globalThis, name);
    delete (/** @type {Any} */ (globalThis)[name]);
    try {
      await fails(open(FILE, LAYOUT), 'unsupported_host', new RegExp(`no ${name};`));
    } finally {
      Object.defineProperty(globalThis, name, /** @type {PropertyDescriptor} */ (given));
    }
  }
});

describe('the files of a source', () => {
  const shard = (/** @type {string} */ name) =>
    safetensorsOf({ [name]: { dtype: 'U8', shape: [2], data_offsets: [0, 2] } }, Buffer.from([1, 2]));
  const index = Buffer.from(JSON.stringify({ weight_map: { x: 'b.safetensors', y: 'c.safetensors' } }));
  const external = { location: 'w.bin', offset: '0', length: '2' };
  /** Each a model, and the others that belong to it. */
  const files = {
    'a.safetensors.index.json': index,
    'b.safetensors': shard('x'),
    'c.safetensors': shard('y'),
    'm.onnx': modelOf(outside({ name: 'x', data_type: 2, dims: [2] }, external)),
    'w.bin': Buffer.from([1, 2]),
  };

  it('are all that belong to it and have an address', async () => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    server.file = /** @type {Any} */ ((/** @type {string} */ path) => Reflect.get(files, path.slice(1)));
    const cache = (/** @type {string} */ address) => cached(address);
    for (const base of [new URL('/', server.url).href, `${pathToFileURL(folder).href}/`])
      for (const from of [String, cache])
        for (const [main, ...others] of [
          ['a.safetensors.index.json', 'b.safetensors', 'c.safetensors'],
          ['m.onnx', 'w.bin'],
          ['b.safetensors'],
        ]) {
          // biome-ignore format: one
          const source = await open(from(base + main));
          assert.deepEqual([source.files[0], [...source.files].sort()], [base + main, [main, ...others].map((name) => base + name).sort()]); // biome-ignore format: one
          await source.close();
          assert.equal(source.files.length, 1 + others.length);
        }
    assert.deepEqual((await open(files['b.safetensors'])).files, []);
  });
});

describe('requests', () => {
  it('have the headers that were given, of the request and of the option, and are not cached', async () => {
    /** @type {Any[]} */ const asked = [];
    const spy = /** @type {typeof fetch} */ (
      (from, options) => {
        asked.push(options);
        return fetch(from, options);
      }
    );
    const request = new Request(server.url, { headers: { 'x-a': '1', 'x-b': '2' } });
    assert.deepEqual(await cut(request, { headers: { 'x-b': '3', 'x-c': '4' }, fetch: spy }), wanted);
    for (const { headers } of server.seen)
      assert.deepEqual([headers['x-a'], headers['x-b'], headers['x-c']], ['1', '3', '4']);
    for (const { cache, method } of asked) assert.deepEqual([cache, method], ['no-store', undefined]);
    assert.deepEqual(
      server.seen.map(({ range }) => range),
      ['bytes=0-65535', 'bytes=150000-199999'],
    );
  });

  it("end with the Request's own signal, while it is opened and afterwards", async () => {
    const stop = new AbortController();
    const request = new Request(server.url, { signal: stop.signal });
    const source = await open(request, LAYOUT);
    const cutting = slice(source.tensor(), ':');
    stop.abort(new Error('enough'));
    await assert.rejects(cutting, { code: 'aborted', message: /enough/ });
    await assert.rejects(slice(source.tensor(), '3'), { code: 'aborted' });
    await assert.rejects(open(request, LAYOUT), { code: 'aborted', message: /enough/ });
  });

  it('are not made for a call that is wrong', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    const wrong = /** @type {[Any, string][]} */ ([
      [() => slice(stored, '1, 2, 3'), 'too_many_axes'],
      [() => slice(stored, { starts: [0], ends: [1], steps: [0] }), 'zero_step'],
      [() => slice(stored, '300'), 'index_out_of_range'],
      [() => split(stored, { axis: 5, num_outputs: 2 }), 'bad_axis'],
      [() => slice(stored, ':', { out: new Uint8Array(3) }), 'bad_out'],
      [() => slice(stored, '3', { out: /** @type {Any} */ (new Int8Array(1000)) }), 'bad_out'],
      [() => split(stored, { num_outputs: 2 }, { out: [new Uint8Array(100_000)] }), 'bad_out'],
      [() => slice(stored, '3', { signal: /** @type {Any} */ (7) }), 'bad_argument'],
      [() => slice(stored, '3', { onprogress: /** @type {Any} */ (7) }), 'bad_argument'],
      [() => slice(stored, '3', { maxBytes: -1 }), 'bad_argument'],
      [() => slice(stored, '3', { maxRequests: 0.5 }), 'bad_argument'],
      [() => slice(stored, /** @type {Any} */ (true)), 'bad_argument'],
      [() => slices(stored, /** @type {Any} */ ('3')), 'bad_argument'],
      [() => slice(/** @type {Any} */ ({ type: 'uint8', dims: [3] }), '1'), 'bad_argument'],
      [async () => parts(stored, '1, 2, 3'), 'too_many_axes'],
      [async () => cost(stored, '1, 2, 3'), 'too_many_axes'],
      [async () => parts(stored, ':', /** @type {Any} */ (null)), 'bad_argument'],
      [async () => parts(stored, ':', /** @type {Any} */ (5)), 'bad_argument'],
    ]);
    for (const [call, code] of wrong) await assert.rejects(call, (/** @type {Any} */ error) => error instanceof MicrotomeError && error.code === code, `${call}`); // biome-ignore format: one line
    assert.equal(server.seen.length, 1);
  });
});

describe('progress', () => {
  it('counts the bytes that come, up to what cost() says', async () => {
    const stored = (await open(server.url, { ...LAYOUT, maxRequest: 10_001 })).tensor();
    /** @type {{ bytes: number, total: number }[]} */ const told = [];
    await slice(stored, SPEC, { onprogress: (progress) => told.push(progress) });
    const { bytes: total } = cost(stored, SPEC);
    assert.ok(told.every((each, i) => each.total === total && each.bytes > (told[i - 1]?.bytes ?? 0)));
    assert.equal(told.at(-1)?.bytes, total);
    const boom = () => {
      throw new Error('boom');
    };
    await fails(slice(stored, SPEC, { onprogress: boom }), 'bad_argument onprogress');
  });

  it('may be told to code that cuts meanwhile', async () => {
    const source = await open(pathToFileURL(path), LAYOUT);
    /** @type {Promise<Any>[]} */ const others = [];
    const onprogress = () => others.push(slice(source.tensor(), '0:5'), slice(source.tensor(), '7, ::2'));
    assert.deepEqual((await slice(source.tensor(), SPEC, { onprogress })).data, wanted);
    for (const [i, { data }] of (await Promise.all(others)).entries())
      assert.deepEqual([...data], i % 2 === 0 ? [...FILE.subarray(0, 5000)] : [...FILE.subarray(7000, 8000).filter((_, k) => k % 2 === 0)]); // biome-ignore format: one
    await source.close();
  });
});

describe('a signal', () => {
  it('stops a cut before and while it runs, and says why', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    stop.abort(reason);
    await assert.rejects(open(server.url, { ...LAYOUT, signal: stop.signal }), {
      code: 'aborted',
      cause: reason,
    });
    const stored = (await open(server.url, { ...LAYOUT, maxRequest: 1000, concurrency: 2 })).tensor();
    await assert.rejects(slice(stored, SPEC, { signal: stop.signal }), { code: 'aborted', cause: reason });
    assert.equal(server.seen.length, 1, 'of the second opening');
    const later = new AbortController();
    const onprogress = () => later.abort(reason);
    await assert.rejects(slice(stored, SPEC, { signal: later.signal, onprogress }), {
      code: 'aborted',
      cause: reason,
    });
    assert.ok(server.seen.length < 10, `${server.seen.length} requests`);
  });

  it('stops a reader behind a cache once the last caller has given up', async () => {
    /** @type {AbortSignal[]} */ const signals = [];
    const read = (
      /** @type {number} */ at,
      /** @type {number} */ length,
      /** @type {AbortSignal} */ signal,
    ) => {
      if (at === 0) return new Uint8Array(length);
      signals.push(signal);
      return new Promise(() => {});
    };
    const stored = (await open(cached(/** @type {Any} */ ({ size: 200_000, read })), LAYOUT)).tensor();
    const stops = [new AbortController(), new AbortController()];
    const cuts = stops.map(({ signal }) => slice(stored, SPEC, { signal }));
    for (const [i, stop] of stops.entries()) {
      setTimeout(() => stop.abort(), 20);
      await assert.rejects(cuts[i], { code: 'aborted' });
      assert.deepEqual(signals.map(({ aborted }) => aborted), [i === 1]); // biome-ignore format: one line
    }
  });
});

describe('a reader that breaks its word', () => {
  /** @type {[what: string, give: (length: number) => unknown][]} */
  const WRONG = [
    ['too few bytes', (length) => new Uint8Array(length - 1)],
    ['too many bytes', (length) => new Uint8Array(length + 1)],
    ['nothing', () => undefined],
    ['a string', (length) => 'x'.repeat(length)],
    ['a list', (length) => new Array(length).fill(0)],
    ['an error', () => Promise.reject(new Error('boom'))],
  ];
  for (const [what, give] of WRONG) {
    it(`by ${what}`, async () => {
      const from = {
        size: 200_000,
        read: (/** @type {number} */ at, /** @type {number} */ length) =>
          at === 0 ? new Uint8Array(length) : give(length),
      };
      await assert.rejects(cut(from), { code: 'source_failed' });
    });
  }
});

describe('a file on disk', () => {
  it('is closed by close(), if open has opened it', async () => {
    const source = await open(pathToFileURL(path), LAYOUT);
    await source.close();
    await source.close();
    await assert.rejects(slice(source.tensor(), SPEC), { code: 'source_failed' });
    const handle = await openHandle(path);
    const other = await open(handle, LAYOUT);
    await other.close();
    assert.deepEqual((await slice(other.tensor(), SPEC)).data, wanted);
    await handle.close();
    await assert.rejects(slice(other.tensor(), SPEC), { code: 'source_failed' });
    await fails(open(pathToFileURL(join(folder, 'none')), LAYOUT), 'source_failed', /ENOENT/);
  });

  it('leaves the process its turn, and can be stopped meanwhile', async () => {
    const large = join(folder, 'large');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 30);
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [2 ** 20, 2 ** 10] });
    const source = await open(pathToFileURL(large), { layout });
    const stop = new AbortController();
    const all = { maxBytes: 2 ** 30, signal: stop.signal };
    setImmediate(() => stop.abort());
    await assert.rejects(slice(source.tensor(), ':, 5', all), { code: 'aborted' });
    await source.close();
  });

  it('that changes is noticed', async () => {
    const copy = join(folder, 'copy');
    writeFileSync(copy, FILE);
    const source = await open(pathToFileURL(copy), LAYOUT);
    utimesSync(copy, new Date(0), new Date(0));
    await assert.rejects(slice(source.tensor(), SPEC), { code: 'source_changed' });
    await source.close();
    const again = await open(pathToFileURL(copy), LAYOUT);
    truncateSync(copy, 150_000);
    await assert.rejects(slice(again.tensor(), SPEC), { code: 'source_changed' });
    await again.close();
  });
});
