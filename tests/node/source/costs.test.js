// What a cut costs, counted by a server: `cost()` says it before the first byte, and the cuts that the design promises cost no more.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { init, slice as sliceInMemory } from 'microtome';
import { cost, open, slice, slices, split } from 'microtome/source';
import { bytesOf, countElements, noise } from '../../../docs/rules/elements.js';
import { serveFor } from '../../support/range_server.js';
import { fails } from '../../support/refusals.js';
import { countingFile } from '../../support/streams.js';

/** @typedef {any} Any */

before(() => init());

/**
 * A file that is nowhere: byte k of it is made when it is read, and what is read is counted.
 * @param {number} size
 */
function virtual(size) {
  const seen = { requests: 0, bytes: 0, size };
  const read = (/** @type {number} */ at, /** @type {number} */ length) => {
    if (at > 0 || length !== Math.min(size, 65536)) {
      seen.requests += 1;
      seen.bytes += length;
    }
    return new Uint8Array(length).map((_, i) => byteAt(at + i));
  };
  return Object.assign(seen, { read });
}

/** @param {number} at */
const byteAt = (at) => (at ^ (at / 251)) & 255;

const tensorIn = async (/** @type {Any} */ file, /** @type {Any} */ layout, options = {}) =>
  (await open(file, { layout, ...options })).tensor();

describe('the table of costs', () => {
  const AT = 128; // as after the header of an .npy file

  it('a crop of a microscope stack: one request of its rows, or one for each row', async () => {
    const crop = '100, 300:556, 700:956';
    const useful = 131_072;
    for (const [gap, expected] of /** @type {const} */ ([
      [undefined, { requests: 1, bytes: 1_044_992, useful }],
      [0, { requests: 256, bytes: useful, useful }],
    ])) {
      const file = virtual(512 * 2048 * 2048 * 2);
      const stored = await tensorIn(file, { type: 'uint16', dims: [512, 2048, 2048] }, { gap });
      assert.deepEqual(cost(stored, crop), expected);
      const { data } = await slice(stored, crop);
      assert.deepEqual({ requests: file.requests, bytes: file.bytes, useful: data.byteLength }, expected);
      const at = ((100 * 2048 + 300 + 255) * 2048 + 700 + 255) * 2;
      assert.equal(data[256 * 256 - 1], byteAt(at) + 256 * byteAt(at + 1));
    }
  });

  it('an xz plane of it: a request for each y, six at a time', async () => {
    let open_ = 0;
    let most = 0;
    const file = virtual(512 * 2048 * 2048 * 2);
    const slow = async (/** @type {number} */ at, /** @type {number} */ length) => {
      open_ += 1;
      most = Math.max(most, open_);
      await new Promise((resolve) => setImmediate(resolve));
      open_ -= 1;
      return file.read(at, length);
    };
    const stored = await tensorIn(
      { size: file.size, read: slow },
      { type: 'uint16', dims: [512, 2048, 2048] },
    );
    const expected = { requests: 512, bytes: 2_097_152, useful: 2_097_152 };
    assert.deepEqual(cost(stored, ':, 5'), expected);
    const { data } = await slice(stored, ':, 5');
    assert.deepEqual({ requests: file.requests, bytes: file.bytes, useful: data.byteLength }, expected);
    assert.equal(most, 6);
  });

  it('a column of the 10 GB matrix: not by accident', async () => {
    const file = virtual(AT + 2_500_000 * 1024 * 4);
    const stored = await tensorIn(file, { type: 'float32', dims: [2_500_000, 1024], at: AT });
    const { requests, bytes, useful } = cost(stored, ':, 5');
    assert.deepEqual([useful, bytes], [10_000_000, 2_499_999 * 4096 + 4]);
    assert.equal(requests, Math.ceil(bytes / 2 ** 23));
    await assert.rejects(slice(stored, ':, 5'), (/** @type {Any} */ error) => {
      assert.equal(error.code, 'too_costly');
      for (const figure of [requests, bytes, 2 ** 28])
        assert.ok(error.message.includes(String(figure)), error.message);
      return true;
    });
    assert.equal(file.requests, 0);
  });
});

describe('limits', () => {
  it('hold for what cost() says, before the first byte', async () => {
    const file = virtual(1 << 20);
    const stored = await tensorIn(file, { type: 'uint8', dims: [1024, 1024] }, { gap: 0 });
    assert.deepEqual(cost(stored, ':, 3'), { requests: 1024, bytes: 1024, useful: 1024 });
    await slice(stored, ':, 3', { maxBytes: 1024, maxRequests: 1024 });
    const before = file.requests;
    await fails(slice(stored, ':, 3', { maxBytes: 1023 }), 'too_costly', /maxBytes is 1023/);
    await fails(slice(stored, ':, 3', { maxRequests: 1023 }), 'too_costly', /maxRequests is 1023/);
    await assert.rejects(slice(stored, ':, 3:5:2, None'), { code: 'bad_index_string' });
    assert.equal(file.requests, before);
  });

  it('are counted, a million of them, without asking for one', async () => {
    const size = 2 ** 40;
    const stored = (
      await open(
        { size, read: () => new Uint8Array(65536) },
        { layout: { type: 'uint8', dims: [2 ** 20, 2 ** 20] } },
      )
    ).tensor();
    assert.deepEqual(cost(stored, ':, 3'), { requests: 2 ** 20, bytes: 2 ** 20, useful: 2 ** 20 });
  });
});

const TYPES = [
  'uint8',
  'uint16',
  'float32',
  'float64',
  'complex128',
  'u1',
  'u3',
  'u4',
  'u6',
  'f8e4m3',
  'bfloat16',
];

describe('any cut of any layout', () => {
  const range = (/** @type {number} */ size) =>
    fc.oneof(
      fc
        .tuple(
          fc.integer({ min: -size, max: size }),
          fc.integer({ min: -size, max: size }),
          fc.constantFrom(1, 2, 3, -1, -2),
        )
        .map(([a, b, step]) => `${a}:${b}:${step}`),
      fc.constant('::'),
      ...(size > 0 ? [fc.integer({ min: -size, max: size - 1 }).map(String)] : []),
    );
  const spec = (/** @type {readonly number[]} */ dims) =>
    dims.length === 0 ? fc.constant('...') : fc.tuple(...dims.map(range)).map((items) => items.join(', '));
  const call = fc
    .record({
      type: fc.constantFrom(...TYPES),
      dims: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
      order: fc.constantFrom('C', 'F'),
      endian: fc.constantFrom('little', 'big'),
      at: fc.integer({ min: 0, max: 11 }),
      gap: fc.constantFrom(0, 1, 7, 40, 1000),
      maxRequest: fc.constantFrom(16, 50, 1000),
      concurrency: fc.constantFrom(1, 3, 6),
    })
    .chain((layout) =>
      fc.record({
        layout: fc.constant(layout),
        specs: fc.array(spec(layout.dims), { minLength: 1, maxLength: 4 }),
      }),
    );

  /** What the elements are in memory. @param {Any} layout @param {Any} data */
  const inMemory = ({ type, dims, order }, data) => {
    let step = 1;
    const stride = dims.map((/** @type {number} */ size) => {
      const own = step;
      step *= size;
      return own;
    });
    return order === 'F' ? { type, shape: dims, data, stride, offset: 0 } : { type, dims, data };
  };

  /** OpenVINO's Slice has the packed types, but no scalars. @type {(x: Any, spec: string) => Any} */
  const reference = (x, text) => {
    if (!/^(u[1346]|f8)/.test(x.type)) return sliceInMemory(x, text);
    const options = /** @type {Any} */ ({ domain: 'openvino' });
    const isScalar = (x.dims ?? x.shape).length === 0;
    return isScalar
      ? { ...sliceInMemory({ type: x.type, dims: [1], data: x.data }, '...', options), dims: [] }
      : sliceInMemory(x, text, options);
  };

  /** Serves a file in some way, and says what was asked for since the last time, if it can. @typedef {{ from: Any, count?: () => Any }} Served */

  /** @param {number} numRuns @param {(file: Uint8Array) => Served} serve */
  const judge = (numRuns, serve) =>
    fc.assert(
      fc.asyncProperty(call, async ({ layout, specs }) => {
        const all = { maxRequests: Number.POSITIVE_INFINITY }; // a piece of a request may be 16 bytes
        const { type, dims, order, endian, at, ...options } = /** @type {Any} */ (layout);
        const data = noise(type, countElements(dims));
        const width = type === 'complex128' ? 8 : data.BYTES_PER_ELEMENT;
        const bytes = bytesOf(data);
        const stored =
          endian === 'big' ? bytes.map((_, i) => bytes[i - (i % width) + width - 1 - (i % width)]) : bytes;
        const { from, count } = serve(Buffer.concat([Buffer.alloc(at, 77), stored, Buffer.alloc(3, 99)]));
        const source = await open(from, { layout: { type, dims, order, endian, at }, ...options });
        const tensor = source.tensor();
        const whole = inMemory(layout, data);
        count?.();
        const isCounted = (/** @type {Any} */ { requests, bytes }) =>
          count && assert.deepEqual(count(), { requests, bytes });
        for (const text of specs) {
          const expected = reference(whole, text);
          assert.deepEqual(await slice(tensor, text, all), expected, text);
          assert.equal(cost(tensor, text).useful, expected.data.byteLength);
          isCounted(cost(tensor, text));
        }
        assert.deepEqual(
          await slices(tensor, specs, all),
          specs.map((text) => reference(whole, text)),
        );
        isCounted(cost(tensor, specs));
        if (dims.length > 0) {
          const pieces = await split(tensor, { split: [1, dims[0] - 1] }, all);
          assert.deepEqual(pieces, [reference(whole, '0:1'), reference(whole, '1:')]);
          isCounted(cost(tensor, '...'));
        }
        await source.close();
      }),
      { numRuns },
    );

  it('is what the cut gives in memory, and costs what cost() says', () =>
    judge(1500, (file) => {
      const { from, count } = countingFile(file);
      return { from, count };
    }));

  it('also in a file on disk, which is read in pieces', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'microtome-costs-'));
    const path = join(folder, 'file');
    try {
      await judge(300, (file) => {
        writeFileSync(path, file);
        return { from: pathToFileURL(path) };
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('also behind a URL', async (t) => {
    const server = await serveFor(t, new Uint8Array(1));
    await judge(40, (file) => {
      server.file = file;
      return { from: server.url, count: server.count };
    });
  });
});
