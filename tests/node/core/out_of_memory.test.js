// Memory that there is not: a mistake like others, that says how much was asked for and what to do, and calls go on after it.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, slice, split, splitToSequence } from 'microtome';
import { getMemory, watchMemory, withoutGrowth } from '../../support/memory.js';
import { newest } from '../../support/newest.js';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(async () => {
  watchMemory();
  await init();
});

describe('lack of memory', () => {
  const ones = (/** @type {number} */ count) => ({ data: new Uint8Array(count), dims: [count] });
  const cut = (/** @type {number} */ count, extra = 0) =>
    split(ones(count), { split: new Uint8Array(count + extra).fill(1) });
  const failure = {
    code: 'out_of_memory',
    op: newest('Split'),
    param: '',
    message: new RegExp(`^${newest('Split')}: .*memory`),
  };

  it('is a mistake like others, for the lists that go in and for the plan that comes out', async () => {
    cut(10);
    assert.throws(() => cut(200_000, 1), { code: 'sum_mismatch' }); // there is room for the lists, then
    await withoutGrowth(() => {
      assert.throws(() => cut(200_000), failure, 'the plan');
      assert.throws(() => cut(1_000_000, 1), failure, 'the lists');
      assert.equal(cut(10).length, 10);
      assert.deepEqual(
        [...slice({ data: Uint16Array.from({ length: 9 }, (_, k) => k), dims: [9] }, '::4').data],
        [0, 4, 8],
      );
    });
    assert.equal(cut(200_000).length, 200_000);
    assert.ok(getMemory().buffer.byteLength > 0);
  });

  it('is a mistake like others, for new arrays: how large, and what to do', () => {
    const repeated = { data: new Float64Array(1), shape: [2 ** 36, 2], stride: [0, 0] };
    const message = `${newest('Slice')}: no memory for a Float64Array of length 137438953472; give arrays as out, ask for view: 'strided', or ask for less`;
    assert.throws(
      () => slice(repeated, '...'),
      (/** @type {Any} */ error) => {
        assert.deepEqual([error.code, error.op, error.message], ['out_of_memory', newest('Slice'), message]);
        return error.cause instanceof RangeError;
      },
    );
    assert.throws(() => plan('Slice', [repeated, [0], [2 ** 35]]).run(repeated), { code: 'out_of_memory' });
    const texts = { data: ['a'], shape: [2 ** 26], stride: [0] };
    refuses(() => slice(texts, '...'), 'out_of_memory', /67108864 strings; at most 33554432/);
    assert.equal(slice(repeated, ':3').data.length, 6);
  });

  it('is not waited for where new arrays would take more than 2^40 bytes', () => {
    const of = (/** @type {number} */ pieces) => ({
      data: new Uint8Array(1),
      shape: [pieces, 2 ** 30],
      stride: [0, 0],
    });
    const failure = { code: 'too_large', op: newest('SplitToSequence'), param: '' };
    const message = new RegExp(
      String.raw`^${newest('SplitToSequence')}: 1125899906842624 bytes of new arrays; at most 2\^40 are made; give `,
    );
    assert.throws(() => splitToSequence(of(2 ** 20)), { ...failure, message });
    assert.throws(() => splitToSequence(of(2 ** 11), {}, { view: true }), failure);
    const planned = plan('SplitToSequence', [of(2 ** 11)]);
    assert.equal(planned.outputs.length, 2 ** 11);
    assert.throws(() => planned.run(of(2 ** 11)), failure);
    assert.throws(() => planned.allocate(), failure);
    const line = { data: new Uint8Array(1), shape: [2 ** 41], stride: [0] };
    assert.throws(() => slice(line, ':'), { code: 'too_large' });
    assert.throws(() => slice(line, ':1099511627777'), { code: 'too_large' });
    assert.throws(() => slice(line, ':1099511627776'), { code: 'out_of_memory' });
    const texts = plan('Slice', [{ type: 'string', dims: [2 ** 40] }, [0], [2 ** 40]]);
    assert.throws(() => texts.allocate(), { code: 'out_of_memory', message: /1099511627776 strings/ });
  });

  it('does not come of a million outputs; more are a mistake', () => {
    const bytes = (/** @type {number} */ n) => ({
      data: Uint8Array.from({ length: n }, (_, k) => k),
      dims: [n],
    });
    const pieces = splitToSequence(bytes(2 ** 20), {}, { view: true });
    assert.equal(pieces.length, 2 ** 20);
    assert.equal(pieces[1_000_000].data[0], 1_000_000 % 256);
    assert.throws(() => splitToSequence(bytes(2 ** 20 + 1)), { code: 'too_many_outputs' });
  });
});
