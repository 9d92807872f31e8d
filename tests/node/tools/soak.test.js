// The parts of the soak: its verdict, and that it notices what goes wrong. Then a short life of the library, the same random
// calls every time: on this thread, in workers, and in two copies at once. `npm run soak` is the long one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it, mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as library from 'microtome';
import { live, Soak } from '../../soak/soak.js';
import { verdictOf } from '../../soak/verdict.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';

/** @typedef {any} Any */

const LIMITS = { bytes: 1 << 16, pieces: 300, arena: 1 << 20, forget: 0 };
const CALLS = 1500;

before(() => library.init({ arena: LIMITS.arena }));
after(removeFresh);

describe('the verdict', () => {
  /** @param {(i: number) => number} y */
  const series = (y) => Array.from({ length: 100 }, (_, i) => ({ x: i, y: y(i) }));
  const noise = (/** @type {number} */ i) => 5 * Math.sin(7 * i * i);

  it('is flat for what stays, falls, or only scatters', () => {
    for (const y of [() => 100, noise, (/** @type {number} */ i) => 900 - 3 * i + noise(i)])
      assert.equal(verdictOf(series(y)).flat, true);
  });

  it('forgives the first half', () => {
    const { flat, start, middle, end } = verdictOf(series((i) => Math.min(400, 100 + 8 * i) + noise(i)));
    assert.equal(flat, true);
    assert.ok(start < 110 && middle > 390 && end > 390);
  });

  it('is not flat for what rises by more than it scatters, steadily or in steps', () => {
    const { flat, slope, rise, allowed } = verdictOf(series((i) => 100 + i + noise(i)));
    assert.equal(flat, false);
    assert.ok(Math.abs(slope - 1) < 0.2 && rise > allowed);
    assert.equal(verdictOf(series((i) => 100 + 10 * Math.floor(i / 10))).flat, false);
    assert.equal(verdictOf(series((i) => 100 + 0.1 * i)).flat, false);
  });
});

/** @param {Any} tensor @param {Any} input */
const flip = (tensor, { data }) => {
  if (!ArrayBuffer.isView(tensor.data) || tensor.data.buffer === data.buffer) return tensor;
  const bytes = new Uint8Array(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength);
  if (bytes.length > 0) bytes[bytes.length - 1] ^= 1;
  return tensor;
};

/** Writes into an array, or into what lies around it. @param {Any} array @param {number} [offset] in bytes */
function scribble(array, offset = 0) {
  if (ArrayBuffer.isView(array)) new Uint8Array(array.buffer)[array.byteOffset + offset] ^= 1;
}

/** @type {(input: Any, spec: Any, options: Any) => Any} */
const slice = (input, spec, options) => library.slice(input, spec, options);

/** What a slice may do wrong, and what the soak says then. @type {Record<string, [RegExp, typeof slice]>} */
const FAULTS = {
  'a wrong element': [
    /^seed 1, call \d+: .*Slice-\d+ of .*output 0: wrong from/,
    (input, ...rest) => flip(slice(input, ...rest), input),
  ],
  'wrong dims': [/output 0: dims/, (...args) => ({ ...slice(...args), dims: [9, 9] })],
  'a wrong type': [/output 0: type float99/, (...args) => ({ ...slice(...args), type: 'float99' })],
  'a view that is none': [
    /not where it should be/,
    (input, spec, options) => slice(input, spec, { ...options, view: false }),
  ],
  'a copy that is none': [
    /not where it should be/,
    (input, spec, options) => slice(input, spec, { ...options, view: true }),
  ],
  'an out that is not used': [
    /not where it should be/,
    (input, spec, { out: _, ...options }) => slice(input, spec, options),
  ],
  'a byte beside an out': [
    /written beside an output/,
    (input, spec, options) => {
      const tensor = slice(input, spec, options);
      if (options.out) scribble(tensor.data, tensor.data.byteLength);
      return tensor;
    },
  ],
  'a byte of an input': [
    /written to|wrong from/,
    (input, spec, options) => {
      const tensor = slice(input, spec, options);
      scribble(input.data);
      return tensor;
    },
  ],
  'a mistake that is none': [
    / expected of .*, but the call went well/,
    (...args) => withoutError(slice, args),
  ],
  'a mistake of another class': [
    / expected of .*, not Error: /,
    (...args) =>
      withoutError(slice, args, () => {
        throw new Error('strange');
      }),
  ],
  'a mistake that has written': [
    /a failed call has written/,
    (input, spec, options) => {
      try {
        return slice(input, spec, options);
      } catch (error) {
        scribble(options.out?.[0]);
        throw error;
      }
    },
  ],
};

/** @param {typeof slice} call @param {Parameters<typeof slice>} args @param {() => Any} otherwise */
function withoutError(call, args, otherwise = () => undefined) {
  try {
    return call(...args);
  } catch {
    return otherwise();
  }
}

/** What joins may do wrong. @type {Record<string, [RegExp, Record<string, (...args: Any[]) => Any>]>} */
const JOIN_FAULTS = {
  'a wrong element of a join': [
    /a join: .*(wrong from|written beside)/,
    {
      concat: (inputs, ...rest) =>
        flip(library.concat(inputs, .../** @type {[Any, Any]} */ (rest)), inputs[0]),
    },
  ],
  'a join that does not use its out': [
    /a join: .*not where it should be/,
    { concat: (inputs, axis, { out: _, ...options }) => library.concat(inputs, axis, options) },
  ],
  'a byte beside what is assigned': [
    /a join: .*(wrong from|written beside)/,
    {
      assign: (target, spec, updates) => {
        library.assign(target, spec, updates);
        scribble(target.data);
        return target;
      },
    },
  ],
  'an update one position on': [
    /a join: .*wrong from/,
    {
      tensorScatter: (cache, update, { write_indices, ...spec }, options) => {
        const on = write_indices && Array.from(write_indices, (first) => BigInt(first) + 1n);
        return library.tensorScatter(
          cache,
          update,
          { ...spec, write_indices: on, mode: 'circular' },
          options,
        );
      },
    },
  ],
};

/** What rearrangements may do wrong. @type {Record<string, [RegExp, typeof library.rearrange]>} */
const REARRANGE_FAULTS = {
  'a wrong element of a rearrangement': [
    /rearrange: .*(wrong from|element \d+ is 0x)/,
    (input, ...rest) => flip(library.rearrange(input, ...rest), /** @type {Any} */ (input)),
  ],
  'a bias that is left out': [
    /rearrange: .*element \d+ is 0x\w+, not 0x\w+/,
    (input, pattern, /** @type {Any} */ { to, ...options }) => {
      const { bias: _, ...rest } = to ?? {};
      return library.rearrange(input, pattern, { ...options, ...(to && { to: rest }) });
    },
  ],
  'a view that is a copy': [
    /rearrange: .* as a view: not a view/,
    (input, pattern, /** @type {Any} */ { view: _, ...options }) =>
      library.rearrange(input, pattern, options),
  ],
};

/** @type {Any} */
let last;

/** What the arena may do wrong with the arrays that come and go. @type {Record<string, [RegExp, (array: Any) => unknown]>} */
const ARENA_FAULTS = {
  'an array of the arena that is not of zeros': [/an array of the arena is not of zeros/, scribble],
  'an array of the arena that somebody else writes': [
    /an array of the arena has been written to/,
    (array) => {
      if (last?.length > 0) scribble(last);
      last = array;
    },
  ],
};

describe('the soak notices', () => {
  /** @param {string} what @param {RegExp} message @param {Any} broken */
  const test = (what, message, broken) =>
    it(what, () => assert.throws(() => live({ ...library, ...broken }, 1, CALLS, LIMITS), { message }));

  for (const [what, [message, slice]] of Object.entries(FAULTS)) test(what, message, { slice });
  for (const [what, [message, broken]] of Object.entries(JOIN_FAULTS)) test(what, message, broken);
  for (const [what, [message, rearrange]] of Object.entries(REARRANGE_FAULTS))
    test(what, message, { rearrange });
  for (const [what, [message, harm]] of Object.entries(ARENA_FAULTS)) {
    const allocate = (/** @type {Any} */ type, /** @type {number[]} */ dims) => {
      const array = library.allocate(type, dims);
      if (dims.length > 1) harm(array); // what the soak itself is made of has one axis
      return array;
    };
    test(what, message, { allocate });
  }
});

/** @param {number} seed */
async function liveInWorker(seed) {
  const file = new URL('../../support/soak_worker.js', import.meta.url);
  const worker = new Worker(file, { workerData: { seed, calls: CALLS, limits: LIMITS } });
  const [counts] = await once(worker, 'message');
  await worker.terminate();
  return counts;
}

describe('a short life', () => {
  it('on this thread', (t) => {
    const counts = live(library, 1, 2 * CALLS, LIMITS);
    t.diagnostic(JSON.stringify(counts));
    assert.equal(counts.calls, 2 * CALLS);
    assert.ok(counts.mistakes > 0 && counts.bytes > 0);
    assert.deepEqual(live(library, 1, 2 * CALLS, LIMITS), counts, 'the same calls every time');
  });

  it('in a worker', async () => {
    assert.deepEqual(await liveInWorker(2), live(library, 2, CALLS, LIMITS));
  });

  it('in 8 workers at once, while this thread goes on', { timeout: 300_000 }, async () => {
    const seeds = [3, 4, 5, 6, 7, 8, 9, 3];
    const workers = Promise.all(seeds.map(liveInWorker));
    live(library, 10, CALLS, LIMITS);
    const counts = await workers;
    assert.deepEqual(counts[7], counts[0]);
    assert.deepEqual(counts[0], live(library, 3, CALLS, LIMITS));
    assert.ok(counts.every(({ calls }) => calls === CALLS));
  });

  it('in two copies at once, each with a module of its own', async () => {
    const instantiate = mock.method(WebAssembly, 'instantiate');
    const copies = [await freshLibrary(), await freshLibrary()];
    await copies[0].init({ arena: LIMITS.arena });
    assert.throws(() => copies[1].operators(), { code: 'not_initialized' });
    await copies[1].init();
    assert.equal(instantiate.mock.callCount(), 3, 'one has an arena too');
    instantiate.mock.restore();
    const soaks = copies.map((copy, i) => new Soak(copy, 11, i === 0 ? LIMITS : { ...LIMITS, arena: 0 }));
    for (let i = 0; i < CALLS; ++i) {
      if (i === 99) soaks[0].stretch(); // lists that make one of the memories grow
      for (const soak of soaks) soak.step();
    }
    for (const soak of soaks) soak.checkInputs();
    assert.deepEqual(
      copies.map((copy) => copy.MicrotomeError).filter((each) => each === library.MicrotomeError),
      [],
    );
  });
});
