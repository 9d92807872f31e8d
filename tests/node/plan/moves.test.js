// A plan is data. `planned.moves`, executed here naively from its description alone, gives what `run` gives; every element of
// every output is in exactly one move; and nothing in it can be changed.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, MicrotomeError, plan } from '../../../web/lib/index.js';
import { randomCut } from '../../soak/cuts.js';
import { Random } from '../../soak/random.js';
import { spell } from '../../soak/spell.js';
import { decode, encode, entriesOf, hash } from '../../support/elements.js';

/** @import { Move } from '../../../web/lib/types.js' */
/** @typedef {any} Any */

before(() => init());

const LIMITS = { bytes: 1 << 14, pieces: 60, arena: 0, forget: 0 };
const CALLS = 3000;

const product = (/** @type {readonly number[]} */ sizes) => sizes.reduce((n, size) => n * size, 1);

/**
 * The units that each stream copies, in order.
 * @param {Move} move
 * @param {Move['streams'][number]} stream
 */
function unitsOf({ sizes, strides }, { offset, run }) {
  /** @type {number[]} */ const units = [];
  const visit = (/** @type {number} */ axis, /** @type {number} */ at) => {
    if (axis === sizes.length) for (let i = 0; i < run; ++i) units.push(at + i);
    else for (let i = 0; i < sizes[axis]; ++i) visit(axis + 1, at + i * strides[axis]);
  };
  visit(0, offset);
  return units;
}

/**
 * What the moves alone say that each output is; undefined for an output without elements.
 * @param {readonly Move[]} moves
 * @param {string} type
 * @param {Any} data
 * @param {number} count outputs
 */
function execute(moves, type, data, count) {
  const outs = new Array(count);
  const bytes = type === 'string' ? [] : new Uint8Array(data.buffer);
  for (const move of moves) {
    for (const stream of move.streams) {
      assert.equal(outs[stream.output], undefined, `output ${stream.output} is in two moves`);
      const units = unitsOf(move, stream);
      if (move.unit === 'entry') outs[stream.output] = units.map((unit) => data[unit]);
      if (move.unit === 'byte') outs[stream.output] = Uint8Array.from(units, (unit) => bytes[unit]);
      if (move.unit === 'element') {
        const elements = decode(type, data, Math.max(...units) + 1);
        outs[stream.output] = encode(type, units.map((unit) => elements[unit])); // biome-ignore format: one line
      }
    }
  }
  return outs;
}

/**
 * A layout of these dims: row-major, or with strides in another order, some of them negative, behind an offset.
 * @param {Random} random
 * @param {number[]} dims
 */
function randomLayout(random, dims) {
  const count = product(dims);
  if (count === 0 || random.chance(0.5)) return { layout: {}, count };
  const stride = new Array(dims.length);
  let step = random.pick([1, 1, 2]);
  for (const axis of random.shuffle(dims.map((_, i) => i))) {
    stride[axis] = step * random.pick([1, 1, -1]);
    step *= dims[axis];
  }
  const least = stride.reduce((sum, each, axis) => sum + Math.min(0, each * (dims[axis] - 1)), 0);
  const offset = random.below(5) - least;
  const most = stride.reduce((sum, each, axis) => sum + Math.max(0, each * (dims[axis] - 1)), offset);
  return { layout: { stride, offset }, count: most + 1 };
}

describe('moves', () => {
  it(`say what run does, of ${CALLS} random calls of every version and type`, () => {
    const random = new Random(15);
    const seen = new Set();
    for (let call = 0; call < CALLS; ++call) {
      const cut = randomCut(random, LIMITS);
      const { op_type, inputs, options } = spell(random, cut);
      const { layout, count } = randomLayout(random, cut.dims);
      const { type, dims } = cut;
      const data = encode(
        type,
        Array.from({ length: count }, (_, k) => hash(k)),
      );
      const input = /** @type {Any} */ ({ type, dims, data, ...layout });
      const planned = plan(op_type, /** @type {Any} */ ([input, ...inputs]), options);
      const told = `${type} [${dims}] ${JSON.stringify(layout)}, call ${call}: ${planned.explain()}`;
      const outputs = planned.run(input);
      const expected = execute(planned.moves, type, data, outputs.length);
      for (const [i, output] of outputs.entries()) {
        const size = product(output.dims);
        const name = `output ${i} of ${told}`;
        if (size === 0) {
          assert.equal(expected[i], undefined, `${name} is empty and in a move`);
          continue;
        }
        assert.equal(output.data.length, entriesOf(type, size), name);
        if (type === 'string') {
          assert.deepEqual(output.data, expected[i], name);
          continue;
        }
        const { buffer, byteOffset, byteLength } = /** @type {Any} */ (output.data);
        const [got, want] = [new Uint8Array(buffer, byteOffset, byteLength), expected[i]];
        const is = Buffer.compare(got, new Uint8Array(want.buffer));
        assert.equal(is, 0, name);
      }
      for (const { way, unit, sizes } of planned.moves)
        seen.add(`${way} ${unit} ${Math.min(sizes.length, 2)}`);
    }
    for (const kind of ['runs byte 0', 'scalar byte 1', 'scalar byte 2', 'staged byte 1', 'staged element 1'])
      assert.ok(seen.has(kind), `${kind} is not among ${[...seen].join(', ')}`);
    assert.ok(seen.has('scalar entry 1'));
  });

  it('are the ones that the design shows', () => {
    const planned = plan('Split', [{ type: 'uint8', dims: [1080, 1920, 4] }], {
      attributes: { axis: -1, num_outputs: 4 },
    });
    assert.deepEqual(planned.moves, [
      {
        way: 'staged',
        unit: 'byte',
        sizes: [2073600],
        strides: [4],
        streams: [0, 1, 2, 3].map((output) => ({ output, offset: output, run: 1 })),
      },
    ]);
  });

  it('are the same frozen objects each time', () => {
    const planned = plan('Split', [{ type: 'uint8', dims: [4, 6] }, [2, 0, 4]], { attributes: { axis: 1 } });
    const { moves } = planned;
    assert.equal(planned.moves, moves);
    assert.deepEqual(moves.flatMap(({ streams }) => streams.map(({ output }) => output)), [0, 2]); // biome-ignore format: one line
    const everything = [moves, ...moves, ...moves.flatMap((each) => [each.sizes, each.strides, each.streams, ...each.streams])]; // biome-ignore format: one line
    for (const each of everything) assert.ok(Object.isFrozen(each));
    const x = { dims: [4, 6], data: new Uint8Array(24).map((_, i) => i) };
    const out = planned.allocate(x.data);
    for (let i = 0; i < 3; ++i) planned.run(x, { out });
    assert.deepEqual([...out[0]], [0, 1, 6, 7, 12, 13, 18, 19]);
  });
});

describe('allocate', () => {
  const planned = plan.bind(null, 'Split');
  const halves = (/** @type {string} */ type) => planned([/** @type {Any} */ ({ type, dims: [6] }), [2, 4]]);

  it('makes an array per output, of the class of an array, of a class, or of the first class of the type', () => {
    const cut = halves('uint8');
    const names = (/** @type {Any[]} */ arrays) =>
      arrays.map((array) => `${array.constructor.name} ${array.length}`);
    assert.deepEqual(names(cut.allocate()), ['Uint8Array 2', 'Uint8Array 4']);
    assert.deepEqual(names(cut.allocate(null)), ['Uint8Array 2', 'Uint8Array 4']);
    assert.deepEqual(names(cut.allocate(new Uint8ClampedArray(1))), [
      'Uint8ClampedArray 2',
      'Uint8ClampedArray 4',
    ]);
    assert.deepEqual(names(cut.allocate(Uint8ClampedArray)), ['Uint8ClampedArray 2', 'Uint8ClampedArray 4']);
    assert.deepEqual(names(cut.allocate(Buffer.alloc(3))), ['Uint8Array 2', 'Uint8Array 4']);
    assert.deepEqual(names(halves('complex64').allocate()), ['Float32Array 4', 'Float32Array 8']);
    assert.deepEqual(names(halves('float16').allocate(Uint16Array)), ['Uint16Array 2', 'Uint16Array 4']);
    assert.deepEqual(halves('string').allocate(), [
      ['', ''],
      ['', '', '', ''],
    ]);
    const bits = plan('VariadicSplit', [{ type: 'u4', dims: [6] }, 0, [1, 5]]);
    assert.deepEqual(names(bits.allocate()), ['Uint8Array 1', 'Uint8Array 3']);
  });

  it('gives arrays that run writes', () => {
    const cut = halves('int64');
    const data = BigInt64Array.of(1n, 2n, 3n, 4n, 5n, 6n);
    const out = cut.allocate(data);
    const tensors = cut.run({ dims: [6], data }, { out });
    assert.deepEqual([...out[1]], [3n, 4n, 5n, 6n]);
    assert.equal(tensors[1].data, out[1]);
    const words = plan('Split', [{ type: 'string', dims: [6] }, [2, 4]]);
    const strings = words.allocate();
    words.run({ dims: [6], data: [...'abcdef'] }, { out: strings });
    assert.deepEqual(strings, [
      ['a', 'b'],
      ['c', 'd', 'e', 'f'],
    ]);
  });

  it('refuses a class that does not hold the type, and options that are none', () => {
    const refuses = (/** @type {() => unknown} */ call, /** @type {RegExp} */ what) =>
      assert.throws(call, (/** @type {MicrotomeError} */ error) => {
        assert.ok(error instanceof MicrotomeError);
        assert.deepEqual([error.code, error.op], ['bad_argument', 'Split-18']);
        assert.match(error.message, what);
        return true;
      });
    const cut = /** @type {Any} */ (halves('float32'));
    refuses(() => cut.allocate(new Uint8Array(1)), /float32 is held by Float32Array; .*not a Uint8Array$/);
    refuses(() => cut.allocate(Uint8Array), /float32 is held by Float32Array; .*not a function$/);
    refuses(() => cut.allocate(7), /not 7$/);
    refuses(() => cut.allocate({}), /not an object$/);
    refuses(() => cut.allocate(Float32Array, 1), /options: expected an object, not 1$/);
    const thrower = { get arena() { throw new Error('boom'); } }; // biome-ignore format: one line
    refuses(() => cut.allocate(Float32Array, thrower), /cannot be read: boom$/);
  });
});
