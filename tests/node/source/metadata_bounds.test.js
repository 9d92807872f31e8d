// Metadata of 100 MB, from strangers: what `open` holds in memory stays within its bounds, in a process of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hostileMetadata } from '../../support/hostile_metadata.js';

const PROGRAM = fileURLToPath(new URL('../../support/hostile_metadata.js', import.meta.url));

/** Opens a file in a process of its own, and gives what it prints. @param {string} name @returns {Promise<{ code?: string, value?: string, read: number, rss: number }>} */
async function openAlone(name) {
  const child = spawn(process.execPath, [PROGRAM, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  assert.deepEqual(await once(child, 'close'), [0, null]);
  return JSON.parse(text);
}

describe('metadata of 100 MB', async () => {
  const [ALONE, HELD_TWICE] = [220e6, 550e6];
  /** @type {[name: string, ends: { code?: string, value?: string }, most: number][]} memory: of the process, or with the text that is asked for and its bytes */
  const ROWS = [
    ['safetensors: one text', { value: 'text of 99900000' }, HELD_TWICE],
    ['safetensors: many keys', { code: 'too_costly' }, HELD_TWICE],
    ['gguf: one text', { value: 'text of 99900000' }, HELD_TWICE],
    ['gguf: many keys', { code: 'too_costly' }, HELD_TWICE],
    ['gguf: a list of bytes', { value: '99900000 of uint8' }, ALONE],
    ['gguf: a list of texts', { value: '12487500 of string' }, ALONE],
    ['onnx: many keys', { code: 'too_costly' }, HELD_TWICE],
  ];
  for (const [name, ends, most] of ROWS)
    it(`is within bounds in ${name}`, async () => {
      const { read, rss, ...ended } = await openAlone(name);
      assert.deepEqual(ended, ends);
      assert.ok(rss < most, `${rss} bytes of memory`);
      assert.ok(read <= hostileMetadata(name).size * 1.1);
    });
});
