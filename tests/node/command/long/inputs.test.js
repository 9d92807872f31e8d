// FROM is all that it consists of: shards, weights, parts, standard input. None of it may be OUT, none may change meanwhile, and what
// is read once is read from where it is.
import assert from 'node:assert/strict';
import { linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { modelOf, outside, safetensorsOf } from '../../../support/handmade.js';
import { npyOf } from '../../../support/npz_files.js';
import { serveFor } from '../../../support/range_server.js';
import { inShell, makeFolder, microtome } from '../run.js';

const folder = makeFolder();
const { put, run } = folder;
after(folder.remove);

const bytes = (/** @type {number} */ first) => Uint8Array.from({ length: 8 }, (_, i) => first + i);
/** Two floats. @param {number} first */
const npy = (first) => npyOf('<f4', [2], bytes(first));
/** @param {string} name @param {number} first */
const shardOf = (name, first) =>
  safetensorsOf({ [name]: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }, Buffer.from(bytes(first)));

/** Writes all files again. */
function prepare() {
  put('a.npy', npy(10));
  put('b.npy', npy(20));
  put('shard.safetensors', shardOf('x', 10));
  put('other.safetensors', shardOf('y', 20));
  put('two.safetensors.index.json', Buffer.from(JSON.stringify({ weight_map: { x: 'shard.safetensors', y: 'other.safetensors' } }))); // biome-ignore format: one
  put('one.safetensors.index.json', Buffer.from(JSON.stringify({ weight_map: { x: 'shard.safetensors' } })));
  put('w.bin', bytes(10));
  const external = { location: 'w.bin', offset: '0', length: '8' };
  put('m.onnx', modelOf(outside({ name: 'x', data_type: 1, dims: [2] }, external)));
}
before(() => {
  prepare();
  mkdirSync(folder.file('links'));
  for (const name of ['a.npy', 'shard.safetensors', 'other.safetensors', 'w.bin']) {
    symlinkSync(`../${name}`, folder.file(`links/to-${name}`));
    linkSync(folder.file(name), folder.file(`links/${name}`));
  }
});

describe('OUT', () => {
  /** A command before its OUT, and files that it reads. @type {[string, string[]][]} */
  const ROWS = [
    ['cut a.npy : -o', ['a.npy']],
    ['cut - : -o', ['a.npy']],
    ['cut two.safetensors.index.json x : -o', ['shard.safetensors', 'other.safetensors']],
    ['cut one.safetensors.index.json : -o', ['shard.safetensors']],
    ['cut m.onnx : --raw -o', ['w.bin']],
    ['join --axis 0 OUT b.npy a.npy', ['a.npy']],
    ['join --axis 0 OUT b.npy one.safetensors.index.json', ['shard.safetensors']],
    ['join --axis 0 OUT m.onnx b.npy', ['w.bin']],
  ];
  for (const [command, files] of ROWS)
    for (const name of files)
      for (const out of [name, `./links/../${name}`, `links/to-${name}`, `links/${name}`])
        it(`is nothing that is read: ${command} ${out}`, async () => {
          const before = readFileSync(folder.file(name));
          const names = folder.names();
          const line = command.includes('OUT') ? command.replace('OUT', out) : `${command} ${out}`;
          const { code, err } = await inShell(`$M ${line}${command.includes(' - ') ? ' < a.npy' : ''}`, folder.path); // biome-ignore format: one
          if (code === 2)
            assert.match(err, /^microtome: OUT comes first, and 'a\.npy' is one of the parts\n/);
          else {
            assert.match(err, /^microtome: \S+ cannot be written: it is (.+, which is )?being read; give OUT another name\n$/); // biome-ignore format: one
            assert.equal(code, 1);
          }
          assert.deepEqual([readFileSync(folder.file(name)), folder.names()], [before, names]);
        });

  it('is no open file that is read', async () => {
    const before = readFileSync(folder.file('a.npy'));
    for (const script of ['$M cut a.npy : -o - >> a.npy', '$M cut a.npy : -o /dev/fd/3 3>> a.npy']) {
      const { code, err } = await inShell(script, folder.path);
      assert.equal(code, 1);
      assert.match(err, /being read; give OUT another name\n$/);
      assert.deepEqual(readFileSync(folder.file('a.npy')), before);
    }
  });

  it('may be a file beside those that are read', async () => {
    await folder.done('cut', 'two.safetensors.index.json', 'x', ':', '-o', 'new.npy');
    assert.deepEqual(readFileSync(folder.file('new.npy')), npy(10));
  });
});

describe('an input that changes while others are read', () => {
  /** Parts before a pipe, and the file that changes, with its new content. @type {[string, string, Uint8Array][]} */
  const ROWS = [
    ['a.npy', 'a.npy', npyOf('>f4', [2], bytes(10))],
    ['one.safetensors.index.json', 'shard.safetensors', shardOf('x', 30)],
    ['m.onnx', 'w.bin', bytes(30)],
  ];
  /** In place, or as another file. */
  for (const [how, change] of [['written over', 'cat new > FILE'], ['replaced', 'mv new FILE']]) // biome-ignore format: one
    for (const [part, file, content] of ROWS)
      it(`is a failure of join: ${file} is ${how}`, async () => {
        prepare();
        put('new', content);
        const names = folder.names().filter((name) => name !== 'new');
        // The pipe is opened after the part before it, and ends after the change.
        const script = `rm -f p; mkfifo p; $M join --axis 0 o.npy ${part} p & exec 3> p; sleep 0.5; ${change.replace('FILE', file)}; rm -f new; cat b.npy >&3; exec 3>&-; wait $!; code=$?; rm p; exit $code`;
        const { code, err } = await inShell(script, folder.path);
        assert.equal(code, 1, err);
        assert.match(err, /^microtome: [^\n]*has changed[^\n]*\n$/);
        assert.deepEqual(folder.names(), names);
      });

  it('is a failure of cut, also if another file takes its name', async () => {
    const large = npyOf('|u1', [40_000_000], Buffer.alloc(40_000_000));
    for (const change of ['cat new > large.npy', 'mv new large.npy']) {
      put('large.npy', large);
      put('new', large);
      const script = `rm -f p; mkfifo p; $M cut large.npy : -o p & exec 3< p; sleep 0.5; ${change}; rm -f new; cat <&3 > /dev/null; wait $!; code=$?; rm p; exit $code`;
      const { code, err } = await inShell(script, folder.path);
      assert.equal(code, 1, err);
      assert.match(err, /^microtome: [^\n]*has changed since it was opened; [^\n]*\n$/);
    }
  });
});

describe('standard input', () => {
  before(() => {
    put(
      'ten',
      Uint8Array.from({ length: 30 }, (_, i) => i),
    );
    put('headed', Buffer.concat([Buffer.from('0123456789'), npy(10)]));
  });
  const cut = "$M cut - --layout 'uint8[4]' : --raw -o - | od -An -tu1";

  it('is read from where it is, as a pipe is, also if it is a file', async () => {
    for (const feed of ['} < ten', '} < <(cat ten)']) {
      const { out, err } = await inShell(`{ head -c 10 > /dev/null; } < /dev/null; { dd bs=10 count=1 2> /dev/null > /dev/null; ${cut}; ${feed}`, folder.path); // biome-ignore format: one
      assert.deepEqual([`${out}`.trim().split(/\s+/), err], [['10', '11', '12', '13'], '']);
    }
    const script = '{ dd bs=10 count=1 2> /dev/null > /dev/null; $M join --axis 0 o.npy b.npy -; } < headed';
    assert.deepEqual(await inShell(script, folder.path), { code: 0, out: Buffer.alloc(0), err: '' });
    assert.deepEqual(readFileSync(folder.file('o.npy')), npyOf('<f4', [4], Buffer.concat([bytes(20), bytes(10)]))); // biome-ignore format: one
  });

  it('may be a pipe that does not wait', async () => {
    // A process that shares the pipe has it not wait, as Node does with its own.
    const share = 'node -e "process.stdin; setTimeout(() => {}, 2000)" <&0 &';
    const script = `{ sleep 1.5; head -c 4 ten; } | { ${share} sleep 0.7; ${cut}; }`;
    const { out, err } = await inShell(script, folder.path);
    assert.deepEqual([`${out}`.trim().split(/\s+/), err], [['0', '1', '2', '3'], '']);
  });

  it('is one of the parts at most, and so is every other pipe', async () => {
    const twice = await inShell('cat a.npy | $M join --axis 0 o.npy - -', folder.path);
    assert.equal(twice.code, 2);
    assert.match(twice.err, /^microtome: standard input can be only one of the parts\n/);
    const both = await inShell('cat a.npy | $M join --axis 0 o.npy - /dev/stdin', folder.path);
    assert.equal(both.code, 1);
    assert.match(both.err, /is a pipe, and another part reads it already\n$/);
  });
});

describe('a pipe that is written', () => {
  it('may be one that does not wait', async () => {
    put('large.bin', Buffer.alloc(1_000_000, 7));
    const share = `node -e "new (require('net').Socket)({ fd: 3, readable: false }); setTimeout(() => {}, 2000)" &`;
    const script = `{ ${share} sleep 0.7; $M cut large.bin : --layout 'uint8[1000000]' --raw -o /dev/fd/3; } 3>&1 > /dev/null | { sleep 1.5; wc -c; }`;
    const { out, err } = await inShell(script, folder.path);
    assert.deepEqual([`${out}`.trim(), err], ['1000000', '']);
  });
});

describe('join', () => {
  it('ends at once if a part is bad, whatever the others wait for', async (t) => {
    put('bad.npy', Buffer.from('no'));
    const server = await serveFor(t, npy(10));
    server.latency = 2 ** 30;
    const parts = `${server.url} never <(exec sleep 10 2> /dev/null) bad.npy`;
    const script = `mkfifo never; $M join --timeout 1000000 --axis 0 o.npy ${parts}; code=$?; rm never; exit $code`;
    const { code, err } = await inShell(script, folder.path);
    assert.equal(code, 1);
    assert.match(err, /^microtome: bad\.npy: [^\n]*\n$/);
  });

  it('has few files open, also if each needs others', async () => {
    prepare();
    const names = Array.from({ length: 60 }, (_, i) => `i${i}.safetensors.index.json`);
    for (const name of names) put(name, readFileSync(folder.file('one.safetensors.index.json')));
    const script = `ulimit -n 60; exec $M join --axis 0 o.npy ${names.join(' ')}`;
    assert.deepEqual(await inShell(script, folder.path), { code: 0, out: Buffer.alloc(0), err: '' });
    assert.deepEqual(readFileSync(folder.file('o.npy')).subarray(-480), Buffer.concat(names.map(() => bytes(10)))); // biome-ignore format: one
  });
});

describe('standard output', () => {
  it('that is closed takes no data, which would be lost', async () => {
    const cut = '$M cut a.npy : -o -';
    const closed = await inShell(`${cut} >&-`, folder.path);
    assert.deepEqual([closed.code, closed.err], [1, 'microtome: - cannot be written: it is closed, so all would be lost; -o /dev/null writes nothing\n']); // biome-ignore format: one
    for (const open of ['> /dev/null', '-o /dev/null >&-'])
      assert.equal((await inShell(`${cut} ${open}`, folder.path)).code, 0, open);
    const { code } = await run('cut', 'a.npy', ':', '-o', '-');
    assert.equal(code, 0);
    assert.equal((await microtome(['ls', 'a.npy'], { cwd: folder.path })).code, 0);
  });
});
