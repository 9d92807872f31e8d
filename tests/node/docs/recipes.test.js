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

it('Batch: each item', async () => {
  const { batch, items } = await make('Batch', ['batch', 'items']);
  assert.deepEqual(
    items.flatMap((/** @type {any} */ { data }) => [...data]),
    [...batch.data],
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
