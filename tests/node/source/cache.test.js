// The byte cache: a counting server sees no byte twice, `cost` says what it will see, and nothing that a store or a server does wrong
// becomes a wrong byte.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { init, slice as sliceInMemory } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, slice, slices } from 'microtome/source';
import { Random } from '../../random/random.js';
import { FAULTS, startRangeServer } from '../../support/range_server.js';

/** @typedef {any} Any */

const BLOCK = 65536;
const DIMS = [1500, 1000];
const FILE = new Uint8Array(DIMS[0] * DIMS[1]).map((_, i) => (i * 2654435761) >>> 13);
const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [1500, 1000] } });

/** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;
const home = mkdtempSync(join(tmpdir(), 'microtome-'));
before(() => init());
beforeEach(async () => {
  server = await startRangeServer(FILE.slice());
});
afterEach(() => server.close());
after(() => rmSync(home, { recursive: true }));

let folders = 0;
const newStore = () => join(home, `${++folders}`);
const expected = (/** @type {string} */ spec) =>
  sliceInMemory(/** @type {Any} */ ({ dims: DIMS, data: server.file }), spec).data;

/** Opens the file of the server. @param {object} [options] */
const openCached = async (options) => (await open(cached(server.url, options), LAYOUT)).tensor();

/** Cuts, and checks that the server saw what `cost` had said. @param {Any} stored @param {string} spec */
async function cutExactly(stored, spec) {
  server.count();
  const { requests, bytes } = cost(stored, spec);
  assert.deepEqual((await slice(stored, spec)).data, expected(spec), spec);
  assert.deepEqual(server.count(), { requests, bytes }, spec);
}

/** A cut near the last one. @param {Random} random @param {number[]} at */
function near(random, at) {
  for (const axis of [0, 1]) {
    const moved = at[axis] + random.between(-60, 60);
    at[axis] = Math.max(0, Math.min(DIMS[axis] - 1, moved));
  }
  const ends = at.map((begin, axis) => Math.min(DIMS[axis], begin + random.between(1, 120)));
  return `${at[0]}:${ends[0]}, ${at[1]}:${ends[1]}${random.chance(0.3) ? ':7' : ''}`;
}

/** The ranges that were asked for, without that of `open`. */
const ranges = () =>
  server.seen.slice(1).map(
    ({ range }) =>
      /^bytes=(\d+)-(\d+)$/
        .exec(range ?? '')
        ?.slice(1)
        .map(Number) ?? [],
  );

describe('a cache in memory', () => {
  it('fetches no byte twice in 200 neighbouring cuts, and cost is exact', async () => {
    const stored = await openCached();
    const random = new Random(1);
    const at = [700, 400];
    for (let i = 0; i < 200; ++i) await cutExactly(stored, near(random, at));
    const seen = new Set([0]);
    for (const [first, last] of ranges())
      for (let block = Math.floor(first / BLOCK); block * BLOCK <= last; ++block) {
        assert.ok(!seen.has(block), `block ${block}`);
        seen.add(block);
      }
  });

  it('fetches whole blocks, neighbours together', async () => {
    const stored = await openCached();
    await slice(stored, '100:250');
    assert.deepEqual(ranges(), [[BLOCK, 4 * BLOCK - 1]]);
    await cutExactly(stored, '1499');
    assert.deepEqual(ranges()[1], [22 * BLOCK, FILE.length - 1]);
  });

  it('fetches once what calls at the same time want', async () => {
    const stored = await openCached();
    const specs = ['200:400', '300:500', '350:360', '200:500:3'];
    const all = await Promise.all(specs.map((spec) => slice(stored, spec)));
    all.forEach(({ data }, i) => {
      assert.deepEqual(data, expected(specs[i]));
    });
    assert.deepEqual(await slices(stored, ['210:220', '490:500']).then((cuts) => cuts.length), 2);
    const fetched = ranges().reduce((sum, [first, last]) => sum + last - first + 1, 0);
    assert.equal(fetched, (Math.floor(499_999 / BLOCK) - Math.floor(200_000 / BLOCK) + 1) * BLOCK);
  });

  it('keeps at most maxBytes, the last used', async () => {
    const stored = await openCached({ maxBytes: 3 * BLOCK });
    for (const spec of ['0', '400', '800', '1200']) await slice(stored, spec);
    for (const spec of ['400', '800', '1200']) assert.equal(cost(stored, spec).requests, 0, spec);
    await cutExactly(stored, '0');
    assert.equal(cost(stored, '400').requests, 1);
    assert.equal(cost(stored, '800').requests, 0);
  });

  it('serves what is larger than the memory that it may take', async () => {
    await cutExactly(await openCached({ maxBytes: 0 }), '...');
    await cutExactly(await openCached({ maxBytes: BLOCK }), '100:1400, ::3');
  });
});

describe('a cache in a folder', () => {
  it('fetches nothing after a restart but the first block, which proves the version', async () => {
    const store = newStore();
    await slice(await openCached({ store }), '200:900');
    const again = await openCached({ store });
    server.count();
    assert.equal(cost(again, '300:800, ::2').requests, 0);
    await cutExactly(again, '300:800, ::2');
  });

  it('drops the blocks of an older version', async () => {
    const store = newStore();
    await slice(await openCached({ store }), '...');
    server.file = FILE.map((byte) => byte ^ 255);
    server.fault = (answer) => FAULTS.otherTag(answer);
    const stored = await openCached({ store });
    await cutExactly(stored, '300:600');
    const [folder] = readdirSync(store);
    assert.ok(readdirSync(join(store, folder)).length <= 7); // the first block, and six of the cut
  });

  it('keeps nothing of a server without ETag and date', async () => {
    const store = newStore();
    server.fault = (answer) => {
      delete answer.headers.etag;
      delete answer.headers['last-modified'];
    };
    await slice(await openCached({ store }), '200:300');
    await cutExactly(await openCached({ store }), '200:300');
    assert.throws(() => statSync(store));
  });

  /** @type {[what: string, damage: (paths: string[]) => void][]} */
  const DAMAGE = [
    [
      'truncated',
      (paths) => paths.forEach((path) => void writeFileSync(path, readFileSync(path).subarray(0, 999))),
    ],
    ['emptied', (paths) => paths.forEach((path) => void writeFileSync(path, ''))],
    ['changed by a bit', (paths) => paths.forEach(flip)],
    [
      'swapped',
      ([a, b, ...rest]) =>
        [...rest, a, b].forEach((path, i, all) => void swap(path, all[(i + 1) % all.length])),
    ],
    ['removed', (paths) => paths.forEach((path) => void rmSync(path))],
  ];
  function flip(/** @type {string} */ path) {
    const bytes = readFileSync(path);
    bytes[100] ^= 1;
    writeFileSync(path, bytes);
  }
  function swap(/** @type {string} */ a, /** @type {string} */ b) {
    const [first, second] = [readFileSync(a), readFileSync(b)];
    writeFileSync(a, second);
    writeFileSync(b, first);
  }
  for (const [what, damage] of DAMAGE)
    it(`notices blocks that were ${what}, and fetches them again`, async () => {
      const store = newStore();
      await slice(await openCached({ store }), '200:900');
      const [name] = readdirSync(store);
      const paths = readdirSync(join(store, name)).map((each) => join(store, name, each));
      const stored = await openCached({ store });
      damage(paths);
      assert.deepEqual((await slice(stored, '200:900')).data, expected('200:900'));
      const again = await openCached({ store, maxBytes: 0 });
      assert.deepEqual((await slice(again, '200:900')).data, expected('200:900'));
    });

  it('that cannot be written is done without', async () => {
    const file = join(home, 'a file');
    writeFileSync(file, '');
    const stored = await openCached({ store: file });
    await cutExactly(stored, '200:900');
    assert.equal(cost(stored, '200:900').requests, 0);
  });
});

describe('with the cache, every fault of a server', () => {
  const SPEC = '300:1200, :';
  /** @param {Any} from */
  async function outcome(from) {
    try {
      const { data } = await slice((await open(from, LAYOUT)).tensor(), SPEC);
      return data;
    } catch (error) {
      return /** @type {Any} */ (error).code;
    }
  }
  for (const [name, fault] of Object.entries(FAULTS))
    for (const times of [1, Number.POSITIVE_INFINITY])
      it(`${name}, ${times === 1 ? 'once' : 'always'}: ends as without it, and nothing wrong is kept`, async () => {
        const start = (/** @type {number} */ first) => {
          server.fault = (answer, nth) => {
            if (nth > first && nth <= first + times) fault(answer);
          };
        };
        start(0);
        const without = await outcome(server.url);
        const cache = cached(server.url, { store: newStore() });
        start(server.seen.length);
        const withCache = await outcome(cache);
        if (typeof withCache === 'string') assert.equal(withCache, without);
        else assert.deepEqual(withCache, expected(SPEC));
        server.fault = null;
        assert.deepEqual(await outcome(cache), expected(SPEC));
      });
});

describe('what cached takes', () => {
  it('anything that open takes, and a cache itself', async () => {
    for (const from of [FILE.slice(), new Blob([FILE]), cached(server.url)]) {
      const stored = (await open(cached(from), LAYOUT)).tensor();
      assert.deepEqual((await slice(stored, '7:9')).data, expected('7:9'));
    }
  });

  it('refuses options that it does not have', () => {
    for (const [options, what] of /** @type {[Any, RegExp][]} */ ([
      [{ store: 5 }, /store/],
      [{ store: '' }, /store/],
      [{ maxBytes: -1 }, /maxBytes/],
      [{ max: 1 }, /max/],
    ]))
      assert.throws(() => cached(server.url, options), { name: 'MicrotomeError', message: what });
  });
});
