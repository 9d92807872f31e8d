// Arrays of the arena in calls, and callers who misuse its memory. tests/node/move/ways.test.js cuts them in every way.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { hash } from '../../../docs/rules/elements.js';
import { judgePool } from '../../random/pools.js';
import { Random } from '../../random/random.js';
import { getMemory, watchMemory } from '../../support/memory.js';

const { allocate, assign, concat, init, plan, rearrange, release, slice, split } = library;

/** @typedef {any} Any */

const SIZE = 6 << 20;

before(async () => {
  watchMemory();
  await init({ arena: SIZE });
});

describe('an array of the arena', () => {
  const count = 60_000;
  const wide = Uint16Array.from({ length: count }, (_, k) => hash(k));

  /** @template T @param {(array: Uint16Array) => T} use */
  function withWide(use) {
    const array = allocate('uint16', [count]);
    array.set(wide);
    try {
      return use(array);
    } finally {
      release(array);
    }
  }

  it('is what a plan allocates where there is room, and no error where there is none', () => {
    const cut = plan('Split', [{ type: 'uint16', dims: [count] }, [100, count - 100]]);
    const isInArena = (/** @type {Uint16Array} */ array) => array.buffer === getMemory('arena').buffer;
    const out = cut.allocate(Uint16Array, { arena: true });
    assert.deepEqual(out.map(isInArena), [true, true]);
    cut.run({ data: wide, dims: [count] }, { out });
    assert.deepEqual(out[1], wide.subarray(100));
    out.forEach(release);
    assert.deepEqual(cut.allocate(wide).map(isInArena), [false, false]);
    const large = plan('Slice', [{ type: 'uint8', dims: [2 * SIZE] }, [0], [2 * SIZE]]);
    assert.deepEqual(
      large.allocate(null, { arena: true }).map((array) => isInArena(/** @type {Any} */ (array))),
      [false],
    );
    const words = plan('Slice', [{ type: 'string', dims: [3] }, [0], [1]]);
    assert.deepEqual(words.allocate(null, { arena: true }), [['']]);
  });

  it('may be an image’s: other views of its bytes are as good', () => {
    const bytes = allocate('uint8', [4 * 100 * 100]);
    const data = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let k = 0; k < data.length; ++k) data[k] = k & 255;
    const planes = split({ data, dims: [100, 100, 4] }, { axis: 2, num_outputs: 4 });
    planes.forEach((plane, c) => {
      assert.ok(plane.data instanceof Uint8ClampedArray);
      assert.ok(plane.data.every((value, k) => value === ((4 * k + c) & 255)));
    });
    release(bytes);
  });

  it('may be cut into many more of over 128 KiB, and joined from them', () => {
    const size = 140_000;
    const bytes = Uint8Array.from({ length: 17 * size }, (_, k) => hash(k));
    const data = allocate('uint8', [17, size]);
    const out = Array.from({ length: 17 }, () => allocate('uint8', [size]));
    data.set(bytes);
    const parts = split({ data, dims: [17, size] }, { num_outputs: 17 }, { out });
    for (let i = 0; i < 17; ++i) assert.deepEqual(out[i], bytes.subarray(i * size, (i + 1) * size));
    data.fill(0);
    concat(parts, 0, { out: data });
    assert.deepEqual(data, bytes);
    [data, ...out].forEach(release);
  });

  it('may be a pool, which has the input and the output', () => {
    const pool = allocate('float32', [200_000]);
    pool.forEach((_, k) => { pool[k] = k; }); // biome-ignore format: one line
    const x = { dims: [300, 300], data: pool.subarray(0, 90_000) };
    const even = { data: pool, shape: [300, 150], stride: [160, 1], offset: 100_000 };
    assert.equal(slice(x, ':, ::2', { out: even }).data, pool);
    const at = (/** @type {number} */ k) => 100_000 + 160 * Math.floor(k / 150) + (k % 150);
    for (let k = 0; k < 45_000; ++k) assert.equal(pool[at(k)], 2 * k);
    const gap = pool[100_155];
    const turned = { data: pool, shape: [300, 300], stride: [302, 1], offset: 100_001 };
    rearrange(x, 'a b -> b a', { out: turned });
    for (let k = 0; k < 90_000; ++k)
      assert.equal(pool[100_001 + 302 * Math.floor(k / 300) + (k % 300)], 300 * (k % 300) + Math.floor(k / 300)); // biome-ignore format: one line
    assert.deepEqual([gap, pool[100_000]], [100_155, 0]);
    release(pool);
  });

  it('may be a pool in which tensors alternate', () => {
    let pool = allocate('uint8', [1]);
    const place = (/** @type {string} */ _, /** @type {Any} */ array) => {
      if (Array.isArray(array)) return array;
      release(pool);
      pool = /** @type {Any} */ (allocate(array instanceof Uint8Array ? 'uint8' : 'float32', [array.length]));
      pool.set(array);
      return pool;
    };
    const counts = { right: 0, refused: 0, alternating: 0 };
    for (let seed = 0; seed < 1500; ++seed) ++counts[judgePool(library, new Random(seed), place)];
    assert.ok(Math.min(counts.right, counts.refused, 5 * counts.alternating) > 100, JSON.stringify(counts));
    // on both sides of the input, so that the outputs move as one, and its memory is among theirs
    const numbers = Uint8Array.from({ length: 540_000 }, (_, k) => k);
    const bytes = /** @type {Uint8Array} */ (place('', numbers));
    const image = { dims: [300, 600], data: bytes.subarray(180_000, 360_000) };
    const half = (/** @type {number} */ offset) => ({ shape: [300, 300], stride: [1, 300], offset, data: bytes }); // biome-ignore format: one line
    split(image, { axis: 1, num_outputs: 2 }, { out: [half(0), half(450_000)] });
    for (let k = 0; k < 90_000; ++k) {
      const at = 600 * (k % 300) + Math.floor(k / 300);
      assert.equal(bytes[k], (180_000 + at) & 255);
      assert.equal(bytes[450_000 + k], (180_300 + at) & 255);
    }
    release(pool);
  });

  it('is never detached, also while lists make the library’s other memory grow', () => {
    withWide((data) => {
      const { buffer } = getMemory();
      const planned = plan('Slice', [{ type: 'uint16', dims: [count] }, [0], [count], [0], [3]]);
      const out = [allocate('uint16', [count / 3])];
      planned.run({ data, dims: [count] }, { out });
      const pieces = 200_000;
      split({ data: new Uint8Array(pieces), dims: [pieces] }, { split: new Array(pieces).fill(1) });
      assert.notEqual(getMemory().buffer, buffer, 'it has grown');
      assert.equal(data.length, count);
      assert.equal(getMemory('arena').buffer, data.buffer);
      out[0].fill(0);
      planned.run({ data, dims: [count] }, { out });
      assert.deepEqual(
        out[0],
        Uint16Array.from(out[0], (_, k) => wide[3 * k]),
      );
      release(out[0]);
    });
  });

  it('cannot be transferred: hosts copy the whole memory, or throw', () => {
    withWide((data) => {
      try {
        const copy = structuredClone(data, { transfer: [/** @type {Any} */ (data.buffer)] });
        assert.deepEqual([copy, copy.buffer.byteLength], [data, data.buffer.byteLength]);
      } catch (error) {
        assert.equal(/** @type {Any} */ (error).name, 'DataCloneError');
      }
      assert.deepEqual(data, wide);
      assert.equal(structuredClone(data.slice()).buffer.byteLength, 2 * count);
    });
  });
});

describe('the memory around the arena', () => {
  /** Arrays on the arena's buffer that are not in the arena, or not all of them. @param {number} length */
  function outside(length) {
    const first = allocate('uint8', [SIZE]); // all of it, so this is where it begins
    const { buffer, byteOffset } = first;
    release(first);
    const end = byteOffset + SIZE;
    const starts = [0, byteOffset - length, byteOffset - 1, end - length + 1, buffer.byteLength - length];
    return starts.map((at) => new Uint8Array(buffer, at, length));
  }

  it('is not written: as out it is refused', () => {
    const data = new Uint8Array(3000).fill(7);
    for (const out of outside(1000)) {
      const before = Uint8Array.from(out);
      for (const call of [
        () => slice({ data, dims: [3000] }, '::3', { out }),
        () => slice({ data, dims: [3000] }, ':1000', { out: [{ data: out }] }),
        () => split({ data, dims: [3000] }, { split: [1000, 2000] }, { out: [out, new Uint8Array(2000)] }),
      ])
        assert.throws(call, { code: 'bad_out', message: /is in WebAssembly memory, but not in the arena/ });
      assert.throws(() => assign({ data: out, dims: [1000] }, '0', 1), {
        param: 'target',
        message: 'assign: target: is in WebAssembly memory, but not in the arena',
      });
      assert.deepEqual(Uint8Array.from(out), before);
    }
  });

  it('may be read like any array of the host’s', () => {
    const sources = outside(100_000);
    const arrays = [allocate('uint8', [1 << 20]), allocate('uint8', [50_000])]; // the second in the middle
    const [{ byteOffset }, out] = arrays;
    for (const data of sources) {
      const { data: half } = slice({ data, dims: [100_000] }, '::-2');
      assert.deepEqual(half, slice({ data: Uint8Array.from(data), dims: [100_000] }, '::-2').data);
      slice({ data, dims: [100_000] }, '::-2', { out });
      // what lies before the arena changes while the library works on it
      if (data.byteOffset >= byteOffset) assert.deepEqual(out, half);
    }
    arrays.forEach(release);
  });

  it('does not harm what is planned and moved elsewhere, whatever a caller writes into it', () => {
    // the last test of this file: the arena's own machinery is gone after it
    const array = allocate('uint8', [16]);
    new Uint8Array(array.buffer).fill(0xff);
    const data = Uint8Array.from({ length: 90_000 }, (_, k) => hash(k));
    const columns = slice({ data, dims: [300, 300] }, ':, ::-2').data;
    assert.ok(columns.every((value, k) => value === data[300 * Math.floor(k / 150) + 299 - 2 * (k % 150)]));
    assert.equal(split({ data, dims: [90_000] }, { split: new Array(90_000).fill(1) })[77].data[0], data[77]);
  });
});
