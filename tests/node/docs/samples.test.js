// The sample that the public surface was designed by runs, and gives what its comments say.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { blocksOf } from '../../support/document_blocks.js';
import { runSample } from '../../support/samples.js';

const [SURFACE] = blocksOf('tests/support/fixtures/surface.md');

/** What the sample takes for granted. */
const GIVEN = {
  pixels: Uint8ClampedArray.from({ length: 1080 * 1920 * 4 }, (_, k) => (k * 7) % 251),
  logits: { type: 'float32', dims: [2, 5, 11], data: Float32Array.from({ length: 110 }, (_, k) => k) },
  yolo: { type: 'float32', dims: [1, 84, 30], data: Float32Array.from({ length: 2520 }, (_, k) => k) },
  x: { type: 'float32', dims: [4, 6], data: Float32Array.from({ length: 24 }, (_, k) => k) },
};

before(() => void Object.assign(globalThis, GIVEN));

it('the sample gives what its comments say', async () => {
  const names = ['r', 'g', 'b', 'a', 'crop', 'last', 'boxes', 'scores', 'rows'];
  const made = await runSample('surface_made', SURFACE.code, names);
  const { pixels, logits, yolo, x } = GIVEN;
  [made.r, made.g, made.b, made.a].forEach((plane, c) => {
    assert.deepEqual([plane.type, plane.dims], ['uint8', [1080, 1920, 1]]);
    assert.equal(plane.data.constructor, Uint8ClampedArray);
    assert.ok(
      plane.data.every((/** @type {number} */ value, /** @type {number} */ k) => value === pixels[4 * k + c]),
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
