// The jobs of users that the tournament draws. No times here: only that every job is one, and that ours and all programs by hand agree.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { hold } from '../../bench/tournament/main.js';
import { prepareJob } from '../../bench/tournament/measure.js';
import { KINDS, MODES, usersJob } from '../../bench/tournament/users.js';

before(() => library.init());

const idsTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, id) => id);

describe('jobs of users', () => {
  for (const seed of [1]) {
    const jobs = idsTo(300).map((id) => usersJob(seed, id));

    it(`are the same whenever seed ${seed} is drawn`, () => {
      assert.deepEqual(
        idsTo(300).map((id) => usersJob(seed, 299 - id)),
        jobs.toReversed(),
      );
    });

    it(`are of every kind, mode and width with seed ${seed}, and of 10 kB to 4 MB`, () => {
      const drawn = (/** @type {'family' | 'mode' | 'type'} */ key) => [
        ...new Set(jobs.map((job) => job[key])),
      ];
      assert.deepEqual(drawn('family').sort(), Object.keys(KINDS).sort());
      assert.deepEqual(drawn('mode').sort(), MODES.toSorted());
      assert.deepEqual(drawn('type').sort(), ['float16', 'float32', 'float64', 'int64', 'uint16', 'uint8']);
      assert.ok(jobs.every(({ bytes }) => bytes >= 1e4 && bytes <= 4e6));
    });
  }

  for (const seed of [3])
    it(`give the result of every program by hand with seed ${seed}`, () => {
      for (const id of idsTo(30)) {
        const { programs } = prepareJob(library, usersJob(seed, id));
        assert.ok(programs.size > 1, `job ${id} has no program by hand`);
      }
    });

  it('are saved only if no costs may be fitted to them', async () => {
    const host = { name: '', version: '', measure: () => assert.fail('measured') };
    const options = { jobs: 1, seed: 2, draw: 'users', publish: true };
    await assert.rejects(hold(host, options), /save the results of an odd one/);
  });
});
