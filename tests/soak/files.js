// `npm run soak -- --files`: lives with files and URLs, one after another, each with a seed of its own. The first fault ends them.
//   npm run soak -- 1 --files             one minute
//   npm run soak -- 1 --files --seed=14   again from the seed that a fault names
import assert from 'node:assert/strict';
import { init } from 'microtome';
import { cached, open, slice } from 'microtome/source';
import { startProgress } from '../../tools/common/progress.js';
import { liveWithFiles } from '../random/file_sequences.js';

const STEPS = 300;
/** More opens of one cache than a process may see in a year. */
const OPENS = 2 ** 17 + 1;
const BLOCK = 2 ** 16;

/** @param {number} minutes @param {number} seed @returns {Promise<number>} 0: no fault */
export async function soakFiles(minutes, seed) {
  const progress = startProgress(`Soaking files for ${minutes} minutes`);
  const since = Date.now();
  await openOften();
  let lives = 0;
  for (const end = since + minutes * 60_000; Date.now() < end; ++lives) {
    await liveWithFiles(seed + lives, STEPS);
    progress.update(`${lives + 1} lives of ${STEPS} steps, the last one with seed ${seed + lives}`);
  }
  progress.done();
  console.log(`${lives * STEPS} steps, from seed ${seed} on: no wrong byte, and nothing left behind.`);
  return 0;
}

/** Opens one cache again and again, and then cuts: blocks of other opens must not come back. */
async function openOften() {
  await init();
  const file = {
    size: 0,
    read: (/** @type {number} */ at, /** @type {number} */ length) =>
      new Uint8Array(length).fill(1 + at / BLOCK),
  };
  const cache = cached(file);
  const openOf = (/** @type {number} */ blocks) => {
    file.size = blocks * BLOCK; // an empty file is opened fastest
    return open(cache, { layout: { type: 'uint8', dims: [blocks, BLOCK] } });
  };
  for (let i = 1; i < OPENS; ++i) await openOf(0);
  const stored = (await openOf(4)).tensor();
  for (const block of [0, 1, 2, 3]) {
    const { data } = await slice(stored, `${block}`);
    assert.equal(data[0], block + 1, `block ${block} after ${OPENS} opens of one cache`);
  }
}
