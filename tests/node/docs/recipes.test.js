// The recipes of docs/recipes.md that run in Node without packages, compared element by element with loops.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { recipe } from '../../support/document_blocks.js';
import { runSample } from '../../support/samples.js';

/** @param {string} heading @param {readonly string[]} names */
const make = (heading, names) =>
  runSample(`recipe_${heading.replace(/\W/g, '_')}`, recipe(heading).code, names);

it('YOLO: boxes, scores, and the scores of each box', async () => {
  const { yolo, boxes, scores, perBox } = await make('YOLO', ['yolo', 'boxes', 'scores', 'perBox']);
  assert.deepEqual([...boxes.data, ...scores.data], [...yolo.data]);
  assert.deepEqual([boxes.data.buffer, scores.data.buffer], [yolo.data.buffer, yolo.data.buffer]);
  assert.deepEqual(perBox.dims, [8400, 80]);
  assert.deepEqual(
    perBox.data,
    Float32Array.from({ length: 8400 * 80 }, (_, k) => yolo.data[(4 + (k % 80)) * 8400 + Math.floor(k / 80)]),
  );
});

it('Crop: into another image, and back', async () => {
  const { image, crop, canvas } = await make('Crop', ['image', 'crop', 'canvas']);
  const at = (/** @type {number} */ y, /** @type {number} */ x, /** @type {number} */ width) =>
    4 * (y * width + x);
  for (let y = 0; y < 720; ++y) {
    const row = canvas.subarray(at(y, 0, 1280), at(y + 1, 0, 1280));
    const expected = new Uint8ClampedArray(row.length);
    if (y >= 40 && y < 40 + 624) {
      const own = at(y - 40 + 200, 500, 1920);
      expected.set(image.data.subarray(own, own + 4 * 624), 4 * 300);
    }
    assert.deepEqual(row, expected);
  }
  assert.deepEqual(crop.dims, [624, 624, 4]);
});

it('Tiles: every one in its place', async () => {
  const { source, picture } = await make('Tiles', ['source', 'picture']);
  assert.deepEqual(
    picture.data,
    source.data.map((/** @type {number} */ value) => 2 * value),
  );
});

it('Batch: each item, and a batch again', async () => {
  const { batch, items, joined } = await make('Batch', ['batch', 'items', 'joined']);
  assert.deepEqual(
    items.flatMap((/** @type {any} */ { data }) => [...data]),
    [...batch.data],
  );
  const expected = batch.data.slice();
  expected.copyWithin(5 * 12, 12, 24);
  assert.deepEqual([joined.dims, joined.data], [batch.dims, expected]);
});

it('KV cache: one token of each sentence at its own position', async () => {
  const { cache } = await make('KV cache', ['cache']);
  const written = [
    [5, 0],
    [9, 1],
  ];
  assert.deepEqual(
    cache.data,
    Float32Array.from({ length: cache.data.length }, (_, k) => {
      const [sentence, position] = [Math.floor(k / (4 * 16 * 8)), Math.floor(k / 8) % 16];
      return Number(written[sentence].includes(position));
    }),
  );
});

it('Strided data: planes become interleaved pixels', async () => {
  const { planes, pixels } = await make('Strided data', ['planes', 'pixels']);
  assert.deepEqual(pixels.dims, [24, 32, 3]);
  assert.deepEqual(
    pixels.data,
    Uint8Array.from({ length: planes.length }, (_, k) => planes[(k % 3) * 768 + Math.floor(k / 3)]),
  );
});
