// A worker with an arena of `workerData.bytes`. It cuts arrays that end where the arena ends, and says which cuts fail.
import { parentPort, workerData } from 'node:worker_threads';
import { allocate, evaluate, init, plan } from '../../web/dist/index.js';

/** @typedef {any} Any */

/** Large enough that kernels carry it out. */
const PIXELS = 20_000;

await init({ arena: workerData.bytes });
const whole = allocate('uint8', [workerData.bytes]);
const end = whole.byteOffset + whole.byteLength;
const beyond = new Uint8Array(whole.buffer, end);

function cutAll() {
  for (let i = 0; i < whole.length; ++i) whole[i] = i * 7 + (i >> 8);
  const failures = [];
  const cuts = [...cutsOfBytes(), ...cutsOfBits()];
  for (const one of cuts) {
    try {
      if (!isRight(one)) failures.push(`${one.name}: other bytes`);
    } catch (error) {
      failures.push(`${one.name}: ${error}`);
    }
  }
  return { cuts: cuts.length, failures };
}

/**
 * The last bytes of the arena, as an array.
 * @param {Any} Class
 * @param {number} length
 */
const last = (Class, length) => new Class(whole.buffer, end - length * Class.BYTES_PER_ELEMENT, length);

/**
 * Is it cut as in the host's memory, from an array that ends where the arena ends, and each of its outputs into one?
 * @param {{ op: string, Class: Any, length: number, tensor: Any, inputs: Any[], options: Any }} one
 */
function isRight({ op, Class, length, tensor, inputs, options }) {
  const source = last(Class, length);
  const copy = source.slice();
  const of = (/** @type {Any} */ data) => [{ ...tensor, data }, ...inputs];
  const cut = (/** @type {Any} */ data) => [evaluate(op, /** @type {Any} */ (of(data)), options)].flat(2);
  const expected = cut(copy).map(({ data }) => data);
  if (!cut(source).every(({ data }, i) => isSame(data, expected[i]))) return false;
  const planned = plan(/** @type {Any} */ (op), /** @type {Any} */ (of(copy)), options);
  const saved = whole.slice();
  const savedBeyond = beyond.slice();
  const right = expected.every((wanted, i) => {
    const out = expected.map((each, k) => (k === i ? last(Class, each.length) : new Class(each.length)));
    planned.run(/** @type {Any} */ (of(copy)[0]), { out });
    const written = out.every((array, k) => isSame(array, expected[k]));
    const before = whole.length - wanted.byteLength;
    const kept = isSame(whole.subarray(0, before), saved.subarray(0, before)) && isSame(beyond, savedBeyond);
    whole.set(saved);
    return written && kept;
  });
  return right;
}

/** @param {Any} a @param {Any} b */
const isSame = (a, b) =>
  Buffer.compare(
    Buffer.from(a.buffer, a.byteOffset, a.byteLength),
    Buffer.from(b.buffer, b.byteOffset, b.byteLength),
  ) === 0;

/** Channels of pixels, and slices of every step and of runs, which end with their last element. */
function cutsOfBytes() {
  const types = /** @type {const} */ ([
    ['uint8', Uint8Array],
    ['uint16', Uint16Array],
    ['int32', Int32Array],
    ['int64', BigInt64Array],
  ]);
  return types.flatMap(([type, Class]) => {
    const make = (/** @type {Any} */ one) => ({ Class, options: {}, ...one });
    const channels = [];
    for (const count of [2, 3, 4, 5, 7])
      for (const stride of [count, count + 1])
        for (const offset of [0, stride - count])
          channels.push(
            make({
              name: `${count} of ${stride} channels of ${type} from ${offset}`,
              op: 'Split',
              length: (PIXELS - 1) * stride + offset + count,
              tensor: { shape: [PIXELS, count], stride: [stride, 1], offset },
              inputs: [],
              options: { attributes: { axis: 1, num_outputs: count } },
            }),
          );
    const slices = [];
    for (const run of [1, 2, 3, 5, 6, 7, 9, 12, 17, 33])
      for (const gap of [1, 2, 3, 7])
        for (const step of [1, -1])
          slices.push(
            make({
              name: `runs of ${run} ${type} and gaps of ${gap}, step ${step}`,
              op: 'Slice',
              length: (PIXELS / 10 - 1) * (run + gap) + run,
              tensor: { shape: [PIXELS / 10, run], stride: [run + gap, 1], offset: 0 },
              inputs: [[step < 0 ? -1 : 0], [step < 0 ? -(2 ** 40) : 2 ** 40], [0], [step]],
            }),
          );
    return [...channels, ...slices];
  });
}

/** Packed elements, in whole bytes and from the middle of them. */
function cutsOfBits() {
  const bits = { u1: 1, u2: 2, u3: 3, u4: 4, u6: 6 };
  return Object.entries(bits).flatMap(([type, width]) =>
    [1, 7, 8, 37, 801].map((size) => {
      const dims = [800, 1601];
      const elements = dims[0] * dims[1];
      const group = width === 3 ? 8 : width === 6 ? 4 : 8 / width;
      const bytes = Math.ceil(elements / group) * (width % 3 === 0 ? 3 : 1);
      return {
        name: `${type} of ${size} and the rest`,
        Class: Uint8Array,
        op: 'VariadicSplit',
        length: bytes,
        tensor: { dims, type },
        inputs: [1, [-1, size]],
        options: {},
      };
    }),
  );
}

parentPort?.postMessage(cutAll());
