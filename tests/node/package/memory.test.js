// What the package takes of a Node process, from outside: docs/hosts.md states it. Pages of Node's own program are not
// counted: they are the file's, and all processes share them. Linux says which are which.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';

/** Kept below by every version of Node that we test. */
const MOST_MIB = 6;

/** Waits for a byte after each step, so that the process stands still while it is looked at. */
const PROGRAM = `
  const paused = () => new Promise((go) => { process.stdin.once('data', go); process.stdout.write('.'); });
  await paused();
  const { init, slice } = await import(process.argv[1]);
  await init();
  slice({ dims: [3], data: Int8Array.of(1, 2, 3) }, '1:');
  await paused();
  process.exit();`;

/** KiB of memory that belongs to the process alone. @param {number | undefined} pid */
function ownMemory(pid) {
  const [, text] = /^Anonymous: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(text);
}

it(`import, init and a call take at most ${MOST_MIB} MiB of memory of their own`, async () => {
  for (const entry of ['index.js', 'slim.js']) {
    const path = inRoot('web/dist', entry);
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, path]);
    const [before, after] = [await seen(), await seen()];
    const mebibytes = (after - before) / 1024;
    assert.ok(mebibytes > 1 && mebibytes <= MOST_MIB, `${entry}: ${mebibytes.toFixed(1)} MiB`);

    async function seen() {
      await once(child.stdout, 'data');
      const memory = ownMemory(child.pid);
      child.stdin.write('.');
      return memory;
    }
  }
});
