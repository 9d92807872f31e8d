// A plan is data. `planned.moves`, executed here naively from its description alone, gives what `run` gives; every element of
// every output is in exactly one move; and nothing in it can be changed.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, MicrotomeError, operators, plan } from 'microtome';
import { bytesOf, noise } from '../../../docs/rules/elements.js';
import { cutsOf, randomCut } from '../../random/cuts.js';
import { dense, strided } from '../../random/layouts.js';
import { differenceOf } from '../../random/oracle.js';
import { Random } from '../../random/random.js';
import { spell } from '../../random/spell.js';

/** @import { Move, OutputStream } from '../../../web/lib/types.ts' */
/** @typedef {any} Any */

before(() => init());

const LIMITS = { bytes: 1 << 14, pieces: 60, arena: 0, forget: 0 };
const CALLS = 3000;

/**
 * What is wrong with an output, by what its move alone says that it is.
 * @param {Move} move
 * @param {OutputStream} stream
 * @param {string} type
 * @param {Any} output
 * @param {Any} data
 */
function execute({ unit, sizes, strides }, { offset, run }, type, output, data) {
  const layout = { shape: [...sizes, run], stride: [...strides, 1], offset };
  return unit === 'byte'
    ? differenceOf('uint8', bytesOf(output), bytesOf(data), layout)
    : differenceOf(type, output, data, layout);
}

describe('moves', () => {
  it(`say what run does, of ${CALLS} random calls of every version and type`, () => {
    const random = new Random(15);
    const seen = new Set();
    const rows = cutsOf({ operators });
    for (let call = 0; call < CALLS; ++call) {
      const cut = randomCut(random, LIMITS, rows);
      const { op_type, inputs, options } = spell(random, cut);
      const { type, dims } = cut;
      const { stride, offset, extent } = random.chance(0.5) ? dense(dims) : strided(random, dims);
      const data = noise(type, extent);
      const input = /** @type {Any} */ ({ type, dims, data, stride, offset });
      const planned = plan(op_type, /** @type {Any} */ ([input, ...inputs]), options);
      const outputs = planned.run(input);
      const moves = /** @type {readonly Move<'cut'>[]} */ (planned.moves);
      const moved = moves.flatMap(({ streams }) => streams.map(({ output }) => output));
      const full = outputs.flatMap(({ dims }, i) => (dims.includes(0) ? [] : [i]));
      const told = `${type} [${dims}] by ${stride}, call ${call}: ${planned.explain()}`;
      assert.deepEqual(
        moved.sort((a, b) => a - b),
        full,
        `each output is in one move; ${told}`,
      );
      for (const move of moves) {
        for (const stream of move.streams)
          assert.equal(execute(move, stream, type, outputs[stream.output].data, data), '', told);
      }
      for (const { way, unit, sizes } of moves) seen.add(`${way} ${unit} ${Math.min(sizes.length, 2)}`);
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
    refuses(() => cut.allocate(new Uint8Array(1)), /arrays of float32 are Float32Array; .*not a Uint8Array$/);
    refuses(() => cut.allocate(Uint8Array), /arrays of float32 are Float32Array; .*not a function$/);
    refuses(() => cut.allocate(7), /not 7$/);
    refuses(() => cut.allocate({}), /not an object$/);
    refuses(() => cut.allocate(Float32Array, 1), /options: expected an object, not 1$/);
    refuses(
      () => cut.allocate(Float32Array, { aena: true }),
      /options: aena is not an option; the options here are arena$/,
    );
  });
});
