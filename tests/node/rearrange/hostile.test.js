// Text that may be a pattern: it gives what a slow reader finds in it, or one mistake that is there. `npm run fuzz -- 600 patterns` goes
// on for 10 minutes of processor time.
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from 'microtome';
import { hostilePatterns, judgePattern } from '../../random/hostile_patterns.js';

const RUNS = 5000;

before(() => init());

describe('hostile patterns', () => {
  it('mean what a slow reader finds, or are refused for what is wrong', () =>
    fc.assert(
      fc.property(hostilePatterns, (question) => void judgePattern(question)),
      { numRuns: RUNS },
    ));
});
