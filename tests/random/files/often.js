// One cache that is opened very often: blocks of other opens must not come back.
import assert from 'node:assert/strict';
import { init } from 'microtome';
import { cached } from 'microtome/cached';
import { open, slice } from 'microtome/source';

/** More than a page does in a year. */
const OPENS = 2 ** 17 + 1;
const BLOCK = 2 ** 16;

export async function openOften() {
  await init();
  const file = {
    size: 0,
    read: (/** @type {number} */ at, /** @type {number} */ length) =>
      new Uint8Array(length).fill(1 + at / BLOCK),
  };
  const cache = cached(file);
  const openOf = (/** @type {number} */ blocks) => {
    file.size = blocks * BLOCK; // an empty file is opened fastest
    return open(cache, { layout: { type: 'uint8', dims: [blocks, BLOCK] } });
  };
  for (let i = 1; i < OPENS; ++i) await openOf(0);
  const stored = (await openOf(4)).tensor();
  for (const block of [0, 1, 2, 3]) {
    const { data } = await slice(stored, `${block}`);
    assert.equal(data[0], block + 1, `block ${block} after ${OPENS} opens of one cache`);
  }
}
