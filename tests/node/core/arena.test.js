// `allocate` and `release`: arrays for every type, memory that is used again, and what is refused.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { allocate, init, MicrotomeError, release } from 'microtome';
import { classOf, entriesOf, TYPES } from '../../../docs/rules/elements.js';
import { inRoot } from '../../../tools/common/paths.js';
import { callDeep } from '../../random/sequences/overflows.js';
import { getMemory, watchMemory } from '../../support/memory.js';

/** @typedef {any} Any */

const SIZE = 4 << 20;

before(async () => {
  watchMemory();
  await init({ arena: SIZE });
});

const bytesOf = (/** @type {Any} */ { buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** @param {() => unknown} call @param {string} code @param {string} param @param {RegExp} message */
function fails(call, code, param, message) {
  assert.throws(call, (/** @type {Any} */ error) => {
    assert.ok(error instanceof MicrotomeError);
    assert.deepEqual([error.code, error.op, error.param], [code, '', param]);
    assert.match(error.message, message);
    return true;
  });
}

describe('allocate', () => {
  for (const type of TYPES.filter((each) => each !== 'string')) {
    it(`gives an array of zeros of the class that holds ${type}`, () => {
      const Half = /** @type {Any} */ (globalThis).Float16Array;
      const Class = type === 'float16' && Half ? Half : classOf(type);
      for (const dims of [[5, 7], [], [0, 3], [1000], Int32Array.of(3, 3, 3)]) {
        const count = Array.from(dims).reduce((n, size) => n * size, 1);
        const array = /** @type {Any} */ (allocate(/** @type {Any} */ (type), dims));
        assert.equal(Object.getPrototypeOf(array), Class.prototype);
        assert.equal(array.length, entriesOf(type, count));
        assert.equal(array.buffer, getMemory('arena').buffer);
        assert.equal(array.byteOffset % 16, 0);
        assert.ok(bytesOf(array).every((byte) => byte === 0));
        bytesOf(array).fill(0xff); // the next one shall be of zeros too
        release(array);
      }
    });
  }

  it('knows other names of types', () => {
    for (const type of /** @type {const} */ (['uint4', 'int4'])) {
      const array = allocate(type, [3]);
      assert.deepEqual(array, new Uint8Array(2));
      release(array);
    }
  });

  it('refuses what is no type, and strings', () => {
    fails(() => allocate(/** @type {Any} */ ('f32'), [1]), 'bad_type', 'type', /'f32' is not .*float32/);
    fails(
      () => allocate(/** @type {Any} */ (undefined), [1]),
      'bad_type',
      'type',
      /undefined is not an element type.*float32/,
    );
    fails(() => allocate(/** @type {Any} */ (Float32Array), [1]), 'bad_type', 'type', /a function is not/);
    fails(() => allocate(/** @type {Any} */ ('string'), [1]), 'bad_type', 'type', /ordinary Array/);
  });

  it('refuses what are no dims', () => {
    for (const dims of /** @type {Any[]} */ ([undefined, null, 4, '4', {}, { length: -1 }, { length: 1.5 }]))
      fails(() => allocate('int8', dims), 'bad_argument', 'dims', /expected a list of sizes, not /);
    for (const size of /** @type {Any[]} */ ([-1, 1.5, Number.NaN, '4', null, 2 ** 53]))
      fails(
        () => allocate('int8', [2, size]),
        'bad_argument',
        'dims',
        /size of axis 1 is \S.*; it must be an integer of 0 to 2\^53 - 1$/,
      );
    fails(() => allocate('int8', new Array(33).fill(1)), 'bad_rank', 'dims', /rank 33; at most 32/);
  });

  it('says how much there is when it is full', () => {
    const first = allocate('float32', [1 << 18]); // a quarter
    const second = allocate('float32', [1 << 18]);
    release(first);
    const full =
      /^dims: (\d+) bytes do not fit: 3145728 of the arena's 4194304 bytes are free, at most 2097152 of them in one piece; /;
    fails(() => allocate('float64', [300_000]), 'arena_full', 'dims', full);
    fails(
      () => allocate('int8', [2 ** 52]),
      'arena_full',
      'dims',
      /^dims: 4503599627370496 bytes do not fit/,
    );
    fails(() => allocate('int8', [2 ** 52, 2 ** 52]), 'arena_full', 'dims', /bytes do not fit/);
    release(second);
    release(allocate('int8', [SIZE]));
  });

  it('says so too of more pieces than a call can have arguments', () => {
    const program = `
      import { allocate, init, release } from '${pathToFileURL(inRoot('web/dist/index.js')).href}';
      await init({ arena: ${1 << 19} });
      const arrays = Array.from({ length: ${1 << 15} }, () => allocate('uint8', [1]));
      for (let i = 0; i < arrays.length; i += 2) release(arrays[i]);
      try {
        allocate('uint8', [17]);
      } catch ({ code, message }) {
        console.log(code, /[0-9]+ of the arena's .* are free, at most 16 of them in one piece/.exec(message)?.[0]);
      }`;
    // a small stack has room for as few arguments as a large one for a hundred thousand
    const args = ['--stack-size=100', '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(stdout + stderr, "arena_full 262144 of the arena's 524288 bytes are free, at most 16 of them in one piece\n"); // biome-ignore format: one line
  });
});

describe('release', () => {
  it('refuses what is not from allocate, and what was released', () => {
    const array = allocate('float32', [4]);
    const views = [
      array.subarray(0),
      new Float32Array(array.buffer, array.byteOffset, 4),
      new Float32Array(4),
    ];
    const others = [array.buffer, undefined, null, 5, 'array', {}, [array]];
    for (const other of /** @type {Any[]} */ ([...views, ...others]))
      fails(() => release(other), 'bad_argument', 'array', /expected an array that allocate has returned/);
    release(array);
    fails(() => release(array), 'bad_argument', 'array', /not been released yet/);
    const next = allocate('float32', [4]);
    assert.equal(next.byteOffset, array.byteOffset);
    fails(() => release(array), 'bad_argument', 'array', /not been released yet/);
    release(next);
  });
});

describe('at the end of the stack', () => {
  const free = () => {
    try {
      return allocate('int8', [2 ** 52]).length;
    } catch (error) {
      return Number(/: (\d+) of/.exec(/** @type {Any} */ (error).message)?.[1]);
    }
  };

  it('no memory is lost', () => {
    const before = free();
    for (let round = 0; round < 50; ++round) {
      const { result: array } = callDeep(() => allocate('float32', [100]));
      assert.equal(free(), before - 400, 'by allocate');
      callDeep(() => release(array) ?? 'released');
      assert.equal(free(), before, 'by release');
      fails(() => release(array), 'bad_argument', 'array', /not been released yet/);
    }
  });
});
