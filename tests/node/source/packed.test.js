// Deflated members of .npz files: `open` reads little more of them than their headers, and a cut fetches what `cost` says, inflates it,
// and keeps it for the next ones.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { init } from 'microtome';
import { cost, open, parts, save, slice, slices } from 'microtome/source';
import { Random } from '../../random/random.js';
import { npyOfBytes, zipOf } from '../../support/npz_files.js';
import { fails, refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

/** Bytes that deflate to about as many. @param {number} length @param {number} seed */
const noise = (length, seed) => {
  const random = new Random(seed);
  return Uint8Array.from({ length }, () => random.below(256));
};

/** A reader that counts, and waits at a gate before it gives bytes. @param {Uint8Array} file */
function counting(file) {
  const state = {
    requests: 0,
    bytes: 0,
    open: 0,
    /** @type {Promise<unknown> | undefined} */ gate: undefined,
    from: {
      size: file.length,
      async read(/** @type {number} */ at, /** @type {number} */ length, /** @type {AbortSignal} */ signal) {
        state.requests += 1;
        state.bytes += length;
        state.open += 1;
        try {
          await Promise.race([
            state.gate,
            new Promise((_, reject) => signal.addEventListener('abort', reject)),
          ]);
          return Uint8Array.from(file.subarray(at, at + length));
        } finally {
          state.open -= 1;
        }
      },
    },
    /** The reads since the last call. */
    count() {
      const { requests, bytes } = state;
      Object.assign(state, { requests: 0, bytes: 0 });
      return { requests, bytes };
    },
  };
  return state;
}

const LENGTH = 400_000;
const DATA = ['a', 'b', 'c'].map((_, i) => noise(LENGTH, i));
const MEMBERS = DATA.map((data, i) => ({
  name: `${'abc'[i]}.npy`,
  content: npyOfBytes(data),
  deflate: true,
}));
const FILE = zipOf(MEMBERS);
const PACKED = MEMBERS.map(({ content }) => deflateRawSync(content).length);
const costOf = (/** @type {Any} */ stored, /** @type {Any} */ spec = '7:11') => {
  const { requests, bytes } = cost(stored, spec);
  return { requests, bytes };
};
const NOTHING = { requests: 0, bytes: 0 };

describe('open', () => {
  it('reads the directory, and little of each deflated member', async () => {
    const reader = counting(FILE);
    const source = await open(reader.from);
    const { bytes, requests } = reader.count();
    assert.ok(bytes < 2 ** 17 + 4096, `${bytes}`); // the first 64 KiB, as much of the end, and the headers
    assert.ok(requests <= 5, `${requests}`);
    assert.deepEqual(
      source.names.map((name) => source.tensor(name).dims),
      [[LENGTH], [LENGTH], [LENGTH]],
    );
    assert.deepEqual(reader.count(), { requests: 0, bytes: 0 });
  });

  it('reads on where a header is long, and no more than eight times as much', async () => {
    for (const header of [118, 1000, 5000, 70_000, 300_000]) {
      const random = new Random(header);
      const text = Array.from({ length: header }, () => ' \t\n\r'[random.below(4)]).join('');
      const member = { name: 'long.npy', content: npyOfBytes(DATA[0], text), deflate: true };
      const file = zipOf([member, ...MEMBERS]);
      const reader = counting(file);
      const source = await open(reader.from);
      const { bytes } = reader.count();
      assert.ok(bytes < 2 ** 17 + 8192 + 10 * header, `${bytes} for ${header}`);
      const { data } = await slice(source.tensor('long'), '7:11');
      assert.deepEqual([...data], [...DATA[0].subarray(7, 11)]);
    }
  });

  it('refuses a member that takes more than maxBytes, and no others', async () => {
    const source = await open(FILE, { maxBytes: LENGTH + 1000 });
    for (const name of source.names)
      refuses(() => source.tensor(name), 'too_costly', /npz: '..npy' takes \d+ bytes/);
    const file = zipOf([...MEMBERS, { name: 'd.npy', content: npyOfBytes(DATA[0].subarray(5)) }]);
    const other = await open(file, { maxBytes: LENGTH + 1000 });
    assert.deepEqual([...(await slice(other.tensor('d'), ':2')).data], [...DATA[0].subarray(5, 7)]);
  });
});

describe('a cut of a deflated member', () => {
  it('fetches the member once, whatever it takes of it', async () => {
    const reader = counting(FILE);
    const source = await open(reader.from, { maxRequest: 100_000 });
    reader.count();
    const stored = source.tensor('b');
    assert.deepEqual(costOf(stored, '3:3'), NOTHING);
    const expected = costOf(stored);
    assert.deepEqual(expected, { requests: Math.ceil(PACKED[1] / 100_000), bytes: PACKED[1] });
    assert.deepEqual(costOf(stored, '::-3'), expected);
    assert.deepEqual(costOf(stored, ['5', '::1000', '7']), expected);
    /** @type {{ bytes: number, total: number }[]} */ const told = [];
    const { data } = await slice(stored, '7:11', { onprogress: (so) => told.push(so) });
    assert.deepEqual([...data], [...DATA[1].subarray(7, 11)]);
    assert.deepEqual(reader.count(), expected);
    assert.deepEqual(told.at(-1), { bytes: PACKED[1], total: PACKED[1] });
    assert.deepEqual(costOf(stored), NOTHING);
    const whole = await slices(stored, [':', '::-1']);
    assert.deepEqual(whole[0].data, DATA[1]);
    assert.deepEqual(whole[1].data, DATA[1].toReversed());
    assert.deepEqual(reader.count(), NOTHING);
    assert.deepEqual(costOf(source.tensor('c')).bytes, PACKED[2]);
  });

  it('that costs more than it may fetches nothing', async () => {
    const reader = counting(FILE);
    const source = await open(reader.from, { maxRequest: 100_000 });
    reader.count();
    for (const limit of [{ maxBytes: PACKED[0] - 1 }, { maxRequests: 4 }])
      await fails(slice(source.tensor('a'), '0', limit), 'too_costly');
    assert.deepEqual(reader.count(), NOTHING);
  });

  it('costs what it says in any order, and what is kept stays below maxBytes', async () => {
    const reader = counting(FILE);
    const most = 2 * LENGTH + 1000;
    const source = await open(reader.from, { maxBytes: most });
    reader.count();
    const random = new Random(3);
    /** Names that are kept, the least recently used first. @type {string[]} */ let kept = [];
    for (let run = 0; run < 40; ++run) {
      const i = random.below(3);
      const name = 'abc'[i];
      const stored = source.tensor(name);
      const expected = kept.includes(name) ? NOTHING : { requests: 1, bytes: PACKED[i] };
      assert.deepEqual(costOf(stored), expected);
      const at = random.below(LENGTH - 5);
      const { data } = await slice(stored, `${at}:${at + 5}`);
      assert.deepEqual([...data], [...DATA[i].subarray(at, at + 5)]);
      assert.deepEqual(reader.count(), expected);
      kept = [...kept.filter((each) => each !== name), name].slice(-2);
    }
  });

  it('is fetched once for all parts, even if parts of others push it out of what is kept', async () => {
    const reader = counting(FILE);
    const source = await open(reader.from, { maxBytes: 2 * LENGTH + 1000 });
    reader.count();
    /** @type {Any[]} */ const totals = [];
    const all = ['a', 'b', 'c'].map((name, i) =>
      parts(source.tensor(name), ':', {
        maxBytes: LENGTH / 4,
        onprogress: ({ bytes, total }) => {
          totals[i] = [bytes, total];
        },
      }),
    );
    for (let part = 0; part < 4; ++part)
      for (const [i, each] of all.entries()) {
        const { value } = /** @type {Any} */ (await each.next());
        assert.deepEqual(
          [value.starts[0], value.data[0]],
          [(part * LENGTH) / 4, DATA[i][(part * LENGTH) / 4]],
        );
      }
    assert.deepEqual(
      totals,
      PACKED.map((size) => [size, size]),
    );
    assert.deepEqual(reader.count(), { requests: 3, bytes: PACKED[0] + PACKED[1] + PACKED[2] });
  });

  it('shares the fetch with others at the same time; one that is aborted stops none of them', async () => {
    for (const aborted of [0, 1, 2]) {
      const reader = counting(FILE);
      const source = await open(reader.from);
      reader.count();
      let release = () => {};
      reader.gate = new Promise((resolve) => {
        release = () => resolve(undefined);
      });
      const stored = source.tensor('a');
      const stops = [0, 1, 2].map(() => new AbortController());
      const cuts = stops.map(({ signal }, i) => slice(stored, `${i}`, { signal }));
      assert.deepEqual(costOf(stored), NOTHING);
      await new Promise((resolve) => setTimeout(resolve, 5));
      stops[aborted].abort();
      await fails(cuts[aborted], 'aborted');
      release();
      for (const [i, cut] of cuts.entries()) if (i !== aborted) assert.equal((await cut).data[0], DATA[0][i]);
      const times = aborted === 0 ? 2 : 1; // what the first one has begun ends with it
      assert.deepEqual(reader.count(), { requests: times, bytes: times * PACKED[0] });
    }
  });

  it('has ended when all that need it are aborted', async () => {
    const reader = counting(FILE);
    const source = await open(reader.from);
    reader.gate = new Promise(() => {});
    const stop = new AbortController();
    const cuts = ['1', '2'].map((spec) => slice(source.tensor('a'), spec, { signal: stop.signal }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(reader.open, 1);
    stop.abort();
    await Promise.all(cuts.map((cut) => fails(cut, 'aborted')));
    assert.equal(reader.open, 0);
    reader.gate = undefined;
    assert.equal((await slice(source.tensor('a'), '1')).data[0], DATA[0][1]);
  });

  it('is inflated no further when the cut is aborted', async () => {
    const size = 2 ** 24;
    const file = zipOf([{ name: 'a.npy', content: npyOfBytes(new Uint8Array(size)), deflate: true }]);
    const tensor = (await open(Uint8Array.from(file))).tensor();
    const controller = new AbortController();
    const Own = DecompressionStream;
    let inflated = 0;
    const transform = (/** @type {Uint8Array} */ chunk, /** @type {Any} */ into) => {
      inflated += chunk.length;
      controller.abort();
      into.enqueue(chunk);
    };
    globalThis.DecompressionStream = class {
      constructor(/** @type {Any} */ format) {
        const { readable, writable } = new Own(format);
        this.readable = readable.pipeThrough(new TransformStream({ transform }));
        this.writable = writable;
      }
    };
    try {
      await fails(slice(tensor, '0', { signal: controller.signal }), 'aborted');
    } finally {
      globalThis.DecompressionStream = Own;
    }
    assert.ok(inflated < size / 4, `${inflated} bytes are inflated`);
    assert.deepEqual([...(await slice(tensor, '-1:')).data], [0]);
  });

  it('an onprogress that throws fails its own cut alone', async () => {
    const source = await open(counting(FILE).from);
    const onprogress = () => {
      throw new Error('mine');
    };
    const cuts = [slice(source.tensor('a'), '1', { onprogress }), slice(source.tensor('a'), '2')];
    await fails(cuts[0], 'bad_argument');
    assert.equal((await cuts[1]).data[0], DATA[0][2]);
  });

  it('in parts, or saved, fetches it once, and says so', async () => {
    for (const kind of ['parts', 'save']) {
      const reader = counting(FILE);
      const source = await open(reader.from);
      reader.count();
      /** @type {Set<number>} */ const totals = new Set();
      const options = { maxBytes: 50_000, onprogress: (/** @type {Any} */ { total }) => totals.add(total) };
      /** @type {Any[]} */ const got = [];
      if (kind === 'parts')
        for await (const { data } of parts(source.tensor('a'), ':', options)) got.push(data);
      else {
        const { readable, writable } = new TransformStream();
        const saved = save(source.tensor('a'), ':', writable, { ...options, format: 'raw' });
        got.push(new Uint8Array(await new Response(readable).arrayBuffer()));
        await saved;
      }
      assert.ok(Buffer.concat(got).equals(DATA[0]));
      assert.deepEqual(reader.count(), { requests: 1, bytes: PACKED[0] });
      assert.deepEqual([...totals], [PACKED[0]]);
    }
  });

  const size = MEMBERS[0].content.length;
  /** @type {[string, object, RegExp][]} */
  const BAD = [
    ['less', { size: size + 1 }, new RegExp(`member '[^']+' cannot be inflated to ${size + 1} bytes`)],
    ['more', { size, content: Buffer.concat([MEMBERS[0].content, Buffer.alloc(1)]) }, new RegExp(`member '[^']+' cannot be inflated to ${size} bytes`)],
    ['something of another CRC-32', { crc: 5 }, new RegExp(`member '[^']+' cannot be inflated to ${size} bytes: incorrect data check`)],
  ]; // biome-ignore format: a table
  for (const [what, claims, message] of BAD)
    it(`that inflates to ${what} is bad_format`, async () => {
      const { content = MEMBERS[0].content, ...rest } = /** @type {Any} */ (claims);
      const file = zipOf([{ name: 'a.npy', content, deflate: true, claims: rest }]);
      const source = await open(file);
      for (const _ of [1, 2])
        await assert.rejects(slice(source.tensor('a'), '0'), {
          name: 'MicrotomeError',
          code: 'bad_format',
          message,
        });
    });
});
