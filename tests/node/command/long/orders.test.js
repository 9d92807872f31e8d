// Files in Fortran order: joined with others, and written row by row. Loops over the elements make the expected results.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init } from 'microtome';
import { open, slice } from 'microtome/source';
import { safetensorsOf } from '../../../support/handmade.js';
import { npyOf, zipOf } from '../../../support/npz_files.js';
import { startRangeServer } from '../../../support/range_server.js';
import { inShell, makeFolder, microtome, patched } from '../run.js';

/** @typedef {any} Any */

const folder = makeFolder();
const { done } = folder;
before(() => init());
after(() => folder.remove());

/** Elements 0, 1, 2, ... in C order; in the order of the file. @param {readonly number[]} dims */
const fortranOf = ([a, b]) => {
  const data = Uint16Array.from({ length: a * b }, (_, i) => (i % a) * b + Math.floor(i / a));
  return npyOf('<u2', [a, b], new Uint8Array(data.buffer), 'F');
};

/** The one tensor of a file. @param {string} name @returns {Promise<Any>} */
async function bytesIn(name) {
  const source = await open(pathToFileURL(folder.file(name)));
  const { type, dims, data } = /** @type {Any} */ (await slice(source.tensor(), '...'));
  await source.close();
  return { type, dims, data };
}

/** The same, with a list of its elements. @param {string} name */
async function tensorIn(name) {
  const { data, ...rest } = await bytesIn(name);
  return { ...rest, data: [...data] };
}

describe('join in Fortran order', () => {
  const own = [...Array(12).keys()];

  it('takes parts from files that need others, or have several members', async () => {
    writeFileSync(folder.file('f.npy'), fortranOf([3, 4]));
    // A column is a tensor in both orders, and its data is in another file.
    const header = { x: { dtype: 'U16', shape: [1, 4], data_offsets: [0, 8] } };
    const row = new Uint8Array(Uint16Array.of(7, 8, 9, 10).buffer);
    writeFileSync(folder.file('shard.safetensors'), safetensorsOf(header, row));
    const index = JSON.stringify({ weight_map: { x: 'shard.safetensors' } });
    writeFileSync(folder.file('one.safetensors.index.json'), index.padEnd(500));
    await done('join', '--axis', '0', 'j.npy', 'f.npy', 'one.safetensors.index.json');
    assert.deepEqual(await tensorIn('j.npy'), { type: 'uint16', dims: [4, 4], data: [...own, 7, 8, 9, 10] });
    writeFileSync(folder.file('f.npz'), zipOf([{ name: 'x.npy', content: fortranOf([3, 4]), deflate: false }])); // biome-ignore format: one
    await done('join', '--axis', '0', 'j.npy', 'f.npy', 'f.npz');
    assert.deepEqual(await tensorIn('j.npy'), { type: 'uint16', dims: [6, 4], data: [...own, ...own] });
  });

  it('reads a pipe once', async () => {
    writeFileSync(folder.file('f.npy'), fortranOf([3, 4]));
    const scripts = ['$M join --axis 0 j.npy <(cat f.npy) <(cat f.npy)', 'cat f.npy | $M join --axis 0 j.npy - f.npy']; // biome-ignore format: one
    for (const script of scripts) {
      const { code, err } = await inShell(script, folder.path);
      assert.deepEqual([code, err], [0, ''], script);
      assert.deepEqual(await tensorIn('j.npy'), { type: 'uint16', dims: [6, 4], data: [...own, ...own] });
    }
  });
});

const range = (/** @type {number} */ size) => [...Array(size).keys()];

/** More than the command holds of a tensor at a time, in C order. */
const DIMS = [256, 512, 192];
const SIZE = 256 * 512 * 192;
const elementAt = (/** @type {number} */ i) => (i * 7 + (i >> 9)) & 255;
const LARGE = Uint8Array.from({ length: SIZE }, (_, i) => elementAt(i));
/** The same in Fortran order. */
const TURNED = new Uint8Array(SIZE);
for (let a = 0, i = 0; a < DIMS[0]; ++a)
  for (let b = 0; b < DIMS[1]; ++b)
    for (let c = 0; c < DIMS[2]; ++c) TURNED[(c * DIMS[1] + b) * DIMS[0] + a] = LARGE[i++];

describe('a large tensor in Fortran order', () => {
  const layout = (/** @type {string} */ type, /** @type {string} */ dims) => ['--layout', `${type}[${dims}] order=F`]; // biome-ignore format: one
  before(() => {
    writeFileSync(folder.file('large.bin'), TURNED);
    writeFileSync(folder.file('large.npy'), npyOf('|u1', DIMS, TURNED, 'F'));
  });

  it('keeps its type, which an .npy file may not have', async () => {
    for (const type of ['f8e4m3', 'f8e8m0']) {
      const from = ['large.bin', ...layout(type, DIMS.join())];
      await done('cut', ...from, ':', '-o', 'o.safetensors');
      const { data, ...cut } = await bytesIn('o.safetensors');
      assert.deepEqual(cut, { type, dims: DIMS });
      assert.ok(Buffer.compare(data, LARGE) === 0); // a difference of 25 MB is too long to show
      await done('join', '--axis', '0', 'o.safetensors', 'large.bin', ...from);
      const { dims, ...joined } = await bytesIn('o.safetensors');
      assert.deepEqual([joined.type, dims], [type, DIMS.with(0, 512)]);
    }
  });

  it('is written row by row, whatever its sizes are', async () => {
    for (const dims of [DIMS, [SIZE / 2, 2], [2, SIZE / 2], [1, 64, 1, SIZE / 64], [3, SIZE / 6, 2]]) {
      await done('cut', 'large.bin', ...layout('uint8', dims.join()), ':', '--raw', '-o', 'o.raw');
      const rows = dims.filter((size) => size > 1);
      const expected = new Uint8Array(SIZE);
      const stride = rows.map((_, axis) => rows.slice(0, axis).reduce((a, b) => a * b, 1));
      const [x, y, z] = [...rows, 1];
      for (let a = 0, i = 0; a < x; ++a)
        for (let b = 0; b < y; ++b)
          for (let c = 0; c < z; ++c) expected[i++] = TURNED[a + b * stride[1] + c * (stride[2] ?? 0)];
      assert.ok(expected.length === SIZE && Buffer.compare(readFileSync(folder.file('o.raw')), expected) === 0, `${dims}`); // biome-ignore format: one
    }
  });

  it('is fetched once also if its order is neither, whatever is cut of it', async () => {
    const [A, B, C] = DIMS;
    const from = ['large.bin', '--layout', `uint8[${DIMS}] stride=1,${A * C},${A}`];
    for (const [spec, a, b, c] of /** @type {const} */ ([
      [':', range(A), range(B), range(C)],
      ['::-1, 3, 2:', range(A).reverse(), [3], range(C).slice(2)],
      [
        '1:2, ::-3, ::2',
        [1],
        range(B)
          .reverse()
          .filter((_, i) => i % 3 === 0),
        range(C).filter((i) => i % 2 === 0),
      ],
    ])) {
      const dims = [a, b, c]
        .map(({ length }) => length)
        .filter((_, axis) => spec !== '::-1, 3, 2:' || axis !== 1);
      const expected = Buffer.from(
        a.flatMap((i) => b.flatMap((j) => c.map((k) => TURNED[(j * C + k) * A + i]))),
      );
      await done('cut', ...from, spec, '-o', 'o.npy');
      const { data, ...cut } = await bytesIn('o.npy');
      assert.deepEqual(cut, { type: 'uint8', dims });
      assert.ok(Buffer.compare(data, expected) === 0, spec);
      await done('cut', ...from, spec, '--raw', '-o', 'o.raw');
      assert.ok(Buffer.compare(readFileSync(folder.file('o.raw')), expected) === 0, spec);
      const { bytes } = JSON.parse(`${await done('cost', '--json', ...from, spec)}`);
      assert.ok(bytes <= SIZE, `${spec} fetches ${bytes} bytes`);
    }
  });

  it('is right also if its strides and steps do not nest', async () => {
    const [rows, columns] = [3, 3_000_000];
    const stored = new Uint32Array(2 * columns + 6).map((_, i) => i);
    writeFileSync(folder.file('apart.bin'), new Uint8Array(stored.buffer));
    const from = ['apart.bin', '--layout', `uint32[${rows}, ${columns}] stride=3,2`];
    for (const [spec, begin, step] of /** @type {const} */ ([
      [':, ::2', 0, 2],
      [':, ::-2', columns - 1, -2],
    ])) {
      // biome-ignore format: one
      await done('cut', ...from, spec, '--raw', '-o', 'o.raw');
      const bytes = readFileSync(folder.file('o.raw'));
      const found = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
      const count = columns / 2;
      assert.equal(found.length, rows * count);
      const wrong = found.findIndex((element, i) => element !== 3 * Math.floor(i / count) + 2 * (begin + step * (i % count))); // biome-ignore format: one
      assert.equal(wrong, -1, spec);
    }
  });

  if (existsSync('/proc/self/io'))
    for (const args of [
      ['cut', 'larger.bin', ':', '--raw', '-o', 'o.raw', ...layout('uint8', '256, 512, 768')],
      ['join', '--axis', '0', 'o.npy', 'large.npy', 'plain.npy'],
    ])
      it(`is read once, and once more when it is put together: ${args[0]}`, async () => {
        writeFileSync(folder.file('plain.npy'), npyOf('|u1', DIMS.with(0, 1), LARGE.subarray(0, 512 * 192)));
        writeFileSync(folder.file('larger.bin'), '');
        truncateSync(folder.file('larger.bin'), 4 * SIZE);
        const node = patched(
          "process.on('exit', () => process.stderr.write(fs.readFileSync('/proc/self/io', 'utf8')));",
        );
        const { code, err } = await microtome(args, { cwd: folder.path, node });
        assert.equal(code, 0, err);
        const [, read] = /^rchar: (\d+)/m.exec(err) ?? [];
        assert.ok(Number(read) < 2.2 * SIZE * (args[0] === 'cut' ? 4 : 1), `${read} bytes are read`);
        assert.deepEqual(folder.names().filter((name) => name.startsWith('.')), []); // biome-ignore format: one
      });

  it('is fetched once also into a file of another format', async () => {
    const [A, , C] = DIMS;
    for (const out of ['o.npy', 'o.npz', 'o.safetensors']) {
      const server = await startRangeServer(readFileSync(folder.file('large.bin')));
      const layout = `uint8[${DIMS}] stride=1,${A * C},${A}`;
      await done('cut', server.url, ':', '--layout', layout, '-o', out).finally(() => server.close());
      const { bytes } = server.count();
      assert.ok(bytes < 1.01 * SIZE, `${bytes} bytes are fetched for ${out}`);
    }
    const [npy, npz] = await Promise.all(['o.npy', 'o.npz'].map(bytesIn));
    assert.deepEqual([npz.type, npz.dims], [npy.type, npy.dims]);
    assert.ok(Buffer.compare(npz.data, npy.data) === 0);
  });

  it('is fetched once by join', async () => {
    const server = await startRangeServer(readFileSync(folder.file('large.npy')));
    writeFileSync(folder.file('plain.npy'), npyOf('|u1', DIMS.with(0, 1), LARGE.subarray(0, 512 * 192)));
    await done('join', '--axis', '0', 'o.npy', server.url, 'plain.npy').finally(() => server.close());
    const { bytes } = server.count();
    assert.ok(bytes < 1.01 * SIZE, `${bytes} bytes are fetched`);
    const { dims, data } = await bytesIn('o.npy');
    assert.deepEqual(dims, DIMS.with(0, 257));
    assert.ok(Buffer.compare(data, Buffer.concat([LARGE, LARGE.subarray(0, 512 * 192)])) === 0);
  });

  it('needs no room beside OUT; where there is none at all, the command says for what', async () => {
    const refusing = (/** @type {string} */ where) =>
      patched(`const { openSync } = fs;
        const dirname = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
        fs.openSync = (path, ...more) => {
          const isIn = String(path).includes('.microtome-') && ${where};
          if (isIn) throw Object.assign(new Error('EACCES: no, open'), { code: 'EACCES' });
          return openSync(path, ...more);
        };`);
    const args = ['cut', 'large.npy', ':', '--raw', '-o', 'o.raw'];
    writeFileSync(folder.file('o.raw'), 'old');
    const beside = refusing(`(dirname(path) === '.' || dirname(path) === ${JSON.stringify(folder.path)})`);
    const { code, err } = await microtome(args, { cwd: folder.path, node: beside });
    assert.deepEqual([code, err], [0, '']);
    assert.ok(Buffer.compare(readFileSync(folder.file('o.raw')), LARGE) === 0);
    const nowhere = await microtome(args, { cwd: folder.path, node: refusing('true') });
    assert.deepEqual([nowhere.code, nowhere.err], [1, `microtome: a temporary file cannot be created in ${tmpdir()}, and o.raw needs one: EACCES: no\n`]); // biome-ignore format: one
  });
});

describe('join of a file whose elements are not side by side', () => {
  it('reads those that the layout says', async () => {
    writeFileSync(folder.file('s.bin'), Uint8Array.of(1, 0, 2, 0, 3));
    await done('join', '--axis', '0', 'o.npy', 's.bin', 's.bin', '--layout', 'uint8[3] stride=2');
    assert.deepEqual((await tensorIn('o.npy')).data, [1, 2, 3, 1, 2, 3]);
  });
});
