// The tour says what its steps show.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { init } from '../../../web/lib/index.ts';
import { cut } from '../../../web/playground/model/cut.ts';
import { formatHash, parseHash } from '../../../web/playground/model/hash.ts';
import { versions } from '../../../web/playground/model/rows.ts';
import { heldBy } from '../../../web/playground/model/twins.ts';
import { STEPS } from '../../../web/playground/tour/steps.ts';

await init();
const rows = versions();

describe('the tour', () => {
  for (const { title, hash, says } of STEPS) {
    it(`${title}: has an address as the page writes it, and says what is taken`, () => {
      const { state, complaints } = parseHash(hash, rows);
      assert.deepEqual([formatHash(state, rows), complaints], [hash, []]);
      const result = cut(state);
      const taken = Array.from({ length: result.parts[0][0] }, (_, i) => heldBy(result, 0)(i)).join(', ');
      assert.ok(says.join(' ').includes(` ${taken}.`), taken);
    });
  }

  it('comes to INT_MIN, and ends with the code of its first step', () => {
    const states = STEPS.map(({ hash }) => parseHash(hash, rows).state);
    assert.deepEqual(states[4].values, { starts: '-1', ends: 'INT_MIN', steps: '-1' });
    assert.deepEqual([STEPS.length, STEPS[5].hash, STEPS[5].at], [6, STEPS[0].hash, '.code pre']);
  });
});
