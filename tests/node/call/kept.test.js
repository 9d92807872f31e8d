// Calls with `out` keep their steps for the next call on the same arrays. That must never show: whatever has changed since, in place or
// not, each call reads all of its arguments, and does what a first call would do. That nothing kept outlives an array: core/kept.test.js.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { concat, init, plan, rearrange, slice, split, splitToSequence } from 'microtome';
import { detach } from '../../support/guards.js';

/** @typedef {any} Any */

await init(); // the table below has plans

const floats = (/** @type {number} */ length, first = 0) =>
  Float32Array.from({ length }, (_, k) => first + k);

const type = /** @type {const} */ ('float32');
const dims = [4, 6];
const cut = () => plan('Slice', [{ type, dims }, '1:3, ::2']);
const join = () => {
  const row = { type, dims: [1, 24] };
  return plan('Concat', [row, row], { attributes: { axis: 0 } });
};
const scaled = (/** @type {number} */ scale) =>
  plan('Rearrange', [{ type, dims }], {
    attributes: { pattern: 'a b -> b a', to: { type: 'float64', scale } },
  });

/**
 * Calls on arrays, `x` and `y` into `o`, `p` or `wide`: by a plan, or, as `once` says, without one. A bound plan, which shares nothing
 * with them, is the oracle.
 * @returns {{ planned: Any, input: (of: Any) => Any, out: (of: Any) => Any, once?: (input: Any, out: Any) => Any }[]}
 */
const callsOf = () => [
  {
    planned: plan('Slice', [{ type, dims }, '2:4, 1::2']),
    input: ({ x }) => ({ dims, data: x }),
    out: ({ o }) => [o],
  },
  { planned: cut(), input: ({ x }) => ({ dims, data: x }), out: ({ o }) => [o] },
  { planned: cut(), input: ({ x }) => ({ dims, data: x, stride: [6, 1], offset: 0 }), out: ({ o, stride, offset }) => ({ data: o, stride, offset }) },
  { planned: cut(), input: ({ x }) => ({ dims, data: x }), out: ({ o }) => o, once: (x, out) => slice(x, '1:3, ::2', { out }) },
  { planned: plan('Slice', [{ type, dims: [2, 3] }, '...']), input: ({ x }) => ({ dims: [2, 3], data: x }), out: ({ o, offset }) => ({ data: o, offset }), once: (x, out) => slice(x, '...', { out }) },
  { planned: plan('Split', [{ type, dims }], { attributes: { axis: 1, num_outputs: 2 } }), input: ({ x }) => ({ dims, data: x }), out: ({ p, q }) => [p, q], once: (x, out) => split(x, { axis: 1, num_outputs: 2 }, { out }) },
  { planned: join(), input: ({ x, y }) => [{ dims: [1, 24], data: x }, { dims: [1, 24], data: y }], out: ({ long }) => [long], once: (list, out) => concat(list, 0, { out }) },
  { planned: join(), input: ({ x, y }) => [{ dims: [1, 24], data: y }, { dims: [1, 24], data: x }], out: ({ long }) => long },
  { planned: plan('Rearrange', [{ type, dims }], { attributes: { pattern: 'a b -> b a' } }), input: ({ x }) => ({ dims, data: x }), out: ({ y }) => y, once: (x, out) => rearrange(x, 'a b -> b a', { out }) },
  { planned: scaled(2), input: ({ x }) => ({ dims, data: x }), out: ({ wide }) => wide },
  { planned: scaled(3), input: ({ x }) => ({ dims, data: x }), out: ({ wide }) => wide },
]; // biome-ignore format: a table

const fresh = () => ({ x: floats(24), y: floats(24, 100), o: floats(12, -50).subarray(0, 6), p: floats(12, -90), q: floats(12, -70), long: floats(48), wide: new Float64Array(24), stride: [3, 1], offset: 0 }); // biome-ignore format: one object

/** Things that a caller may do between two calls. @type {((of: Any) => void)[]} */
const CHANGES = [
  () => {},
  (of) => of.x.fill(7),
  (of) => of.o.fill(-1),
  (of) => Object.assign(of, { x: floats(24, 40) }),
  (of) => Object.assign(of, { o: floats(6) }),
  (of) => Object.assign(of, { p: of.q, q: of.p }),
  (of) => Object.assign(of, { long: floats(48) }),
  (of) => Object.assign(of, { x: of.y, y: of.x }),
  (of) => Object.assign(of, { o: of.x.subarray(0, 6) }),
  (of) => of.stride.reverse(),
  (of) => Object.assign(of, { stride: [1, 2] }),
  (of) => Object.assign(of, { offset: 1 - of.offset }),
  (of) => detach(of.x.buffer),
  (of) => detach(of.o.buffer),
  (of) => Object.assign(of, { o: new Float64Array(6) }),
]; // biome-ignore format: a table

/** The same arrays in other memory, which no call has seen. @param {Any} of */
function copyOf(of) {
  const memories = new Map();
  const copy = (/** @type {Any} */ value) => {
    if (!ArrayBuffer.isView(value)) return Array.isArray(value) ? [...value] : value;
    const { buffer, byteOffset, length, constructor: Class } = /** @type {Any} */ (value);
    if (buffer.detached ?? length === 0) {
      const other = new Class(6);
      detach(other.buffer);
      return other;
    }
    if (!memories.has(buffer)) memories.set(buffer, buffer.slice(0));
    return new Class(memories.get(buffer), byteOffset, length);
  };
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, copy(value)]));
}

/** @param {() => Any} call @param {Any} of */
function outcome(call, of) {
  let made;
  try {
    made = [call()].flat().map((/** @type {Any} */ { data, ...rest }) => ({
      ...rest,
      which: Object.keys(of).find((name) => of[name] === data),
    }));
  } catch (error) {
    made = String(error);
  }
  const entries = (/** @type {Any} */ value) => Array.from({ length: value.length }, (_, i) => value[i]); // it may be detached
  return {
    made,
    arrays: Object.entries(of).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : entries(value),
    ]),
  };
}

it('never shows, whatever a caller changes between two calls', () => {
  const step = fc.record({ call: fc.nat(callsOf().length - 1), change: fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(CHANGES.length - 1)), times: fc.integer({ min: 1, max: 4 }), isOnce: fc.boolean() }); // biome-ignore format: a table
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
      const of = fresh();
      const calls = callsOf();
      for (const { call, change, times, isOnce } of steps) {
        if (of.x.length > 0 && of.o.length > 0) CHANGES[change](of);
        else Object.assign(of, fresh()); // one of them was detached
        for (let i = 0; i < times; ++i) {
          const { planned, input, out, once } = calls[call];
          const other = copyOf(of);
          const expected = outcome(() => planned.bind(input(other), { out: out(other) })(), other);
          const made =
            once && isOnce ? () => once(input(of), out(of)) : () => planned.run(input(of), { out: out(of) });
          assert.deepEqual(outcome(made, of), expected);
        }
      }
    }),
    { numRuns: 1500 },
  );
});

it('every property is read in every call, in the same order', () => {
  /** @type {string[]} */
  let log = [];
  /** @returns {Any} */
  const watched = (/** @type {Any} */ value, /** @type {string} */ path) =>
    typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
      ? value
      : new Proxy(value, {
          get(own, name) {
            log.push(`${path}.${String(name)}`);
            return watched(own[name], `${path}.${String(name)}`);
          },
        });
  const planned = cut();
  const [x, o] = [floats(24), floats(6)];
  const calls = [
    () => planned.run(watched({ dims, data: x }, 'x'), watched({ out: [o] }, 'options')),
    () => planned.run(watched({ shape: dims, type, data: x }, 'x'), watched({ out: [{ data: o, dims: [2, 3], stride: [3, 1], offset: 0 }] }, 'options')), // biome-ignore format: one call
    () => slice(watched({ dims, data: x }, 'x'), watched({ starts: [1], ends: [2], axes: [0] }, 'spec'), watched({ out: watched({ shape: [1, 6], stride: [6, 1], data: o, offset: 0 }, 'o') }, 'options')), // biome-ignore format: one call
  ];
  for (const call of calls) {
    const logs = Array.from({ length: 5 }, () => {
      log = [];
      call();
      return log;
    });
    assert.ok(logs[0].length > 5);
    for (const each of logs) assert.deepEqual(each, logs[0]);
  }
});

it('a call without outputs keeps nothing, however often', () => {
  const empty = { type, dims: [0, 3], data: new Float32Array(0) };
  const planned = plan('SplitToSequence', [empty]);
  for (let i = 0; i < 4; ++i) {
    assert.deepEqual(splitToSequence(empty, {}, { out: [] }), []);
    assert.deepEqual(planned.run(empty, { out: [] }), []);
  }
});

it('an array that is detached or shrunk after calls that kept their steps is refused, and nothing is written', () => {
  const planned = cut();
  const memory = new /** @type {Any} */ (ArrayBuffer)(96, { maxByteLength: 96 });
  const x = new Float32Array(memory, 0, 24);
  const [y, o] = [floats(24), floats(6)];
  for (let i = 0; i < 4; ++i) planned.run({ dims, data: y }, { out: o });
  for (let i = 0; i < 4; ++i) planned.run({ dims, data: x }, { out: o });
  o.fill(-1);
  memory.resize(40);
  assert.throws(() => planned.run({ dims, data: x }, { out: o }), { code: 'bad_input' });
  detach(y.buffer);
  assert.throws(() => planned.run({ dims, data: y }, { out: o }), { code: 'bad_input' });
  assert.deepEqual([...o], [-1, -1, -1, -1, -1, -1]);
  const again = floats(24, 5);
  for (let i = 0; i < 4; ++i) planned.run({ dims, data: again }, { out: o });
  detach(o.buffer);
  assert.throws(() => planned.run({ dims, data: again }, { out: o }), { code: 'bad_out' });
  const item = floats(6);
  for (let i = 0; i < 4; ++i) planned.run({ dims, data: again }, { out: [item] });
  const input = { dims, get data() { detach(item.buffer); return again; } }; // biome-ignore format: a getter
  assert.throws(() => planned.run(input, { out: [item] }), { code: 'bad_out' });
  const other = floats(6);
  for (let i = 0; i < 4; ++i) planned.run({ dims, data: again }, { out: { data: other } });
  const late = { get data() { detach(again.buffer); return other; } }; // biome-ignore format: a getter
  assert.throws(() => planned.run({ dims, data: again }, { out: late }), { code: 'bad_input' });
});
