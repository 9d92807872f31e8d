// A plan is data. `planned.moves`, executed here naively from its description alone and in its order, gives what `run` gives; every
// element of every output of a cut is in exactly one move; and nothing in it can be changed.
import assert from 'node:assert/strict';
import { before, describe, it, mock } from 'node:test';
import { init, MicrotomeError, plan } from 'microtome';
import { bitsOf, bytesOf, countElements, decode, encode, entriesOf } from '../../../docs/rules/elements.js';
import { hasViews, isCut } from '../../../docs/rules/operators.js';
import { argumentsOf, inputsOf, rowOf } from '../../../web/conformance/call.js';
import { lineOf, tensorsOf } from '../../../web/conformance/corpus_line.js';
import { sampleNodes } from '../../random/nodes/example.js';
import { answer } from '../../random/oracle.js';
import { placesOf, randomTensor } from '../../random/placed.js';
import { Random } from '../../random/random.js';
import { isSame } from '../../support/equal.js';
import { newest } from '../../support/newest.js';

/** @import { Move } from '../../../web/lib/types.ts' */
/** @typedef {any} Any */

before(() => init());

const CALLS = 200;

/** A join that is large enough for tiles; random ones are small. */
const PLANES = {
  op_type: 'Concat',
  opset: 13,
  type: 'uint8',
  dims: [64, 64, 1],
  tensors: Array.from({ length: 4 }, () => ({ type: 'uint8', dims: [64, 64, 1] })),
  inputs: new Map(),
  attributes: new Map([['axis', { type: '', dims: [], values: [2n] }]]),
  outputs: 1n,
};

/** What a unit counts. @type {Record<Move['unit'], (type: string, data: Any, elements: number) => Any>} */
const UNITS = {
  byte: (_, data) => bytesOf(data),
  entry: (_, data) => data,
  element: (type, data, elements) => decode(type, data, elements),
};

/** Elements that data has room for. @param {string} type @param {Any} data */
function roomOf(type, { length }) {
  let elements = 0;
  while (entriesOf(type, elements + 8) <= length) elements += 8;
  while (entriesOf(type, elements + 1) <= length) elements += 1;
  return elements;
}

/** Where each run begins, in row-major order. @param {readonly number[]} shape @param {readonly number[]} stride @param {number} offset */
const beginsOf = (shape, stride, offset) => placesOf({ shape, stride, offset, extent: 0 });

/**
 * Does what a move says, and no more.
 * @param {Move} move
 * @param {string} type
 * @param {Any} whole
 * @param {readonly Any[]} parts outputs of a cut, inputs of a join
 */
function execute({ unit, sizes, strides, partStrides, streams, positions }, type, whole, parts) {
  const isJoin = streams.some((each) => 'input' in each);
  for (const stream of streams) {
    const { offset, run, partOffset = 0 } = /** @type {Any} */ (stream);
    const data = parts[isJoin ? /** @type {Any} */ (stream).input : /** @type {Any} */ (stream).output];
    const [target, source] = isJoin ? [whole, data] : [data, whole];
    const [to, from] = [target, source].map((each) => UNITS[unit](type, each, roomOf(type, each)));
    // in a gap of a list, NaN
    const { axis = -1, list = [] } = positions ?? {};
    const inList = (/** @type {number} */ k) =>
      Math.floor(k / sizes.slice(axis + 1).reduce((n, size) => n * size, 1)) % sizes[axis];
    const ofWhole = beginsOf(
      sizes,
      strides.map((stride, a) => (a === axis ? 0 : stride)),
      offset,
    ).map((at, k) => at + (positions ? list[inList(k)] * strides[axis] : 0));
    const nothing = (/** @type {number} */ k) =>
      positions && list[inList(k)] < 0 ? -1 - list[inList(k)] : null;
    const ofPart = partStrides ? beginsOf(sizes, partStrides, partOffset) : ofWhole.map((_, i) => i * run);
    ofWhole.forEach((at, i) => {
      const [into, of] = isJoin ? [at, ofPart[i]] : [ofPart[i], at];
      for (let k = 0; k < run; ++k) {
        const byte = nothing(i);
        if (byte !== null) {
          to[into + k] = unit === 'entry' ? '' : unit === 'element' ? byte % 2 ** bitsOf(type) : byte;
          continue;
        }
        assert.ok(of + k < from.length && into + k < to.length, 'outside of its tensor');
        to[into + k] = from[of + k];
      }
    });
    if (unit === 'element') bytesOf(target).set(bytesOf(encode(type, to)));
  }
}

/** @type {[string, boolean, string[]][]} */
const KINDS = [
  ['cuts', true, ['runs byte', 'scalar byte', 'staged byte', 'staged element', 'scalar entry', 'several streams']],
  ['joins', false, ['runs byte', 'scalar byte', 'staged byte', 'scalar byte from strides', 'staged byte from strides', 'staged element', 'scalar entry', 'scalar entry from strides', 'several streams']],
]; // biome-ignore format: a table

describe('moves', () => {
  for (const [what, cuts, kinds] of KINDS)
    it(`of ${what} say what run does, of random calls of every version and type`, () => {
      const random = new Random(16);
      const seen = new Set();
      const nodes = [...sampleNodes(16, CALLS), /** @type {Any} */ (PLANES)].filter(
        (node) => isCut(rowOf(node)) === cuts && 'outputs' in answer(node),
      );
      for (const node of nodes) {
        const { type } = node;
        const tensors = tensorsOf(node).map(
          (each) => each && randomTensor(random, each.type, each.dims).tensor,
        );
        const planned = /** @type {Any} */ (plan)(
          node.op_type,
          inputsOf(node, tensors),
          argumentsOf(node).options,
        );
        const outputs = planned.run(cuts ? tensors[0] : tensors);
        const made = planned.allocate(tensors[0].data);
        const told = `${lineOf(node)}: ${planned.explain()}`;
        const [whole, parts] = cuts ? [tensors[0].data, made] : [made[0], tensors.map((each) => each?.data)];
        for (const move of planned.moves) {
          execute(move, type, whole, parts);
          seen.add(`${move.way} ${move.unit}${move.partStrides ? ' from strides' : ''}`);
          if (move.streams.length > 1) seen.add('several streams');
        }
        outputs.forEach((/** @type {Any} */ { data }, /** @type {number} */ i) => {
          assert.ok(isSame(made[i], data), `output ${i} of ${told}`);
        });
        if (!hasViews(rowOf(node))) continue;
        const moved = planned.moves.flatMap((/** @type {Any} */ { streams }) =>
          streams.map((/** @type {Any} */ { output }) => output),
        );
        const full = outputs.flatMap((/** @type {Any} */ { dims }, /** @type {number} */ i) =>
          countElements(dims) === 0 ? [] : [i],
        );
        assert.deepEqual(
          moved.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b),
          full,
          `each output is in one move: ${told}`,
        );
      }
      for (const kind of kinds) assert.ok(seen.has(kind), `${kind} is not among ${[...seen].join(', ')}`);
    });

  it('say what the way `scalar` is', () => {
    const loopOf = (/** @type {number[]} */ shape, /** @type {number[]} */ stride, type = 'float32') => {
      const offset = shape.reduce((sum, size, a) => sum - Math.min(0, (size - 1) * stride[a]), 0);
      const x = /** @type {Any} */ ({ type, shape, stride, offset });
      const [{ way, loop }] = plan('Rearrange', [x], { attributes: { pattern: '... -> ...' } }).moves;
      return loop === undefined ? way : `${way}, ${loop}`;
    };
    assert.equal(loopOf([4, 4], [9, 2]), 'scalar, few');
    assert.equal(loopOf([1000, 4], [9, 2]), 'scalar, loop');
    assert.equal(loopOf([300], [-1]), 'scalar, reverse');
    assert.equal(loopOf([300], [0]), 'scalar, fill');
    assert.equal(loopOf([3, 2], [4, 1], 'string'), 'scalar, loop');
    assert.equal(loopOf([30_000], [1]), 'runs');
    assert.equal(loopOf([300, 400], [1, 300]), 'staged');
  });

  it('are the same frozen objects each time', () => {
    const planned = plan('Split', [{ type: 'uint8', dims: [4, 6] }, [2, 0, 4]], { attributes: { axis: 1 } });
    const { moves } = planned;
    assert.equal(planned.moves, moves);
    assert.deepEqual(moves.flatMap(({ streams }) => streams.map(({ output }) => output)), [0, 2]); // biome-ignore format: one line
    const everything = [moves, ...moves, ...moves.flatMap((each) => [each.sizes, each.strides, each.streams, ...each.streams])]; // biome-ignore format: one line
    for (const each of everything) assert.ok(Object.isFrozen(each));
    const freeze = mock.method(Object, 'freeze');
    assert.equal(planned.moves, moves);
    freeze.mock.restore();
    assert.equal(freeze.mock.callCount(), 0, 'they are frozen once');
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

  it('refuses a class that does not hold the type, and options that are none', () => {
    const refuses = (/** @type {() => unknown} */ call, /** @type {RegExp} */ what) =>
      assert.throws(call, (/** @type {MicrotomeError} */ error) => {
        assert.ok(error instanceof MicrotomeError);
        assert.deepEqual([error.code, error.op], ['bad_argument', newest('Split')]);
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
