// Arrays that end where the arena ends: cuts from and into them are right, and write nothing beside them. That nothing is read
// beside them is shown by the native tests, whose arrays end where their memory does.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';

const worker = new URL('../../support/arena_end_worker.js', import.meta.url);

describe('an array at the end of the arena', () => {
  it('is cut from and into without a byte written beside it', async () => {
    const [{ cuts, failures }] = await once(
      new Worker(worker, { workerData: { bytes: 3 << 20 } }),
      'message',
    );
    assert.ok(cuts > 400, `${cuts} cuts`);
    assert.deepEqual(failures, []);
  });
});
