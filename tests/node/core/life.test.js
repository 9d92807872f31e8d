// A short life of the library, the same random calls every time, each of them compared: on this thread, in workers, and in two copies
// at once. `npm test -- soak` is the long one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it, mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as library from 'microtome';
import { sampleNodes } from '../../random/nodes/example.js';
import { live, Soak } from '../../soak/soak.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';

const ARENA = 1 << 20;
const SUPPLY = { nodes: sampleNodes(20, 60), arena: ARENA, forget: 0 };
const CALLS = 120;

before(() => library.init({ arena: ARENA }));
after(removeFresh);

/** @param {number} seed */
async function liveInWorker(seed) {
  const file = new URL('../../support/soak_worker.js', import.meta.url);
  const worker = new Worker(file, { workerData: { seed, calls: CALLS, supply: SUPPLY } });
  const [counts] = await once(worker, 'message');
  await worker.terminate();
  return counts;
}

describe('a short life', () => {
  it('on this thread', (t) => {
    const counts = live(library, 1, CALLS, SUPPLY);
    t.diagnostic(JSON.stringify(counts));
    assert.equal(counts.calls, CALLS);
    assert.ok(counts.mistakes > 0 && counts.outputs > 0);
    assert.deepEqual(live(library, 1, CALLS, SUPPLY), counts, 'the same calls every time');
  });

  it('in several workers at once, while this thread goes on', async () => {
    const seeds = [3, 4, 3];
    const workers = Promise.all(seeds.map(liveInWorker));
    live(library, 10, CALLS, SUPPLY);
    const counts = await workers;
    assert.deepEqual(counts[2], counts[0]);
    assert.deepEqual(counts[0], live(library, 3, CALLS, SUPPLY));
    assert.ok(counts.every(({ calls }) => calls === CALLS));
  });

  it('in two copies at once, each with a module of its own', async () => {
    const instantiate = mock.method(WebAssembly, 'instantiate');
    const copies = [await freshLibrary(), await freshLibrary()];
    await copies[0].init({ arena: ARENA });
    assert.throws(() => copies[1].operators(), { code: 'not_initialized' });
    await copies[1].init();
    assert.equal(instantiate.mock.callCount(), 3, 'one has an arena too');
    instantiate.mock.restore();
    const soaks = copies.map((copy, i) => new Soak(copy, 11, i === 0 ? SUPPLY : { ...SUPPLY, arena: 0 }));
    for (let i = 0; i < CALLS; ++i) {
      if (i === 99) soaks[0].stretch(); // lists that make one of the memories grow
      for (const soak of soaks) soak.step();
    }
    assert.deepEqual(
      copies.map((copy) => copy.MicrotomeError).filter((each) => each === library.MicrotomeError),
      [],
    );
  });
});
