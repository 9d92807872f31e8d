// What has failed or was stopped has ended: whatever a cut reads from, and at whatever step it is stopped, nothing is asked for and
// nothing is written once its promise has been rejected.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open as openHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init, MicrotomeError } from 'microtome';
import { cached } from 'microtome/cached';
import { open, parts, save, slice, slices } from 'microtome/source';
import { Random } from '../../random/random.js';
import { startRangeServer } from '../../support/range_server.js';

/** @typedef {any} Any */

const DIMS = [3000, 4096];
const SIZE = DIMS[0] * DIMS[1];
const FILE = new Uint8Array(SIZE).fill(5);
const home = mkdtempSync(join(tmpdir(), 'microtome-'));
const path = join(home, 'file');

/** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;
/** @type {import('node:fs/promises').FileHandle} */ let handle;
before(async () => {
  await init();
  writeFileSync(path, FILE);
  server = await startRangeServer(FILE);
  handle = await openHandle(path);
});
after(async () => {
  await server.close();
  await handle.close();
  rmSync(home, { recursive: true });
});

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls `act` at one step, and remembers what was done. */
class Recorder {
  steps = 0;
  /** @param {number} at @param {() => void} act */
  constructor(at, act) {
    this.at = at;
    this.act = act;
  }
  step() {
    if (this.steps++ === this.at) this.act();
  }
}

/** @param {Recorder} recorder */
const countingFetch = (recorder) =>
  /** @type {typeof fetch} */ (
    (url, options) => {
      recorder.step();
      return fetch(url, options);
    }
  );

/** What a cut reads from, and options of `open`. @type {Record<string, (recorder: Recorder, store: string) => [Any, object?]>} */
const STORES = {
  'a URL': (recorder) => [server.url, { fetch: countingFetch(recorder) }],
  'a URL in a cache': (recorder) => [cached(server.url), { fetch: countingFetch(recorder) }],
  'a URL in a cache with a folder': (recorder, store) => [
    cached(server.url, { store }),
    { fetch: countingFetch(recorder) },
  ],
  'a file': () => [pathToFileURL(path)],
  'a file in a cache': () => [cached(pathToFileURL(path))],
  'an open file': (recorder) => {
    const counting = {
      fd: handle.fd,
      stat: () => handle.stat(),
      read(/** @type {[Any, Any, Any, Any]} */ ...args) {
        recorder.step();
        return handle.read(...args);
      },
    };
    return [counting];
  },
  'a Blob': () => [new Blob([FILE])],
  'a reader': (recorder) => [
    {
      size: SIZE,
      async read(/** @type {number} */ at, /** @type {number} */ length) {
        recorder.step();
        await pause(1);
        return FILE.slice(at, at + length);
      },
    },
  ],
};

/** @typedef {(stored: Any, options: object, out: Uint8Array, recorder: Recorder) => Promise<unknown>} Job */
/** @type {Record<string, Job>} */
const JOBS = {
  slice: (stored, options, out) => slice(stored, '1:2900', { ...options, out }),
  'slice with a step': (stored, options, out) => slice(stored, '1:2900, ::2', { ...options, out }),
  slices: (stored, options, out) =>
    slices(stored, ['1:900', '1000:2900'], {
      ...options,
      out: [out.subarray(0, 899 * 4096), out.subarray(899 * 4096)],
    }),
  parts: async (stored, options) => {
    for await (const _ of parts(stored, ':', { ...options, maxBytes: 2 ** 22 }));
  },
  save: (stored, options, _, recorder) => {
    const writable = new WritableStream({ write: () => recorder.step() });
    return save(stored, ':', writable, { ...options, format: 'raw' });
  },
};
const LENGTHS = { slice: 2899 * 4096, 'slice with a step': 2899 * 2048, slices: 2799 * 4096 };

/** All that is in a folder. @param {string} folder */
const namesIn = (folder) => {
  try {
    return readdirSync(folder, { recursive: true }).length;
  } catch {
    return 0;
  }
};

describe('after the rejection', () => {
  for (const [name, from] of Object.entries(STORES))
    it(`nothing is asked of ${name}, and nothing is written`, async () => {
      const random = new Random(name.length);
      for (let run = 0; run < 16; ++run) {
        const store = join(home, `${name} ${run}`);
        const stop = new AbortController();
        const fails = random.chance(0.3); // instead of being stopped
        const recorder = new Recorder(random.between(1, 12), () => {
          if (fails) throw new Error('an error of the caller');
          stop.abort();
        });
        const job = random.pick(Object.keys(JOBS));
        const out = new Uint8Array(/** @type {Any} */ (LENGTHS)[job] ?? 0);
        const [given, options] = from(recorder, store);
        const limits = {
          maxRequest: random.pick([2 ** 16, 2 ** 19, 2 ** 21]),
          concurrency: random.pick([1, 3, 6]),
        };
        const layout = { type: 'uint8', dims: DIMS };
        const onprogress = () => recorder.step();
        let thrown;
        /** @type {Any} */ let source;
        try {
          source = await open(given, /** @type {Any} */ ({ ...options, ...limits, layout }));
          await JOBS[job](source.tensor(), { signal: stop.signal, onprogress }, out, recorder);
        } catch (error) {
          thrown = error;
        }
        if (thrown === undefined) {
          await source.close(); // it was done before
          continue;
        }
        assert.ok(thrown instanceof MicrotomeError, `${job}: ${/** @type {Any} */ (thrown).stack}`);
        const { steps } = recorder;
        const kept = namesIn(store);
        out.fill(7);
        await pause(25);
        assert.equal(recorder.steps, steps, `${job}: steps after the rejection`);
        assert.equal(namesIn(store), kept, `${job}: files of the cache after the rejection`);
        assert.ok(
          Buffer.from(out.buffer).equals(Buffer.alloc(out.length, 7)),
          `${job}: out was written after the rejection`,
        );
        await source?.close();
      }
    });
});

describe('a stream that fails', () => {
  it('ends what is being fetched for it', async () => {
    let asked = 0;
    /** @type {((reason: Error) => void) | undefined} */ let breaks;
    const reader = {
      size: SIZE,
      async read(/** @type {number} */ at, /** @type {number} */ length) {
        asked += 1;
        if (asked === 4) breaks?.(new Error('full'));
        await pause(2);
        return FILE.subarray(at, at + length);
      },
    };
    const options = /** @type {const} */ ({
      maxRequest: 2 ** 16,
      concurrency: 1,
      layout: { type: 'uint8', dims: [3000, 4096] },
    });
    const source = await open(reader, options);
    const writable = new WritableStream({
      start(controller) {
        breaks = (reason) => controller.error(reason);
      },
    });
    // A part is of several requests, one after another.
    await assert.rejects(save(source.tensor(), '::64', writable, { format: 'raw' }), {
      code: 'source_failed',
    });
    const then = asked;
    await pause(30);
    assert.equal(asked, then);
  });

  it('or never takes anything can be left', async () => {
    const source = await open(FILE.subarray(0, 4096), { layout: { type: 'uint8', dims: [4096] } });
    const { writable } = new TransformStream();
    const stop = new AbortController();
    const saved = save(source.tensor(), ':', writable, { format: 'raw', signal: stop.signal });
    setTimeout(() => stop.abort(), 5);
    await assert.rejects(saved, { code: 'aborted' });
  });
});

describe('many at once', () => {
  it('leave no listener, and hosts have nothing to warn of', async () => {
    /** @type {string[]} */ const warnings = [];
    const warn = (/** @type {Error} */ { message }) => warnings.push(message);
    process.on('warning', warn);
    const layout = {
      layout: { type: /** @type {const} */ ('uint8'), dims: DIMS },
      concurrency: 16,
      maxRequest: 2 ** 13,
    };
    const stop = new AbortController();
    const { signal } = stop;
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (/** @type {Any[]} */ ...args) => {
      listeners += 1;
      return addEventListener.apply(signal, /** @type {Any} */ (args));
    };
    signal.removeEventListener = (/** @type {Any[]} */ ...args) => {
      listeners -= 1;
      return removeEventListener.apply(signal, /** @type {Any} */ (args));
    };
    try {
      for (const from of [server.url, FILE, cached(server.url), pathToFileURL(path)]) {
        const source = await open(from, { ...layout, signal });
        const spec = Array.from({ length: 20 }, (_, i) => `${i * 10}:${i * 10 + 100}`);
        await Promise.all(spec.map((each) => slice(source.tensor(), each, { signal })));
        await source.close();
      }
      const source = await open(server.url, layout);
      await slice(source.tensor(), '0:2000', { signal, maxRequests: Number.POSITIVE_INFINITY });
    } finally {
      await pause(1); // warnings come later
      process.off('warning', warn);
    }
    assert.deepEqual(warnings, []);
    assert.equal(listeners, 0);
  });

  it('may be as many as an integer says', async () => {
    for (const concurrency of [2 ** 32, 2 ** 53]) {
      const options = { layout: { type: /** @type {const} */ ('uint8'), dims: DIMS }, concurrency };
      for (const from of [FILE, cached(FILE)]) {
        const source = await open(from, options);
        assert.equal((await slice(source.tensor(), '2:4')).data.length, 8192);
      }
    }
  });
});

describe('what is not a file', { skip: process.platform === 'win32' && 'no named pipes' }, () => {
  it('is refused without waiting for anybody who writes into it', async () => {
    const pipe = join(home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [4] });
    for (const place of [pipe, home, '/dev/null'])
      await assert.rejects(open(pathToFileURL(place), { layout }), {
        code: 'source_failed',
        message: /not a file/,
      });
    const device = await openHandle('/dev/null');
    await assert.rejects(open(device, { layout }), { code: 'source_failed', message: /not a file/ });
    await device.close();
  });
});
