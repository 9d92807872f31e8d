// The tests' own tools: the reader of the corpus refuses what is malformed, and the codec lays bits out as the documents do.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCase, readCases } from '../../support/corpus.js';
import { readCorpus } from '../../support/corpus_files.js';
import { lineOf, nodeOf } from '../../support/corpus_line.js';
import { decode, encode, entriesOf, hash, iota, PACKED, TYPES, wrap } from '../../support/elements.js';

describe('the reader of the corpus', () => {
  it('reads what the README of the corpus shows', () => {
    const text =
      '# a comment\n\nSplit-18 u4 [5] @num_outputs=4 split=int64{2,1}[3,-4] axis=int8(5) outputs=3 -> [2] 0 1 | [0]\n';
    const [one] = readCases('x.txt', text);
    assert.equal(one.where, 'x.txt:3');
    assert.deepEqual([one.op_type, one.opset, one.type, one.dims, one.outputs], ['Split', 18, 'u4', [5], 3n]);
    assert.deepEqual(one.inputs.get('split'), { type: 'int64', dims: [2, 1], values: [3n, -4n] });
    assert.deepEqual(one.inputs.get('axis'), { type: 'int8', dims: [], values: [5n] });
    assert.deepEqual(one.attributes.get('num_outputs'), { type: '', dims: [], values: [4n] });
    assert.deepEqual(one.expected, [
      { dims: [2], elements: [0, 1] },
      { dims: [0], elements: [] },
    ]);
  });

  it('reads integers exactly and floats', () => {
    const { inputs } = parseCase(
      'Split-1 float64 [4] split=float64[-0,1e300,nan,-inf,0.5] a=uint64(18446744073709551615) -> none',
    );
    assert.deepEqual(inputs.get('split')?.values, [-0, 1e300, Number.NaN, Number.NEGATIVE_INFINITY, 0.5]);
    assert.deepEqual(inputs.get('a')?.values, [2n ** 64n - 1n]);
  });

  it('reads several tensors, some of another type or absent, and strings', () => {
    const one = parseCase('openvino.Concat-1 u4 [2,1] i4 [3] null [] @mode=circular -> [6] 0 1 2 3 4 5');
    assert.deepEqual(
      [one.domain, one.op_type, one.opset, one.type, one.dims],
      ['openvino', 'Concat', 1, 'u4', [2, 1]],
    );
    assert.deepEqual(one.tensors, [
      { type: 'u4', dims: [2, 1] },
      { type: 'i4', dims: [3] },
      null,
      { type: 'i4', dims: [] },
    ]);
    assert.equal(one.attributes.get('mode')?.text, 'circular');
    assert.deepEqual(parseCase('ConcatFromSequence-11 string @axis=0 -> error missing axis').tensors, []);
    assert.equal(parseCase('Concat-13 string null [1] -> [1] 0').tensors[0], null);
  });

  it('reads what is written as it writes it', () => {
    for (const one of [...readCorpus().values()].flat()) {
      const [again] = readCases('x.txt', `${lineOf(one)} -> none`);
      assert.deepEqual(nodeOf(again), nodeOf(one), one.text);
    }
  });

  const malformed = {
    'no arrow': 'Slice-1 u4 [5]',
    'two arrows': 'Slice-1 u4 [5] -> none -> none',
    'unknown operator': 'Slize-1 u4 [5] -> none',
    'no opset': 'Slice u4 [5] -> none',
    'unknown type': 'Slice-1 u5 [5] -> none',
    'an unknown type of a later tensor': 'Concat-1 u4 [5] u5 [5] -> none',
    'a type without dims': 'Concat-1 u4 [5] u4 -> none',
    'two types of one tensor': 'Concat-1 u4 [5] i4 u4 [5] -> none',
    'no dims': 'Slice-1 u4 -> none',
    'a tensor too many': 'Slice-1 u4 [5] [5] -> none',
    'a tensor after an argument': 'Concat-1 u4 [5] @axis=0 [5] -> none',
    'a domain that it does not need': 'openvino.VariadicSplit-1 u4 [5] -> none',
    'a domain that is none': 'onnx.Slice-1 u4 [5] -> none',
    'dims without brackets': 'Slice-1 u4 5 -> none',
    'negative size': 'Slice-1 u4 [-5] -> none',
    'dims with a space': 'Slice-1 u4 [1, 5] -> none',
    'not an argument': 'Slice-1 u4 [5] starts -> none',
    'bad name': 'Slice-1 u4 [5] Starts=[1] -> none',
    'given twice': 'Slice-1 u4 [5] @axes=[1] @axes=[1] -> none',
    'outputs twice': 'Split-1 u4 [5] outputs=1 outputs=1 -> none',
    'an open list': 'Slice-1 u4 [5] axes=[1 -> none',
    'a number with a tail': 'Slice-1 u4 [5] axes=[1x] -> none',
    'an empty entry': 'Slice-1 u4 [5] axes=[1,] -> none',
    'a value that the type of an attribute has not': 'Slice-1 u4 [5] @axes=int8[128] -> none',
    'a value that the type has not': 'Slice-1 u4 [5] axes=int8[128] -> none',
    'a shape that does not fit': 'Slice-1 u4 [5] axes=int8{2}[1] -> none',
    'an error without a parameter': 'Slice-1 u4 [5] -> error bad_axis',
    'an error with more': 'Slice-1 u4 [5] -> error bad_axis axis now',
    'an element that is not there': 'Slice-1 u4 [5] -> [1] 5',
    'an element that no tensor has': 'Concat-1 u4 [2] [3] -> [1] 5',
    'a string with a digit': 'Concat-1 u4 [5] @mode=ring2 -> none',
    'too few elements': 'Slice-1 u4 [5] -> [2] 4',
    'a tab': 'Slice-1 u4 [5]\t-> [1] 4',
    'none and more': 'Slice-1 u4 [5] -> none 4',
  };
  for (const [what, line] of Object.entries(malformed)) {
    it(`refuses ${what}`, () => assert.throws(() => readCases('x.txt', line), /^Error: x\.txt:1: /));
  }
});

describe('the codec', () => {
  /** @type {Record<string, string>} elements 1, 2, 3, ... in hexadecimal */
  const layouts = {
    u1: 'aa80', // 1 0 1 0 1 0 1 0  1
    u2: '6c6c40', // 01 10 11 00  01 10 11 00  01
    u4: '2143658709',
    i4: '2143658709',
    u3: '6c6c1e400000', // low bits 01 10 11 00 01 10 11 00, high bits 0 0 0 1 1 1 1 0
    u6: '123400567800900000',
  };
  for (const [type, hex] of Object.entries(layouts)) {
    it(`lays ${type} out as its document does`, () => {
      assert.equal(Buffer.from(encode(type, [1, 2, 3, 4, 5, 6, 7, 8, 9])).toString('hex'), hex);
    });
  }

  it('puts the high bits of u6 into the third byte', () => {
    assert.equal(Buffer.from(encode('u6', [0b110000, 0b010000, 0, 0b101111])).toString('hex'), '000fd2');
  });

  it('takes out of every type what it has put in', () => {
    for (const type of TYPES) {
      for (const count of [0, 1, 7, 8, 9, 70, 300]) {
        const elements = Array.from({ length: count }, (_, k) => hash(k));
        const data = encode(type, elements);
        assert.equal(data.length, entriesOf(type, count));
        assert.deepEqual(
          decode(type, data, count),
          elements.map((element) => wrap(type, element)),
          `${type} ${count}`,
        );
      }
    }
    assert.deepEqual(decode('int8', iota('int8', 200), 200)[130], -126);
    assert.deepEqual(PACKED, ['u1', 'u2', 'u3', 'u4', 'u6', 'i4', 'nf4', 'f4e2m1']);
    assert.equal(TYPES.length, 27);
  });
});
