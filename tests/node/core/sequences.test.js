// Calls must leave nothing behind: sequences of them in two copies of the library, each result compared, and what earlier calls gave compared
// again at the end. A sequence that fails is made shorter by leaving out steps. `npm test -- soak` goes on for longer. To repeat one of its
// sequences, or a longer one, in fresh copies of the library, give its seed and how many steps:
//   MICROTOME_SEQUENCE=3000:500 node --test tests/node/core/sequences.test.js
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { sampleNodes } from '../../random/nodes/example.js';
import { Sequence, stepAt } from '../../random/sequences/sequences.js';
import { freshLibrary, removeFresh } from '../../support/fresh.js';

/** @import { Step } from '../../random/sequences/sequences.js' */

const SEEDS = Array.from({ length: 6 }, (_, seed) => seed);
const STEPS = 80;
/** Shorter sequences that are tried. */
const ATTEMPTS = 150;
const NODES = sampleNodes(20, 60);

after(removeFresh);

/**
 * Takes the steps in fresh copies of the library.
 * @param {number} seed
 * @param {readonly Step[]} steps
 * @returns {Promise<{ taken: number, error: unknown } | undefined>} undefined: all is right
 */
async function failureOf(seed, steps) {
  const libraries = [await freshLibrary(), await freshLibrary()];
  for (const { init } of libraries) await init({ arena: 8 << 20 });
  let taken = 0;
  try {
    const sequence = new Sequence(libraries, NODES, seed);
    for (const step of steps) {
      taken += 1;
      sequence.step(step);
    }
    sequence.end();
    return undefined;
  } catch (error) {
    return { taken, error };
  } finally {
    removeFresh();
  }
}

/** @param {number} seed @param {number} count */
async function judge(seed, count) {
  const steps = Array.from({ length: count }, (_, i) => stepAt(seed, i));
  const failure = await failureOf(seed, steps);
  if (failure === undefined) return;
  const taken = steps.slice(0, failure.taken);
  let left = ATTEMPTS;
  const property = fc.asyncProperty(fc.subarray(taken), async (some) => {
    if (left-- <= 0) return;
    const again = await failureOf(seed, some);
    if (again) throw again.error;
  });
  const { counterexample } = await fc.check(property, { examples: [[taken]], numRuns: 1 });
  const [enough] = counterexample ?? [undefined];
  const shorter = enough === undefined ? 'not again' : `also after ${JSON.stringify(enough)}`;
  const { error: cause } = failure;
  const what = cause instanceof Error ? cause.message : cause;
  throw new Error(`seed ${seed}, step ${failure.taken - 1}: ${what}\nIt fails ${shorter}`, { cause });
}

describe('a sequence of calls', () => {
  const [seed, count] = (process.env.MICROTOME_SEQUENCE ?? '').split(':').map(Number);
  if (count > 0) it(`of seed ${seed}`, () => judge(seed, count));
  else for (const each of SEEDS) it(`of seed ${each}`, () => judge(each, STEPS));
});
