// How little `ls` and `--help` load: neither the library with its WebAssembly, nor Node's streams. How long that takes is no test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { serveFor } from '../../support/range_server.js';
import { makeFolder, microtome, writeModel, writeStack } from './run.js';

const folder = makeFolder();
before(() => {
  writeStack(folder.file('stack.npy'));
  writeModel(folder.file('model.safetensors'));
});
after(() => folder.remove());

/** What the command imports before it runs, and what that imports. @param {string} name @returns {string[]} */
function importsOf(name) {
  const code = readFileSync(inRoot('web/dist', name), 'utf8');
  const own = [...code.matchAll(/(?<=^|;)import(?:[\s\w$*{},]+from)? ?"([^"]+)";/gm)].map(([, path]) => path);
  return own.flatMap((path) => [path, ...(path.startsWith('./') ? importsOf(path.slice(2)) : [])]);
}

describe('the command', () => {
  it('imports no package, and no file system with its streams, before it knows what to do', () => {
    const others = importsOf('command.js').filter((path) => !path.startsWith('./'));
    assert.deepEqual([...new Set(others)].sort(), ['node:path', 'node:url']);
  });

  it('and the library consist of few files, for each of which Node takes its time', () => {
    const countOf = (/** @type {string} */ name) =>
      new Set([name, ...importsOf(name).filter((path) => path.startsWith('./'))]).size;
    assert.deepEqual(['command.js', 'index.js', 'source.js', 'cached.js'].map(countOf), [2, 6, 8, 7]);
  });

  it('lists files and addresses without WebAssembly, and as the library describes them', async (t) => {
    const server = await serveFor(t, readFileSync(folder.file('stack.npy')));
    const NONE = ['--import', 'data:text/javascript,delete globalThis.WebAssembly'];
    for (const from of ['stack.npy', 'model.safetensors', server.url]) {
      const node = from === server.url ? [] : NONE; // Node's fetch has a module of its own
      const listed = await microtome(['ls', '--json', from], { cwd: folder.path, node });
      const whole = await microtome(['ls', '--json', '--cache', 'cache', from], { cwd: folder.path });
      assert.deepEqual([listed.code, listed.err], [0, '']);
      assert.deepEqual(JSON.parse(`${listed.out}`), JSON.parse(`${whole.out}`));
    }
  });
});
