// Gather: what no line of the corpus can say. Lists, long and short, and where they are not copied.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { allocate, evaluate, gather, init, plan, release, slice } from '../../../web/dist/index.js';
import { newest } from '../../support/newest.js';
import { refuses } from '../../support/refusals.js';

const table = (/** @type {number[]} */ ...dims) => ({
  dims,
  data: Float32Array.from({ length: dims.reduce((n, size) => n * size, 1) }, (_, i) => i),
});

describe('gather', () => {
  before(() => init({ arena: 1 << 20 }));

  it("takes batch_dims only with OpenVINO's domain", () => {
    const x = table(2, 3);
    const indices = { dims: [2, 1], data: Int32Array.of(2, 0) };
    refuses(
      () => gather(x, indices, /** @type {any} */ ({ axis: 1, batch_dims: 1 })),
      'unknown_attribute batch_dims',
    );
    const out = new Float32Array(2);
    const { dims, data } = gather(x, indices, { axis: 1, batch_dims: 1 }, { domain: 'openvino', out });
    assert.equal(data, out);
    assert.deepEqual(
      [dims, [...data]],
      [
        [2, 1],
        [2, 3],
      ],
    );
    assert.throws(() => gather(x, [3], { axis: 1 }), { code: 'index_out_of_range' });
    assert.deepEqual([...gather(x, [3, 0], { axis: 1 }, { domain: 'openvino' }).data], [0, 0, 0, 3]);
  });

  it('refuses nested lists, whose shape would be a guess', () => {
    const x = table(3);
    assert.throws(() => gather(x, /** @type {any} */ ([[0, 1]])), { code: 'not_integer', param: 'indices' });
    for (const options of [{}, { domain: 'openvino' }])
      assert.throws(
        () =>
          evaluate('Gather', [x, /** @type {any} */ ([[0, 1]]), 0].slice(0, options.domain ? 3 : 2), options),
        { code: 'not_integer' },
      );
  });

  it('names the first wrong index of a long list, and writes nothing', () => {
    const x = table(10);
    const indices = new Int32Array(1e6).fill(3);
    indices[700000] = 10;
    indices[800000] = -11;
    const out = new Float32Array(1e6).fill(5);
    assert.throws(() => gather(x, indices, {}, { out }), {
      code: 'index_out_of_range',
      param: 'indices',
      message: /entry 700000 is 10; it must be in \[-10, 9\]/,
    });
    assert.ok(out.every((each) => each === 5));
    indices[700000] = indices[800000] = 9;
    assert.equal(gather(x, indices, {}, { out }).data[700000], 9);
  });

  it('has no views, and no output over its data', () => {
    const x = table(4, 2);
    for (const view of [true, 'strided'])
      refuses(() => plan('Gather', [x, [1]]).run(x, /** @type {any} */ ({ view })), 'bad_argument view');
    assert.throws(() => gather(x, [0, 1, 2, 3], {}, { out: x.data }), { code: 'bad_out' });
    assert.notEqual(gather(x, [1]).data.buffer, x.data.buffer);
  });

  it('copies the indices with a plan', () => {
    const x = table(4);
    const indices = Int32Array.of(3, 0, 0);
    const planned = plan('Gather', [x, indices]);
    const bound = planned.bind(x);
    indices.fill(1);
    assert.deepEqual([...planned.run(x)[0].data], [3, 0, 0]);
    x.data[3] = 9;
    assert.deepEqual([...bound()[0].data], [9, 0, 0]);
  });

  it('plans one move, which is a slice where steps are equal, and long slices one by one', () => {
    const x = table(100, 4);
    const movesOf = (/** @type {number[]} */ indices) => plan('Gather', [x, indices]).moves;
    const [listed, ...others] = movesOf([5, 1, 1, 9]);
    assert.deepEqual(listed.positions, { axis: 0, list: [5, 1, 1, 9] });
    assert.equal(others.length, 0);
    assert.deepEqual(movesOf([1, 3, 5]), plan('Slice', [x, [1], [6], [0], [2]]).moves);
    const runs = [
      ...Array.from({ length: 80 }, (_, i) => i),
      ...Array.from({ length: 80 }, (_, i) => i + 10),
    ];
    assert.deepEqual(
      movesOf(runs).map(({ streams: [{ offset, run }] }) => [offset, run]),
      [
        [0, 1280],
        [160, 1280],
      ],
    );
  });

  it('explains how many positions, and whether they are runs or single elements', () => {
    /** @type {[any, number[], any, string][]} */
    const rows = [
      [{ type: 'float32', dims: [84, 8400] }, [5, 1, 9], { axis: 1 }, ' gathers float32 [84, 8400] into [84, 3], 1008 bytes. Output 0, [84, 3], is 252 single elements at 3 listed positions, copied by a plain loop, '],
      [{ type: 'float32', dims: [50, 768] }, [5, 1, 1, 9], {}, ' gathers float32 [50, 768] into [4, 768], 12288 bytes. Output 0, [4, 768], is 4 runs of 3072 bytes at 4 listed positions, copied by the JavaScript engine '],
      [{ type: 'string', dims: [5] }, [4, 0, 0], {}, ' gathers string [5] into [3], 3 strings. Output 0, [3], is copied at 3 listed positions by a plain loop, because strings '],
      [{ type: 'uint8', dims: [50] }, [1, 3, 5], {}, ' gathers uint8 [50] into [3], 3 bytes. Output 0, [3], is copied by a plain loop, '],
    ]; // biome-ignore format: a table
    for (const [x, indices, attributes, begin] of rows) {
      const text = plan('Gather', [x, indices], { attributes }).explain();
      assert.ok(text.startsWith(newest('Gather') + begin), text);
    }
  });

  it('reads and writes arrays of the arena, and NaNs to the bit', () => {
    const data = allocate('float32', [6]);
    new Uint32Array(data.buffer, data.byteOffset, 6).set([0x7fa00001, 1, 2, 0xffc12345, 4, 5]);
    const { data: made } = gather({ dims: [6], data }, [3, 0, 0, 5]);
    assert.deepEqual([...new Uint32Array(made.buffer)], [0xffc12345, 0x7fa00001, 0x7fa00001, 5]);
    release(data);
    const wide = { dims: [3], data: BigUint64Array.of(2n ** 63n + 1n, 0x7ff0000000000001n, 3n) };
    assert.deepEqual(
      [...gather(wide, [1, 0, 0, 2]).data],
      [0x7ff0000000000001n, 2n ** 63n + 1n, 2n ** 63n + 1n, 3n],
    );
    assert.deepEqual(slice(wide, '1').data.length, 1);
  });
});
