// Where the command writes: files that keep what they were, files of the shell, and what is left when it ends early.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { ENDING } from '../../../../web/command/temporary.ts';
import { npyOf } from '../../../support/npz_files.js';
import { startRangeServer } from '../../../support/range_server.js';
import { first, inShell, makeFolder, microtome, patched, writeStack } from '../run.js';

const folder = makeFolder();
const STACK = folder.file('stack.npy');
const data = Uint16Array.from({ length: 40 * 64 * 48 }, (_, i) => i);
/** The .npy file of an index. @param {number} index */
const cutOf = (index) =>
  npyOf('<u2', [64, 48], new Uint8Array(data.buffer, index * 64 * 48 * 2, 64 * 48 * 2));

/** @param {string[]} args @param {Parameters<typeof microtome>[1]} [options] */
const run = (args, options = {}) => microtome(args, { cwd: folder.path, ...options });

/** @param {string} script */
const shell = (script) => inShell(script, folder.path);

before(() => writeStack(STACK));
after(() => folder.remove());

describe('OUT', () => {
  const TEMPORARY = /^\.microtome-.*\.tmp$/;
  beforeEach(() => rmSync(folder.file('o'), { recursive: true, force: true }));

  it('keeps its mode, its other names, its owner and the links to it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 0o777 }).map((mode) => mode | 0o200),
        fc.nat(2), // symbolic links in front of it
        fc.boolean(), // another name
        fc.boolean(), // another owner, if this user may give it away
        fc.nat(39),
        async (mode, links, isShared, isForeign, index) => {
          rmSync(folder.file('o'), { recursive: true, force: true });
          mkdirSync(folder.file('o/p'), { recursive: true });
          const file = folder.file('o/p/file');
          writeFileSync(file, 'old and longer than what comes'.repeat(1000));
          if (isShared) linkSync(file, folder.file('o/other'));
          if (isForeign && process.getuid?.() === 0) chownSync(file, 1234, 5678);
          chmodSync(file, mode);
          const { uid, gid } = statSync(file);
          for (let i = 0; i < links; ++i)
            symlinkSync(i === 0 ? 'p/file' : `l${i - 1}`, folder.file(`o/l${i}`));
          const out = links === 0 ? 'o/p/file' : `o/l${links - 1}`;
          const { code, err } = await run(['cut', STACK, `${index}`, '-o', out]);
          assert.deepEqual([code, err], [0, '']);
          const now = statSync(file);
          assert.deepEqual([now.mode & 0o777, now.uid, now.gid], [mode, uid, gid]);
          chmodSync(file, 0o600);
          assert.deepEqual(readFileSync(file), cutOf(index));
          if (isShared) assert.deepEqual(readFileSync(folder.file('o/other')), cutOf(index));
          for (let i = 0; i < links; ++i) assert.ok(lstatSync(folder.file(`o/l${i}`)).isSymbolicLink());
          assert.deepEqual(
            spawnSync('ls', ['-A', folder.file('o/p')], { encoding: 'utf8' }).stdout,
            'file\n',
          );
        },
      ),
      { numRuns: 25, seed: 1, examples: [[0o600, 0, false, false, 1], [0o640, 1, true, true, 2]] }, // biome-ignore format: one
    ));

  it('is refused and kept if nobody may write it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 0o777 }).map((mode) => mode & ~0o222),
        async (mode) => {
          rmSync(folder.file('o'), { force: true });
          writeFileSync(folder.file('o'), 'old');
          chmodSync(folder.file('o'), mode);
          const before = folder.names();
          const { code, err } = await run(['cut', STACK, '1', '-o', 'o']);
          assert.equal(code, 1);
          assert.match(
            err,
            /^microtome: o cannot be written: (it is read-only|EACCES: permission denied)\n$/,
          );
          assert.deepEqual([folder.names(), statSync(folder.file('o')).mode & 0o777], [before, mode]);
          chmodSync(folder.file('o'), 0o600);
          assert.equal(readFileSync(folder.file('o'), 'utf8'), 'old');
        },
      ),
      { numRuns: 8, seed: 1, examples: [[0o444]] },
    ));

  it('is written where a dangling link leads, which stays one', async () => {
    mkdirSync(folder.file('o'));
    symlinkSync('target.npy', folder.file('o/link'));
    assert.equal((await run(['cut', STACK, '3', '-o', 'o/link'])).code, 0);
    assert.equal(readlinkSync(folder.file('o/link')), 'target.npy');
    assert.deepEqual(readFileSync(folder.file('o/target.npy')), cutOf(3));
    symlinkSync('loop', folder.file('o/loop'));
    const { code, err } = await run(['cut', STACK, '3', '-o', 'o/loop']);
    assert.deepEqual([code, err], [1, 'microtome: o/loop cannot be written: its links lead nowhere\n']);
  });

  it('is where a shell finds it, also with .. after a link', async () => {
    mkdirSync(folder.file('o/a/b'), { recursive: true });
    symlinkSync('a/b', folder.file('o/link'));
    symlinkSync('link/../end.npy', folder.file('o/far'));
    symlinkSync(`${folder.file('o')}/link/../whole.npy`, folder.file('o/whole'));
    symlinkSync('new/', folder.file('o/new'));
    const rows = [
      ['o/link/../x.npy', 'x.npy'],
      ['o/link/../../link/../y.npy', 'y.npy'],
      ['o/far', 'end.npy'],
      ['o/whole', 'whole.npy'],
    ];
    for (const [out, real] of rows) {
      assert.deepEqual([(await run(['cut', STACK, '4', '-o', out])).err], ['']);
      assert.deepEqual(readFileSync(folder.file(`o/a/${real}`)), cutOf(4));
      const read = await run(['cut', out, ':', '-o', '-']);
      assert.deepEqual([read.err, read.out], ['', cutOf(4)]);
    }
    assert.equal(
      (await run(['cut', STACK, '4', '-o', 'o/new'])).err,
      'microtome: o/new is the name of a folder\n',
    );
    const found = spawnSync('find', ['o', '-type', 'f'], { cwd: folder.path, encoding: 'utf8' }).stdout;
    assert.deepEqual(found.split('\n').sort(), [
      '',
      ...['end', 'whole', 'x', 'y'].map((name) => `o/a/${name}.npy`),
    ]);
  });

  it('is no file that Node has opened for itself', async () => {
    const inPath = first('process.argv = process.argv.map((each) => each.replaceAll("PID", process.pid));');
    const outs = Array.from({ length: 24 }, (_, i) => `/dev/fd/${i + 3}`);
    for (const out of [...outs, '/proc/self/fd/5', '/proc/PID/task/PID/fd/6', '/proc/thread-self/fd/6']) {
      const node = out.includes('PID') ? inPath : [];
      const { code, err } = await run(['cut', STACK, '1, 2, 3', '--raw', '-o', out], { node });
      assert.equal(code, 1, out);
      assert.match(err, /^microtome: \S+ cannot be written: the shell has opened no file \d+\n$/);
    }
  });

  it('may be a pipe that the shell has opened, also one of several', async () => {
    const cut = `$M cut ${STACK} '2, :1, :4' --raw -o`;
    const bytes = Buffer.from(data.buffer, 2 * 64 * 48 * 2, 8);
    for (const script of [`${cut} /dev/fd/7 7>&1 8>&1 | cat`, `${cut} >(cat) | cat`])
      assert.deepEqual(await shell(script), { code: 0, out: bytes, err: '' });
  });

  it('is not taken for an open file where the system does not tell', async () => {
    const node = patched(`const { readdirSync } = fs;
       fs.readdirSync = (path, ...more) => {
         if (path === '/proc/self/fd') throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
         return readdirSync(path, ...more);
       };`);
    const { code, err } = await run(['cut', STACK, '1', '-o', '/dev/fd/3'], { node });
    assert.deepEqual([code, err], [1, 'microtome: /dev/fd/3 cannot be written: this system does not say whose it is; use -o - instead\n']); // biome-ignore format: one
    assert.equal((await run(['cut', STACK, '1', '-o', '/dev/fd/1'], { node })).code, 0);
  });

  it('is never a name that a folder has', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('o', 'o/', 'o/p', 'o/p/', 'new/', 'o/new/', '.', '..', 'o/..', './', '/'),
        fc.constantFrom([], ['--part', '0/2'], ['--part', '1/2', '--raw']),
        async (out, part) => {
          mkdirSync(folder.file('o/p'), { recursive: true });
          const before = spawnSync('find', [folder.path], { encoding: 'utf8' }).stdout;
          const { code, out: printed, err } = await run(['cut', STACK, ':', '-o', out, ...part]);
          assert.deepEqual([code, `${printed}`], [1, '']);
          assert.match(err, /^microtome: \S+ is (the name of )?a folder\n$/);
          assert.equal(spawnSync('find', [folder.path], { encoding: 'utf8' }).stdout, before);
        },
      ),
      { numRuns: 16, seed: 1, examples: [['new/', ['--part', '0/2']]] },
    ));

  it('is written over if it cannot be replaced, as a file that is mounted', async () => {
    writeFileSync(folder.file('o'), 'old and longer than what comes'.repeat(1000));
    const { ino } = statSync(folder.file('o'));
    const busy =
      "fs.rename = async () => { throw Object.assign(new Error('EBUSY: busy, rename'), { code: 'EBUSY' }); };";
    const node = patched(busy, 'node:fs/promises');
    const { code, err } = await run(['cut', STACK, '5', '-o', 'o'], { node });
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(readFileSync(folder.file('o')), cutOf(5));
    assert.equal(statSync(folder.file('o')).ino, ino);
    assert.ok(!folder.names().some((name) => TEMPORARY.test(name)));
  });

  /** Code that has the first try to create a temporary file fail. @param {string} body */
  const failing = (body) =>
    patched(`const { openSync, writeFileSync } = fs;
       let isFirst = true;
       fs.openSync = (path, flags, ...more) => {
         if (String(path).includes('.microtome-') && isFirst) { ${body} }
         return openSync(path, flags, ...more);
       };`);

  it('is written in place if its folder takes no other file', async () => {
    for (const code of ['EACCES', 'EPERM', 'EROFS']) {
      const node = failing(`throw Object.assign(new Error('${code}: no, open'), { code: '${code}' });`);
      const before = folder.names();
      const created = await run(['cut', STACK, '5', '-o', 'o'], { node });
      assert.deepEqual([created.code, created.err], [1, `microtome: o cannot be written: ${code}: no\n`]);
      assert.deepEqual(folder.names(), before);
      writeFileSync(folder.file('o'), 'old and longer than what comes'.repeat(1000));
      const { ino } = statSync(folder.file('o'));
      const written = await run(['cut', STACK, '5', '-o', 'o'], { node });
      assert.deepEqual([written.code, written.err], [0, '']);
      assert.deepEqual([readFileSync(folder.file('o')), statSync(folder.file('o')).ino], [cutOf(5), ino]);
      const isRead = [
        ['cut', 'o', '1', '-o', 'o'],
        ['cut', `file://${folder.file('o')}`, '1', '-o', 'o'],
        ['join', '--axis', '0', 'o', './o', './o'],
      ];
      for (const args of isRead) {
        const { err } = await run(args, { node });
        assert.match(err, /^microtome: o cannot be written: it is (\S+, which is )?being read; give OUT another name\n$/); // biome-ignore format: one
        assert.deepEqual(readFileSync(folder.file('o')), cutOf(5));
      }
      rmSync(folder.file('o'));
    }
  });

  // Root may write everywhere, so it becomes somebody else, if it can, who must find the command.
  const asNobody = process.getuid?.() === 0 ? 'setpriv --reuid 65534 --regid 65534 --clear-groups' : '';
  it('is written in place by a user who may not write into its folder', async (t) => {
    if ((await shell(`${asNobody} $M --version`)).code !== 0) return t.skip('the command is not to be found');
    mkdirSync(folder.file('o'));
    writeFileSync(folder.file('o/f'), 'old');
    const prepare = 'chmod 755 . && chmod 666 o/f && chmod 555 o';
    const { code: status, err } = await shell(`${prepare} && ${asNobody} $M cut ${STACK} 5 -o o/f`);
    chmodSync(folder.file('o'), 0o755);
    assert.deepEqual([status, err], [0, '']);
    assert.deepEqual(readFileSync(folder.file('o/f')), cutOf(5));
    assert.deepEqual(spawnSync('ls', ['-A', folder.file('o')], { encoding: 'utf8' }).stdout, 'f\n');
  });

  it('is written though somebody has taken the name of the temporary file', async () => {
    const node = failing(`isFirst = false; writeFileSync(path, 'taken');`);
    const before = folder.names();
    const { code, err } = await run(['cut', STACK, '5', '-o', 'o'], { node });
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(readFileSync(folder.file('o')), cutOf(5));
    const [taken, ...more] = folder.names().filter((name) => !before.includes(name) && name !== 'o');
    assert.deepEqual([readFileSync(folder.file(taken), 'utf8'), more], ['taken', []]);
    assert.match(taken, TEMPORARY);
    rmSync(folder.file(taken));
  });

  it('may be a file that the shell has opened, at the place that it has reached', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '/dev/stdout',
          '/dev/fd/1',
          '/proc/self/fd/1',
          '/dev/fd/3',
          '/proc/self/fd/3',
          '-',
          'link',
        ),
        fc.constantFrom('>', '>>'),
        fc.boolean(), // with --part
        async (out, redirection, isPart) => {
          rmSync(folder.file('f'), { force: true });
          rmSync(folder.file('link'), { force: true });
          symlinkSync('/dev/stdout', folder.file('link'));
          writeFileSync(folder.file('f'), redirection === '>>' ? 'before ' : 'lost');
          const part = isPart ? '--part 0/2' : '';
          const cut = `$M cut ${STACK} '2, :1, :4' --raw -o ${out} ${part}`;
          const script = `{ printf 'head '; ${cut}; printf ' tail'; } ${redirection} f ${/3$/.test(out) ? '3>&1' : ''}`;
          assert.deepEqual(await shell(script), { code: 0, out: Buffer.alloc(0), err: '' });
          const bytes = Buffer.from(data.buffer, 2 * 64 * 48 * 2, isPart ? 4 : 8);
          const expected = [
            Buffer.from(`${redirection === '>>' ? 'before ' : ''}head `),
            bytes,
            Buffer.from(' tail'),
          ];
          assert.deepEqual(readFileSync(folder.file('f')), Buffer.concat(expected));
        },
      ),
      { numRuns: 14, seed: 1, examples: [['/dev/stdout', '>', false], ['/dev/fd/3', '>>', false]] }, // biome-ignore format: one
    ));

  it('may be a pipe', async () => {
    const script = `mkfifo o; cat o & $M cut ${STACK} '2, :1, :4' --raw -o o; wait; test -p o`;
    const bytes = Buffer.from(data.buffer, 2 * 64 * 48 * 2, 8);
    assert.deepEqual(await shell(script), { code: 0, out: bytes, err: '' });
    const through = await shell(`$M cut ${STACK} '2, :1, :4' --raw -o /dev/stdout | cat`);
    assert.deepEqual(through, { code: 0, out: bytes, err: '' });
  });

  it('is not there if the name of the part cannot be printed', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 }), fc.boolean(), async (i, isOld) => {
        const name = `full.axis0.${i}-of-3.npy`;
        rmSync(folder.file(name), { force: true });
        if (isOld) writeFileSync(folder.file(name), 'old');
        const before = folder.names();
        const { code: status, err } = await shell(`$M cut ${STACK} : -o full.npy --part ${i}/3 > /dev/full`);
        assert.deepEqual(
          [status, err],
          [1, 'microtome: standard output cannot be written: ENOSPC: no space left on device\n'],
        );
        assert.deepEqual(folder.names(), before);
        if (isOld) assert.equal(readFileSync(folder.file(name), 'utf8'), 'old');
      }),
      { numRuns: 4, seed: 1 },
    ));
});

describe('a command that ends early', () => {
  /** A cut that waits in the middle. @param {(child: import('node:child_process').ChildProcess) => void} then @param {readonly string[]} [node] */
  async function interrupted(then, node = []) {
    const server = await startRangeServer(readFileSync(STACK));
    server.fault = (answer, nth) => {
      if (nth > 0) answer.slow = 2000;
    };
    const before = folder.names();
    try {
      const onStart = async (/** @type {import('node:child_process').ChildProcess} */ child) => {
        while (folder.names().every((name) => before.includes(name)))
          await new Promise((next) => setTimeout(next, 5));
        then(child);
      };
      return await run(['cut', server.url, ':', '-o', 'early.npy'], { onStart, node });
    } finally {
      await server.close();
    }
  }

  for (const signal of ENDING.filter((each) => each !== 'SIGBREAK'))
    it(`leaves nothing after ${signal}, and ends by it`, async () => {
      const before = folder.names();
      const ended = await interrupted((child) => child.kill(signal));
      assert.deepEqual([ended.code, ended.err], [null, '']);
      assert.equal(constants.signals[/** @type {'SIGIO'} */ (ended.signal)], constants.signals[signal]);
      const after = folder.names().filter((name) => !/^core\b/.test(name)); // which some signals dump
      assert.deepEqual(after, before);
    });

  it('ends as the first process of a container too, which no signal ends by itself', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(['SIGTERM', 143], ['SIGINT', 130], ['SIGHUP', 129], ['SIGQUIT', 131]),
        async ([signal, status]) => {
          const before = folder.names();
          const ended = await interrupted(
            (child) => child.kill(/** @type {any} */ (signal)),
            first('process.kill = () => true;'),
          );
          assert.deepEqual([ended.code, ended.signal, ended.err], [status, null, '']);
          assert.deepEqual(folder.names(), before);
        },
      ),
      { numRuns: 4, seed: 1 },
    ));

  it('and was killed leaves a file that the next one for the same OUT removes, but no file of a living one', async () => {
    const before = folder.names();
    for (let killed = 0; killed < 2; ++killed) {
      const { signal } = await interrupted((child) => child.kill('SIGKILL'));
      assert.equal(signal, 'SIGKILL');
      assert.equal(folder.names().length, before.length + 1);
    }
    const left = folder.names().find((name) => !before.includes(name)) ?? '';
    assert.match(left, /^\.microtome-.*\.tmp$/);
    // Of another OUT, and of another machine.
    for (const [from, to] of [[1, 'f00000000000'], [2, 'f00000000000']]) // biome-ignore format: one
      writeFileSync(folder.file(left.split('-').with(Number(from), String(to)).join('-')), '');
    const others = folder.names().filter((name) => !before.includes(name) && name !== left);
    const server = await startRangeServer(readFileSync(STACK));
    let release = () => {};
    const released = new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      release = resolve;
    });
    server.fault = (answer, nth) => {
      if (nth > 0) answer.until = released;
    };
    const slow = run(['cut', server.url, ':', '-o', 'early.npy', '--timeout', '1000']);
    const isBegun = (/** @type {string[]} */ names) =>
      !names.includes(left) && names.length > before.length + others.length;
    while (!isBegun(folder.names())) await new Promise((next) => setTimeout(next, 5));
    const during = folder.names();
    assert.equal((await run(['cut', STACK, ':', '-o', 'early.npy'])).code, 0);
    assert.deepEqual(folder.names(), [...during, 'early.npy'].sort());
    release();
    assert.deepEqual([(await slow).code, (await slow).err], [0, '']);
    await server.close();
    assert.deepEqual(readFileSync(folder.file('early.npy')), readFileSync(STACK));
    assert.deepEqual(folder.names(), [...before, ...others, 'early.npy'].sort());
  });
});
