// NumPy's notation, '1:-1, ::2, ..., 3': what is understood, and what is refused. index_string_any.test.js tries all else.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assign, evaluate, init, plan, slice, sliceScatter } from 'microtome';
import { newest } from '../../support/newest.js';
import { refuses } from '../../support/refusals.js';

before(() => init());

const x = { data: Uint16Array.from({ length: 120 }, (_, k) => k), dims: [2, 3, 4, 5] };

/** @param {number} first @param {number} length */
const from = (first, length, step = 1) => Array.from({ length }, (_, k) => first + step * k);

/** @param {string} spec @param {readonly number[]} dims @param {readonly number[]} elements */
function gives(spec, dims, elements) {
  const output = slice(x, spec);
  assert.deepEqual([output.dims, [...output.data]], [dims, elements], spec);
  const planned = plan('Slice', [{ type: 'uint16', dims: x.dims }, spec]);
  assert.deepEqual([planned.outputs, planned.run(x)], [[{ type: 'uint16', dims }], [output]], spec);
}

describe('the notation', () => {
  it('may be copied with its name and brackets, as Python code has it', () => {
    for (const text of ['x[1, ..., 4]', 'np.s_[1, ..., 4]', ' batch_1.data [1, ..., 4] ', '_[\n1, ..., 4,]'])
      gives(text, [3, 4], from(64, 12, 5));
  });

  it('may be one integer, which stands for its digits', () => {
    for (const at of [0, 1, -1, 1n, -2n])
      assert.deepEqual(slice(x, at), slice(x, `${at}`), `${at}`);
    assert.deepEqual(slice(x, 0, { out: new Uint16Array(60) }).dims, [3, 4, 5]);
    const copy = { ...x, data: x.data.slice() };
    assign(copy, -1, 7);
    assert.deepEqual([...copy.data], [...x.data.subarray(0, 60), ...new Uint16Array(60).fill(7)]);
    const updates = { data: new Uint16Array(60).fill(5), dims: [3, 4, 5] };
    assert.deepEqual(sliceScatter(x, updates, 0), sliceScatter(x, updates, '0'));
    refuses(() => slice(x, 2), 'index_out_of_range');
    for (const wrong of [0.5, Number.NaN, 2 ** 60, true])
      refuses(() => slice(x, /** @type {any} */ (wrong)), 'bad_argument', /expected an integer, a string such as/);
  }); // biome-ignore format: short

  it('is ... if it is empty, as x[()] is in NumPy', () => {
    for (const text of ['', ' ', '\n\t', 'x[]', 'np.s_[ ]']) gives(text, [2, 3, 4, 5], [...x.data]);
    assert.deepEqual([...slice({ data: Uint16Array.of(7), dims: [] }, '').data], [7]);
  });

  it('takes nothing backward from before the first element, as NumPy does', () => {
    const cube = { data: Uint16Array.from({ length: 5 }, (_, k) => k), dims: [5] };
    const far = '9'.repeat(400);
    for (const spec of ['-9::-1', '-6::-1', '-6:-9:-1', '-9:-99:-3', `-${far}::-1`, `-9:-${far}:-${far}`]) {
      for (const opset of [10, 11, 13]) assert.deepEqual(slice(cube, spec, { opset }).dims, [0], spec);
    }
    assert.deepEqual([...slice(cube, '-5::-1').data], [0]);
    assert.deepEqual([...slice(cube, '-9::1').data], [0, 1, 2, 3, 4]);
    const parameters = { starts: [-9], ends: [-99], steps: [-1] };
    assert.deepEqual([...slice(cube, parameters).data], [0], "ONNX's parameters clamp the start (D1)");
    assert.deepEqual(slice({ data: new Uint8Array(0), dims: [0, 3] }, '-1::-1, -4::-1').dims, [0, 0]);
    gives('1, -4::-1, ..., 0', [0, 4], []);
  });

  it('reads every integer that an axis can reach exactly', () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (let k = 0; k < 64; ++k) {
      const at = (/** @type {string} */ spec) => plan('Slice', [{ type: 'uint8', dims: [most] }, spec]);
      const [tail, head] = [at(`${most - k}:`), at(`:-${most - k}`)];
      assert.deepEqual([tail.outputs[0].dims, head.outputs[0].dims], [[k], [k]], String(most - k));
    }
  });

  it('chooses the versions that can: steps need Slice-10', () => {
    assert.deepEqual([...slice(x, '1, 2, 3, 1:3', { opset: 1 }).data], [116, 117]);
    assert.deepEqual([...slice(x, '1, 2, 3, ::3', { opset: 10 }).data], [115, 118]);
    assert.throws(() => slice(x, '::2', { opset: 9 }), {
      code: 'unknown_attribute',
      op: 'Slice-1',
      param: 'spec',
      message: 'Slice-1: spec: steps is not one of starts, ends, axes; Slice-10 has it',
    });
  });

  /** What is said of what is often tried. @type {[string, string][]} */
  const hints = [
    ['[1, :]', "'[1, :]' is not a range a:b:c, an index or '...'; leave out the brackets"],
    ['[0:1, 2:3]', "'[0:1, 2:3]' is not a range a:b:c, an index or '...'; leave out the brackets"],
    ['[0:2][1]', "'[0:2][1]' is not a range a:b:c, an index or '...'; call slice once for each pair of brackets"],
    ['x[0][1]', "'x[0][1]' is not a range a:b:c, an index or '...'; call slice once for each pair of brackets"],
    ['0:2]', "'0:2]' is not a range a:b:c, an index or '...'; a bracket is missing"],
    ['x[0', "'x[0' is not a range a:b:c, an index or '...'; a bracket is missing"],
    ['x[0][1', "'x[0][1' is not a range a:b:c, an index or '...'; a bracket is missing"],
    ['[1]', "'[1]' is not a range a:b:c, an index or '...'; leave out the brackets"],
    ['[0, 2]', "'[0, 2]' is not a range a:b:c, an index or '...'; a slice takes no lists: to take listed indices, call gather(x, [0, 2])"],
    ['x[[0, -2], 1]', "'x[[0, -2], 1]' is not a range a:b:c, an index or '...'; a slice takes no lists: to take listed indices, call gather(x, [0, 2])"],
    ['x[0:1, 1].shape', "'x[0:1, 1].shape' is not a range a:b:c, an index or '...'"],
    ['x[0].transpose(1, 0)', "'x[0].transpose(1, 0)' is not a range a:b:c, an index or '...'; to transpose, call rearrange"],
    [':, [0, 2, 5, 7, 9]', "':, [0, 2, 5, 7, 9]' is not a range a:b:c, an index or '...'; a slice takes no lists: to take listed indices, call gather(x, [0, 2])"],
    ['None', "'None' is not a range a:b:c, an index or '...'; a slice adds no axes"],
    ['np.newaxis, :', "'np.newaxis' is not a range a:b:c, an index or '...'; a slice adds no axes"],
    [':, True', "'True' is not a range a:b:c, an index or '...'; a slice takes no booleans"],
    ['01 :', "'01 :' is not a range a:b:c, an index or '...'; leave out leading zeros"],
    ['x[0].T', "'x[0].T' is not a range a:b:c, an index or '...'; to transpose, call rearrange"],
    ['x[0, 1:].T', "'x[0, 1:].T' is not a range a:b:c, an index or '...'; to transpose, call rearrange"],
    ['x[1:y]', "'1:y' is not a range a:b:c, an index or '...'"],
    ['1.5', "'1.5' is not a range a:b:c, an index or '...'"],
  ]; // biome-ignore format: a table
  for (const [spec, what] of hints) {
    it(`says what '${spec}' is not`, () => {
      refuses(() => slice(x, spec), 'bad_index_string', `${newest('Slice')}: spec: ${what}`);
    });
  }

  /** @type {Record<string, string[]>} */
  const errors = {
    bad_index_string: [
      'x[0].T', 'x[0][1]', 'x[[0, 1]]', 'x[1:2', '1x[1:2]', 'x(1:2)', 'x y[1]', ',', ',1', '1,,', ',,', '1, ,', '1,,2', 'a',
      '1.5', '1:2:3:4', '1 2', '1: 2 :3x', '....', '..', '... ...', '..., ...', '0x1', '1e3', '~1', '1-1', '- ', '1 _0',
      '1__0', '1_', '_1', '01', '0_1', '1:03', '1\u00a0:3', '1\v', '. ..', '-...', '0,0,0,0,[0, 1]', '+', '-', '1:-',
      'null', '[1]', '٣', '1;2', ': :x',
    ],
    too_many_axes: ['0,0,0,0,0', ':,:,:,:,:', '..., 0, 0, 0, 0, 0'],
    index_out_of_range: [
      '2', '-3', '0, 3', '..., 5', '..., -6', '99999999999999999999', '-99999999999999999999', '9'.repeat(400),
      `-${'9'.repeat(400)}`,
    ],
    zero_step: ['::0', '1:1:0', '..., ::-0', '9::0'],
  }; // biome-ignore format: lists
  for (const [code, specs] of Object.entries(errors)) {
    for (const spec of specs) {
      it(`refuses '${spec}': ${code}`, () => {
        refuses(() => slice(x, spec), `${code} ${newest('Slice')} spec`);
      });
    }
  }

  it('has no index on an empty axis, and no axis on rank 0', () => {
    const empty = { data: new Uint16Array(0), dims: [0, 3] };
    for (const spec of ['0', '-1']) assert.throws(() => slice(empty, spec), { code: 'index_out_of_range' });
    assert.deepEqual(slice(empty, ':, 1').dims, [0]);
    assert.throws(() => slice({ data: Uint16Array.of(1), dims: [] }, '0'), {
      code: 'too_many_axes',
      message: `${newest('Slice')}: spec: '0' names axis 0 but the data has rank 0`,
    });
    assert.throws(() => slice({ data: Uint16Array.of(1), dims: [] }, ':'), { code: 'too_many_axes' });
  });

  it('is planned by Slice alone, and refused in the same words', () => {
    /** @param {() => unknown} call @returns {any} */
    const mistake = (call) => {
      try {
        call();
      } catch (error) {
        return error;
      }
      return assert.fail('nothing was thrown');
    };
    for (const spec of ['1:x', '::0', '9', ':, :, :, :, :', '..., ...'])
      assert.deepEqual(
        mistake(() => plan('Slice', [x, spec])),
        mistake(() => slice(x, spec)),
        spec,
      );
    const old = mistake(() => plan('Slice', [x, '::2'], { opset: 1 }));
    assert.deepEqual([old.code, old.param], ['unknown_attribute', 'spec']);
    assert.deepEqual(plan('Slice', [x, '1'], { opset: 1 }).outputs[0].dims, [3, 4, 5]);
    const text = /** @type {any} */ ('1:3');
    assert.equal(mistake(() => plan('Split', [x, text])).param, 'split');
    assert.equal(mistake(() => plan('Slice', [x, text, [2]])).param, 'starts');
    assert.equal(mistake(() => evaluate('Slice', /** @type {any} */ ([x, text]))).param, 'starts');
  });

  it('means the same after the same text, and after the same text for another tensor or version', () => {
    const flat = { data: Uint16Array.from({ length: 9 }, (_, k) => k), dims: [9] };
    for (let time = 0; time < 3; ++time) {
      gives(
        '..., 1:3',
        [2, 3, 4, 2],
        Array.from({ length: 48 }, (_, k) => 5 * (k >> 1) + 1 + (k % 2)),
      );
      assert.deepEqual(slice(flat, '..., 1:3').data, Uint16Array.of(1, 2));
      assert.deepEqual(slice({ ...flat, dims: [3, 3] }, '..., 1:3').dims, [3, 2]);
      assert.deepEqual(slice(flat, '::2').dims, [5]);
      assert.throws(() => slice(flat, '::2', { opset: 1 }), { code: 'unknown_attribute' });
      assert.deepEqual(slice(flat, '::2').dims, [5]);
      assert.throws(() => slice(flat, '::2, 1'), { code: 'too_many_axes' });
      assert.deepEqual(slice(flat, '::3').dims, [3]);
      assert.deepEqual(slice(flat, '1').data, Uint16Array.of(1));
    }
  });
});
