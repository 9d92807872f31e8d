// Memory: less than 256 MB, as docs/command.md says, however much must be read to get at few bytes. Inputs that must be held as a whole have a limit.
import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { npyOf } from '../../../support/npz_files.js';
import { serveFor } from '../../../support/range_server.js';
import { inShell, makeFolder, microtome, TELL } from '../run.js';

const MOST = 256e6;
const folder = makeFolder();
after(folder.remove);

/** Runs the command, which must succeed within the memory. @param {string[]} args */
async function within(...args) {
  const { code, err } = await microtome(args, { cwd: folder.path, node: TELL });
  assert.equal(code, 0, err);
  const bytes = Number(err) * 1024;
  assert.ok(bytes < MOST, `${bytes} bytes of memory`);
}

/** A file of holes. @param {string} name @param {number} size */
function holes(name, size) {
  writeFileSync(folder.file(name), '');
  truncateSync(folder.file(name), size);
  return name;
}

describe('join holds little', () => {
  it('of what is before the tensors in their files', async () => {
    const files = ['a.raw', 'b.raw'].map((name) => holes(name, 5_000_000_004));
    for (const at of [1_500_000_000, 5_000_000_000]) {
      await within('join', '--axis', '0', '--layout', `uint8[4] at=${at}`, 'o.npy', ...files);
      assert.deepEqual(readFileSync(folder.file('o.npy')), npyOf('|u1', [8], new Uint8Array(8)));
    }
  });

  it('of thousands of long headers, which all differ in their sizes', async () => {
    const names = Array.from({ length: 600 }, (_, i) => {
      const header = Buffer.from(`{'descr': '|u1', 'fortran_order': False, 'shape': (${i + 1},), }`.padEnd(1_000_000)); // biome-ignore format: one
      const start = Buffer.from([0x93, ...Buffer.from('NUMPY'), 2, 0, 0, 0, 0, 0]);
      start.writeUInt32LE(header.length, 8);
      writeFileSync(folder.file(`h${i}.npy`), Buffer.concat([start, header, Buffer.alloc(i + 1, i)]));
      return `h${i}.npy`;
    });
    await within('join', '--axis', '0', 'o.npy', ...names);
    for (const name of names) truncateSync(folder.file(name), 0);
  });

  it('of thousands of parts behind URLs', async (t) => {
    const size = 70_000;
    const server = await serveFor(t, npyOf('|u1', [size], new Uint8Array(size).fill(3)));
    const urls = Array.from({ length: 5000 }, (_, i) => `${server.url}?${i}`);
    await within('join', '--axis', '0', 'o.npy', ...urls);
    const expected = npyOf('|u1', [size * urls.length], new Uint8Array(size * urls.length).fill(3));
    assert.equal(Buffer.compare(readFileSync(folder.file('o.npy')), expected), 0);
  });
});

describe('cut holds little', () => {
  it('of windows that overlap', async () => {
    const [windows, size] = [2_000_000, 4];
    const file = Uint8Array.from({ length: windows * 3 + 1 }, (_, i) => (i * 7) ^ (i >> 8));
    writeFileSync(folder.file('x.raw'), file);
    for (const [dims, stride] of [[[windows, size], [3, 1]], [[size, windows], [1, 3]]]) {
      await within('cut', 'x.raw', ':', '--layout', `uint8[${dims}] stride=${stride}`, '--raw', '-o', 'o.raw');
      const found = readFileSync(folder.file('o.raw'));
      assert.equal(found.length, windows * size);
      const placeOf = (/** @type {number} */ i) => Math.floor(i / dims[1]) * stride[0] + (i % dims[1]) * stride[1];
      assert.equal(found.findIndex((byte, i) => byte !== file[placeOf(i)]), -1);
    }
  }); // biome-ignore format: a table
});

describe('what must be held as a whole', () => {
  const MESSAGE =
    /^microtome: [^\n]*: it and other parts that must be held in memory have more than 67108864 bytes[^\n]*\n$/;

  it('may have 64 MiB together: pipes', async () => {
    const pipe = '<(head -c 60000000 /dev/zero 2> /dev/null)';
    for (const pipes of [Array(12).fill(pipe).join(' '), `- ${pipe} < <(head -c 60000000 /dev/zero)`]) {
      const tell = `export NODE_OPTIONS="${TELL.join(' ')}"`;
      const script = `${tell}; $M join --axis 0 --layout 'uint8[4]' o.npy ${pipes}`;
      const { code, err } = await inShell(script, folder.path);
      assert.equal(code, 1);
      const [, sentence, memory] = /^(.*\n)(\d+)$/.exec(err) ?? [err];
      assert.match(`${sentence}`, MESSAGE);
      assert.ok(Number(memory) * 1024 < MOST, `${memory} KiB of memory`);
    }
    const few = await inShell(
      `$M join --axis 0 --layout 'uint8[4]' o.npy ${Array(12).fill('<(head -c 5000000 /dev/zero)').join(' ')}`,
      folder.path,
    );
    assert.deepEqual([few.code, few.err], [0, '']);
  });

  it('may have 64 MiB together: files whose servers ignore ranges', async (t) => {
    const file = npyOf('|u1', [40_000_000], new Uint8Array(40_000_000));
    const server = await serveFor(t, file, (answer) => {
      Object.assign(answer, { status: 200, body: answer.file });
      delete answer.headers['content-range'];
    });
    const urls = Array.from({ length: 12 }, (_, i) => `${server.url}?${i}`);
    const { code, err } = await microtome(['join', '--axis', '0', 'o.npy', ...urls], { cwd: folder.path, node: TELL }); // biome-ignore format: one
    assert.equal(code, 1);
    const [, sentence, memory] = /^(.*\n)(\d+)$/.exec(err) ?? [err];
    assert.match(`${sentence}`, /must be held in memory: 80000000 bytes; raise --max-bytes/);
    assert.ok(Number(memory) * 1024 < MOST, `${memory} KiB of memory`);
    await within('join', '--axis', '0', 'o.npy', urls[0]);
  });
});
