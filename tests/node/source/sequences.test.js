// Sequences of opens, cuts, stops, changes and lies, from seeds; `npm test -- soak --files` goes on from here.
import { describe, it } from 'node:test';
import { liveWithFiles } from '../../random/file_sequences.js';

/** Of each life, so that four take about ten seconds. */
const STEPS = 130;

describe('a sequence of steps with files and URLs', () => {
  for (const seed of [4, 8, 10, 14])
    it(`gives no wrong byte, and leaves nothing behind, with seed ${seed}`, () => liveWithFiles(seed, STEPS));
});
