// The floors of docs/hosts.md: what counts as a use, and which versions follow from it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENTRIES, filesOf, floorsOf, OPTIONAL, OWN } from '../../../tools/generate/floors.js';
import { usedBy } from '../../../tools/generate/used.js';

const floor = (/** @type {string} */ source) => floorsOf([source]);

/** What the WebAssembly needs by itself. */
const LEAST = floor('');

describe('a use raises the floor', () => {
  it('of WebAssembly, whatever the page does', () => {
    assert.equal(LEAST.safari.version, 16.4); // SIMD, which came last
    assert.equal(LEAST.safari.because, 'WebAssembly fixed-width-SIMD');
  });

  for (const [source, browser, because] of /** @type {const} */ ([
    ['export const f = (list) => Object.groupBy(list, (each) => each)', 'safari', 'Object.groupBy'],
    ['const { groupBy } = Object; groupBy([])', 'firefox', 'Object.groupBy'],
    ['export const f = (list) => list?.toSorted()', 'chrome', 'toSorted'],
    ['export const f = ({ isWellFormed }) => isWellFormed', 'chrome', 'isWellFormed'],
    ['new globalThis.URLPattern({})', 'firefox', 'URLPattern'],
    ['export const f = (text) => /a/v.test(text)', 'safari', 'unicodeSets'],
    ['new Float16Array(1)', 'chrome', 'Float16Array'],
  ]))
    it(source, () => {
      const { version, because: why } = floor(source)[browser];
      assert.ok(version > LEAST[browser].version, `${version}`);
      assert.ok(why.endsWith(because), why);
    });
});

describe('no use', () => {
  it("is what the file declares, and a name that nobody else's class has", () => {
    const source =
      'const fetchAll = (x) => x.nobodyHasThis; class Float16Array {} new Float16Array(fetchAll)';
    assert.deepEqual(floor(source), LEAST);
  });

  it('is a global that no browser has: the tool asks', () => {
    assert.throws(() => floor('Deno.cwd()'), /no global Deno; if it is only asked for/);
  });
});

it('every exception is needed', () => {
  const used = usedBy(ENTRIES.flatMap(filesOf));
  const names = new Set([...used.globals, ...used.statics, ...used.members]);
  assert.deepEqual(
    [...OPTIONAL, ...OWN].filter((name) => !names.has(name)),
    [],
  );
});
