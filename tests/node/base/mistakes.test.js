// Every kind of mistake, produced: its code, operator, parameter and sentence. `Op-version: param: what is wrong`. Those that a line
// of the corpus makes have their sentence there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { init, MicrotomeError, plan, slice } from 'microtome';
import { filesUnder } from '../../../tools/common/files.js';
import { inRoot } from '../../../tools/common/paths.js';
import { readCorpus } from '../../../web/conformance/corpus_files.js';
import { newest } from '../../support/newest.js';
import { MISTAKES } from './mistakes.js';

before(() => init());

const x = { type: /** @type {const} */ ('float32'), dims: [4, 6], data: new Float32Array(24) };
const OF_CORPUS = [...readCorpus().values()]
  .flat()
  .flatMap(({ error }) => (error?.sentence ? [error.code] : []));

/** Codes that other files of these tests produce. */
const ELSEWHERE = {
  out_of_memory: 'core/out_of_memory',
  not_initialized: 'core/init',
  load_failed: 'core/init_failure',
  unsupported_host: 'core/init_host',
  arena_full: 'core/arena',
  no_arena: 'core/arena',
  too_costly: 'source/costs',
  range_ignored: 'source/faults',
  source_changed: 'source/faults',
  source_short: 'source/faults',
  source_failed: 'source/faults',
  bad_format: 'source/formats',
  aborted: 'source/sources',
};

describe('mistakes', () => {
  for (const [code, name, param, what, call] of MISTAKES) {
    const op = name.endsWith('-*') ? newest(name.slice(0, -2)) : name;
    it(`${code} of ${op} ${param}: ${what.source}`, () => {
      assert.throws(call, (error) => {
        assert.ok(error instanceof MicrotomeError && error instanceof Error);
        assert.deepEqual(
          [error.name, error.code, error.op, error.param],
          ['MicrotomeError', code, op, param],
        );
        const start = `${op}: ${param === '' ? '' : `${param}: `}`;
        assert.ok(error.message.startsWith(start), error.message);
        assert.match(error.message.slice(start.length), what);
        assert.doesNotMatch(error.message, /undefined \[|\[object|NaN entries|\s$/);
        return true;
      });
    });
  }

  it('are of all kinds that there are, which types.ts lists', () => {
    const header = readFileSync(inRoot('src/error.hpp'), 'utf8');
    const core = [...header.matchAll(/ROW\(k\w+,\s*"(\w+)"\)/g)].map(([, word]) => word);
    const types = readFileSync(inRoot('web/lib/types.ts'), 'utf8');
    const listed = [...types.matchAll(/\*\/\s+(\w+): never;/g)].map(([, word]) => word);
    const scripts = filesUnder('web/lib', /^(?!.*\bwasm\b|types\.ts).*\.ts$/).map((path) =>
      readFileSync(inRoot(path), 'utf8'),
    );
    assert.ok(core.length >= 22 && scripts.length >= 50 && listed.length >= 40, 'this test still finds them');
    const found = listed.filter(
      (word) => core.includes(word) || scripts.some((text) => text.includes(`'${word}'`)),
    );
    assert.deepEqual(found, listed); // that no other is thrown, the compiler sees: their type is made of this list
    assert.deepEqual(
      core.filter((word) => !listed.includes(word)),
      [],
    );
    const produced = new Set([...MISTAKES.map(([code]) => code), ...OF_CORPUS, ...Object.keys(ELSEWHERE)]);
    assert.deepEqual([...listed].sort(), [...produced].sort());
  });

  it('are not options that are undefined, nor an out of null', () => {
    const absent = /** @type {any} */ ({ axis: undefined, opset: undefined, out: null });
    assert.deepEqual(slice(x, '1', absent), slice(x, '1'));
    assert.deepEqual(plan('Slice', [x, '1'], { ...absent, out: undefined }).run(x, absent), [slice(x, '1')]);
  });

  it('leave the next call as it would have been', () => {
    const expected = slice(x, '1:3, ::2');
    for (const [, , , , call] of MISTAKES) {
      assert.throws(call);
      assert.deepEqual(slice(x, '1:3, ::2'), expected);
    }
  });
});
