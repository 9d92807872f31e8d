// The command, run as a shell would run it: what it prints and writes, how it ends, and what it leaves.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { concat, gather as gatherInMemory, init, slice } from 'microtome';
import { open, slice as sliceOfFile, toBytes } from 'microtome/source';
import { bytesOf } from '../../../docs/rules/elements.js';
import { quantizedFile } from '../../support/ggml.js';
import { ggufOf, ggufText, safetensorsOf, u64 } from '../../support/handmade.js';
import { npyOf, zipOf } from '../../support/npz_files.js';
import { serveFor } from '../../support/range_server.js';
import { COMMAND, makeFolder, microtome, TELL, writeModel, writeStack } from './run.js';

const folder = makeFolder();
const STACK = folder.file('stack.npy');
const MODEL = folder.file('a.safetensors');
const data = Uint16Array.from({ length: 40 * 64 * 48 }, (_, i) => i);

/** The .npy file of a slice. @param {any} spec */
const expected = (spec) => {
  const cut = /** @type {any} */ (slice({ dims: [40, 64, 48], data }, spec));
  return npyOf('<u2', cut.dims, bytesOf(cut.data));
};

before(async () => {
  await init();
  writeStack(STACK);
  writeModel(MODEL);
});
after(() => folder.remove());

/** @param {readonly string[]} args @param {Parameters<typeof microtome>[1]} [options] */
const succeed = async (args, options = {}) => {
  const { code, out, err } = await microtome(args, { cwd: folder.path, ...options });
  assert.deepEqual([code, err], [0, '']);
  return out;
};

describe('help', () => {
  it('shows every command and three examples', async () => {
    const text = `${await succeed(['--help'])}`;
    for (const name of ['ls FROM', 'cost FROM', 'cut FROM', 'gather FROM', 'join OUT'])
      assert.ok(text.includes(`  ${name}`));
    assert.equal(text.match(/^ {2}microtome /gm)?.length, 3);
    assert.equal(`${await succeed(['-h'])}`, text);
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    assert.equal(`${await succeed(['--version'])}`, `${version}\n`);
  });

  for (const name of ['ls', 'cost', 'cut', 'gather', 'join'])
    it(`of ${name} shows its options and an example`, async () => {
      const text = `${await succeed([name, '--help'])}`;
      assert.match(text, new RegExp(`^usage: microtome ${name} .* \\[options\\]$`, 'm'));
      assert.match(text, /^ {2}--header 'NAME: VALUE' {2,}\S/m);
      assert.match(text, /^examples?:\n {2}microtome /m);
    });

  it('does not load the library', async () => {
    const node = ['--import', 'data:text/javascript,WebAssembly.compile=WebAssembly.instantiate=null'];
    await succeed(['--help'], { node });
  });
});

describe('ls', () => {
  it('prints a table, and says what cannot be cut', async () => {
    const lines = `${await succeed(['ls', MODEL])}`.split('\n');
    assert.equal(lines.length, 5);
    assert.match(lines[0], /^name +type +dims +bytes$/);
    assert.match(lines[1], /^wte\.weight +float32 +\[100, 8\] +3200$/);
    assert.match(lines[2], /^bias +float16 +\[8\] +16$/);
    assert.match(lines[3], /^odd {9}open: safetensors: .*FNUZ, which cannot be cut$/);
  });

  it('prints JSON', async () => {
    const [first, , odd] = JSON.parse(`${await succeed(['ls', '--json', MODEL])}`);
    const row = { name: 'wte.weight', type: 'float32', dims: [100, 8], bytes: 3200, storedType: 'F32' };
    assert.deepEqual(first, row);
    assert.match(odd.error, /FNUZ/);
  });

  it('shows quantized tensors in elements, and metadata', async () => {
    const file = ggufOf({ metadata: [['a', 10, u64(2n ** 60n)], ['long', 8, ggufText('x'.repeat(200))]], tensors: [{ dims: [512, 2], type: 12 }], data: 576 }); // biome-ignore format: a row
    writeFileSync(folder.file('q.gguf'), file);
    assert.match(`${await succeed(['ls', 'q.gguf'])}`, /^a +Q4_K +\[2, 512\] +576$/m);
    const [row] = JSON.parse(`${await succeed(['ls', '--json', 'q.gguf'])}`);
    const { elements, blockElements, blockBytes, storedType, dims } = row;
    assert.deepEqual([elements, blockElements, blockBytes, storedType, dims], [[2, 512], 256, 144, 'Q4_K', [2, 2, 144]]); // biome-ignore format: a row
    assert.match(
      `${await succeed(['ls', '--metadata', 'q.gguf'])}`,
      /^a +1152921504606846976\nlong +x{100}\.\.\.$/m,
    );
    const facts = JSON.parse(`${await succeed(['ls', '--metadata', '--json', 'q.gguf'])}`);
    assert.deepEqual(facts[0], { key: 'a', value: '1152921504606846976' });
  });
});

describe('one member of many', () => {
  it('is opened without the headers of the others', async (t) => {
    const members = Array.from({ length: 30 }, (_, i) => ({
      name: `m${i}.npy`,
      content: npyOf('<i4', [300, 100], Buffer.alloc(120_000, i)),
    }));
    const server = await serveFor(t, zipOf(members));
    await succeed(['cut', '--raw', server.url, 'm17', '5, 5', '-o', 'm17.raw']);
    assert.deepEqual(readFileSync(folder.file('m17.raw')), Buffer.alloc(4, 17));
    assert.equal(server.count().requests, 4, 'the first bytes, the directory, the header, the data');
    const { code, err } = await microtome(['cut', server.url, 'm30', '5, 5', '-o', 'm30.npy'], {
      cwd: folder.path,
    });
    assert.equal(code, 1);
    assert.match(err, /'m30' is not among the 30 tensors of the file/);
  });
});

describe('several tensors in one file', () => {
  const header = {
    __metadata__: { format: 'pt', alpha: '8' },
    'a.b': { dtype: 'U8', shape: [3], data_offsets: [0, 3] },
    'a.w': { dtype: 'F32', shape: [4, 3], data_offsets: [3, 51] },
    '*.odd': { dtype: 'U8', shape: [2], data_offsets: [51, 53] },
    'b.w': { dtype: 'BF16', shape: [4, 3], data_offsets: [53, 77] },
    'c.w': { dtype: 'I64', shape: [2, 3], data_offsets: [77, 125] },
  };
  const bytes = Buffer.from(Array.from({ length: 125 }, (_, i) => i));
  before(() => writeFileSync(folder.file('b.safetensors'), safetensorsOf(header, bytes)));

  /** Header and data, as the format's document says. @param {string} name */
  const partsOf = (name) => {
    const file = readFileSync(folder.file(name));
    const begin = 8 + Number(file.readBigUInt64LE(0));
    return { begin, header: JSON.parse(file.toString('utf8', 8, begin)), data: file.subarray(begin) };
  };

  it('are chosen by a pattern, aligned, and keep their metadata', async () => {
    await succeed(['cut', 'b.safetensors', '*.w', ':2', '-o', 's.safetensors', '--metadata', 'alpha=16=x']);
    const { begin, header, data } = partsOf('s.safetensors');
    assert.equal(begin % 8, 0);
    assert.deepEqual(header, {
      __metadata__: { format: 'pt', alpha: '16=x' },
      'c.w': { dtype: 'I64', shape: [2, 3], data_offsets: [0, 48] },
      'a.w': { dtype: 'F32', shape: [2, 3], data_offsets: [48, 72] },
      'b.w': { dtype: 'BF16', shape: [2, 3], data_offsets: [72, 84] },
    });
    const expected = [bytes.subarray(77), bytes.subarray(3, 27), bytes.subarray(53, 65)];
    assert.deepEqual(Buffer.from(data), Buffer.concat(expected));
    const cost = `${await succeed(['cost', '--json', 'b.safetensors', '*.w', ':2'])}`;
    assert.deepEqual(JSON.parse(cost), { requests: 3, bytes: 84, useful: 84 });
  });

  it('are members of an .npz file, in the order of FROM', async () => {
    await succeed(['gather', 'b.safetensors', 'a*', '-1,0', '-o', 's.npz']);
    const source = await open(readFileSync(folder.file('s.npz')));
    assert.deepEqual(source.names, ['a.b', 'a.w']);
    assert.deepEqual((await sliceOfFile(source.tensor('a.b'), ':')).data, Uint8Array.of(2, 0));
    const rows = /** @type {any} */ (await sliceOfFile(source.tensor('a.w'), ':'));
    assert.deepEqual(
      Buffer.from(rows.data.buffer),
      Buffer.concat([bytes.subarray(39, 51), bytes.subarray(3, 15)]),
    );
    // as ZIP's document says: what is at the end finds the directory, and each entry its member
    const file = readFileSync(folder.file('s.npz'));
    const end64 = Number(file.readBigUInt64LE(file.length - 22 - 12));
    const directory = Number(file.readBigUInt64LE(end64 + 48));
    const names = [];
    for (let at = directory; at < end64; ) {
      const [name, extra] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30)];
      const local = Number(file.readBigUInt64LE(at + 46 + name + 4 + 16));
      names.push(file.toString('utf8', at + 46, at + 46 + name));
      assert.equal(file.toString('utf8', local + 30, local + 30 + name), names.at(-1));
      at += 46 + name + extra;
    }
    assert.deepEqual(names, ['a.b.npy', 'a.w.npy']);
  });

  it('are one, if a tensor has the very name; and fields of a structured array', async () => {
    await succeed(['cut', '--raw', 'b.safetensors', '*.odd', ':', '-o', 'odd.raw']);
    assert.deepEqual([...readFileSync(folder.file('odd.raw'))], [51, 52]);
    const records = npyOf("[('x', '<i2'), ('y', '<i4')]", [3], bytes.subarray(0, 18)).toString('latin1');
    const structured = Buffer.from(
      records.replace(`'[(`, '[(').replace(`)]'`, ')]').replace('), }', '), }  '),
      'latin1',
    );
    writeFileSync(folder.file('r.npz'), zipOf([{ name: 'S.npy', content: structured }, { name: 'T.npy', content: npyOf('|u1', [2], bytes.subarray(0, 2)) }])); // biome-ignore format: a row
    for (const [pattern, names] of [
      ['S.*', ['S.x', 'S.y']],
      ['*x', ['S.x']],
      ['*', ['S.x', 'S.y', 'T']],
    ]) {
      await succeed(['cut', 'r.npz', `${pattern}`, ':', '-o', 'r.safetensors']);
      assert.deepEqual(Object.keys(partsOf('r.safetensors').header).sort(), names);
    }
  });

  it('may be one without a name, which gets that of the format', async () => {
    writeFileSync(folder.file('n.npy'), npyOf('|u1', [2], bytes.subarray(0, 2)));
    await succeed(['cut', 'n.npy', '*', ':', '-o', 'n.safetensors']);
    assert.deepEqual(Object.keys(partsOf('n.safetensors').header), ['data']);
  });

  it('have the metadata of shards, which parts keep', async () => {
    const map = { 'a.w': 'b.safetensors', 'c.w': 'b.safetensors' };
    const weight_map = { ...map, 'a.b': 'b.safetensors', 'b.w': 'b.safetensors', '*.odd': 'b.safetensors' };
    writeFileSync(folder.file('m.safetensors.index.json'), JSON.stringify({ metadata: { total_size: 9 }, weight_map })); // biome-ignore format: a row
    for (const i of [0, 1])
      await succeed([
        'cut',
        'm.safetensors.index.json',
        'a.w',
        ':',
        '--part',
        `${i}/2`,
        '-o',
        'p.safetensors',
      ]);
    await succeed(['join', 'p.safetensors', 'p.axis0.0-of-2.safetensors', 'p.axis0.1-of-2.safetensors']);
    const { header, data } = partsOf('p.safetensors');
    assert.deepEqual(header, { __metadata__: { format: 'pt', alpha: '8' }, 'a.w': { dtype: 'F32', shape: [4, 3], data_offsets: [0, 48] } }); // biome-ignore format: a row
    assert.deepEqual(Buffer.from(data), bytes.subarray(3, 51));
  });

  /** @type {[args: string[], code: number, err: RegExp][]} */
  const REFUSED = [
    [['cut', 'b.safetensors', 'a*', ':', '-o', 'x.npy'], 2, /a pattern needs an OUT that ends with \.safetensors or \.npz/],
    [['gather', '--raw', 'b.safetensors', 'a*', '0', '-o', 'x'], 2, /a pattern needs an OUT/],
    [['cut', 'b.safetensors', 'q*', ':', '-o', 'x.npz'], 1, /no tensor of b\.safetensors has a name like 'q\*'; `microtome ls` lists them/],
    [['cut', 'b.safetensors', 'a*', ':', '--part', '0/2', '-o', 'x.npz'], 2, /--part divides one tensor/],
    [['cost', 'b.safetensors', 'a*', ':', '--part', '0/2'], 2, /--part divides one tensor/],
    [['cut', 'b.safetensors', '*.w', ':', '--max-bytes', '119', '-o', 'x.npz'], 1, /120 bytes would be fetched; --max-bytes allows 119/],
    [['cut', 'b.safetensors', 'a.w', ':', '--metadata', 'a=b', '-o', 'x.npz'], 2, /--metadata needs an OUT that ends with \.safetensors/],
    [['cut', 'b.safetensors', 'a.w', ':', '--metadata', 'a', '-o', 'x.safetensors'], 2, /--metadata takes KEY=VALUE, not 'a'/],
    [['cut', 'b.safetensors', '*', '5', '-o', 'x.npz'], 1, /index/],
  ]; // biome-ignore format: a table
  for (const [args, code, err] of REFUSED)
    it(`are refused: ${args.join(' ')}`, async () => {
      const ended = await microtome(args, { cwd: folder.path });
      assert.match(ended.err, err);
      assert.equal(ended.code, code);
      assert.ok(!folder.names().some((name) => /^(x|\.)/.test(name)));
    });
});

describe('records of bytes', () => {
  const record = Buffer.from(Array.from({ length: 60 }, (_, i) => (i * 37) % 251));
  it('are cut and joined by a layout of byteStride', async () => {
    writeFileSync(folder.file('r.bin'), record);
    const layout = ['--layout', 'int16[4, 3] byteStride=15,-2 at=5'];
    await succeed(['cut', 'r.bin', '::-1, 1', '--raw', '-o', 'r.raw', ...layout]);
    const at = (/** @type {number} */ byte) => record.subarray(byte, byte + 2);
    assert.deepEqual(readFileSync(folder.file('r.raw')), Buffer.concat([48, 33, 18, 3].map(at)));
    await succeed(['join', '--axis', '0', 'j.npy', 'r.bin', 'r.bin', ...layout]);
    const rows = [0, 1, 2, 3].flatMap((i) => [5, 3, 1].map((column) => at(15 * i + column)));
    assert.deepEqual(
      readFileSync(folder.file('j.npy')),
      npyOf('<i2', [8, 3], Buffer.concat([...rows, ...rows])),
    );
  });
});

describe('quantized tensors', () => {
  it('are cut and gathered as float32 with --decode, and cost their blocks', async () => {
    const { file, floats } = quantizedFile('Q4_K', [6, 512]);
    writeFileSync(folder.file('d.gguf'), file);
    await succeed(['cut', '--decode', '--raw', 'd.gguf', 'w', '2, 100:500', '-o', 'd.raw']);
    assert.deepEqual(readFileSync(folder.file('d.raw')), Buffer.from(floats.slice(1124, 1524).buffer));
    await succeed(['gather', '--decode', '--raw', 'd.gguf', 'w', '5,0', '-o', 'g.raw']);
    const rows = [...floats.slice(2560), ...floats.slice(0, 512)];
    assert.deepEqual(readFileSync(folder.file('g.raw')), Buffer.from(Float32Array.from(rows).buffer));
    const cost = `${await succeed(['cost', '--decode', '--json', 'd.gguf', 'w', '2, 100:500'])}`;
    assert.deepEqual(JSON.parse(cost), { requests: 1, bytes: 288, useful: 1600 });
  });
});

describe('cost', () => {
  it('counts requests and bytes', async () => {
    assert.equal(
      `${await succeed(['cost', STACK, '::10, 5'])}`,
      'requests       1\nbytes     184416\nuseful       384\n',
    );
    const json = await succeed(['cost', MODEL, 'wte.weight', '-1', '--json']);
    assert.equal(`${json}`, '{"requests":1,"bytes":32,"useful":32}\n');
  });
});

describe('gather', () => {
  const taken = (/** @type {number[]} */ indices, axis = 0) => {
    const stack = readFileSync(folder.file('stack.npy'));
    const data = new Uint16Array(Uint8Array.from(stack.subarray(-40 * 64 * 48 * 2)).buffer);
    return gatherInMemory({ type: 'uint16', dims: [40, 64, 48], data }, indices, { axis });
  };
  const write = (/** @type {string} */ text) => writeFileSync(folder.file('indices'), text);

  it('writes listed indices, also of another axis', async () => {
    for (const [given, indices, axis] of /** @type {[string, number[], number][]} */ ([
      ['3,30,7', [3, 30, 7], 0],
      ['-1', [-1], 0],
      ['@indices', [5, 5, -2], 0],
      ['9,1', [9, 1], -1],
    ])) {
      write('5\n5\n-2\n');
      assert.equal(
        `${await succeed(['gather', 'stack.npy', given, '--axis', `${axis}`, '-o', 'out.npy'])}`,
        '',
      );
      const { dims, data } = taken(indices, axis);
      const source = await open(readFileSync(folder.file('out.npy')));
      const found = await sliceOfFile(source.tensor(), '...');
      assert.deepEqual([found.dims, found.data], [dims, data]);
    }
  });

  it('takes the indices of an .npy file, and writes other formats', async () => {
    writeFileSync(folder.file('list.npy'), toBytes({ dims: [2], data: BigInt64Array.of(4n, 1n) }));
    await succeed(['gather', MODEL, 'wte.weight', '@list.npy', '-o', 'out.safetensors']);
    const { tensor } = await open(readFileSync(folder.file('out.safetensors')));
    assert.deepEqual([tensor().name, tensor().dims], ['wte.weight', [2, 8]]);
    const bytes = await succeed(['gather', MODEL, 'wte.weight', '@list.npy', '--raw', '-o', '-']);
    assert.equal(bytes.readFloatLE(0), 32);
  });

  it('refuses what is wrong', async () => {
    const fail = async (/** @type {string[]} */ ...args) => {
      const { code, err } = await microtome(['gather', ...args], { cwd: folder.path });
      return `${code} ${err}`;
    };
    assert.match(
      await fail('stack.npy', '1,x', '-o', 'a.npy'),
      /^2 microtome: INDICES takes integers .*not 'x'/,
    );
    assert.match(await fail('stack.npy', '1'), /^2 .*-o OUT/);
    assert.match(await fail('stack.npy', '40', '-o', 'a.npy'), /^1 .*40/);
    assert.match(
      await fail('stack.npy', '1', '-o', 'a.npy', '--max-bytes', '10'),
      /^1 .*--max-bytes allows 10/,
    );
    writeFileSync(folder.file('list.npy'), toBytes({ dims: [1], data: Int32Array.of(1) }));
    assert.match(await fail('stack.npy', '@list.npy', '-o', 'list.npy'), /^1 .*is being read/);
  });
});

describe('cut', () => {
  for (const spec of [':', '-1', '::-3, 5', '..., ::2', '5:5', '3, 4, 5'])
    it(`writes ${spec} as an .npy file`, async () => {
      assert.equal(`${await succeed(['cut', STACK, spec, '-o', 'out.npy'])}`, '');
      assert.deepEqual(readFileSync(folder.file('out.npy')), expected(spec));
      assert.deepEqual(await succeed(['cut', STACK, spec, '-o', '-']), expected(spec));
    });

  it('writes raw elements, of a tensor by its name', async () => {
    const bytes = await succeed(['cut', MODEL, 'wte.weight', '1, ::4', '--raw', '-o', '-']);
    assert.deepEqual([bytes.length, bytes.readFloatLE(0), bytes.readFloatLE(4)], [8, 8, 12]);
  });

  it('sends headers with every request', async (t) => {
    const server = await serveFor(t, readFileSync(STACK));
    const args = ['cut', server.url, '7', '-o', '-', '--header', 'X-Key: a b', '--header', 'X-More:1'];
    assert.deepEqual(await succeed(args), expected('7'));
    assert.ok(server.seen.length >= 2);
    for (const { headers } of server.seen)
      assert.deepEqual([headers['x-key'], headers['x-more']], ['a b', '1']);
  });

  it('holds less than 256 MB, however large the file is', async () => {
    const size = 1_000_000;
    const large = folder.file('large.npy'); // of holes
    writeFileSync(large, npyOf('<f4', [size, 1000], new Uint8Array(0)));
    truncateSync(large, readFileSync(large).length + size * 4000);
    for (const spec of ['-150000:', ':-150001:-1, ::2']) {
      // both give more than that
      const { code, err } = await microtome(['cut', large, spec, '-o', '/dev/null'], { node: TELL });
      assert.equal(code, 0, err);
      assert.ok(Number(err) * 1024 < 256e6, `${spec}: ${err} KiB`);
    }
  });
});

describe('join', () => {
  it('holds less than 256 MB, along every axis', async () => {
    const [dims, half] = [[75_000, 1000], folder.file('half.npy')]; // of holes
    writeFileSync(half, npyOf('<f4', dims, new Uint8Array(0)));
    truncateSync(half, readFileSync(half).length + 300_000_000);
    for (const axis of ['0', '1']) {
      const { code, err } = await microtome(['join', '--axis', axis, '/dev/null', half, half], {
        node: TELL,
      });
      assert.equal(code, 0, err);
      assert.ok(Number(err) * 1024 < 256e6, `${axis}: ${err} KiB`);
    }
  });
});

describe('parts', () => {
  const PART = /** @type {const} */ (['--axis', '1', '--part']);

  it('name their axis, and are joined in any order', async () => {
    const names = [];
    for (let i = 0; i < 3; ++i)
      names.push(`${await succeed(['cut', STACK, ':, ::-2', '-o', 'p.npy', ...PART, `${i}/3`])}`.trim());
    assert.deepEqual([names[0], names[2]], ['p.axis1.0-of-3.npy', 'p.axis1.2-of-3.npy']);
    await succeed(['join', 'joined.npy', ...[...names].reverse()]);
    assert.deepEqual(readFileSync(folder.file('joined.npy')), expected(':, ::-2'));
    assert.deepEqual(await succeed(['join', '-', ...names]), expected(':, ::-2'));
    const given = ['join', '--axis', '-1', '-', STACK, STACK];
    const stack = { dims: [40, 64, 48], data };
    const twice = concat([stack, stack], -1);
    assert.deepEqual(await succeed(given), npyOf('<u2', [40, 64, 96], bytesOf(twice.data)));
  });

  it('may be empty, and divide the first axis with more than one index', async () => {
    for (const i of [0, 1, 2]) await succeed(['cut', STACK, '3:4, 6:8', '-o', 'e.npy', '--part', `${i}/3`]);
    assert.deepEqual(
      readFileSync(folder.file('e.axis1.2-of-3.npy')),
      npyOf('<u2', [1, 0, 48], new Uint8Array(0)),
    );
    const parts = [2, 0, 1].map((i) => `e.axis1.${i}-of-3.npy`);
    assert.deepEqual(await succeed(['join', '-', ...parts]), expected('3:4, 6:8'));
  });

  it('are checked before they are joined', async () => {
    const part = (/** @type {string} */ out, /** @type {string} */ spec, /** @type {string} */ which) =>
      succeed(['cut', STACK, spec, '-o', out, '--part', which]);
    await part('q.npy', ':, 0', '0/2');
    await part('q.npy', ':, 0', '1/2');
    await part('r.npy', ':, 0, :7', '1/2');
    await succeed(['cut', MODEL, 'wte.weight', ':, 0', '-o', 'f.npy', '--part', '1/2']);
    const [a, b] = ['q.axis0.0-of-2.npy', 'q.axis0.1-of-2.npy'];
    /** @type {[string[], RegExp][]} */
    const wrong = [
      [['x.npy', a], /^microtome: 1 of 2 parts are missing: 1\n$/],
      [['x.npy', a, b, b], /are the same part\n$/],
      [['x.npy', a, 'p.axis1.1-of-3.npy'], /is not one of the 2 parts along axis 0 as q\.axis0\.0-of-2\.npy is\n$/],
      [['x.npy', a, 'r.axis0.1-of-2.npy'], /^microtome: r\S+ is uint16 \[:, 7\], but q\S+ is uint16 \[:, 48\]\n$/],
      [['x.npy', a, 'f.axis0.1-of-2.npy'], /is float32 \[:\], but q\S+ is uint16 \[:, 48\]\n$/],
      [['x.npy', a, 'gone.axis0.1-of-2.npy'], /^microtome: gone\.axis0\.1-of-2\.npy: .*ENOENT/],
      [['x.npy', STACK], /is not named as a part, such as half\.axis0\.03-of-16\.npy; give --axis\n$/],
      [['x.npy', '--axis', '5', STACK], /has 3 axes, so there is no axis 5\n$/],
    ]; // biome-ignore format: a table
    for (const [args, message] of wrong) {
      const { code, err } = await microtome(['join', ...args], { cwd: folder.path });
      assert.deepEqual([code, folder.names().includes('x.npy')], [1, false]);
      assert.match(err, message);
    }
  });
});

describe('what goes wrong', () => {
  /** @type {[string[], number, RegExp][]} */
  const wrong = [
    [[], 2, /^microtome: expected a command: ls, cost, cut, gather, join\nusage: microtome ls \| cost \| cut \| gather \| join \.\.\.\n$/],
    [['frob'], 2, /^microtome: 'frob' is not one of ls, cost, cut, gather, join\nusage: /],
    [['__proto__'], 2, /is not one of/],
    [['ls'], 2, /^microtome: expected FROM\.\.\.\nusage: microtome ls FROM\.\.\. \[options\]\n$/],
    [['ls', 'a', 'b'], 1, /^microtome: a: [^\n]*ENOENT[^\n]*\nmicrotome: b: [^\n]*ENOENT[^\n]*\n$/],
    [['cost', 'a', 'b', 'c', 'd'], 2, /^microtome: expected FROM \[NAME\] SPEC, and 4 words are given\nusage: /],
    [['cut', STACK, ':', '-o', 'w.gguf'], 2, /^microtome: \.gguf files cannot be written; [^\n]*\nusage: /],
    [['cut', STACK, ':', '--raw', '-o', 'w.npz'], 2, /^microtome: --raw writes the elements alone, and no \.npz file\nusage: /],
    [['join', 'o.pt', 'a'], 2, /^microtome: \.pt files cannot be written/],
    [['ls', '--layout', 'uint8', STACK], 2, /^microtome: --layout takes 'TYPE\[DIMS\] [^\n]*, not 'uint8'\nusage: /],
    [['ls', '--layout', 'uint8[4] at=x', STACK], 2, /--layout takes/],
    [['ls', '--layout', 'uint8[4] at=1 at=5', STACK], 2, /--layout takes/],
    [['ls', '--layout', 'uint8[4,,]', STACK], 2, /--layout takes/],
    [['ls', '--layout', 'uint7[4]', STACK], 1, /^microtome: open: layout: [^\n]*uint7[^\n]*\n$/],
    [['ls', '--layout', 'uint8[400000]', STACK], 1, /is not inside the file/],
    [['cost', STACK, ':', '--axis', '0'], 2, /--axis needs --part/],
    [['ls', '--max-bytes', 'x', STACK], 2, /--max-bytes takes a number of bytes/],
    [['ls', '--timeout', 'soon', 'a'], 2, /^microtome: --timeout takes [^\n]*, not 'soon'\nusage: /],
    [['cost', '--timeout', '0', 'a', ':'], 2, /--timeout takes [^\n]*, not '0'\n/],
    [['cut', '--timeout=-1', 'a', ':', '-o', 'b'], 2, /--timeout takes [^\n]*, not '-1'\n/],
    [['join', '--trust', 'etag', 'a', 'b', 'c'], 2, /--trust takes [^\n]*, not 'etag'\n/],
    [['ls', '--nonsense', 'a'], 2, /^microtome: unknown option '--nonsense'\nusage: /],
    [['cut', STACK, ':'], 2, /^microtome: say where to write: -o OUT\nusage: microtome cut FROM/],
    [['cut', STACK, ':', '-o', 'w.npy', '--part', '4/4'], 2, /takes I\/N with 0 <= I < N, such as 0\/16, not '4\/4'\n/],
    [['cut', STACK, ':', '-o', 'w.npy', '--part', '-1/4'], 2, /--part takes I\/N/],
    [['cut', STACK, ':', '-o', 'w.npy', '--axis', '0'], 2, /--axis needs --part/],
    [['cut', STACK, ':', '-o', 'w.npy', '--max-bytes', 'much'], 2, /--max-bytes takes a number of bytes, not 'much'/],
    [['cut', STACK, ':', '-o', 'w.npy', '--header', 'nothing'], 2, /--header takes 'NAME: VALUE', in characters that HTTP allows\nusage: /],
    [['join', 'o.npy', 'gone.npy', '--axis', '0', '--header', 'x'], 2, /--header takes/],
    [['cut', STACK, ':', '-o', ''], 2, /say where to write/],
    [['join', 'p.axis0.0-of-2.npy', 'p.axis0.1-of-2.npy'], 2, /^microtome: OUT comes first, and/],
    [['ls', 'gone.npy'], 1, /^microtome: [^\n]*ENOENT[^\n]*gone\.npy'\n$/],
    [['ls', COMMAND], 1, /^microtome: [^\n]*is text that begins with '#![^\n]*\n$/],
    [['ls', 'http://localhost:1/x.npy'], 1, /^microtome: [^\n]*cannot be read[^\n]*\n$/],
    [['cut', STACK, '77', '-o', 'w.npy'], 1, /^microtome: Slice-\d+: spec: index 77 is outside axis 0[^\n]*\n$/],
    [['cut', STACK, '1,2,3,4', '-o', 'w.npy'], 1, /^microtome: Slice-\d+: spec: [^\n]*\n$/],
    [['cut', MODEL, ':', '-o', 'w.npy'], 1, /give the name of one of the 3 tensors of the file: [^\n]*\n$/],
    [['cut', STACK, ':,', '2', '-o', 'w.npy'], 1, /name: ':,' is not in the file; its one tensor has no name, so leave the name out\n$/],
    [['cut', MODEL, 'odd', ':', '-o', 'w.npy'], 1, /FNUZ[^\n]*\n$/],
    [['cut', STACK, ':', '-o', 'w.npy', '--part', '0/2', '--axis', '3'], 1, /an output of rank 3 has axes/],
    [['cut', STACK, '1,2,3', '-o', 'w.npy', '--part', '0/2'], 1, /give a range such as 3:4/],
    [['cut', STACK, ':', '-o', 'w.npy', '--max-bytes', '9'], 1, /^microtome: 245760 bytes would be fetched; --max-bytes allows 9\n$/],
    [['cut', STACK, ':', '-o', 'gone/w.npy'], 1, /^microtome: gone\/w\.npy cannot be written: ENOENT: no such file or directory\n$/],
    [['cut', STACK, ':', '-o', '.'], 1, /^microtome: \. is a folder\n$/],
    [['cut', STACK, ':', '-o', '/dev/full'], 1, /^microtome: \/dev\/full cannot be written: ENOSPC: no space left on device\n$/],
  ]; // biome-ignore format: a table

  for (const [args, status, message] of wrong)
    it(`is one sentence: ${args.map((each) => each.replace(/.*\//, '')).join(' ') || '(nothing)'}`, async () => {
      const before = folder.names();
      const { code, out, err } = await microtome(args, { cwd: folder.path });
      assert.deepEqual([code, `${out}`], [status, '']);
      assert.match(err, message);
      assert.deepEqual(folder.names(), before);
    });

  it('leaves nothing of a file that became too large for the disk', async () => {
    const script = `ulimit -f 100; exec "$0" "$@"`;
    const args = ['-c', script, process.execPath, COMMAND, 'cut', STACK, ':', '-o', 'w.npy'];
    const before = folder.names();
    const { status, stderr } = spawnSync('sh', args, { cwd: folder.path, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [1, 'microtome: w.npy cannot be written: EFBIG: file too large\n']);
    assert.deepEqual(folder.names(), before);
  });
});
