// Arguments of `microtome/source`: options, layouts, and objects that throw, or that notice each read. And the description of a
// tensor, which is the result of `open`.
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import { init, plan } from 'microtome';
import { cost, open, parts, slice, slices, split, toBytes } from 'microtome/source';
import { startRangeServer } from '../../support/range_server.js';
import { fails } from '../../support/refusals.js';
import { FILE, LAYOUT } from './data.js';

/** @import { RangeServer } from '../../support/range_server.js' */
/** @typedef {any} Any */

/** @type {RangeServer} */ let server;

before(() => init());
beforeEach(async () => {
  server = await startRangeServer(FILE);
});
afterEach(() => server.close());

describe('what a caller passes', () => {
  it('may throw when it is read: the exception passes through, and nothing is fetched', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    const boom = new Error('boom');
    const hostile = (/** @type {string} */ name) =>
      /** @type {Any} */ (
        Object.defineProperty({}, name, {
          enumerable: true,
          get() {
            throw boom;
          },
        })
      );
    const calls = [
      () => open(hostile('getFile')),
      () => open(FILE, hostile('gap')),
      () => open(FILE, { layout: hostile('dims') }),
      () => slice(stored, hostile('starts')),
      () => slice(stored, '3', hostile('signal')),
      () => slices(stored, /** @type {Any} */ ([hostile('starts')])),
      async () => cost(stored, hostile('starts')),
      async () => parts(stored, ':', hostile('maxBytes')),
    ];
    for (const call of calls) await assert.rejects(call, (thrown) => thrown === boom, `${call}`);
    assert.equal(server.seen.length, 1);
  });

  it('is read once, before anything is fetched', async () => {
    /** @type {string[]} */ const reads = [];
    let isFetched = false;
    const watched = (/** @type {string} */ what, /** @type {object} */ object) =>
      /** @type {Any} */ (
        new Proxy(object, {
          get(target, name) {
            reads.push(`${what}.${String(name)}${isFetched ? ', too late' : ''}`);
            return Reflect.get(target, name);
          },
        })
      );
    const read = (/** @type {number} */ at, /** @type {number} */ length) => {
      isFetched = true;
      return FILE.slice(at, at + length);
    };
    const layout = watched('layout', { type: 'uint8', dims: [200, 1000], at: 0, order: 'C' });
    const options = watched('open', { layout, gap: 0, concurrency: 2 });
    const stored = (await open({ size: FILE.length, read }, options)).tensor();
    isFetched = false;
    const out = watched('out', { data: new Uint8Array(9), dims: [1, 3], stride: [9, 2], offset: 1 });
    const spec = watched('spec', { starts: [7, 0], ends: [8, 3], axes: [0, 1] });
    await slice(stored, spec, watched('slice', { maxBytes: 99, out }));
    assert.deepEqual(reads, [...new Set(reads)]);
    for (const name of ['layout.type', 'layout.dims', 'open.gap', 'spec.starts', 'slice.out', 'out.data'])
      assert.ok(reads.includes(name), `${name}: ${reads}`);
    assert.doesNotMatch(reads.join(), /too late/);
  });

  it('may have no unknown options', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    const none = /** @type {Any} */ ({ stride: 1 });
    const calls = /** @type {[string, () => unknown][]} */ ([
      ['open', () => open(FILE, none)],
      ['slice', () => slice(stored, '3', none)],
      ['split', () => split(stored, { num_outputs: 2 }, none)],
      ['slices', () => slices(stored, ['3'], none)],
      ['parts', async () => parts(stored, ':', none)],
    ]);
    for (const [name, call] of calls)
      await assert.rejects(/** @type {Any} */ (call), {
        code: 'bad_argument',
        param: 'options',
        message: new RegExp(`'stride' is not an option of ${name}; the options are .*\\bmaxBytes\\b`),
      });
    await slice(stored, '3', /** @type {Any} */ ({ stride: undefined, out: undefined }));
    assert.equal(server.seen.length, 2);
  });
});

describe('options of open', () => {
  it('are checked', async () => {
    const wrong = /** @type {Any[]} */ ([
      [{ gap: -1 }, 'bad_argument'],
      [{ gap: Number.NaN }, 'bad_argument'],
      [{ maxRequest: 0 }, 'bad_argument'],
      [{ concurrency: 0 }, 'bad_argument'],
      [{ concurrency: Number.POSITIVE_INFINITY }, 'bad_argument'],
      [{ fetch: 7 }, 'bad_argument'],
      [{ format: 'npy' }, 'conflict'],
    ]);
    for (const [options, code] of wrong)
      await assert.rejects(open(FILE, { ...LAYOUT, ...options }), { code });
    await fails(open(FILE, /** @type {Any} */ ({ format: 'tiff' })), 'bad_argument format');
    await assert.rejects(open(FILE, /** @type {Any} */ (7)), { code: 'bad_argument' });
    await assert.rejects(open(new Uint8Array(9)), { code: 'bad_format', message: /00 00/ });
  });

  it('may describe a layout, which must fit the file', async () => {
    const inside = /** @type {Any[]} */ ([
      { type: 'uint8', dims: [0, 5], at: 3 },
      { type: 'uint8', dims: [], at: 23 },
      { type: 'float32', dims: [6] },
      { type: 'float32', dims: [5], at: 1 },
      { type: 'u3', dims: [64] },
      { type: 'int16', dims: [3, 3], stride: [1, 2] },
      { type: 'uint8', dims: [4, 3], stride: [0, 1], at: 21 },
      { type: 'uint8', dims: [3n, 4] },
    ]);
    for (const layout of inside) assert.equal((await open(FILE.subarray(0, 24), { layout })).names.length, 1);
    const wrong = /** @type {Any[]} */ ([
      [{ type: 'uint8', dims: [25] }, 'bad_input'],
      [{ type: 'uint8', dims: [24], at: 1 }, 'bad_input'],
      [{ type: 'uint8', dims: [24], at: -1 }, 'bad_input'],
      [{ type: 'uint8', dims: [24], at: 0.5 }, 'bad_input'],
      [{ type: 'uint8', dims: [3], stride: [-1], at: 0 }, 'bad_input'],
      [{ type: 'uint8', dims: [3, 3], stride: [1] }, 'bad_input'],
      [{ type: 'float32', dims: [5], at: 5 }, 'bad_input'],
      [{ type: 'u3', dims: [65] }, 'bad_input'],
      [{ type: 'uint8', dims: [2 ** 40, 2 ** 40] }, 'too_large'],
      [{ type: 'uint8', dims: [-1] }, 'bad_input'],
      [{ type: 'uint8' }, 'bad_input'],
      [{ dims: [3] }, 'bad_type'],
      [{ type: 'string', dims: [3] }, 'bad_type'],
      [{ type: 'float99', dims: [3] }, 'bad_type'],
      [{ type: 'uint8', dims: [3], order: 'K' }, 'bad_argument'],
      [{ type: 'uint8', dims: [3], endian: 'middle' }, 'bad_argument'],
      [{ type: 'uint8', dims: [3], order: 'F', stride: [1] }, 'conflict'],
      [{ type: 'uint8', dims: [3], at: '1' }, 'bad_input'],
      [{ type: 'uint8', dims: 3 }, 'bad_input'],
      [7, 'bad_argument'],
    ]);
    for (const [layout, code] of wrong) await assert.rejects(open(FILE.subarray(0, 24), { layout }), (/** @type {Any} */ error) => error.code === code && error.op === 'open', JSON.stringify(layout)); // biome-ignore format: one line
    await assert.rejects(open(FILE, { layout: /** @type {Any} */ ({ type: 'uint8', dims: [-1] }) }), {
      message: /^open: layout: the size of axis 0 is -1/,
    });
    const plain = /** @type {Any} */ ({ type: 'uint8', dims: [24], stride: null, order: 'F' });
    assert.equal((await open(FILE.subarray(0, 24), { layout: plain })).names.length, 1);
  });
});

describe('a tensor of a file', () => {
  it('is described, and `plan` takes it', async () => {
    const stored = (
      await open(FILE, { layout: { type: 'int16', dims: [10, 20], order: 'F', at: 2, endian: 'big' } })
    ).tensor();
    assert.deepEqual(
      { ...stored },
      {
        name: '',
        type: 'int16',
        dims: [10, 20],
        at: 2,
        stride: [1, 10],
        endian: 'big',
        storedType: 'int16',
        place: { from: FILE, at: 2, length: 400 },
        quantized: undefined,
      },
    );
    assert.ok(Object.isFrozen(stored) && Object.isFrozen(stored.dims));
    assert.deepEqual([...plan('Slice', [stored, '2:5']).outputs[0].dims], [3, 20]);
  });

  it('is found by its name, which may be left out if there is one', async () => {
    const source = await open(FILE, LAYOUT);
    assert.deepEqual([...source.names], ['']);
    assert.equal(source.tensor(), source.tensor(''));
    for (const name of ['x', '__proto__', 'constructor'])
      assert.throws(() => source.tensor(name), {
        code: 'bad_argument',
        message: `tensor: name: '${name}' is not in the file; its one tensor has no name, so leave the name out`,
      });
    const named = await open(
      toBytes({ dims: [1], data: new Int8Array(1) }, { format: 'safetensors', name: 'w' }),
    );
    assert.throws(() => named.tensor('x'), { message: /'x' is not in the file; its one tensor is 'w'$/ });
  });
});
