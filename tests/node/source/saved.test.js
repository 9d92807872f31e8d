// Files that `save` and `toBytes` write: read again, they hold what was cut. What a save fetches is what `cost` has said, and no byte
// twice, whatever the order of the file.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { elementTypes, init, slice as sliceInMemory } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, parts, save, slice, toBytes } from 'microtome/source';
import { bytesOf, countElements, noise } from '../../../docs/rules/elements.js';
import { startRangeServer } from '../../support/range_server.js';
import { refuses } from '../../support/refusals.js';
import { sink } from '../../support/streams.js';

/** @typedef {any} Any */

before(() => init());

/** @param {Any} tensor @param {Any[]} rest */
async function saved(tensor, ...rest) {
  const { writable, bytes } = sink();
  const options = typeof rest.at(-1) === 'object' ? rest.pop() : undefined;
  await /** @type {Any} */ (save)(tensor, ...rest, writable, options);
  return bytes();
}

describe('what save fetches', () => {
  /** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;
  const dims = [20, 15, 20];
  const file = new Uint8Array(Uint16Array.from({ length: countElements(dims) }, (_, i) => i).buffer);
  before(async () => {
    server = await startRangeServer(file);
  });
  after(() => server.close());
  const STRIDES = { C: [300, 20, 1], F: [1, 20, 300], HCW: [15, 1, 300] };

  for (const [order, stride] of Object.entries(STRIDES))
    for (const spec of [':', ':, ::3', '::-1, 5, ::2', ':, :, 3', '7, 3:9'])
      for (const format of /** @type {const} */ (['npy', 'safetensors', 'raw', undefined]))
        for (const keeps of format === 'npy' || format === undefined ? [false, true] : [false])
          it(`is what cost says: ${format ?? 'parts'} of ${order} ${spec}${keeps ? ', cached' : ''}`, async () => {
            const layout = /** @type {const} */ ({ type: 'uint16', dims, stride });
            const limits = { gap: 50, maxRequest: 2 ** 9, concurrency: 8 };
            const from = keeps ? cached(server.url) : server.url;
            const tensor = (await open(from, { layout, ...limits })).tensor();
            const maxBytes = 1500;
            const said = cost(tensor, spec, { format, maxBytes });
            const whole = await slice((await open(file, { layout })).tensor(), spec);
            assert.equal(said.useful, whole.data.byteLength);
            server.count();
            if (format) {
              const bytes = await saved(tensor, spec, { format, maxBytes });
              const { requests, bytes: fetched } = server.count();
              assert.deepEqual({ requests, bytes: fetched, useful: said.useful }, said);
              const again = format === 'raw' ? { layout: { type: 'uint16', dims: whole.dims } } : {};
              assert.deepEqual(
                (await slice((await open(bytes, /** @type {Any} */ (again))).tensor(), '...')).data,
                whole.data,
              );
              if (format !== 'npy' || order === 'HCW') return;
            } else {
              for await (const _ of parts(tensor, spec, { maxBytes }));
              const { requests, bytes: fetched } = server.count();
              assert.deepEqual({ requests, bytes: fetched, useful: said.useful }, said);
            }
            // Parts leave out what is between two of them, and a cut does not.
            if (!keeps) assert.ok(said.bytes <= cost(tensor, spec).bytes, `${said.bytes}`);
          });

  it('is written in Fortran order if the file is', async () => {
    const layout = /** @type {const} */ ({ type: 'uint16', dims, order: 'F' });
    const tensor = (await open(file, { layout })).tensor();
    for (const [spec, isFortran] of /** @type {const} */ ([
      [':', true],
      ['3:5, ::2', true],
      ['4', true],
      ['4, 3', false],
      ['4:5, 3:4', false],
      ['::-1, :, 1', true],
    ])) {
      // biome-ignore format: a table
      const bytes = await saved(tensor, spec, { maxBytes: 1000 });
      const header = Buffer.from(bytes.subarray(0, 128)).toString('latin1');
      assert.ok(header.includes(`'fortran_order': ${isFortran ? 'True' : 'False'}`), `${spec}: ${header}`);
      const again = (await open(bytes)).tensor();
      const expected = await slice(tensor, spec);
      assert.deepEqual([...again.dims], expected.dims);
      assert.deepEqual((await slice(again, '...')).data, expected.data);
    }
  });
});

describe('a tensor in memory', () => {
  const NPY =
    'bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128'.split(
      ' ',
    );
  /** Types that come back as bytes. */
  const AS_BYTES = ['f8e4m3', 'f8e8m0'];

  it('becomes a file of every format that has its type', async () => {
    for (const { name, group } of elementTypes()) {
      if (name === 'string') continue;
      const data = noise(name, 3 * 8);
      const tensor = /** @type {Any} */ ({ type: name, dims: [3, 8], data });
      const attempts = /** @type {Any[]} */ ([
        ['npy', [...NPY, 'bfloat16', 'f8e5m2', ...AS_BYTES], ''],
        [
          'safetensors',
          [
            ...NPY.filter((each) => each !== 'complex128'),
            'bfloat16',
            'f8e4m3',
            'f8e5m2',
            'f8e8m0',
            'f4e2m1',
          ],
          'data',
        ],
      ]);
      for (const [format, types, called] of attempts) {
        if (!types.includes(name)) {
          refuses(() => toBytes(tensor, { format }), 'bad_type', new RegExp(`no ${name}`));
          continue;
        }
        const bytes = toBytes(tensor, { format });
        const read = (await open(bytes)).tensor();
        assert.equal(read.name, called);
        assert.equal(read.type, format === 'npy' && AS_BYTES.includes(name) ? 'uint8' : name);
        assert.deepEqual(bytesOf((await slice(read, '...')).data), bytesOf(data), name);
        assert.deepEqual(await saved(tensor, { format }), bytes);
      }
      assert.deepEqual(toBytes(tensor, { format: 'raw' }), bytesOf(data));
      assert.ok(group > 0);
    }
  });

  it('may have strides, other words, and any sizes', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }), async (dims) => {
        const data = Int16Array.from({ length: countElements(dims) }, (_, i) => i - 9);
        const turned = sliceInMemory({ shape: dims, data }, '...');
        const stride = dims.map((_, axis) => countElements(dims.slice(0, axis))); // in Fortran order
        const strided = { dtype: 'int16', shape: dims, data, stride, offset: 0 };
        const expected = sliceInMemory(/** @type {Any} */ (strided), '...').data;
        for (const format of /** @type {const} */ (['npy', 'safetensors'])) {
          const plain = (await open(toBytes(turned, { format, name: '__proto__' }))).tensor();
          assert.equal(plain.name, format === 'npy' ? '' : '__proto__');
          const read = (await open(toBytes(/** @type {Any} */ (strided), { format }))).tensor();
          assert.deepEqual([...read.dims], dims);
          assert.deepEqual((await slice(read, '...')).data, expected);
        }
      }),
    ));

  it('is checked', async () => {
    const good = { dims: [2], data: new Float32Array(2) };
    const wrong = /** @type {Any[]} */ ([
      [[{ dims: [3], data: new Float32Array(2) }], 'bad_input', /^toBytes: tensor: 3 float32 elements /],
      [[{ type: 'string', dims: [1], data: ['a'] }], 'bad_type', /^toBytes: tensor: strings have no fixed size$/],
      [[7], 'bad_input', /^toBytes: tensor: expected a tensor \{ type, dims, data \}, not 7$/],
      [[null], 'missing', /^toBytes: tensor: required input is missing$/],
      [[{ type: 'u4', dims: [2], data: new Uint8Array(1) }], 'bad_type', /^toBytes: format: \.npy files have no u4; /],
      [[good, { format: 'npz' }], 'bad_argument', /^toBytes: format: must be one of 'npy', 'safetensors', 'raw'/],
      [[good, { name: 1 }], 'bad_argument', /^toBytes: name: must be a string/],
      [[good, { format: 'safetensors', name: '__metadata__' }], 'bad_argument', /^toBytes: name: [^:]*__metadata__$/],
      [[{ type: 'f4e2m1', dims: [3], data: new Uint8Array(2) }, { format: 'safetensors' }], 'bad_type', /^toBytes: format: [^:]*no 3 elements/],
    ]); // biome-ignore format: a table
    for (const [args, code, message] of wrong)
      assert.throws(() => /** @type {Any} */ (toBytes)(...args), { code, message });
    const { writable } = sink();
    await assert.rejects(save(/** @type {Any} */ (good), ':', writable), {
      code: 'bad_argument',
      message: /open file, not an object; the functions of 'microtome' cut a tensor in memory$/,
    });
    const stored = (await open(toBytes(good))).tensor();
    for (const [args, given] of /** @type {[Any, string][]} */ ([
      [[good, {}], 'an object'],
      [[good, './x.npy'], "'./x.npy'"],
      [[stored, './x.npy', { format: 'npy' }], 'an object'],
    ]))
      await assert.rejects(/** @type {Any} */ (save)(...args), {
        code: 'bad_argument',
        message: `save: writable: must be a WritableStream, or a stream of Node such as createWriteStream(path), not ${given}`,
      });
    for (const format of /** @type {Any[]} */ (['npz', '']))
      assert.throws(() => cost(stored, ':', { format }), {
        code: 'bad_argument',
        message: /^cost: format: must be one of 'npy', 'safetensors', 'raw', not '/,
      });
  });

  it('is written into one stream of Node as often as a caller likes', async () => {
    /** @type {Uint8Array[]} */ const chunks = [];
    const stream = new Writable({ write: (chunk, _, done) => done(void chunks.push(chunk)) });
    const counts = () => stream.eventNames().map((name) => stream.listenerCount(name));
    const tensor = { dims: [1], data: Uint8Array.of(7) };
    /** @type {number[] | undefined} */ let first;
    for (let i = 0; i < 12; ++i) {
      await save(tensor, stream, { format: 'raw', preventClose: true });
      first ??= counts();
    }
    assert.deepEqual(counts(), first);
    assert.deepEqual([...Buffer.concat(chunks)], Array(12).fill(7));
  });

  it('and a stored one are written into streams of Node', async () => {
    /** @type {Uint8Array[]} */ const chunks = [];
    const node = () =>
      new Writable({
        write(chunk, _, done) {
          chunks.push(chunk);
          done();
        },
      });
    const tensor = { dims: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) };
    await save(tensor, node());
    assert.deepEqual(new Uint8Array(Buffer.concat(chunks)), toBytes(tensor));
    chunks.length = 0;
    const stored = (await open(toBytes(tensor))).tensor();
    const kept = node();
    await save(stored, ':, 1:', kept, { format: 'raw', preventClose: true });
    assert.deepEqual(
      new Float32Array(Uint8Array.from(Buffer.concat(chunks)).buffer),
      Float32Array.of(2, 3, 5, 6),
    );
    assert.equal(kept.writableEnded, false);
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) });
    failing.on('error', () => {});
    await assert.rejects(save(stored, failing), { code: 'source_failed', message: /the disk is full/ });
  });
});
