// Files in Fortran order: joined with others, and written row by row. What is expected is made from loops over the elements.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init } from 'microtome';
import { open, slice } from 'microtome/source';
import { zipOf } from '../../support/npz_files.js';
import { COMMAND, makeFolder, microtome, npyOf } from './run.js';

/** @typedef {any} Any */

const folder = makeFolder();
before(() => init());
after(() => folder.remove());

/** Has an .npy file in C order, of reversed dims, say that it is in Fortran order. @param {Buffer} file */
const asFortran = (file) => Buffer.from(file.toString('latin1').replace('False, ', 'True,  '), 'latin1');

/** Elements 0, 1, 2, ... in C order; in the order of the file. @param {readonly number[]} dims */
const fortranOf = ([a, b]) => {
  const data = Uint16Array.from({ length: a * b }, (_, i) => (i % a) * b + Math.floor(i / a));
  return asFortran(npyOf('<u2', [a, b], new Uint8Array(data.buffer)));
};

/** @param {string[]} args */
async function done(...args) {
  const { code, err, out } = await microtome(args, { cwd: folder.path });
  assert.deepEqual([code, err], [0, '']);
  return out;
}

/** The one tensor of a file. @param {string} name @returns {Promise<Any>} */
async function tensorIn(name) {
  const source = await open(pathToFileURL(folder.file(name)));
  const { type, dims, data } = /** @type {Any} */ (await slice(source.tensor(), '...'));
  await source.close();
  return { type, dims, data: [...data] };
}

describe('join in Fortran order', () => {
  const own = [...Array(12).keys()];

  it('takes parts from files that need others, or have several members', async () => {
    writeFileSync(folder.file('f.npy'), fortranOf([3, 4]));
    // A column is a tensor in both orders, and its data is in another file.
    const header = JSON.stringify({ x: { dtype: 'U16', shape: [1, 4], data_offsets: [0, 8] } });
    const length = Buffer.alloc(8);
    length.writeUInt32LE(header.length);
    const row = Buffer.from(Uint16Array.of(7, 8, 9, 10).buffer);
    writeFileSync(folder.file('shard.safetensors'), Buffer.concat([length, Buffer.from(header), row]));
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
    const scripts = ['"$0" "$1" join --axis 0 j.npy <(cat f.npy) <(cat f.npy)', 'cat f.npy | "$0" "$1" join --axis 0 j.npy - f.npy']; // biome-ignore format: one
    for (const script of scripts) {
      const args = ['-c', script, process.execPath, COMMAND];
      const { status, stderr } = spawnSync('bash', args, { cwd: folder.path, encoding: 'utf8', timeout: 20_000 }); // biome-ignore format: one
      assert.deepEqual([status, stderr], [0, ''], script);
      assert.deepEqual(await tensorIn('j.npy'), { type: 'uint16', dims: [6, 4], data: [...own, ...own] });
    }
  });
});
