// Headers written by an enemy: whatever the bytes are, a reader lists tensors that are inside the file, or throws `bad_format`,
// `too_costly`, or `source_failed` for the other parts of a file. `npm run fuzz -- 600 headers` goes on for 10 minutes of processor time.
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FORMATS } from '../../../../web/lib/source/formats/known.ts';
import { HOSTILE, judgeHeader } from '../../../random/headers.js';
import { FIRST } from '../../../support/stored.js';

const RUNS = 1500;

describe('hostile headers', () => {
  for (const format of FORMATS) {
    it(format.name, () =>
      fc.assert(
        fc.asyncProperty(HOSTILE[format.name], fc.constantFrom(64, FIRST), async (bytes, first) => {
          await judgeHeader(format, bytes, first);
        }),
        { numRuns: RUNS },
      ),
    );
  }
});
