// The type as an .npy file names it: dates, time spans and voids are cut as integers, and are written again under their own names, by
// the library and by the command, as NumPy writes them.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { init } from 'microtome';
import { open, save, slice, toBytes } from 'microtome/source';
import { inRoot } from '../../../tools/common/paths.js';
import { FILES } from '../../support/format_files.js';
import { npyOf } from '../../support/npz_files.js';
import { makeFolder, microtome } from '../command/run.js';

/** @type {Record<string, string>} in base64, made by fixtures/npy.py */
const NUMPY = JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8'));

/** @param {Uint8Array} file */
const headerOf = (file) => /'descr': '([^']*)'/.exec(Buffer.from(file).toString('latin1', 0, 128))?.[1];

/** Files that NumPy has written, and what they say of their types; of big-endian ones, the type after a cut. */
const WRITTEN = /** @type {const} */ ([
  ['<M8[s]', '<M8[s]'],
  ['>m8[ms]', '<m8[ms]'],
  ['V2', '|V2'],
  ['dates.npy', '<M8[s]'],
  ['float8.npy', '<V1'],
  ['float8_e5m2.npy', '<f1'],
  ['bfloat16.npy', '<V2'],
  ['i8', '<i8'],
]).map(([name, descr]) => ({ name, descr, file: FILES[name] ?? Buffer.from(NUMPY[name], 'base64') }));

const folder = makeFolder();
before(async () => {
  await init();
  for (const { name, file } of WRITTEN) writeFileSync(folder.file(`${name}.in.npy`), file);
});
after(() => folder.remove());

/** @param {any} tensor @param {any} [options] */
async function saved(tensor, options) {
  const { readable, writable } = new TransformStream();
  const bytes = new Response(readable).arrayBuffer();
  await Promise.all([save(tensor, '...', writable, options), bytes]);
  return Buffer.from(await bytes);
}

describe('a type that an .npy file names', () => {
  for (const { name, descr, file } of WRITTEN) {
    const isSwapped = name.startsWith('>');
    it(`is kept: ${name}`, async () => {
      const copy = await saved((await open(file)).tensor());
      assert.equal(headerOf(copy), descr);
      if (!isSwapped) assert.deepEqual(copy, Buffer.from(file));
      const again = await slice((await open(copy)).tensor(), '...');
      assert.deepEqual(again, await slice((await open(file)).tensor(), '...'));
    });

    it(`is kept by cut and join: ${name}`, async () => {
      const from = `${name}.in.npy`;
      const whole = await saved((await open(file)).tensor());
      assert.deepEqual(await folder.done('cut', from, ':', '-o', '-'), whole);
      await folder.done('cut', from, ':', '-o', 'one.npz');
      assert.deepEqual(await saved((await open(readFileSync(folder.file('one.npz')))).tensor()), whole);
      for (const i of [0, 1]) await folder.done('cut', from, ':', '-o', 'part.npy', '--part', `${i}/2`);
      const parts = folder.names().filter((each) => each.startsWith('part.'));
      assert.equal(parts.length, 2);
      await folder.done('join', 'joined.npy', ...parts);
      assert.deepEqual(readFileSync(folder.file('joined.npy')), whole);
      await folder.done('cut', from, ':', '-o', 'raw.safetensors');
      assert.ok((await open(readFileSync(folder.file('raw.safetensors')))).tensor().dims.length > 0);
    });
  }

  it('must be the same in all parts that are joined', async () => {
    const bytes = new Uint8Array(16);
    for (const [name, descr] of Object.entries({ day: '<M8[D]', ns: '<M8[ns]', int: '<i8', big: '>M8[D]' }))
      writeFileSync(folder.file(`${name}.npy`), npyOf(descr, [2], bytes));
    const join = (/** @type {string} */ second) =>
      microtome(['join', '--axis', '0', '-', 'day.npy', second], { cwd: folder.path });
    for (const [second, said] of [
      ['ns.npy', 'M8[ns]'],
      ['int.npy', 'int64'],
    ]) {
      // biome-ignore format: a table
      const { code, err } = await join(second);
      assert.deepEqual([code, err], [1, `microtome: ${second} is ${said} [:], but day.npy is M8[D] [:]\n`]);
    }
    assert.deepEqual((await join('big.npy')).out, npyOf('<M8[D]', [4], new Uint8Array(32)));
  });

  it('can be given', async () => {
    const tensor = /** @type {const} */ ({ dims: [2], data: BigInt64Array.of(1n, 2n) });
    assert.deepEqual(
      Buffer.from(toBytes(tensor, { descr: '<M8[D]' })),
      npyOf('<M8[D]', [2], new Uint8Array(tensor.data.buffer)),
    );
    const stored = (await open(toBytes(tensor))).tensor();
    assert.equal(headerOf(await saved(stored, { descr: '<m8[25us]' })), '<m8[25us]');
    assert.equal(headerOf(await saved(stored, { descr: '<m8[2147483647us]' })), '<m8[2147483647us]');
    for (const descr of [
      `<M8[${'1'.repeat(70_000)}ns]`,
      '<M8[11111111111s]',
      '>M8[D]',
      '<M8[x]',
      '<i4',
      '<f8',
      "<i8', 'x': '",
      '',
    ])
      assert.throws(() => toBytes(tensor, { descr }), {
        code: 'bad_argument',
        param: 'descr',
        message:
          /^toBytes: descr: must be int64 in the words of an \.npy file, such as <M8\[ns\] for int64, not /,
      });
  });
});
