// The judges of tests/hosts and of this folder find what is wrong: each is shown libraries that do one thing wrongly. And the codec,
// from which they know what is right, lays bits out as the documents do.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { open, parts } from 'microtome/source';
import {
  bitsOf,
  decode,
  encode,
  entriesOf,
  hash,
  iota,
  PACKED,
  TYPES,
  wrap,
} from '../../../docs/rules/elements.js';
import { parseCase } from '../../../web/conformance/corpus.js';
import { contentOf, layoutOf, nameOf } from '../../random/files/contents.js';
import { judgeBytes } from '../../random/files/judge.js';
import { isSame } from '../../support/equal.js';
import { judge } from '../../support/judge.js';
import { judgeModel } from '../../support/onnx_judge.js';

/** @typedef {any} Any */

const CUT = parseCase('Split-18 float32 [5] @num_outputs=2 -> [3] 0 1 2 | [2] 3 4');
const MISTAKE = parseCase(
  'Slice-13 float32 [5] starts=[0] ends=[5] axes=[0] steps=[0] -> error zero_step steps',
);

before(() => library.init());

describe('the judge of the corpus', () => {
  it('lets the library pass', () => {
    for (const one of [CUT, MISTAKE]) judge(library, one);
  });

  /** What a library does otherwise with the tensors that it gives or is given. @type {[string, RegExp, (tensors: Any[], inputs: Any[]) => Any[]][]} */
  const wrong = [
    ['loses an output', /^number of outputs: 1 instead of 2$/, ([first]) => [first]],
    ['gives other dims', /^dims of output 0: \[3,1\] instead of \[3\]$/, ([first, ...rest]) => [{ ...first, dims: [3, 1] }, ...rest]],
    ['gives another type', /^type of output 0: "float16"/, ([first, ...rest]) => [{ ...first, type: 'float16' }, ...rest]],
    ['gives another class', /^data of output 0 is no Float32Array$/, ([first, ...rest]) => [{ ...first, data: Float64Array.from(first.data) }, ...rest]],
    ['gives another element', /^data of output 1: {"Float32Array":\[4,3\]} instead of {"Float32Array":\[3,4\]}$/, ([first, { data, ...rest }]) => [first, { ...rest, data: data.slice().reverse() }]],
    [
      'writes into its input',
      /^what the caller handed over: /,
      (tensors, [input]) => {
        input.data[0] = 7;
        return tensors;
      },
    ],
  ]; // biome-ignore format: a table
  for (const [what, message, change] of wrong) {
    it(`finds one that ${what}`, () => {
      const evaluate = (/** @type {Any} */ op, /** @type {Any} */ inputs, /** @type {Any} */ options) =>
        change(library.evaluate(op, inputs, options), inputs);
      assert.throws(() => judge({ ...library, evaluate: /** @type {Any} */ (evaluate) }, CUT), { message });
    });
  }

  it('finds one that refuses otherwise, or not', () => {
    const { MicrotomeError } = library;
    const refuse = (/** @type {unknown} */ error) => () => {
      throw error;
    };
    const judged = (/** @type {Any} */ evaluate) => () => judge({ ...library, evaluate }, MISTAKE);
    assert.throws(
      judged(() => []),
      /^Error: no MicrotomeError: nothing was thrown$/,
    );
    assert.throws(judged(refuse(new Error('x'))), /^Error: no MicrotomeError: Error: x$/);
    assert.throws(judged(refuse(new MicrotomeError('bad_axis', 'Slice-13', 'steps', 'x'))), /"bad_axis"/);
    const mute = new MicrotomeError('zero_step', 'Slice-13', 'steps', 'Slice-13: steps: ');
    assert.throws(judged(refuse(mute)), /says nothing/);
  });
});

describe('the judge of files', () => {
  /** @type {Any} */
  const recipe = {
    format: 'layout',
    endian: 'little',
    shapes: [{ name: 't', type: 'int16', dims: [4, 3, 5] }],
  };
  /** @type {Any} */
  const call = { kind: 'parts', specs: ['::, ::, ::'], pieces: 99 };

  /** All parts of a file, and the judge of them. @param {string} order */
  async function partsOf(order) {
    const { files, tensors } = contentOf({ ...recipe, order }, 1);
    const layout = /** @type {Any} */ (layoutOf({ ...recipe, order }));
    const source = await open(files[nameOf(recipe)], layout);
    const pieces = [];
    for await (const { dims, starts, data } of parts(source.tensor(), '...', { maxBytes: 60 }))
      pieces.push({ dims: [...dims], starts: [...starts], bytes: new Uint8Array(data.buffer) });
    const held = /** @type {Any} */ ([...tensors.values()]);
    const judged = (/** @type {Any} */ some, more = {}) =>
      judgeBytes({ pieces: some }, { ...call, ...more }, { codes: new Set(), tensors: held, others: [] });
    return { pieces, judged };
  }

  for (const order of ['C', 'F'])
    it(`puts parts of a file in order ${order} where they say`, async () => {
      const { pieces, judged } = await partsOf(order);
      assert.ok(pieces.length > 1);
      assert.equal(judged(pieces), '');
      assert.equal(judged(pieces.slice(0, 1), { pieces: 1 }), '');
      assert.match(judged(pieces.slice(1)), /^byte 0 is in 0 parts$/);
      assert.match(judged([pieces[0], ...pieces]), /^byte 0 is in 2 parts$/);
      const [{ bytes }] = pieces;
      bytes[3] ^= 1;
      assert.match(judged(pieces), /^1 of 120 bytes are wrong, from 3 on: they are nobody's$/);
    });
});

describe("the judge of ONNX's models", () => {
  const tensor = (/** @type {number[]} */ ...values) => ({
    type: 'float32',
    dims: [values.length],
    data: Float32Array.from(values),
  });
  const model = (/** @type {Any} */ ...expected) => ({
    opset: 18,
    nodes: [{ op_type: 'Split', input: ['x'], output: ['a', 'b'], attributes: { num_outputs: 2 } }],
    sets: [{ values: new Map([['x', tensor(1, 2, 3)]]), expected: new Map(expected) }],
  });

  it('passes what is right, and finds what is wrong or missing', () => {
    judgeModel(library, model(['a', tensor(1, 2)], ['b', tensor(3)]));
    assert.throws(() => judgeModel(library, model(['a', tensor(1, 2)], ['b', tensor(2)])), /^Error: b: /);
    assert.throws(() => judgeModel(library, model(['c', tensor(1)])), /^Error: c: undefined instead/);
    assert.throws(() => judgeModel(library, model()), /nothing is expected/);
    assert.throws(() => judgeModel(library, { ...model(), sets: [] }), /no data/);
  });
});

describe('equality', () => {
  const pairs = [
    [0, -0],
    [1, 1n],
    [[], {}],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, {}],
    [Uint8Array.of(1), Int8Array.of(1)],
    [Float32Array.of(0), Float32Array.of(-0)],
    [Uint8Array.of(1), Uint8Array.of(1, 2)],
    [new Map([['a', 1]]), new Map([['a', 2]])],
  ];
  it('tells apart what differs in anything', () => {
    for (const [a, b] of pairs) assert.ok(!isSame(a, b) && !isSame(b, a), `${a} and ${b}`);
  });
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
    assert.deepEqual([...new Set(PACKED.map(bitsOf))].sort(), [1, 2, 3, 4, 6]);
  });
});
