// `npm test -- soak --files`: lives with files and URLs, one after another, each with a seed of its own. The first fault ends them.
//   npm test -- soak 1 --files             one minute
//   npm test -- soak 1 --files --seed=14   again from the seed that a fault names
import { startProgress } from '../../tools/common/progress.js';
import { liveWithFiles } from '../random/file_sequences.js';
import { openOften } from '../random/files/often.js';

const STEPS = 300;

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
