// Buffers that change: detached, resized and grown between plan and run, and between two runs. A buffer that has
// become too short is an error, and then nothing has been written. A bound plan refuses buffers of another length, too.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assign, concat, init, plan, rearrange, slice, split, variadicSplit } from 'microtome';
import { detach } from '../../support/guards.js';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

const Shared = /** @type {Any} */ (SharedArrayBuffer);
const bufferOf = (/** @type {number} */ bytes, Class = ArrayBuffer) =>
  new /** @type {Any} */ (Class)(bytes, { maxByteLength: 4 * bytes });
const fill = (/** @type {Any} */ array) => {
  array.set(array.map((/** @type {Any} */ _, /** @type {number} */ k) => k));
  return array;
};
const type = /** @type {const} */ ('float32');
const cut = (/** @type {number[]} */ dims, /** @type {Any[]} */ ...args) =>
  plan('Slice', /** @type {Any} */ ([{ type, dims }, ...args]));
const join = (/** @type {number[]} */ dims, /** @type {number} */ axis, new_axis = 0) =>
  plan(
    'ConcatFromSequence',
    [
      [
        { type, dims },
        { type, dims },
      ],
    ],
    { attributes: { axis, new_axis } },
  );

/** A cut and a join of each way: dims of its tensors, how many there are, and the plan. @type {[string, number[], number, (dims: number[]) => Any][]} */
const JOBS = [
  ['scalar', [4, 4], 1, (dims) => cut(dims, [1, 1], [3, 3])],
  ['runs', [40, 4096], 1, (dims) => cut(dims, [0], [2000], [1])],
  ['staged', [100, 100], 1, (dims) => cut(dims, [0], [100], [1], [2])],
  ['scalar', [3, 3], 2, (dims) => join(dims, 1)],
  ['runs', [30, 4096], 2, (dims) => join(dims, 0)],
  ['staged', [100, 100], 2, (dims) => join(dims, 2, 1)],
]; // biome-ignore format: a table

for (const [way, dims, tensors, make] of JOBS)
  describe(`${tensors === 1 ? 'a cut' : 'a join'} whose way is ${way}`, () => {
    const count = dims[0] * dims[1];
    const param = tensors === 1 ? 'data' : 'input_sequence';
    const inputs = (/** @type {(bytes: number) => Any} */ memory = bufferOf) =>
      Array.from({ length: tensors }, () => ({ type, dims, data: fill(new Float32Array(memory(4 * count), 0, count)) })); // biome-ignore format: one line
    const run = (/** @type {Any} */ planned, /** @type {Any[]} */ list, options = {}) =>
      planned.run(tensors === 1 ? list[0] : list, options)[0].data;
    const expected = () => run(make(dims), inputs());
    const length = () => expected().length;

    it('goes that way', () => assert.equal(make(dims).moves[0].way, way));

    it('refuses data that is gone or too short, before the first run and between two', () => {
      for (const runs of [0, 2])
        for (const take of [detach, (/** @type {Any} */ buffer) => buffer.resize(4 * count - 4), (/** @type {Any} */ buffer) => buffer.resize(0)]) // biome-ignore format: one line
          for (let which = 0; which < tensors; ++which) {
            const planned = make(dims);
            const list = inputs();
            const out = [new Float32Array(length())];
            for (let i = 0; i < runs; ++i) assert.deepEqual(run(planned, list, { out }), expected());
            take(list[which].data.buffer);
            out[0].fill(-1);
            for (const options of [{ out }, {}, ...(tensors === 1 ? [{ view: true }] : [])])
              assert.throws(() => run(planned, list, options), { code: 'bad_input', param });
            assert.ok(out[0].every((value) => value === -1));
          }
    });

    it('takes data that has grown back, and refuses more of it than was planned', () => {
      const planned = make(dims);
      const list = inputs();
      const { buffer } = list[0].data;
      const tracking = { ...list[0], data: new Float32Array(buffer) };
      buffer.resize(0);
      buffer.resize(4 * count);
      fill(list[0].data);
      assert.deepEqual(run(planned, list), expected());
      assert.deepEqual(run(planned, [tracking, ...list.slice(1)]), expected());
      buffer.resize(8 * count);
      assert.deepEqual(run(planned, list), expected());
      assert.throws(() => run(planned, [tracking, ...list.slice(1)]), { code: 'bad_input', param });
    });

    it('refuses an out that is gone or of another length', () => {
      const planned = make(dims);
      const list = inputs();
      const buffer = bufferOf(4 * length());
      const out = [new Float32Array(buffer)];
      assert.deepEqual(run(planned, list, { out }), expected());
      for (const bytes of [buffer.byteLength - 4, buffer.byteLength + 4, 0]) {
        buffer.resize(bytes);
        assert.throws(() => run(planned, list, { out }), { code: 'bad_out', message: /needs an array of length/ }); // biome-ignore format: one line
      }
      buffer.resize(4 * length());
      assert.deepEqual(run(planned, list, { out }), expected());
      detach(buffer);
      assert.throws(() => run(planned, list, { out }), { code: 'bad_out' });
    });

    it('refuses, when it is bound, arrays that are gone or of another length until they are back', () => {
      const tracking = (/** @type {number} */ length) => new Float32Array(bufferOf(4 * length));
      const list = Array.from({ length: tensors }, () => ({ type, dims, data: tracking(count) }));
      const out = tracking(length());
      const bound = make(dims).bind(tensors === 1 ? list[0] : list, { out });
      const refuses = (/** @type {Any} */ call, /** @type {Any} */ failure) => {
        const before = out.slice();
        assert.throws(call, { name: 'MicrotomeError', op: newest(tensors === 1 ? 'Slice' : 'ConcatFromSequence'), ...failure }); // biome-ignore format: one line
        assert.deepEqual(out, before);
      };
      /** @type {[Any, Any][]} */
      const held = [
        ...list.map(({ data }) => /** @type {[Any, Any]} */ ([data, { code: 'bad_input', param }])),
        [out, { code: 'bad_out', param: 'out' }],
      ];
      for (const [array, failure] of held) {
        const { length, buffer } = array;
        for (const another of [length - 1, length + 1, 0]) {
          buffer.resize(4 * another);
          refuses(bound, { ...failure, message: new RegExp(`its array had length ${length} and has length ${another} now$`) }); // biome-ignore format: one line
        }
        buffer.resize(4 * length);
        for (const { data } of list) fill(data);
        assert.deepEqual(bound()[0].data, expected());
      }
      detach(list[tensors - 1].data.buffer);
      refuses(bound, { code: 'bad_input', param });
    });

    it('moves from and into memory that threads share, also where it can grow', () => {
      for (const memory of [
        (/** @type {number} */ bytes) => new Shared(bytes),
        (/** @type {number} */ bytes) => bufferOf(bytes, Shared),
      ]) {
        // biome-ignore format: one line
        const list = inputs(memory);
        const out = [new Float32Array(memory(4 * length()), 0, length())];
        const planned = make(dims);
        for (let i = 0; i < 3; ++i) {
          out[0].fill(-1);
          assert.deepEqual(Float32Array.from(run(planned, list, { out })), expected());
          const { buffer } = list[0].data;
          if (buffer.growable) buffer.grow(buffer.byteLength + 8);
        }
        assert.deepEqual(Float32Array.from(list[0].data), fill(new Float32Array(count)), 'never changed');
      }
    });
  });

/** A typed array whose buffer has been transferred. @param {number} length @param {Any} [Class] */
function goneOf(length, Class = Float32Array) {
  const array = new Class(length);
  detach(array.buffer);
  return array;
}

const GONE =
  /its buffer is detached: after a transfer, pass a copy; after a WebAssembly memory has grown, a new view$/;

describe('a detached buffer', () => {
  const x = { dims: [4], data: Float32Array.of(1, 2, 3, 4) };
  const gone = { dims: [4], data: goneOf(4) };
  const strided = { ...gone, stride: [-1], offset: 3 };
  const fresh = () => new Float32Array(4);

  /** @type {Record<string, [string, string, () => unknown]>} */
  const calls = {
    data: ['bad_input', 'data', () => slice(gone, ':')],
    'data with strides': ['bad_input', 'data', () => slice(strided, ':')],
    'data of a scalar': ['bad_input', 'data', () => slice({ ...gone, dims: [] }, '...')],
    'an input of a join': ['bad_input', 'inputs', () => concat([x, gone], 0)],
    'data of a plan': ['bad_input', 'data', () => plan('Slice', [x, ':']).run(gone)],
    'data of a bound plan': ['bad_input', 'data', () => plan('Slice', [x, ':']).bind(gone)],
    'data that is converted': ['bad_input', 'input', () => rearrange(gone, 'a -> a', { to: 'int32' })],
    out: ['bad_out', 'out', () => slice(x, ':', { out: goneOf(4) })],
    'out with strides': ['bad_out', 'out', () => slice(x, ':', { out: strided })],
    'out of a conversion': ['bad_out', 'out', () => rearrange(x, 'a -> a', { to: 'int32', out: goneOf(4, Int32Array) })],
    'out of a bound plan': ['bad_out', 'out', () => plan('Slice', [x, ':']).bind(x, { out: goneOf(4) })],
    'the target of assign': ['bad_input', 'target', () => assign(gone, ':', x)],
    'the updates of assign': ['bad_input', 'updates', () => assign(x, ':', gone)],
    'of a WebAssembly memory that has grown': ['bad_input', 'data', () => {
      const memory = new WebAssembly.Memory({ initial: 1 });
      const data = new Float32Array(memory.buffer, 0, 4);
      memory.grow(1);
      slice({ dims: [4], data }, ':');
    }],
    'detached after binding': ['bad_input', 'data', () => {
      const data = fresh();
      const bound = plan('Slice', [x, ':']).bind({ dims: [4], data });
      bound();
      detach(data.buffer);
      bound();
    }],
    'of out, detached after binding': ['bad_out', 'out', () => {
      const out = fresh();
      const bound = plan('Slice', [x, ':']).bind(x, { out });
      detach(out.buffer);
      bound();
    }],
  }; // biome-ignore format: a table
  for (const [what, [code, param, call]] of Object.entries(calls))
    it(`is named: ${what}`, () =>
      assert.throws(call, (/** @type {Any} */ error) => {
        assert.deepEqual([error.name, error.code, error.param], ['MicrotomeError', code, param]);
        assert.match(error.message, GONE);
        return true;
      }));

  it('is not blamed on a short array, or on one whose buffer was resized', () => {
    const short = new Float32Array(bufferOf(16));
    const { buffer } = /** @type {Any} */ (short);
    buffer.resize(0);
    for (const data of [new Float32Array(0), short])
      assert.throws(() => slice({ dims: [4], data }, ':'), { message: /take an array of length 4, not 0$/ });
  });

  it('is enough for an output, a target or an input without elements', () => {
    const none = () => ({ dims: [0], data: goneOf(3) });
    const layout = { stride: [1], offset: 0 };
    for (const out of [
      goneOf(2),
      { data: goneOf(2), ...layout },
      { data: goneOf(2), stride: [-1], offset: 5 },
    ])
      assert.equal(slice(x, '4:', { out }).data.length, 0);
    assert.deepEqual([...concat([none(), x, { ...none(), ...layout }], 0).data], [1, 2, 3, 4]);
    assert.equal(concat([none(), none()], 0, { out: goneOf(1) }).dims[0], 0);
    for (const to of /** @type {const} */ (['int32', 'float32']))
      for (const options of [{}, { out: to === 'int32' ? goneOf(1, Int32Array) : goneOf(1) }])
        assert.equal(rearrange(none(), 'a -> a', { to, ...options }).dims[0], 0);
    const clamped = { dims: [0], data: goneOf(1, Uint8ClampedArray) };
    for (const view of [true, false])
      assert.equal(rearrange(clamped, 'a -> a', { to: 'uint8', view }).data.length, 0);
    assign(none(), ':', none());
    assign({ ...none(), ...layout }, ':', none());
    plan('Slice', [x, '4:']).bind(x, { out: [{ data: goneOf(1), ...layout }] })();
    plan('Concat', [{ type, dims: [0] }, x], { attributes: { axis: 0 } }).bind([none(), x])();
  });

  /** Detaches an array when a property of another tensor is read. */
  const takes = (/** @type {Any} */ tensor, /** @type {Any} */ { data }) => ({
    ...tensor,
    get dims() {
      if (data.length > 0) detach(data.buffer);
      return tensor.dims;
    },
  });

  it('is seen where a getter detaches what was read before', () => {
    const first = () => ({ dims: [4], data: Float32Array.of(1, 2, 3, 4) });
    const clamped = () => ({ dims: [4], data: new Uint8ClampedArray(4) });
    const bytes = { dims: [4], data: new Uint8Array(4) };
    const turned = () => ({ ...first(), stride: [-1], offset: 3 });
    const planned = plan('Concat', [x, x], { attributes: { axis: 0 } });
    const lists = () => ({ dims: [2], data: Int32Array.of(9, 1), stride: [-1], offset: 1 });
    /** @type {Record<string, () => unknown>} */
    const attempts = {
      'a join': () => { const a = first(); concat([a, takes(x, a)], 0); },
      'a join of classes': () => { const a = clamped(); concat([bytes, a, takes(bytes, a)], 0); },
      'a bound join': () => { const a = first(); planned.bind([a, takes(x, a)])(); },
      'a bound cut': () => { const a = first(); plan('Slice', [x, ':']).bind(a, { out: takes(first(), a) })(); },
      'a cut': () => { const a = first(); slice(a, ':', { out: takes(first(), a) }); },
      'two outs': () => { const a = turned(); split(x, { split: [4, 0] }, { out: [a, takes({ dims: [0], data: fresh() }, a)] }); },
      'a conversion': () => { const a = first(); rearrange(a, 'a -> a', { to: 'int32', out: takes({ dims: [4], data: new Int32Array(4) }, a) }); },
      'a target': () => { const a = first(); assign(a, ':', takes(x, a)); },
      'a target with strides': () => { const a = turned(); assign(a, ':', takes(x, a)); },
      'a target of a part': () => { const a = { ...first(), stride: [1], offset: 0 }; assign(a, ':', takes(x, a)); },
      'updates in one memory': () => { const a = first(); assign(a, ':', takes(a, a)); },
      'a list of integers with strides': () => { const starts = lists(); slice(x, { starts, ends: takes({ dims: [2], data: Int32Array.of(9, 9) }, starts) }); },
    }; // biome-ignore format: a table
    for (const [what, attempt] of Object.entries(attempts))
      assert.throws(attempt, { name: 'MicrotomeError' }, what);
  });

  it('is said of the tensor in a list', () => {
    const list = [x, { dims: [4], data: Float32Array.of(1, 2, 3, 4) }];
    const bound = plan('Concat', list, { attributes: { axis: 0 } }).bind(list);
    detach(list[1].data.buffer);
    assert.throws(bound, {
      code: 'bad_input',
      param: 'inputs',
      message: /: inputs: tensor 1: its buffer is detached/,
    });
  });
});

describe('data without memory', () => {
  it('is no empty list', () => {
    const gone = Int32Array.of(1);
    const table = new Uint8Array(256);
    const scale = Float32Array.of(1, 2, 3, 4);
    for (const { buffer } of [gone, table, scale]) detach(buffer);
    const x = { data: new Uint8Array(4), dims: [4] };
    /** @type {(() => unknown)[]} */
    const calls = [
      () => slice(x, { starts: gone, ends: gone }),
      () => variadicSplit(x, 0, gone),
      () => slice({ data: new Float32Array(4), dims: gone }, '1'),
      () => slice({ data: new Float32Array(4), shape: [4], stride: gone, offset: 0 }, '1'),
      () => rearrange(x, 'a -> a', { to: { type: 'uint8', table } }),
      () => rearrange(x, 'a -> a', { to: { type: 'float32', along: 'a', scale } }),
    ];
    for (const call of calls)
      assert.throws(call, { name: 'MicrotomeError', code: 'bad_input', message: GONE }, `${call}`);
  });
});
