// Every code sample of the documentation runs, and does what it says.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { before, describe, it } from 'node:test';
import { PAGE } from '../../recipes/page.js';
import { inRoot } from '../../support/paths.js';
import { printsOf, runSample, samplesOf } from '../../support/samples.js';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/conformance.md',
  'src/README.md',
  'tests/bench/README.md',
  'tests/cases/README.md',
];
const SURFACE = 'tests/support/fixtures/surface.md';
/** Its links are to pages that TypeDoc makes: they are checked then. */
const REFERENCE = 'tools/api/home.md';

/** What a sample may take for granted. */
const GIVEN = {
  pixels: Uint8ClampedArray.from({ length: 1080 * 1920 * 4 }, (_, k) => (k * 7) % 251),
  logits: { type: 'float32', dims: [2, 5, 11], data: Float32Array.from({ length: 110 }, (_, k) => k) },
  yolo: { type: 'float32', dims: [1, 84, 30], data: Float32Array.from({ length: 2520 }, (_, k) => k) },
  x: { type: 'float32', dims: [4, 6], data: Float32Array.from({ length: 24 }, (_, k) => k) },
};

before(() => void Object.assign(globalThis, GIVEN));

for (const document of [...DOCUMENTS, SURFACE, REFERENCE]) {
  const samples = samplesOf(document);
  samples.forEach(({ line }, i) => {
    it(`${document}:${line}`, async () => {
      const code = samples.slice(0, i + 1).map((sample) => sample.code);
      const { printed } = await runSample(`${document.replace(/\W/g, '_')}_${line}`, code.join('\n'));
      assert.deepEqual(printed, code.flatMap(printsOf));
    });
  });
}

describe('the sample of the public surface', () => {
  it('opens the README, to the letter', () => {
    const [surface] = samplesOf(SURFACE);
    assert.match(surface.code, /variadicSplit\(yolo, 1, \[4, -1\]\)/);
    assert.equal(samplesOf('README.md')[0].code, surface.code);
  });

  it('gives what its comments say', async () => {
    const names = ['r', 'g', 'b', 'a', 'crop', 'last', 'boxes', 'scores', 'rows'];
    const { made } = await runSample('surface_made', samplesOf(SURFACE)[0].code, names);
    const { pixels, logits, yolo, x } = GIVEN;
    [made.r, made.g, made.b, made.a].forEach((plane, c) => {
      assert.deepEqual([plane.type, plane.dims], ['uint8', [1080, 1920, 1]]);
      assert.equal(plane.data.constructor, Uint8ClampedArray);
      assert.ok(
        plane.data.every(
          (/** @type {number} */ value, /** @type {number} */ k) => value === pixels[4 * k + c],
        ),
      );
    });
    assert.deepEqual(made.crop.dims, [624, 624, 4]);
    assert.equal(made.crop.data[4 * (624 * 3 + 5) + 2], pixels[4 * (1920 * 203 + 505) + 2]);
    assert.deepEqual(
      [made.last.dims, [...made.last.data]],
      [
        [2, 1, 11],
        [...logits.data.subarray(44, 55), ...logits.data.subarray(99)],
      ],
    );
    assert.deepEqual(
      [made.boxes.dims, made.scores.dims],
      [
        [1, 4, 30],
        [1, 80, 30],
      ],
    );
    assert.deepEqual([...made.boxes.data, ...made.scores.data], [...yolo.data]);
    assert.deepEqual(
      made.rows.map((/** @type {any} */ row) => [row.dims, [...row.data]]),
      [0, 6, 12, 18].map((k) => [[6], [...x.data.subarray(k, k + 6)]]),
    );
  });
});

describe('the documentation', () => {
  it('names only files that there are', () => {
    for (const document of [...DOCUMENTS, PAGE]) {
      const text = readFileSync(inRoot(document), 'utf8');
      for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
        assert.ok(existsSync(inRoot(dirname(document), target)), `${document} links to ${target}`);
      }
    }
  });
});
