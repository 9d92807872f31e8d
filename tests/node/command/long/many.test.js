// Files of more tensors than an argument list, or a text of all of them, could take.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { safetensorsOf } from '../../../support/handmade.js';
import { makeFolder, microtome, TELL } from '../run.js';

const COUNT = 600_000;
/** As docs/command.md says: about 0.4 and 0.8 GB. */
const MOST_MEMORY = { cut: 0.6e9, ls: 1e9 };

const folder = makeFolder();
const FILE = folder.file('many.safetensors');
const nameOf = (/** @type {number} */ i) => `model.layers.${i}.self_attn.q_proj.weight`;

/** Sizes are 0, 1, 2, 0, 1, 2 ... @param {number} i */
const offsetOf = (i) => 3 * Math.floor(i / 3) + [0, 0, 1][i % 3];

/** Runs the command, with the bytes of memory that it took. @param {string[]} args */
async function measured(...args) {
  const { code, out, err } = await microtome(args, { node: TELL });
  assert.equal(code, 0, err);
  return { out, memory: Number(err) * 1024 };
}

before(() => {
  const rows = Array.from({ length: COUNT }, (_, i) => {
    const where = `"shape":[${i % 3}],"data_offsets":[${offsetOf(i)},${offsetOf(i + 1)}]`;
    return `"${nameOf(i)}":{"dtype":"U8",${where}}`;
  });
  writeFileSync(FILE, safetensorsOf(`{${rows.join()}}`, Buffer.alloc(COUNT, 7)));
});
after(() => folder.remove());

describe('a file of 600,000 tensors', () => {
  it('is listed, with a line for each', async () => {
    const { out, memory } = await measured('ls', FILE);
    assert.ok(memory < MOST_MEMORY.ls, `${memory} bytes of memory`);
    const lines = `${out}`.split('\n');
    assert.equal(lines.length, COUNT + 2);
    const width = nameOf(COUNT - 1).length;
    assert.equal(lines[0], `${'name'.padEnd(width)}  type   dims  bytes`);
    for (let i = 0; i < COUNT; ++i)
      assert.equal(lines[i + 1], `${nameOf(i).padEnd(width)}  uint8  [${i % 3}]       ${i % 3}`);
  });

  it('is cut', async () => {
    const out = folder.file('out.npy');
    const { memory } = await measured('cut', FILE, nameOf(COUNT - 1), ':', '--raw', '-o', out);
    assert.ok(memory < MOST_MEMORY.cut, `${memory} bytes of memory`);
    assert.deepEqual([...readFileSync(out)], [7, 7]);
  });
});
