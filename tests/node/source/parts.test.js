// Outputs that do not fit into memory: in parts, and written to a stream.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init, slice as sliceInMemory } from 'microtome';
import { open, parts, save, slice } from 'microtome/source';
import { bytesOf, countElements, decode, noise } from '../../../docs/rules/elements.js';
import { fails } from '../../support/refusals.js';
import { sink } from '../../support/streams.js';

/** @typedef {any} Any */

before(() => init());

/** @param {string} type @param {number[]} dims @param {object} [options] */
async function stored(type, dims, options) {
  const data = noise(type, countElements(dims));
  const layout = /** @type {Any} */ ({ type, dims });
  return { data, tensor: (await open(bytesOf(data), { layout, ...options })).tensor() };
}

/** Row-major. @param {readonly number[]} dims */
const unitsOf = (dims) => dims.map((_, axis) => countElements(dims.slice(axis + 1)));

/** The elements of a part in the output: where each goes. @param {Any} part @param {readonly number[]} dims */
const placesIn = (part, dims) =>
  Array.from({ length: countElements(part.dims) }, (_, i) =>
    unitsOf(part.dims)
      .map((unit, axis) => part.starts[axis] + (Math.floor(i / unit) % part.dims[axis]))
      .reduce((sum, index, axis) => sum + index * unitsOf(dims)[axis], 0),
  );

describe('parts', () => {
  const cut = fc.record({
    type: fc.constantFrom('uint8', 'float32', 'u4', 'u3'),
    dims: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
    step: fc.constantFrom(1, 2, -1, -3),
    maxBytes: fc.integer({ min: 4, max: 60 }),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  });

  it('together are the slice, in the order of the file, and none is larger than allowed', () =>
    fc.assert(
      fc.asyncProperty(cut, async ({ type, dims, step, maxBytes, order }) => {
        const count = countElements(dims);
        const axes = order.filter((axis) => axis < dims.length); // the slowest in the file first
        const units = unitsOf(axes.map((axis) => dims[axis]));
        const stride = dims.map((_, axis) => units[axes.indexOf(axis)]);
        const layout = /** @type {Any} */ ({ type, dims, stride });
        const tensor = (await open(bytesOf(noise(type, count)), { layout, gap: 2, maxRequest: 20 })).tensor();
        const spec = `..., ::${step}`;
        const whole = await slice(tensor, spec);
        const total = countElements(whole.dims);
        const elements = new Array(total);
        const [slowest] = axes.filter((axis) => whole.dims[axis] > 1);
        let reached = 0;
        for await (const part of parts(tensor, spec, { maxBytes })) {
          const places = placesIn(part, whole.dims);
          const group = type === 'u4' ? 2 : type === 'u3' ? 8 : 1;
          const bytes = Math.ceil(places.length / group) * (type === 'float32' ? 4 : type === 'u3' ? 3 : 1);
          assert.equal(part.data.byteLength, bytes);
          assert.ok(bytes <= maxBytes, `${bytes} of ${maxBytes}`);
          assert.equal(part.dims.length, dims.length);
          decode(type, part.data, places.length).forEach(
            (/** @type {Any} */ element, /** @type {number} */ i) => {
              assert.ok(!(places[i] in elements));
              elements[places[i]] = element;
            },
          );
          if (slowest === undefined) continue;
          assert.ok(part.starts[slowest] >= reached);
          reached = part.starts[slowest];
          if (part.dims[slowest] > 1) assert.equal(part.axis, slowest);
        }
        assert.deepEqual(elements, decode(type, whole.data, total));
      }),
      { numRuns: 400 },
    ));

  it('that may not have one element are too costly', async () => {
    for (const [type, least] of /** @type {const} */ ([
      ['float32', 4],
      ['u4', 1],
      ['u3', 3],
    ])) {
      const source = await open(new Uint8Array(64), { layout: { type, dims: [16] } });
      const error = {
        code: 'too_costly',
        message: new RegExp(`takes ${least} bytes; maxBytes is ${least - 1}`),
      };
      assert.throws(() => parts(source.tensor(), ':', { maxBytes: least - 1 }), error);
      const { writable } = new TransformStream();
      await assert.rejects(
        save(source.tensor(), ':', writable, { format: 'raw', maxBytes: least - 1 }),
        error,
      );
    }
  });

  it('are rows, as many as fit', async () => {
    const { tensor } = await stored('uint8', [5, 4, 3]);
    const shapes = async (/** @type {number} */ maxBytes) => {
      const all = [];
      for await (const { dims } of parts(tensor, '...', { maxBytes })) all.push(dims.join());
      return all.join(' ');
    };
    assert.equal(await shapes(24), '2,4,3 2,4,3 1,4,3');
    assert.equal(await shapes(60), '5,4,3');
    assert.equal(await shapes(6), Array(5).fill('1,2,3 1,2,3').join(' '));
    assert.equal(await shapes(1), Array(60).fill('1,1,1').join(' '));
    for await (const _ of parts(tensor, '5:')) assert.fail('an empty slice has no parts');
  });

  it('are fetched when they are asked for, and say how much there is to come', async () => {
    let reads = 0;
    const from = {
      size: 1000,
      read: (/** @type {number} */ _, /** @type {number} */ length) => {
        reads += 1;
        return new Uint8Array(length);
      },
    };
    const tensor = (await open(from, { layout: { type: 'uint8', dims: [10, 100] } })).tensor();
    /** @type {string[]} */ const told = [];
    const onprogress = (/** @type {Any} */ { bytes, total }) => told.push(`${bytes}/${total}`);
    for await (const _ of parts(tensor, '...', { maxBytes: 400, onprogress })) if (told.length === 2) break;
    assert.deepEqual([reads, told.join(' ')], [3, '400/1000 800/1000']);
    const stop = new AbortController();
    const aborted = async () => {
      for await (const _ of parts(tensor, '...', { maxBytes: 400, signal: stop.signal })) stop.abort();
    };
    await assert.rejects(aborted, { code: 'aborted' });
  });

  it('have no limits of bytes and requests', async () => {
    const read = (/** @type {number} */ _, /** @type {number} */ length) => new Uint8Array(length);
    const options = /** @type {const} */ ({ layout: { type: 'uint8', dims: [3000, 1000] }, gap: 0 });
    const tensor = (await open({ size: 3_000_000, read }, options)).tensor();
    await assert.rejects(slice(tensor, ':, 3'), { code: 'too_costly' });
    for await (const { dims } of parts(tensor, ':, 3')) assert.deepEqual([...dims], [3000]);
  });
});

describe('save', () => {
  it('writes the elements as they are, packed ones without holes between parts', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('uint8', 'float32', 'complex128', 'bfloat16', 'u1', 'u3', 'u4', 'u6'),
        fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 3 }),
        fc.integer({ min: 16, max: 50 }),
        async (type, dims, maxBytes) => {
          const { tensor } = await stored(type, dims, { gap: 3 });
          const { writable, state, bytes } = sink();
          await save(tensor, '...', writable, { format: 'raw', maxBytes });
          assert.deepEqual(bytes(), bytesOf((await slice(tensor, '...')).data));
          assert.equal(state.end, 'closed');
        },
      ),
      { numRuns: 200 },
    ));

  it('writes .npy files, whose data begins at a multiple of 64', async () => {
    const { data, tensor } = await stored('float64', [3, 4]);
    const { writable, bytes } = sink();
    await save(tensor, '..., ::-1', writable, { format: 'npy', maxBytes: 40 });
    const file = bytes();
    const text = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }";
    const head = [0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0, ...Buffer.from(`${text.padEnd(117)}\n`)];
    assert.deepEqual(file.subarray(0, 128), Uint8Array.from(head));
    const expected = sliceInMemory({ dims: [3, 4], data }, '..., ::-1');
    assert.deepEqual(file.subarray(128), bytesOf(expected.data));
    const shapes = /** @type {[string, string][]} */ ([['0', '(4,)'], ['0, 0', '()'], ['3:', '(0, 4)']]); // biome-ignore format: one line
    for (const [spec, shape] of shapes) {
      const other = sink();
      await save(tensor, spec, other.writable, { format: 'npy' });
      assert.ok(Buffer.from(other.bytes()).toString('latin1').includes(`'shape': ${shape}, }`), spec);
    }
  });

  it('writes .npy files whose header is longer than 255 bytes', async () => {
    const { tensor } = await stored('float64', [0, ...new Array(31).fill(10_000)]);
    const { writable, bytes } = sink();
    await save(tensor, '...', writable, { format: 'npy' });
    const head = Buffer.from(bytes());
    assert.ok(head.length > 256);
    assert.equal(head.length % 64, 0);
    assert.equal(head.readUInt16LE(8), head.length - 10);
  });

  it('refuses what it cannot write, before anything is', async () => {
    const { tensor } = await stored('u4', [4]);
    const { writable, state } = sink();
    const wrong = /** @type {Any[]} */ ([
      [tensor, ':', writable, { format: 'npy' }, 'bad_type'],
      [tensor, ':', writable, undefined, 'bad_type'],
      [tensor, ':', writable, { format: 'safetensors' }, 'bad_type'],
      [tensor, ':', writable, { format: 'zarr' }, 'bad_argument'],
      [tensor, ':', writable, { format: 'raw', name: 3 }, 'bad_argument'],
      [tensor, ':', {}, { format: 'raw' }, 'bad_argument'],
      [tensor, ':, :', writable, { format: 'raw' }, 'too_many_axes'],
    ]);
    for (const [from, spec, to, options, code] of wrong)
      await assert.rejects(save(from, spec, to, options), { code });
    assert.deepEqual([state.end, writable.locked], ['open', false]);
  });

  it('closes and aborts the stream as pipeTo does', async () => {
    const { tensor } = await stored('uint8', [9]);
    const open_ = sink();
    await save(tensor, ':', open_.writable, { format: 'raw', preventClose: true });
    assert.deepEqual([open_.state.end, open_.writable.locked], ['open', false]);

    let reads = 0;
    const read = (/** @type {number} */ _, /** @type {number} */ length) =>
      new Uint8Array(reads++ < 2 ? length : 0);
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [9] });
    const failing = (await open({ size: 9, read }, { layout })).tensor();
    const aborted = sink();
    await fails(save(failing, ':', aborted.writable, { format: 'raw', maxBytes: 3 }), 'source_failed');
    assert.equal(aborted.state.end, 'aborted');
    assert.equal(/** @type {Any} */ (aborted.state.reason).code, 'source_failed');
    reads = 1;
    const kept = sink();
    await assert.rejects(
      save(failing, ':', kept.writable, { format: 'raw', maxBytes: 3, preventAbort: true }),
      { code: 'source_failed' },
    );
    assert.deepEqual([kept.state.end, kept.writable.locked], ['open', false]);

    const full = sink(() => {
      throw new Error('disk full');
    });
    await fails(save(tensor, ':', full.writable, { format: 'raw' }), 'source_failed', /disk full/);
  });
});

describe('save into a slow stream', () => {
  it('holds at most concurrency times maxRequest', async () => {
    const size = 2 ** 20;
    let fetched = 0;
    let written = 0;
    let most = 0;
    const read = (/** @type {number} */ _at, /** @type {number} */ length) => {
      fetched += length;
      most = Math.max(most, fetched - written);
      return new Uint8Array(length);
    };
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [size] });
    const source = await open({ size, read }, { layout, maxRequest: 2 ** 14, concurrency: 4 });
    fetched = 0;
    const writable = new WritableStream({
      async write(chunk) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        written += chunk.length;
      },
    });
    await save(source.tensor(), ':', writable, { format: 'raw' });
    assert.equal(written, size);
    assert.ok(most <= 2 ** 16, `${most}`);
  });
});
