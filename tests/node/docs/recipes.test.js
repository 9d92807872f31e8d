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

it("From a camera frame to a model's input: the plan, the two calls and the loop give the same bits", async () => {
  const names = ['pixels', 'out', 'byHand'];
  const { pixels, out, byHand } = await make("From a camera frame to a model's input", names);
  assert.deepEqual(pixels.data, byHand);
  assert.deepEqual(out[0], byHand);
});

it('Letterboxing: the picture in the middle, grey above and below', async () => {
  const { small, boxed } = await make('Letterboxing', ['small', 'boxed']);
  assert.deepEqual(boxed.dims, [1, 3, 640, 640]);
  const scale = Math.fround(1 / 255);
  const at = (/** @type {number} */ k) => ((k % 409600) - 140 * 640) * 3 + Math.floor(k / 409600);
  assert.deepEqual(
    boxed.data,
    Float32Array.from({ length: 3 * 640 * 640 }, (_, k) => Math.fround((small.data[at(k)] ?? 114) * scale)),
  );
});

it("A model's output as an image: rounded, clamped and opaque", async () => {
  const { planes, rgba } = await make("A model's output as an image", ['planes', 'rgba']);
  const expected = Uint8ClampedArray.from({ length: 48 * 64 * 4 }, (_, k) =>
    k % 4 === 3 ? 255 : planes.data[(k % 4) * 48 * 64 + Math.floor(k / 4)] * 255,
  );
  assert.deepEqual([...rgba.data], [...expected]);
});

it('Patches: each patch is a row, and the picture comes back', async () => {
  const { picture, patches, whole } = await make('Patches', ['picture', 'patches', 'whole']);
  const at = (/** @type {number} */ k) => {
    const [patch, inside] = [Math.floor(k / 588), k % 588];
    const y = Math.floor(patch / 4) * 14 + Math.floor(inside / 42);
    const x = (patch % 4) * 14 + (Math.floor(inside / 3) % 14);
    return (y * 56 + x) * 3 + (k % 3);
  };
  assert.deepEqual(
    patches.data,
    Float32Array.from({ length: 16 * 588 }, (_, k) => picture.data[at(k)]),
  );
  assert.deepEqual([whole.dims, whole.data], [picture.dims, picture.data]);
});

it('Attention heads: each head on its own, and merged again', async () => {
  const { hidden, heads, merged } = await make('Attention heads', ['hidden', 'heads', 'merged']);
  const at = (/** @type {number} */ k) =>
    (Math.floor(k / 64) % 128) * 768 + Math.floor(k / (128 * 64)) * 64 + (k % 64);
  assert.deepEqual(
    heads.data,
    Float32Array.from({ length: 128 * 768 }, (_, k) => hidden.data[at(k)]),
  );
  assert.deepEqual([merged.dims, merged.data], [hidden.dims, hidden.data]);
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

it('Batches: each item, and a batch again', async () => {
  const { batch, items, joined } = await make('Batches', ['batch', 'items', 'joined']);
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

it('Tables: pictures of 16 bits, and mu-law', async () => {
  const names = ['scan', 'canvasPixels', 'shown', 'muLaw', 'encode', 'packet'];
  const made = await make('Tables: window a 16-bit picture, RGB565, mu-law', names);
  for (const [k, value] of made.scan.data.entries()) {
    const grey = Math.round(Math.min(255, Math.max(0, ((value + 160) * 255) / 400))); // from 40 - 200 on
    assert.deepEqual([...made.canvasPixels.slice(4 * k, 4 * k + 4)], [grey, grey, grey, 255]);
  }
  assert.deepEqual(new Uint8Array(made.shown.data.buffer).slice(12), Uint8Array.of(132, 130, 132, 255));
  // the codes that G.711 gives for silence, the largest samples, and the ends of the first two segments
  const codes = [[0, 0xff], [32767, 0x80], [-32768, 0x00], [-1, 0x7f], [123, 0xf0], [124, 0xef], [-8159, 0x1f]]; // biome-ignore format: a table
  for (const [sample, code] of codes) assert.equal(made.muLaw[sample & 65535], code, String(sample));
  assert.deepEqual(
    made.encode()[0].data,
    Uint8Array.from(made.packet.data, (/** @type {number} */ sample) => made.muLaw[sample & 65535]),
  );
});

it('Bits for a printer: rows of whole bytes, black where the picture is dark', async () => {
  const { label, dots } = await make('Bits for a printer', ['label', 'dots']);
  const bits = Array.from({ length: 32 }, (_, k) => (dots[k >> 3] >> (7 - (k & 7))) & 1);
  const dark = Array.from({ length: 32 }, (_, k) =>
    k % 16 < 11 && label.data[(k >> 4) * 11 + (k % 16)] < 128 ? 1 : 0,
  );
  assert.deepEqual(bits, dark);
});
