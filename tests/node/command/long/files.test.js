// Files as people have them, through the command: what OUT becomes, pipes, raw files, several files, both orders; and that `cost` says
// what `cut` fetches.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { init } from 'microtome';
import { open, slice, toBytes } from 'microtome/source';
import { noise } from '../../../../docs/rules/elements.js';
import { FILES, HELD } from '../../../support/format_files.js';
import { safetensorsOf } from '../../../support/handmade.js';
import { npyOf, zipOf } from '../../../support/npz_files.js';
import { serveFor, startRangeServer } from '../../../support/range_server.js';
import { inShell, makeFolder } from '../run.js';

/** @typedef {any} Any */

const folder = makeFolder();
const DIMS = [12, 30, 7];
const DATA = Float32Array.from({ length: 12 * 30 * 7 }, (_, i) => i - 400);
/** In the order of the file, from an order in C. @param {Float32Array} data @param {readonly number[]} dims */
const inFortran = (data, [a, b, c]) =>
  Float32Array.from(
    { length: data.length },
    (_, i) => data[((i % a) * b + (Math.floor(i / a) % b)) * c + Math.floor(i / (a * b))],
  );
/** @param {Float32Array} data */
const bytes = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
const FORTRAN = npyOf('<f4', DIMS, bytes(inFortran(DATA, DIMS)), 'F');

before(async () => {
  await init();
  writeFileSync(folder.file('c.npy'), npyOf('<f4', DIMS, bytes(DATA)));
  writeFileSync(folder.file('f.npy'), FORTRAN);
  for (const name of Object.keys(FILES)) writeFileSync(folder.file(name), FILES[name]);
});
after(folder.remove);

/** @param {Uint8Array} content @param {boolean} deflate */
const npzOf = (content, deflate) => zipOf([{ name: 'x.npy', content, deflate }]);

const { run } = folder;
const done = async (/** @type {string[]} */ ...args) => `${await folder.done(...args)}`;
/** The one tensor of a file, or a slice of it. @param {string} name */
async function tensorIn(name, spec = '...') {
  const source = await open(pathToFileURL(folder.file(name)));
  const tensor = source.tensor();
  const { type, dims, data } = /** @type {Any} */ (await slice(tensor, spec));
  await source.close();
  return { name: tensor.name, type, dims, data, isFortran: tensor.stride !== undefined };
}

describe('OUT', () => {
  it('is what its ending says, of every type', async () => {
    for (const type of ['float32', 'bfloat16', 'f8e4m3', 'f8e5m2', 'int64', 'bool', 'f4e2m1']) {
      const data = noise(type, 24);
      writeFileSync(
        folder.file('in.safetensors'),
        toBytes(
          /** @type {Any} */ ({ type, dims: [6, 4], data }),
          type === 'f4e2m1' ? { format: 'safetensors', name: 'w' } : { format: 'safetensors', name: 'w' },
        ),
      );
      for (const out of ['o.npy', 'o.npz', 'o.safetensors', 'o.NPZ']) {
        const { code, err } = await run('cut', 'in.safetensors', '1:3', '-o', out);
        if (type === 'f4e2m1' && out !== 'o.safetensors') {
          assert.equal(code, 1);
          assert.match(err, /^microtome: save: format: \.npy files have no f4e2m1; [^\n]*\n$/);
          continue;
        }
        assert.deepEqual([code, err], [0, '']);
        const found = await tensorIn(out);
        assert.equal(found.name, out === 'o.npy' ? '' : 'w');
        assert.equal(found.type, type === 'f8e4m3' && out !== 'o.safetensors' ? 'uint8' : type);
        const expected = await tensorIn('in.safetensors', '1:3');
        assert.deepEqual(found.dims, [2, 4]);
        assert.deepEqual(Buffer.from(found.data.buffer), Buffer.from(expected.data.buffer));
      }
    }
  });

  it('has no member that leads out of the folder into which it is unpacked, or whose name is too long', async () => {
    const tensor = /** @type {Any} */ ({ dims: [2], data: Uint8Array.of(1, 2) });
    const leads = (/** @type {string} */ name) => `'${name}' leads out of an .npz file, so it cannot be a name in one`; // biome-ignore format: one
    const isLong = () => 'a name of 65536 bytes does not fit into an .npz file';
    for (const [name, why] of /** @type {const} */ ([
      ['../../evil', leads],
      ['a/../../evil', leads],
      ['..\\evil', leads],
      ['/evil', leads],
      ['C:\\evil', leads],
      ['a/b..c/..d', null],
      ['onnx::MatMul_1', null],
      ['x:0', null],
      ['..', null],
      ['n'.repeat(65_531), null],
      ['n'.repeat(65_532), isLong],
    ])) {
      // biome-ignore format: a table
      writeFileSync(folder.file('in.safetensors'), toBytes(tensor, { format: 'safetensors', name }));
      const before = folder.names().filter((each) => each !== 'm.npz');
      rmSync(folder.file('m.npz'), { force: true });
      const { code, err } = await run('cut', 'in.safetensors', ':', '-o', 'm.npz');
      if (why === null) {
        assert.deepEqual([code, err], [0, '']);
        assert.equal((await tensorIn('m.npz')).name, name);
        continue;
      }
      assert.deepEqual([code, err], [1, `microtome: ${why(name)}; give OUT another ending\n`]); // biome-ignore format: one
      assert.deepEqual(folder.names(), before);
      await done('cut', 'in.safetensors', ':', '-o', 'w.npy');
    }
  });

  it('of a type that its format lacks: what the command says instead works', async () => {
    const write = (/** @type {string} */ type) => writeFileSync(folder.file('in.bin'), noise(type, 8));
    write('u4');
    const u4 = ['cut', 'in.bin', ':', '--layout', 'u4[8]'];
    const npy = await run(...u4, '-o', 'w.npy');
    assert.match(npy.err, /^microtome: save: format: \.npy files have no u4; cut it with --raw\n$/);
    await done(...u4, '-o', 'w.npy', '--raw');
    write('complex128');
    const complex = ['cut', 'in.bin', ':', '--layout', 'complex128[8]'];
    const { err } = await run(...complex, '-o', 'w.safetensors');
    assert.match(err, /\.safetensors files have no complex128; give OUT the ending \.npy, or cut it with --raw -o OUT\.raw\n$/); // biome-ignore format: one
    await done(...complex, '-o', 'w.npy');
    await done(...complex, '-o', 'OUT.raw', '--raw');
  });

  it('has Fortran order if the tensor has, as far as its format knows it', async () => {
    for (const [out, isFortran] of /** @type {const} */ ([
      ['o.npy', true],
      ['o.npz', true],
      ['o.safetensors', false],
    ])) {
      // biome-ignore format: one
      await done('cut', 'f.npy', ':, ::2', '-o', out);
      const found = await tensorIn(out);
      assert.deepEqual([found.dims, found.isFortran], [[12, 15, 7], isFortran]);
      const expected = await tensorIn('c.npy', ':, ::2');
      assert.deepEqual(found.data, expected.data);
    }
    await done('cut', 'f.npy', ':', '--raw', '-o', 'o.raw');
    assert.equal(
      await done('cut', 'f.npy', ':', '--raw', '-o', '-'),
      await done('cut', 'c.npy', ':', '--raw', '-o', '-'),
    );
    assert.deepEqual(
      folder.names().filter((name) => name.includes('tmp')),
      [],
    );
  });
});

describe('what cut fetches', () => {
  /** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;
  const large = Float32Array.from({ length: 64 * 1024 * 80 }, (_, i) => i); // more than a part
  const dims = [64, 1024, 80];
  before(async () => {
    server = await startRangeServer(Buffer.concat([npyOf('<f4', dims, bytes(large))]));
  });
  after(() => server.close());

  /** A Fortran-order file of the same elements: those of the reversed dims. */
  const files = {
    npy: npyOf('<f4', dims, bytes(large)),
    fortran: npyOf('<f4', dims.toReversed(), bytes(large), 'F'),
    safetensors: safetensorsOf(
      JSON.stringify({ w: { dtype: 'F32', shape: dims, data_offsets: [0, large.byteLength] } }).padEnd(80),
      bytes(large),
    ),
    npz: npzOf(npyOf('<f4', dims, bytes(large)), false),
    deflated: npzOf(npyOf('<f4', dims, bytes(large)), true),
  };

  for (const [name, file] of Object.entries(files))
    for (const [spec, ...more] of [
      [':, ::3, 1:'],
      [':', '--part', '1/3'],
      ['::-1', '--part', '0/2', '--axis', '1'],
    ])
      for (const out of name === 'fortran'
        ? ['w.npy', 'w.safetensors', 'w.npz', 'w.raw']
        : ['w.npy', 'w.npz'])
        it(`is what cost says: ${name}, ${[spec, ...more].join(' ')}, ${out}`, async () => {
          server.file = file;
          const cache = out === 'w.npz' ? ['--cache', folder.file(`cache-${name}-${[spec, ...more].join('')}`.replace(/[/ ]/g, '_'))] : []; // biome-ignore format: one
          const limits = ['--max-bytes', '100000000'];
          const said = JSON.parse(
            await done('cost', server.url, spec, ...more, ...cache, ...limits, '--json'),
          );
          server.count();
          await done('ls', server.url, ...cache, ...limits);
          const opening = server.count();
          const raw = out === 'w.raw' ? ['--raw'] : [];
          await done('cut', server.url, spec, '-o', out, ...raw, ...more, ...cache, ...limits);
          const { requests, bytes } = server.count();
          assert.deepEqual(
            { requests: requests - opening.requests, bytes: bytes - opening.bytes, useful: said.useful },
            said,
          );
        });
});

describe('FROM', () => {
  it('may be several files, one of which cannot be read', async () => {
    const { code, out, err } = await run('ls', 'c.npy', 'gone', 'plain.gguf', 'model.safetensors.index.json');
    assert.equal(code, 1);
    assert.match(err, /^microtome: gone: [^\n]*ENOENT[^\n]*\n$/);
    assert.match(
      `${out}`,
      /^c\.npy:\nname {2}type[^\n]*\n-[^\n]*\n\nplain\.gguf:\nname [\s\S]*\n\nmodel\.safetensors\.index\.json:\nname [\s\S]*\n$/,
    );
    const rows = JSON.parse(await done('ls', '--json', 'c.npy', 'split-00001-of-00003.gguf'));
    assert.deepEqual(rows[0], {
      file: 'c.npy',
      name: '',
      type: 'float32',
      dims: DIMS,
      bytes: DATA.byteLength,
      storedType: '<f4',
    });
    const names = rows.slice(1).map((/** @type {Any} */ { file, name }) => `${file} ${name}`);
    assert.deepEqual(
      names.sort(),
      Object.keys(HELD['split-00001-of-00003.gguf'])
        .map((name) => `split-00001-of-00003.gguf ${name}`)
        .sort(),
    );
  });

  it('may need others, which no pipe reaches', async () => {
    for (const [name, says] of /** @type {const} */ ([
      ['model.safetensors.index.json', 'give the path or URL of the file, which a pipe does not have'],
      [
        'split-00001-of-00003.gguf',
        'give the path or URL of a file that is named as in NAME-00001-of-00003.gguf',
      ],
    ])) {
      // biome-ignore format: a table
      const { out, err } = await inShell(`cat ${name} | $M ls -`, folder.path);
      assert.ok(`${out}${err}`.endsWith(`; ${says}\n`), `${out}${err}`);
      await done('ls', name);
    }
  });

  it('may be a pipe, which is read as a whole', async () => {
    const shell = async (/** @type {string} */ script) => {
      const { code, out, err } = await inShell(script, folder.path);
      return { status: code, stdout: `${out}`, stderr: err };
    };
    const listed = (await shell('$M ls c.npy')).stdout;
    for (const script of [
      'cat c.npy | $M ls -',
      'cat c.npy | $M ls /dev/stdin',
      '$M ls - < c.npy',
      '$M ls <(cat c.npy)',
    ])
      assert.deepEqual(await shell(script), { status: 0, stdout: listed, stderr: '' }, script);
    const few = await shell('cat c.npy | $M cut - 3 -o w.npy --max-bytes 5000');
    assert.deepEqual(
      [few.status, few.stderr],
      [
        1,
        'microtome: standard input has more than 5000 bytes, and is read as a whole; raise --max-bytes, or save it as a file first\n',
      ],
    );
    assert.equal(
      (await shell('cat c.npy | $M cut - 3 -o - --raw | head -c 4 | od -An -tf4')).stdout.trim(),
      `${DATA[3 * 210]}`,
    );
    const joined = await shell('$M join --axis 0 w.npy <(cat c.npy) c.npy && $M ls w.npy');
    assert.deepEqual([joined.status, joined.stderr], [0, '']);
    assert.match(joined.stdout, /\[24, 30, 7\]/);
  });

  it('may be a raw file', async () => {
    writeFileSync(
      folder.file('raw.bin'),
      Buffer.concat([
        Buffer.alloc(100),
        Buffer.from(Uint16Array.from({ length: 24 }, (_, i) => i).buffer).swap16(),
      ]),
    );
    const layout = ['--layout', 'uint16[4, 6] at=100 endian=big'];
    assert.match(await done('ls', 'raw.bin', ...layout), /uint16 {2}\[4, 6\] +48/);
    assert.equal(await done('cost', 'raw.bin', '1', ...layout), 'requests   1\nbytes     12\nuseful    12\n');
    await done('cut', 'raw.bin', '1:3', '-o', 'w.npy', ...layout);
    assert.deepEqual(
      [...(await tensorIn('w.npy')).data],
      Array.from({ length: 12 }, (_, i) => i + 6),
    );
    await done('cut', 'raw.bin', '0', '-o', 'w.npy', '--layout', 'uint16[6,4] at=100 endian=big order=F');
    assert.deepEqual([...(await tensorIn('w.npy')).data], [0, 6, 12, 18]);
    await done('join', '--axis', '0', 'w.npy', 'raw.bin', 'raw.bin', ...layout);
    assert.deepEqual((await tensorIn('w.npy')).dims, [8, 6]);
    await done('cut', 'raw.bin', '1', '-o', 'w.npy', '--layout', 'uint16[3,4] at=100 endian=big stride=2,6');
    assert.deepEqual([...(await tensorIn('w.npy')).data], [2, 8, 14, 20]);
  });

  it('may have members over 64 MiB if --max-bytes allows it', async () => {
    writeFileSync(
      folder.file('large.npz'),
      npzOf(npyOf('|u1', [70_000_000], Buffer.alloc(70_000_000, 7)), true),
    );
    assert.equal(
      await done('cut', 'large.npz', '-3:', '--raw', '-o', '-', '--max-bytes', '80000000'),
      '\u0007\u0007\u0007',
    );
    assert.match(await done('ls', 'large.npz', '--max-bytes', '80000000'), /70000000/);
  });
});

describe('join', () => {
  it('joins parts of a file in Fortran order into one, and of any format into any', async () => {
    for (const [
      from,
      ext,
      isFortran,
    ] of /** @type {const} */ ([['f.npy', 'npy', true], ['f.npy', 'npz', true], ['f.npy', 'safetensors', false], ['c.npy', 'npz', false]])) // biome-ignore format: one
      for (const axis of [undefined, 0, 1, 2]) {
        const parts = [];
        for (const i of [0, 1, 2]) {
          const more = axis === undefined ? [] : ['--axis', `${axis}`];
          parts.push(
            (await done('cut', from, ':, ::-2', '-o', `j.${ext}`, '--part', `${i}/3`, ...more)).trim(),
          );
        }
        assert.equal(parts[0], `j.axis${axis ?? (from === 'f.npy' ? 2 : 0)}.0-of-3.${ext}`);
        for (const out of ['w.npy', 'w.npz', 'w.safetensors']) {
          await done('join', out, ...parts.reverse());
          const found = await tensorIn(out);
          const expected = await tensorIn('c.npy', ':, ::-2');
          assert.deepEqual(
            [found.dims, found.isFortran],
            [[12, 15, 7], isFortran && out !== 'w.safetensors'],
          );
          assert.deepEqual(found.data, expected.data);
        }
      }
  });

  it('opens no more parts when one cannot be read', async (t) => {
    const server = await serveFor(t, npyOf('<f4', [1], new Uint8Array(4)));
    writeFileSync(folder.file('no.npy'), 'no');
    const urls = Array.from({ length: 60 }, (_, i) => `${server.url}?${i}`);
    const { code, err } = await run('join', '--axis', '0', 'w.npy', ...urls.slice(0, 3), 'no.npy', ...urls.slice(3)); // biome-ignore format: one
    assert.equal(code, 1);
    assert.match(err, /^microtome: no\.npy: /);
    assert.ok(server.seen.length < 20, `${server.seen.length} requests`);
  });

  it('has few files open, however many parts there are', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `few${i}.npy`);
    for (const [i, name] of names.entries())
      writeFileSync(folder.file(name), toBytes({ dims: [2, 3], data: new Int16Array(6).fill(i) }));
    for (const axis of ['0', '1']) {
      const script = `ulimit -n 40; exec $M join --axis ${axis} w.npy ${names.join(' ')}`;
      const { code, err } = await inShell(script, folder.path);
      assert.deepEqual([code, err], [0, '']);
      const { dims, data } = await tensorIn('w.npy');
      assert.deepEqual(dims, axis === '0' ? [600, 3] : [2, 900]);
      assert.equal(data[axis === '0' ? 599 * 3 : 899], 299);
    }
  });
});
