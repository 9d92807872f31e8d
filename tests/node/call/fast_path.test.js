// The fast path. The general way is its oracle: the same elements to the bit, the same errors, and the same reads in the same
// order, whatever the arguments do while they are read. `assign` writes into its target, so `sliceScatter` is the oracle of its
// elements and reads.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { beginCall } from '../../../web/lib/arguments/options.ts';
import { readSpecBeside, readString, toText } from '../../../web/lib/arguments/parameters.ts';
import { checkData, readTensors } from '../../../web/lib/arguments/tensors.ts';
import { CONCAT, SLICE, SLICE_SCATTER, SPLIT } from '../../../web/lib/call/functions.ts';
import { runOnce } from '../../../web/lib/call/run.ts';
import { getCore } from '../../../web/lib/core/core.ts';
import { withRequest } from '../../../web/lib/core/request.ts';
import { assign, concat, init, MicrotomeError, rearrange, slice, split } from '../../../web/lib/index.ts';
import { detach } from '../../support/guards.js';

/** @typedef {any} Any */
/** A trap for a read: the number of the read, and what the caller's code does then. @typedef {{ at: number, what: string }} Trap */

before(() => init());

/** A call in the general way. @param {Any} callable @param {Any} inputs @param {Any} spec @param {Any} [options] */
const generally = ({ operators, legal, usage }, inputs, spec, options) =>
  withRequest((request) => {
    getCore();
    const { out, view } = beginCall(request, operators[0][0].op_type, options, legal);
    readTensors(request, inputs);
    const text = toText(spec);
    if (text !== undefined && request.version.takesString) readString(request, text);
    else readSpecBeside(request, spec, { beside: {} });
    checkData(request);
    return runOnce(request, out, view);
  }, usage);

const CLASSES = [Float32Array, Float64Array, Uint8Array, Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array]; // biome-ignore format: a list

const oneOf = (/** @type {Any[]} */ ...values) => fc.constantFrom(...values);
const rarely = (/** @type {Any} */ usual, /** @type {Any[]} */ ...unusual) =>
  fc.oneof({ arbitrary: usual, weight: 12 * unusual.length }, ...unusual.map((each) => ({ arbitrary: fc.constant(each), weight: 1 }))); // biome-ignore format: one rule

/** Instead of a number in a list. */
const BAD_ENTRIES = [2n, -1n, 1.5, NaN, Infinity, -0, '1', null, undefined, {}, 2 ** 40];
const entry = rarely(fc.integer({ min: -7, max: 7 }), ...BAD_ENTRIES);
/** Instead of a list of numbers. */
const BAD_LISTS = [undefined, null, '', 3, 2n, 'x', {}, true, Int32Array.of(1), BigInt64Array.of(1n), { type: 'int64', dims: [1], data: [1] }, { dims: [1], data: Int32Array.of(1) }, new Array(80).fill(0), new Array(2)]; // biome-ignore format: a list
const list = rarely(fc.array(entry, { maxLength: 3 }), ...BAD_LISTS);

const tensor = fc.record({
  Class: oneOf(...CLASSES),
  dims: rarely(fc.array(rarely(fc.nat(6), ...BAD_ENTRIES), { maxLength: 4 }), ...BAD_LISTS),
  name: rarely(oneOf('dims', 'shape'), 'none', 'size'),
  type: rarely(oneOf(undefined, undefined, 'own'), 'float32', 'bool', 'u4', 'complex64', 'string', 'word', null, 7),
  typeName: oneOf('type', 'dtype'),
  layout: rarely(fc.constant('none'), 'stride', 'strides', 'method', 'offset', 'both', 'null'),
  data: rarely(fc.constant('fits'), 'short', 'long', 'none', 'text', 'list', 'shared', 'resizable', 'nan', 'detached'),
  seed: fc.nat(),
}); // biome-ignore format: a table

const LISTS = ['starts', 'ends', 'axes', 'steps'];
const named = fc.record({
  starts: list,
  ends: list,
  axes: rarely(fc.constant(undefined), [0], [1, 0], [-1], [9]),
  steps: rarely(fc.constant(undefined), [1], [-1], [2, 1], [0]),
  order: fc.shuffledSubarray(LISTS, { minLength: 2 }),
  other: rarely(fc.constant(undefined), 'opset', 'num_outputs', 'toString', 'nothing'),
}); // biome-ignore format: a table
const text = oneOf(
  '1:3',
  '::-1',
  '0',
  '..., 1:',
  '1:2, ::2',
  '-1',
  ':, 0',
  '1:1',
  'x',
  '',
  '1:3, 4, 5, 6, 7',
);

const trap = rarely(fc.constant({ at: -1, what: '' }), ...['throws', 'detaches', 'calls', 'changes'].flatMap((what) => [0, 1, 3, 5, 8, 11, 14, 20].map((at) => ({ at, what })))); // biome-ignore format: one list

/** The data of a tensor. @param {Any} drawn */
function dataOf({ Class, dims, data, seed }) {
  if (data === 'none') return undefined;
  if (data === 'text') return 'data';
  const sizes = Array.isArray(dims)
    ? dims.map((/** @type {Any} */ each) => (Number(each) >= 0 ? Number(each) : 0))
    : [2];
  const count = Math.min(5000, sizes.reduce((/** @type {number} */ all, /** @type {number} */ size) => all * size, 1) + (data === 'long' ? 3 : 0) - (data === 'short' ? 1 : 0)); // biome-ignore format: one number
  const length = Math.max(0, Math.trunc(count) || 0);
  if (data === 'list') return Array.from({ length }, (_, k) => `${k}`);
  const bytes = length * Class.BYTES_PER_ELEMENT;
  const memory =
    data === 'shared'
      ? new SharedArrayBuffer(bytes)
      : data === 'resizable'
        ? new /** @type {Any} */ (ArrayBuffer)(bytes, { maxByteLength: bytes + 64 })
        : new ArrayBuffer(bytes);
  const raw = new Uint8Array(memory);
  for (let k = 0; k < bytes; ++k) raw[k] = (seed + 29 * k) % (data === 'nan' ? 256 : 64); // below 64: no NaN
  if (data === 'nan' && Class === Float32Array && length > 1) new Uint32Array(memory)[1] = 0x7fa12345;
  const array = new Class(memory);
  if (data === 'detached') detach(/** @type {Any} */ (memory));
  return array;
}

/** @param {Any} drawn */
function tensorOf(drawn) {
  const { Class, dims, name, type, typeName, layout } = drawn;
  const data = dataOf(drawn);
  /** @type {Any} */
  const made = { data, [name]: structuredClone(dims) };
  if (type !== undefined)
    made[typeName] = type === 'own' ? Class.name.replace('Array', '').toLowerCase() : type;
  if (layout === 'null') Object.assign(made, { stride: null, offset: null, strides: undefined });
  if (layout === 'method') made.stride = () => [1];
  if (layout === 'offset' || layout === 'both') made.offset = 0;
  if (layout === 'stride' || layout === 'both') made.stride = Array.isArray(dims) ? dims.map(() => 1) : [1];
  if (layout === 'strides') made.strides = [2, 1];
  if (name === 'none') Object.assign(made, { width: 1, height: 2, channels: 1 });
  return made;
}

/** @param {Any} drawn */
function specOf({ order, other, ...lists }) {
  /** @type {Any} */
  const spec = {};
  for (const name of order) spec[name] = structuredClone(lists[name]);
  if (other !== undefined) spec[other] = other === 'nothing' ? undefined : 1;
  return spec;
}

/** Watches reads: writes them down, and does what `trap` says. @param {Trap} trap */
function watch({ at, what }) {
  /** @type {string[]} */
  const log = [];
  /** @type {Any[]} */
  const arrays = [];
  let left = at;
  const react = () => {
    if (left-- !== 0) return;
    if (what === 'throws') throw new Error('of the caller');
    if (what === 'calls') slice({ dims: [2, 2], data: new Int8Array(4) }, { starts: [0], ends: [1] });
    if (what === 'calls') concat([{ dims: [1], data: new Int8Array(1) }], 0);
    for (const array of arrays) {
      if (what === 'detaches' && array.buffer instanceof ArrayBuffer) detach(array.buffer);
      if (what === 'changes' && array.buffer.resizable) array.buffer.resize(array.buffer.byteLength >> 1);
      if (what === 'changes') array.fill(typeof array[0] === 'bigint' ? 7n : 7);
    }
  };
  /** @param {Any} value @param {string} path @returns {Any} */
  const watched = (value, path) => {
    if (ArrayBuffer.isView(value)) arrays.push(value);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    const of =
      (/** @type {string} */ trap) =>
      (/** @type {Any} */ own, /** @type {Any[]} */ ...rest) => {
        log.push(
          `${trap} ${path}${typeof rest[0] === 'object' || rest.length === 0 ? '' : `.${String(rest[0])}`}`,
        );
        react();
        return trap === 'get' ? inner(own, rest[0]) : /** @type {Any} */ (Reflect)[trap](own, ...rest);
      };
    const kept = new Map();
    const inner = (/** @type {Any} */ own, /** @type {Any} */ name) => {
      if (name in Object.prototype || name in Array.prototype) return own[name];
      if (!kept.has(name) || typeof own[name] !== 'object')
        kept.set(name, watched(own[name], `${path}.${String(name)}`));
      return kept.get(name);
    };
    const traps = ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'];
    for (const name of Object.keys(value)) if (name === 'data') inner(value, name); // the array is known from the start
    return new Proxy(value, Object.fromEntries(traps.map((trap) => [trap, of(trap)])));
  };
  return { log, watched };
}

/** The class and the bytes of an array, which may be detached. @param {Any} data */
const bytesOf = (data) =>
  ArrayBuffer.isView(data) && data.byteLength > 0
    ? [data.constructor.name, ...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]
    : [data?.constructor.name, ...(Array.isArray(data) ? data : [])];

/** The result of a call: elements to the bit, or the error. @param {() => Any} call @returns {Any} */
function outcome(call) {
  try {
    const made = call();
    return [made]
      .flat()
      .map((each) => each && { type: each.type, dims: each.dims, data: bytesOf(each.data) });
  } catch (error) {
    return error instanceof MicrotomeError ? { ...error, message: error.message } : String(error);
  }
}

/** Calls twice, with equal arguments of its own each, and watches both. @param {Any[]} drawn makes the arguments @param {Trap} trap @param {(args: Any[], isLane: boolean) => Any} call @param {boolean} isWatched */
function both(drawn, trap, call, isWatched) {
  return [true, false].map((isLane) => {
    const { log, watched } = watch(trap);
    const args = drawn.map((make, i) => (isWatched ? watched(make(), `${i}`) : make()));
    const result = outcome(() => call(args, isLane));
    return { result, log };
  });
}

const RUNS = { numRuns: 4000 };

/** Options of a call: most calls have none. */
const OPTIONS = [{}, { opset: 1 }, { opset: '13' }, { domain: 'opset8' }, { view: true }, { view: 'strided' }, { view: 1 }, { out: null }, { out: 'new' }, { out: 'list' }, { axis: 1 }, 5, null]; // biome-ignore format: a list
const option = rarely(fc.constant(undefined), ...OPTIONS);

/** @param {Any} drawn with a word in place of an output @param {Any} Class */
function optionsOf(drawn, Class) {
  if (drawn === null || typeof drawn !== 'object' || !drawn.out) return drawn;
  const out = new Class(4);
  return { ...drawn, out: drawn.out === 'list' ? [out] : out };
}

it('slice and split: the same as the general way', () => {
  const spec = fc.oneof(text, named, oneOf(undefined, null, 5, [1], new Map()));
  const splits = fc.record({ axis: rarely(oneOf(0, 1, -1), 9, 1n, '0', 1.5), split: list, num_outputs: oneOf(undefined, undefined, 2, 3n, 'x'), order: fc.shuffledSubarray(['axis', 'split', 'num_outputs'], { minLength: 1 }) }); // biome-ignore format: a table
  fc.assert(
    fc.property(
      tensor,
      spec,
      splits,
      trap,
      fc.boolean(),
      fc.boolean(),
      option,
      (x, cut, pieces, at, isSplit, isWatched, options) => {
        const second = () => {
          if (isSplit)
            return Object.fromEntries(
              pieces.order.map((name) => [name, structuredClone(/** @type {Any} */ (pieces)[name])]),
            );
          return cut !== null && typeof cut === 'object' && 'order' in cut ? specOf(cut) : cut;
        };
        const third = () => optionsOf(options, x.Class);
        const call = (/** @type {Any} */ [first, of, how], /** @type {boolean} */ isLane) =>
          isLane
            ? /** @type {Any} */ (isSplit ? split : slice)(first, of, how)
            : generally(isSplit ? SPLIT : SLICE, [first], of, how);
        const [lane, general] = both([() => tensorOf(x), second, third], at, call, isWatched);
        assert.deepEqual(lane, general);
      },
    ),
    RUNS,
  );
});

it('concat: the same as the general way', () => {
  const alike = fc.record({
    first: tensor,
    others: fc.array(tensor, { maxLength: 2 }),
    isAlike: rarely(fc.constant(true), false),
  });
  const lists = rarely(fc.constant('list'), 'none', 'tensor', 'holes', 'five');
  fc.assert(
    fc.property(
      alike,
      lists,
      rarely(oneOf(0, 1, -1), 9, 1n, '0', undefined, [0]),
      trap,
      fc.boolean(),
      option,
      ({ first, others, isAlike }, kind, axis, at, isWatched, options) => {
        const drawn = [
          first,
          ...others.map((each) => (isAlike ? { ...first, seed: each.seed, data: each.data } : each)),
        ];
        /** @type {Record<string, () => Any>} */
        const kinds = {
          none: () => undefined,
          tensor: () => tensorOf(first),
          holes: () => [tensorOf(first), undefined],
          five: () => [tensorOf(first), 5],
          list: () => drawn.map(tensorOf),
        };
        const third = () => optionsOf(options, first.Class);
        const call = (/** @type {Any} */ [list, along, how], /** @type {boolean} */ isLane) =>
          isLane ? concat(list, along, how) : generally(CONCAT, list, { axis: along }, how);
        const [lane, general] = both([kinds[kind], () => axis, third], at, call, isWatched);
        assert.deepEqual(lane, general);
      },
    ),
    RUNS,
  );
});

it('assign: the elements, the reads and the codes of sliceScatter', () => {
  /** @type {Record<string, string>} */
  const names = { starts: 'start', ends: 'stop', steps: 'step' };
  const place = fc.record({
    starts: fc.array(fc.nat(3), { minLength: 1, maxLength: 2 }),
    extent: fc.array(fc.nat(3), { minLength: 2, maxLength: 2 }),
  });
  fc.assert(
    fc.property(
      tensor,
      tensor,
      place,
      trap,
      fc.boolean(),
      fc.boolean(),
      rarely(fc.constant(false), true),
      (drawn, other, { starts, extent }, at, isWatched, isText, isShared) => {
        const layout = ['both', 'stride', 'strides'].includes(drawn.layout) ? 'none' : drawn.layout; // strides that may overlap
        const data = drawn.data === 'list' ? 'fits' : drawn.data; // sliceScatter takes no strings
        const target = { ...drawn, dims: [4, 5], name: 'dims', layout, data };
        const ends = starts.map((start, a) => start + extent[a]);
        const dims = [4, 5].map((size, a) =>
          a < starts.length ? Math.max(0, Math.min(size, ends[a]) - Math.min(size, starts[a])) : size,
        );
        const updates = {
          ...other,
          Class: drawn.Class,
          type: drawn.type,
          typeName: drawn.typeName,
          dims,
          name: 'shape',
        };
        const spec = (/** @type {boolean} */ isAssign) => () => {
          if (isText) return starts.map((start, a) => `${start}:${ends[a]}`).join();
          const all = { starts, ends, steps: starts.map(() => 1) }; // the two have axes at other places
          return isAssign
            ? all
            : Object.fromEntries(Object.entries(all).map(([name, list]) => [names[name] ?? name, list]));
        };
        const results = [true, false].map((isAssign) => {
          const { log, watched } = watch(at);
          const [first, second] = [tensorOf(target), tensorOf(updates)];
          if (isShared && first.data?.byteLength > 0 && second.data?.length <= first.data.length)
            second.data = new /** @type {Any} */ (first.data.constructor)(
              first.data.buffer,
              0,
              second.data.length,
            );
          const args = [first, second, spec(isAssign)()].map((each, i) =>
            isWatched ? watched(each, `${i}`) : each,
          );
          const result = outcome(() => {
            if (!isAssign) return generally(SLICE_SCATTER, [args[0], args[1]], args[2]);
            assign(args[0], args[2], args[1]);
            return { type: 0, dims: 0, data: first.data };
          });
          const isError = !Array.isArray(result);
          const what = isError ? (result.code ?? result) : result[0].data;
          return {
            what,
            log: log.map((line) => line.replace(/\.(starts|ends|steps)/, (_, name) => `.${names[name]}`)),
            isKept: isError ? bytesOf(first.data) : 0,
          };
        });
        if (Array.isArray(results[0].what)) results[0].what.length = results[1].what.length; // the target may have more entries
        assert.deepEqual(results[0], results[1]);
      },
    ),
    RUNS,
  );
});

/** What the core is asked meanwhile. @param {(asked: string[]) => void} run */
function spy(run) {
  const { instance } = getCore();
  const asked = /** @type {string[]} */ ([]);
  const ask = instance.ask.bind(instance);
  instance.ask = (request) => {
    asked.push(request.op);
    return ask(request);
  };
  try {
    run(asked);
  } finally {
    instance.ask = ask;
  }
}

it('asks the core once for calls that repeat, also if they meet a NaN', () =>
  spy((asked) => {
    const x = { dims: [4, 5], data: Float32Array.of(...Array(19).keys(), Number.NaN) };
    for (let i = 0; i < 3; ++i) slice(x, '1:, 3:');
    assert.deepEqual(asked, ['Slice-13', 'Slice-13'], 'for the fast path, and for the general way');
    for (let i = 0; i < 3; ++i) slice(x, ':2, 3:');
    assert.equal(asked.length, 3);
  }));

it('asks the core once for each of four calls that take turns, and gives each its own result', () =>
  spy((asked) => {
    const x = { dims: [60], data: Float32Array.from({ length: 60 }, (_, i) => i) };
    /** @param {number} count @param {number} rounds @param {number} from */
    const takeTurns = (count, rounds, from) => {
      asked.length = 0;
      for (let round = 0; round < rounds; ++round)
        for (let i = 0; i < count; ++i) {
          const at = from + i;
          assert.deepEqual([...slice(x, `${at}:${at + 2}`).data], [at, at + 1]);
          const columns = { dims: [2, 2 + i], data: new Int16Array(4 + 2 * i).fill(at) };
          const converted = rearrange(columns, 'a b -> b a', { to: 'float32' });
          assert.deepEqual([converted.dims, new Set(converted.data)], [[2 + i, 2], new Set([at])]);
        }
      return asked.length;
    };
    assert.equal(takeTurns(4, 5, 1), 8);
    assert.ok(takeTurns(5, 3, 10) > 5 * 3, 'more than four forget each other');
  }));

it('slice with out: the same as the general way', () => {
  const span = fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), oneOf(1, 1, 2, -1));
  const outs = oneOf('fits', 'fits', 'short', 'other', 'input', 'detached', 'shared');
  fc.assert(
    fc.property(oneOf(...CLASSES), span, span, outs, fc.boolean(), (Class, rows, columns, what, hasNan) => {
      const spec = { starts: [rows[0], columns[0]], ends: [rows[1], columns[1]], axes: [0, 1], steps: [rows[2], columns[2]] }; // biome-ignore format: one spec
      const make = () => {
        const x = { dims: [6, 5], data: dataOf({ Class, dims: [6, 5], data: hasNan ? 'nan' : 'fits', seed: 1 }) }; // biome-ignore format: one tensor
        const { length } = slice(x, spec).data;
        if (what === 'input') return { x, out: new Class(x.data.buffer, 0, length) };
        if (what === 'shared') return { x, out: new Class(new SharedArrayBuffer(length * Class.BYTES_PER_ELEMENT)) }; // biome-ignore format: one of several
        const Other = Class === Uint8Array ? Float32Array : Uint8Array;
        const out = new (what === 'other' ? Other : Class)(
          what === 'short' ? Math.max(0, length - 1) : length,
        );
        if (what === 'detached') detach(out.buffer);
        return { x, out };
      };
      const [ours, theirs] = [true, false].map((isLane) => {
        const { x, out } = make();
        const call = () => (isLane ? slice(x, spec, { out }) : generally(SLICE, [x], spec, { out })[0]);
        const made = outcome(() => {
          const result = call();
          assert.equal(result.data, out);
          return result;
        });
        return { made, out: bytesOf(out), data: bytesOf(x.data) };
      });
      assert.deepEqual(ours, theirs);
    }),
    RUNS,
  );
});
