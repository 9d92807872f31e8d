// An arena that ends where WebAssembly memory ends: reading or writing beside an array that ends there traps. Memory comes in
// pages of 64 KiB, so about one size of an arena in 4,096 is such, and which ones depends on what else is in memory. So a size is
// searched for.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';

const FIRST_SIZE = 3 << 20;
const ATTEMPTS = 8;

/** @param {number} bytes */
async function tryArena(bytes) {
  const worker = new Worker(new URL('../../support/arena_end_worker.js', import.meta.url), {
    workerData: { bytes },
  });
  const [answer] = await once(worker, 'message');
  await worker.terminate();
  return answer;
}

describe('an arena that ends where memory ends', () => {
  it('is cut from and into without a byte read or written beside it', async () => {
    let bytes = FIRST_SIZE;
    let answer = await tryArena(bytes);
    for (let i = 0; i < ATTEMPTS && answer.rest > 0; ++i) {
      bytes += answer.rest;
      answer = await tryArena(bytes);
    }
    assert.equal(answer.rest, 0, `${answer.rest} bytes after an arena of ${bytes}`);
    assert.ok(answer.cuts > 400, `${answer.cuts} cuts`);
    assert.deepEqual(answer.failures, []);
  });
});
