// The command's own arithmetic: names of parts, what a line of progress says, and bytes that are gathered from parts.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import * as main from 'microtome';
import * as source from 'microtome/source';
import { Failure, reasonOf } from '../../../web/command/failure.ts';
import { gather, readStored } from '../../../web/command/gather.ts';
import { partName, partOf } from '../../../web/command/part.ts';
import { Progress, sizeOf, timeOf } from '../../../web/command/progress.ts';
import { Turning } from '../../../web/command/turning.ts';
import { npyOf } from '../../support/npz_files.js';
import { serveFor } from '../../support/range_server.js';

before(() => main.init());

describe('the name of a part', () => {
  it('is read as it is written', () => {
    /** @type {[string, number, number, number, string][]} */
    const rows = [
      ['half.npy', 0, 3, 16, 'half.axis0.03-of-16.npy'],
      ['a/b.c/x', 11, 9, 10, 'a/b.c/x.axis11.9-of-10'],
      ['./x.y.npy', 1, 0, 1, './x.y.axis1.0-of-1.npy'],
      ['.hidden', 2, 99, 1000, '.hidden.axis2.099-of-1000'],
    ];
    for (const [out, axis, i, n, name] of rows) {
      assert.equal(partName(out, { axis, i, n }), name);
      assert.deepEqual(partOf(name), { axis, i, n });
    }
    for (const name of ['half.npy', 'axis0.03-of-16.npy', 'x.axis0.3-of-16.a.npy', 'x.axis.3-of-16'])
      assert.equal(partOf(name), undefined, name);
  });
});

describe('a sentence', () => {
  it('names no option of the library, which the command does not have', async (t) => {
    const server = await serveFor(t, npyOf('|u1', [70_000], Buffer.alloc(70_000)));
    const thrown = await source
      .open(server.url, { maxRequests: 0 })
      .catch((/** @type {Error} */ error) => error);
    assert.match(reasonOf(thrown), /requests; copy the file to this machine, and open it there$/);
    const own = 'the file "; maxBytes is 5" is gone';
    assert.equal(reasonOf(new Failure(own)), own);
  });
});

describe('progress', () => {
  it('says bytes, rate and time left on a terminal, five times a second, and clears its line', () => {
    let [now, text] = [0, ''];
    const write = (/** @type {string} */ more) => {
      text += more;
    };
    const progress = new Progress({ isTTY: true, write }, () => now);
    progress.update({ bytes: 1, total: 4e9 });
    now = 2000;
    progress.update({ bytes: 1e9, total: 4e9 });
    now = 2100;
    progress.update({ bytes: 2e9, total: 4e9 });
    progress.end();
    assert.equal(text, '\r1.00 GB of 4.00 GB, 500 MB/s, 0:06 left\x1b[K\r\x1b[K');
  });

  it('says for how long nothing has come, at first and in the middle', () => {
    let [now, text] = [0, ''];
    const write = (/** @type {string} */ more) => {
      text += more;
    };
    const progress = new Progress({ isTTY: true, write }, () => now);
    progress.wait();
    now = 5300;
    progress.wait();
    progress.update({ bytes: 1e9, total: 4e9 });
    now = 6200;
    progress.wait();
    now = 75_300;
    progress.wait();
    progress.end();
    assert.deepEqual(text.replaceAll('\x1b[K', '').split('\r').slice(1), [
      'waiting, 0:05',
      '1.00 GB of 4.00 GB, 189 MB/s, 0:16 left',
      '1.00 GB of 4.00 GB, waiting, 1:10',
      '',
    ]);
  });

  it('is silent elsewhere', () => {
    let now = 0;
    const progress = new Progress({ write: () => assert.fail() }, () => (now += 1000));
    progress.update({ bytes: 1, total: 2 });
    progress.end();
  });

  it('has units', () => {
    const sizes = [0, 999, 1000, 999_499, 999_500, 12_345_678, 1e18];
    assert.deepEqual(sizes.map(sizeOf), [
      '0 B',
      '999 B',
      '1.00 kB',
      '999 kB',
      '1.00 MB',
      '12.3 MB',
      '1.00e+3 PB',
    ]);
    assert.deepEqual([0, 0.2, 61, 3600, 86_399.5].map(timeOf), [
      '0:00',
      '0:01',
      '1:01',
      '1:00:00',
      '24:00:00',
    ]);
  });
});

describe('gathered bytes', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 });
  const lengths = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 5 });
  /** Types, their bytes, and the bytes that big-endian files reverse. */
  const types = fc.constantFrom(['uint8', 1, 1], ['uint16', 2, 2], ['int64', 8, 8], ['complex128', 16, 8]);
  const files = fc.array(
    fc.record({ at: fc.nat(9), isBig: fc.boolean(), isHere: fc.boolean(), order: fc.constantFrom('C', 'F') }),
    { minLength: 5, maxLength: 5 },
  );

  /** A part in a file of its own. @param {any} layout @param {number} at @param {Uint8Array} data @param {number} swapped */
  async function partOf(layout, at, data, swapped) {
    const bytes = data.map((_, i) =>
      layout.endian === 'big' ? data[i - (i % swapped) * 2 + swapped - 1] : data[i],
    );
    const file = new Uint8Array(at + bytes.length);
    file.set(bytes, at);
    return (await source.open(file, { layout: { ...layout, at } })).tensor();
  }

  it('are those of the rows side by side, whatever range is read, wherever and however the parts are stored', () =>
    fc.assert(
      fc.asyncProperty(
        types,
        sizes,
        lengths,
        sizes,
        files,
        fc.nat(),
        fc.nat(),
        async ([type, size, swapped], outer, along, inner, stored, x, y) => {
          const count = (/** @type {number[]} */ dims) => dims.reduce((a, b) => a * b, 1);
          const rows = count(outer);
          const runs = along.map((length) => length * count(inner) * Number(size));
          let next = 0;
          const parts = runs.map((run) =>
            Uint8Array.from({ length: run * rows }, () => (next = (next + 7) % 251)),
          );
          /** @type {number[]} */ const joined = [];
          for (let row = 0; row < rows; ++row)
            for (const [i, run] of runs.entries())
              joined.push(...parts[i].subarray(row * run, (row + 1) * run));
          if (joined.length === 0) return; // then nothing is read
          const [at, end] = [x % (joined.length + 1), y % (joined.length + 1)].sort((a, b) => a - b);
          const library = /** @type {any} */ ({ ...main, source });
          const pieces = await Promise.all(
            runs.map(async (run, i) => {
              const { order } = stored[i];
              const sizes = [...outer, along[i], ...inner];
              const dims = order === 'F' ? sizes.reverse() : sizes;
              const layout = { type, dims, order, endian: stored[i].isBig ? 'big' : 'little' };
              const tensor = await partOf(layout, stored[i].at, parts[i], Number(swapped));
              const bytes = parts[i];
              return {
                run,
                /** @type {import('../../../web/command/gather.ts').Piece['read']} */
                read(low, high, into, signal) {
                  if (stored[i].isHere !== true)
                    return readStored(library, tensor, order, Number(size), low, high, signal);
                  into?.set(bytes.subarray(low, high));
                  return into ?? bytes.subarray(low, high);
                },
              };
            }),
          );
          const bytes = await gather(
            library,
            pieces,
            at,
            new Uint8Array(end - at),
            new AbortController().signal,
          );
          assert.deepEqual([...bytes], joined.slice(at, end));
        },
      ),
      { numRuns: 1000, seed: 1 },
    ));
});

describe('a turned slice', () => {
  const axis = fc.record({
    size: fc.integer({ min: 1, max: 7 }),
    stride: fc.nat(9),
    step: fc.constantFrom(1, 1, 2, 3, -1, -2),
    isIndex: fc.boolean(),
  });

  it('is row-major, whatever strides and steps it has in its file, and however many parts it comes in', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(axis, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        async (axes, most) => {
          const size = axes.reduce((sum, axis) => sum + (axis.size - 1) * axis.stride, 1);
          const file = Uint16Array.from({ length: size }, (_, i) => i * 7 + 1);
          const layout = { type: 'uint16', dims: axes.map(({ size }) => size), stride: axes.map(({ stride }) => stride) }; // biome-ignore format: one
          const opened = await source.open(new Uint8Array(file.buffer), /** @type {any} */ ({ layout }));
          const spec = axes.map(({ step, isIndex }) => (isIndex ? '0' : `::${step}`)).join(', ');
          /** Elements in C order, by a loop over each axis. @type {number[]} */
          let places = [0];
          for (const { size, stride, step, isIndex } of axes) {
            const all = Array.from({ length: size }, (_, i) => i);
            const taken = isIndex ? [0] : (step < 0 ? all.reverse() : all).filter((_, i) => i % Math.abs(step) === 0); // biome-ignore format: one
            places = places.flatMap((place) => taken.map((index) => place + index * stride));
          }
          const parts = (/** @type {any} */ tensor, /** @type {any} */ spec) =>
            source.parts(tensor, spec, { maxBytes: 2 * most });
          const library = /** @type {any} */ ({ ...main, source: { ...source, parts } });
          const turning = new Turning(library, '-');
          try {
            const read = await turning.add(opened.tensor(), spec, 2, {});
            const bytes = await read(0, 2 * places.length, undefined, new AbortController().signal);
            const found = new Uint16Array(Uint8Array.from(bytes).buffer);
            assert.deepEqual([...found], places.map((place) => file[place])); // biome-ignore format: one
          } finally {
            turning.close();
          }
        },
      ),
      { numRuns: 300, seed: 1, examples: [[[{ size: 3, stride: 3, step: 1, isIndex: false }, { size: 7, stride: 2, step: 2, isIndex: false }], 3]] }, // biome-ignore format: one
    ));
});
