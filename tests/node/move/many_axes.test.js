// A conversion of single elements along as many axes as a tensor may have. None of them merge only if each has two indices or more,
// which makes 2^32 elements, so the move is written by hand here, with sizes of 1 among them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NEW_VIEWS } from '../../../web/lib/base/views.ts';
import { ALONG, HEADER, LISTED, RANK, REPEATED, STREAMS } from '../../../web/lib/core/record.ts';
import { DTYPES, MAX_RANK, RECORD } from '../../../web/lib/core/tables.ts';
import { Decision } from '../../../web/lib/core/wire.ts';
import { init } from '../../../web/lib/index.ts';
import { prepareConversion } from '../../../web/lib/move/convert.ts';

/** Of a record with one stream, whose elements are converted all in the same way. @param {number} rank */
const header = (rank) => {
  const words = new Array(HEADER).fill(0);
  return Object.assign(words, {
    [REPEATED]: -1,
    [ALONG]: 0,
    [LISTED]: -1,
    [STREAMS]: 1,
    [RANK]: rank,
    [RECORD.header.width]: 4,
    [RECORD.header.partWidth]: 1,
  });
};

const rowOf = (/** @type {string} */ type) => DTYPES.findIndex(({ name }) => name === type);

for (const rank of [0, 1, MAX_RANK - 1, MAX_RANK])
  for (const run of rank === MAX_RANK ? [1] : [1, 3])
    it(`converts runs of ${run} along ${rank} axes`, async () => {
      await init();
      const sizes = Array.from({ length: rank }, (_, a) => (a % 5 === 0 ? 2 : 1));
      const strides = sizes.map((_, a) => 5 * (rank - a) + 1);
      const source = Int32Array.from({ length: 1200 }, (_, k) => k % 251);
      let places = [7];
      for (const [a, size] of sizes.entries())
        places = places.flatMap((place) => Array.from({ length: size }, (_, i) => place + i * strides[a]));
      const expected = places.flatMap((place) => Array.from({ length: run }, (_, i) => (place + i) % 251));
      // one output, [expected.length], and one move without positions
      const words = [1, -1, 1, expected.length, 1, 0, ...header(rank)];
      words.push(...sizes.flatMap((size, a) => [size, strides[a], 0, 0]), 7, run, 0);
      const decision = new Decision(Float64Array.from(words), words.length, DTYPES[rowOf('uint8')], true);
      const conversion = {
        type: rowOf('uint8'),
        zeros: null,
        scales: null,
        biases: null,
        divides: false,
        isWide: false,
        table: null,
        saturates: true,
        pending: [],
      };
      const converted = {
        conversion,
        from: rowOf('int32'),
        className: 'Uint8Array',
        dims: sizes,
        layout: null,
      };
      const out = new Uint8Array(expected.length);
      prepareConversion(decision, converted, source, out, false, 'input')(NEW_VIEWS);
      assert.deepEqual([...out], expected);
    });
