// NumPy's notation, '1:-1, ::2, ..., 3': what is understood, and what is refused. index_string_any.test.js tries all else.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, slice } from '../../../web/lib/index.js';

before(() => init());

const x = { data: Uint16Array.from({ length: 120 }, (_, k) => k), dims: [2, 3, 4, 5] };

/** @param {string} spec @param {readonly number[]} dims @param {readonly number[]} elements */
function gives(spec, dims, elements) {
  const output = slice(x, spec);
  assert.deepEqual([output.dims, [...output.data]], [dims, elements], spec);
}

describe('the notation', () => {
  it('has ranges with every part left out', () => {
    const cube = { data: Uint16Array.from({ length: 5 }, (_, k) => k), dims: [5] };
    /** @type {[string, number[]][]} */
    const table = [
      [':', [0, 1, 2, 3, 4]],
      ['::', [0, 1, 2, 3, 4]],
      ['1:', [1, 2, 3, 4]],
      [':2', [0, 1]],
      ['1:4', [1, 2, 3]],
      ['1:4:', [1, 2, 3]],
      ['1::2', [1, 3]],
      [':4:2', [0, 2]],
      ['::2', [0, 2, 4]],
      ['::-1', [4, 3, 2, 1, 0]],
      ['3::-2', [3, 1]],
      [':1:-1', [4, 3, 2]],
      ['3:0:-1', [3, 2, 1]],
      ['-2:', [3, 4]],
      [':-2', [0, 1, 2]],
      ['-1:-4:-1', [4, 3, 2]],
      ['+1:+3', [1, 2]],
      ['4:2', []],
      ['2:2', []],
      ['9:', []],
      ['-99:99', [0, 1, 2, 3, 4]],
      ['99:-99:-1', [4, 3, 2, 1, 0]],
      ['99999999999999999999:', []],
      [':99999999999999999999999999', [0, 1, 2, 3, 4]],
      ['::99999999999999999999', [0]],
      ['01:03', [1, 2]],
    ];
    for (const [spec, elements] of table) assert.deepEqual([...slice(cube, spec).data], elements, spec);
  });

  it('has integers of any number of digits', () => {
    const cube = { data: Uint16Array.of(0, 1, 2), dims: [3] };
    const many = '9'.repeat(400);
    assert.deepEqual([...slice(cube, `-${many}:${many}`).data], [0, 1, 2]);
    assert.deepEqual([...slice(cube, `${many}:-${many}:-1`).data], [2, 1, 0]);
    assert.deepEqual([...slice(cube, `1::${many}`).data], [1]);
    assert.deepEqual([...slice(cube, `1::-${many}`).data], [1]);
  });

  it('has indices, which drop their axis', () => {
    gives(
      '1',
      [3, 4, 5],
      Array.from({ length: 60 }, (_, k) => 60 + k),
    );
    gives('-1, 2, 0', [5], [100, 101, 102, 103, 104]);
    gives('0, 0, 0, 3', [], [3]);
    gives('-2, -3, -4, -5', [], [0]);
    gives('1, :, 3, 4', [3], [79, 99, 119]);
    gives('0:1, 2:3, 3:4, 4', [1, 1, 1], [59]);
  });

  it('has one ..., at any place, for as many axes as are left, also none', () => {
    gives(
      '..., 4',
      [2, 3, 4],
      Array.from({ length: 24 }, (_, k) => 5 * k + 4),
    );
    gives(
      '1, ..., 4',
      [3, 4],
      Array.from({ length: 12 }, (_, k) => 60 + 5 * k + 4),
    );
    gives(
      '1, 2, ...',
      [4, 5],
      Array.from({ length: 20 }, (_, k) => 100 + k),
    );
    gives('...', [2, 3, 4, 5], [...x.data]);
    gives('1, 2, 3, ..., 4', [], [119]);
    gives('1, 2, 3, 4, ...', [], [119]);
    assert.deepEqual(slice({ data: Uint16Array.of(7), dims: [] }, '...').dims, []);
  });

  it('does not mind white space around its parts', () => {
    gives('  1,2 ,\t3,\n4 ', [], [119]);
    gives(
      '1,...,4',
      [3, 4],
      Array.from({ length: 12 }, (_, k) => 60 + 5 * k + 4),
    );
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

  it('has no brackets, and says so', () => {
    const message =
      "Slice-13: spec: '[1' in '[1, :]' is neither a:b:c nor an index nor '...'; leave out the brackets";
    assert.throws(() => slice(x, '[1, :]'), { code: 'bad_index_string', message });
  });

  /** @type {Record<string, string[]>} */
  const errors = {
    bad_index_string: [
      '',
      ' ',
      ',',
      '1,',
      ',1',
      '1,,2',
      'a',
      '1.5',
      '1:2:3:4',
      '1 2',
      '1: 2 :3x',
      '....',
      '..',
      '... ...',
      '..., ...',
      '0x1',
      '1e3',
      '--1',
      '+',
      '-',
      '1:-',
      'null',
      '[1]',
      '٣',
      '1;2',
      ': :x',
    ],
    too_many_axes: ['0,0,0,0,0', ':,:,:,:,:', '..., 0, 0, 0, 0, 0'],
    index_out_of_range: [
      '2',
      '-3',
      '0, 3',
      '..., 5',
      '..., -6',
      '99999999999999999999',
      '-99999999999999999999',
      '9'.repeat(400),
      `-${'9'.repeat(400)}`,
    ],
    zero_step: ['::0', '1:1:0', '..., ::-0', '9::0'],
  };
  for (const [code, specs] of Object.entries(errors)) {
    for (const spec of specs) {
      it(`refuses '${spec}': ${code}`, () => {
        assert.throws(() => slice(x, spec), { name: 'MicrotomeError', code, op: 'Slice-13', param: 'spec' });
      });
    }
  }

  it('has no index on an empty axis, and no axis on rank 0', () => {
    const empty = { data: new Uint16Array(0), dims: [0, 3] };
    for (const spec of ['0', '-1']) assert.throws(() => slice(empty, spec), { code: 'index_out_of_range' });
    assert.deepEqual(slice(empty, ':, 1').dims, [0]);
    assert.throws(() => slice({ data: Uint16Array.of(1), dims: [] }, '0'), { code: 'too_many_axes' });
    assert.throws(() => slice({ data: Uint16Array.of(1), dims: [] }, ':'), { code: 'too_many_axes' });
  });
});
