// Parts: how they are divided, and joined from files of every format. The file expected is made from loops over the elements.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { countElements } from '../../../../docs/rules/elements.js';
import { modelOf, outside, safetensorsOf } from '../../../support/handmade.js';
import { npyOf, zipOf } from '../../../support/npz_files.js';
import { serveFor } from '../../../support/range_server.js';
import { makeFolder } from '../run.js';

const folder = makeFolder();
const { put, run } = folder;
after(() => folder.remove());

/** @param {Uint8Array} content @param {boolean} deflate */
const npzOf = (content, deflate) => zipOf([{ name: 'x.npy', content, deflate }]);

/** A tensor of a model. */
const FLOATS = { name: 'x', data_type: 1 };

/**
 * Files of floats: each writes one beside `path`, and gives its name.
 * @type {Record<string, (path: string, dims: number[], data: Buffer) => string>}
 */
const FORMATS = {
  npy: (path, dims, data) => put(`${path}.npy`, npyOf('<f4', dims, data)),
  bigEndian: (path, dims, data) => put(`${path}.npy`, npyOf('>f4', dims, Buffer.from(data).swap32())),
  stored: (path, dims, data) => put(`${path}.npz`, npzOf(npyOf('<f4', dims, data), false)),
  deflated: (path, dims, data) => put(`${path}.npz`, npzOf(npyOf('<f4', dims, data), true)),
  safetensors(path, dims, data) {
    const header = { x: { dtype: 'F32', shape: dims, data_offsets: [0, data.length] } };
    return put(`${path}.safetensors`, safetensorsOf(header, data));
  },
  onnx: (path, dims, data) => put(`${path}.onnx`, modelOf({ ...FLOATS, dims, raw_data: data })),
  external(path, dims, data) {
    const location = put(`${path}.bin`, Buffer.concat([Buffer.alloc(12, 9), data]));
    const external = { location, offset: '12', length: `${data.length}` };
    return put(`${path}.onnx`, modelOf(outside({ ...FLOATS, dims }, external)));
  },
};

describe('join', () => {
  const drawn = fc.record({
    outer: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    inner: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 2 }),
    parts: fc.array(fc.tuple(fc.constantFrom(...Object.keys(FORMATS)), fc.integer({ min: 1, max: 5 })), {
      minLength: 1,
      maxLength: 5,
    }),
    fromEnd: fc.boolean(),
  });

  it('gives the data of files of every format, along every axis', () =>
    fc.assert(
      fc.asyncProperty(drawn, async ({ outer, inner, parts, fromEnd }) => {
        const total = parts.reduce((sum, [, size]) => sum + size, 0);
        const joined = new Float32Array(countElements(outer) * total * countElements(inner)).map((_, i) => i);
        let before = 0;
        const names = parts.map(([format, size], i) => {
          const row = size * countElements(inner);
          const data = new Float32Array(countElements(outer) * row);
          for (let each = 0; each < data.length; ++each)
            data[each] =
              joined[Math.floor(each / row) * total * countElements(inner) + before + (each % row)];
          before += row;
          return FORMATS[format](`j${i}`, [...outer, size, ...inner], Buffer.from(data.buffer));
        });
        const axis = fromEnd ? -1 - inner.length : outer.length;
        const { code, err } = await run('join', '--axis', `${axis}`, 'j.npy', ...names);
        assert.deepEqual([code, err], [0, '']);
        const dims = [...outer, total, ...inner];
        assert.deepEqual(readFileSync(folder.file('j.npy')), npyOf('<f4', dims, Buffer.from(joined.buffer)));
      }),
      { numRuns: 25, seed: 1, examples: [[{ outer: [], inner: [], parts: [['deflated', 3], ['external', 2]], fromEnd: false }]] }, // biome-ignore format: one
    ));

  it('refuses files whose types are one here, but not in NumPy', () => {
    const groups = [['<i8', '<M8[D]', '<m8[s]', '<m8[D]', '<M8[25s]'], ['|u1', '|V1', 'F8']]; // biome-ignore format: a table
    const pairs = groups.flatMap((group) => group.flatMap((a) => group.map((b) => [a, b])));
    return fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), fc.boolean(), async ([a, b], isPacked) => {
        const write = (/** @type {string} */ name, /** @type {string} */ descr) => {
          const file = npyOf(
            descr === 'F8' ? '|u1' : descr,
            [2],
            new Uint8Array(2 * (descr.match(/8/) ? 8 : 1)),
          );
          if (descr === 'F8') {
            const header = { x: { dtype: 'U8', shape: [2], data_offsets: [0, 2] } };
            writeFileSync(folder.file(name), safetensorsOf(header, Buffer.alloc(2)));
          } else writeFileSync(folder.file(name), isPacked ? npzOf(file, true) : file);
        };
        write('a', a);
        write('b', b);
        rmSync(folder.file('t.npy'), { force: true });
        const { code, err } = await run('join', '--axis', '0', 't.npy', 'a', 'b');
        const named = (/** @type {string} */ descr) =>
          descr.replace('F8', '|u1').replace('<i8', '|int64').slice(1);
        const isOne = named(a) === named(b);
        assert.equal(code, isOne ? 0 : 1, err);
        assert.equal(folder.names().includes('t.npy'), isOne);
        if (!isOne) assert.match(err, /^microtome: b is \S+ \[:\], but a is \S+ \[:\]\n$/);
      }),
      { numRuns: 14, seed: 1 },
    );
  });

  it('bounds what it holds of parts that cannot be read in pieces', async () => {
    const large = npyOf('<f4', [10_000_000], Buffer.alloc(40_000_000));
    for (const name of ['l0.npz', 'l1.npz']) writeFileSync(folder.file(name), npzOf(large, true));
    const { code, err } = await run('join', '--axis', '0', 'l.npy', 'l0.npz', 'l1.npz');
    assert.equal(code, 1);
    assert.match(
      err,
      /^microtome: l[01]\.npz: it and other parts must be held in memory: 80000000 bytes; raise --max-bytes[^\n]*\n$/,
    );
    assert.equal(folder.names().includes('l.npy'), false);
  });
});

describe('an .npz file', () => {
  it('may have more members behind a URL than the library allows by default', async (t) => {
    const content = npyOf('|u1', [70_000], Buffer.alloc(70_000, 7));
    const many = zipOf(Array.from({ length: 1500 }, (_, i) => ({ name: `x${i}.npy`, content })));
    const server = await serveFor(t, many);
    const { code, out, err } = await run('cut', server.url, 'x1499', '-3:', '--raw', '-o', '-');
    assert.deepEqual([code, err, [...out]], [0, '', [7, 7, 7]]);
  });

  it('that is too large to hold is refused in words of the command', async (t) => {
    const large = npyOf('|u1', [70_000_000], Buffer.alloc(70_000_000));
    writeFileSync(folder.file('large.npz'), npzOf(large, true));
    const { code, err } = await run('cut', 'large.npz', '0', '-o', '-');
    assert.equal(code, 1);
    assert.match(
      err,
      /^microtome: [^\n]*takes 700\d+ bytes, [^\n]*; the command holds at most 67108864 bytes; raise --max-bytes\n$/,
    );
    const server = await serveFor(t, Buffer.alloc(70_000_000), (answer) => {
      Object.assign(answer, { status: 200, body: answer.file });
      delete answer.headers['content-range'];
    });
    const ignored = await run('ls', server.url);
    assert.match(
      ignored.err,
      /^microtome: [^\n]*is longer than the 67108864 bytes that the command holds at most\n$/,
    );
  });
});

describe('cut --part', () => {
  it('takes exactly the axes that the output has', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: -130, max: 130 }).map((axis) => (axis % 2 ? Math.trunc(axis / 20) : axis)),
        async (dims, axis) => {
          const names = new Set(folder.names());
          writeFileSync(folder.file('x.npy'), npyOf('|u1', dims, new Uint8Array(countElements(dims))));
          const { code, out, err } = await run(
            'cut',
            'x.npy',
            ':',
            '-o',
            'o.npy',
            '--part',
            '0/2',
            '--axis',
            `${axis}`,
          );
          if (axis >= -dims.length && axis < dims.length) {
            const name = `o.axis${axis < 0 ? axis + dims.length : axis}.0-of-2.npy`;
            assert.deepEqual([code, `${out}`, err], [0, `${name}\n`, '']);
            rmSync(folder.file(name));
            return;
          }
          assert.deepEqual([code, `${out}`], [1, '']);
          assert.match(
            err,
            new RegExp(
              `is ${axis}; an output of rank ${dims.length} has axes -${dims.length} to ${dims.length - 1}\n$`,
            ),
          );
          assert.deepEqual(folder.names(), [...names.add('x.npy')].sort());
        },
      ),
      { numRuns: 20, seed: 1, examples: [[[1, 3, 2], -4]] },
    ));

  it('gives raw parts that are joined by cat, also of packed types, or none', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('F4', 'U8'),
        async (rows, columns, n, dtype) => {
          const bits = dtype === 'F4' ? 4 : 8;
          const bytes = Math.ceil((rows * columns * bits) / 8);
          const data = Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 37 + 1) & 255));
          if ((rows * columns * bits) % 8 !== 0) data[bytes - 1] &= 15;
          const header = { x: { dtype, shape: [rows, columns], data_offsets: [0, bytes] } };
          writeFileSync(folder.file('p.safetensors'), safetensorsOf(header, data));
          /** Where parts end, by the document: sizes differ by one, larger ones first. */
          const axis = rows > 1 || columns === 1 ? 0 : 1;
          const [size, each] = axis === 0 ? [rows, columns * bits] : [columns, bits];
          const ends = Array.from(
            { length: n },
            (_, i) => (i + 1) * Math.floor(size / n) + Math.min(i + 1, size % n),
          );
          const isWhole = ends.every((end) => end === size || (end * each) % 8 === 0);
          const parts = await Promise.all(
            ends.map((_, i) => run('cut', 'p.safetensors', ':', '--raw', '-o', '-', '--part', `${i}/${n}`)),
          );
          if (isWhole) assert.deepEqual(Buffer.concat(parts.map(({ out }) => out)), data);
          for (const { code, out, err } of parts) {
            assert.equal(code, isWhole ? 0 : 1, err);
            if (isWhole) continue;
            assert.equal(out.length, 0);
            assert.match(
              err,
              /^microtome: \d raw parts of \S+ \[\d, \d\] would end within a byte; [^\n]*\n$/,
            );
          }
        },
      ),
      { numRuns: 15, seed: 1, examples: [[5, 3, 2, 'F4']] },
    ));
});
