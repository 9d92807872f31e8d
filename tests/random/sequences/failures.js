// Calls that fail between others, in every way that a caller can make them fail, and what they must leave: nothing. Mistakes in the
// parameters are among the nodes that are drawn.
import { isSame } from '../../support/equal.js';
import { detach } from '../../support/guards.js';
import { judgeCall } from './calls.js';
import { drawList } from './lists.js';

/** @import { Random } from '../random.js' */
/** @import { Library, World } from './world.js' */

/** @typedef {any} Any */

const iota = (/** @type {number} */ length) => Float32Array.from({ length }, (_, k) => k);
const grid = (rows = 4) => ({ dims: [rows, 3], data: iota(3 * rows) });

/** What the caller's own code throws. */
class Own extends Error {}

/** An object whose properties are read by way of `onRead`. @param {Any} object @param {(count: number) => void} onRead */
function observed(object, onRead) {
  let count = 0;
  return new Proxy(object, {
    get(target, key) {
      onRead(count++);
      return target[key];
    },
  });
}

/** Calls that read an object of the caller's, and what they give. @type {((library: Library, object: (value: Any) => Any) => Any)[]} */
const READING = [
  ({ slice }, own) => slice(own(grid()), '1:3').data.length === 6,
  ({ slice }, own) => slice(grid(), own({ starts: [1], ends: [3] })).data.length === 6,
  ({ slice }, own) => slice({ dims: [4], data: own(['a', 'b', 'c', 'd']) }, '::-1').data[0] === 'd',
  ({ split }, own) => split(own(grid()), { num_outputs: 2 }).length === 2,
  ({ split }, own) => split(grid(), { split: own([1, 3]) }).length === 2,
  ({ concat }, own) => concat([grid(), own(grid(2))], 0).dims[0] === 6,
  ({ concat }, own) => concat(own([grid(), grid(2)]), 0).dims[0] === 6,
  ({ rearrange }, own) => rearrange(own(grid()), 'a b -> b a', { to: 'uint8' }).data[1] === 3,
  ({ rearrange }, own) => rearrange(grid(), 'a b -> b a', own({ to: 'uint8' })).data[1] === 3,
  ({ sliceScatter }, own) => sliceScatter(grid(), own(grid(2)), '2:').data[6] === 0,
  ({ assign }, own) => assign(own(grid()), '2:', grid(2)).data[6] === 0,
  ({ evaluate }, own) => evaluate('Slice', [own(grid()), [1], [3]])[0].data.length === 6,
  ({ plan }, own) => plan('Slice', [{ type: 'float32', dims: [4, 3] }, [1], [3]]).run(own(grid()))[0].data[0] === 3,
]; // biome-ignore format: a table

/** @param {() => unknown} call @returns {Any} what it throws; undefined: nothing */
function thrownBy(call) {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** @param {Library} library @param {() => unknown} call @param {readonly string[]} codes one of them must be the mistake's */
function mustFail({ MicrotomeError }, call, codes) {
  const error = thrownBy(call);
  if (!(error instanceof MicrotomeError))
    throw new Error(`${codes} expected, not ${error}`, { cause: error });
  if (!codes.includes(error.code)) throw new Error(`${codes} expected, not ${error.code}: ${error.message}`);
}

/** Something that takes an array on a buffer that is gone. @type {((library: Library, gone: Any, random: Random) => unknown)[]} */
const GONE = [
  ({ slice }, data) => slice({ dims: [4, 3], data }, '1'),
  ({ slice }, data) => slice({ shape: [4, 3], stride: [1, 4], data }, ':, 1:'),
  ({ split }, data) => split({ dims: [4, 3], data }, { num_outputs: 2 }, { view: 'strided' }),
  ({ concat }, data) => concat([grid(), { dims: [4, 3], data }], 0),
  ({ rearrange }, data) => rearrange({ dims: [4, 3], data }, 'a b -> b a', { to: 'uint8' }),
  ({ assign }, data) => assign({ dims: [4, 3], data }, '1', { dims: [3], data: iota(3) }),
  ({ assign }, data) => assign(grid(), '1:3', { dims: [2, 3], data }),
  ({ slice }, data) => slice(grid(), '::-1', { out: data }),
  ({ rearrange }, data) => rearrange(grid(), 'a b -> b a', { to: 'float32', out: { data, shape: [3, 4], stride: [4, 1], offset: 0 } }),
]; // biome-ignore format: a table

/** Calls that are too much for every host. @type {[(library: Library) => unknown, string[]][]} */
const TOO_MUCH = [
  [({ slice }) => slice({ data: new Uint8Array(1), shape: [2 ** 41], stride: [0] }, ':'), ['too_large']],
  [({ slice }) => slice({ data: new Float64Array(1), shape: [2 ** 36, 2], stride: [0, 0] }, ':'), ['out_of_memory']],
  [({ split }) => split(grid(), { num_outputs: 2 ** 20 + 1 }), ['too_many_outputs']],
  [({ plan }) => plan('Concat', [{ type: 'int8', dims: [2 ** 52] }, { type: 'int8', dims: [2 ** 52] }], { attributes: { axis: 0 } }), ['too_large']],
  [({ splitToSequence }) => splitToSequence({ data: new Uint8Array(1), shape: [2 ** 11, 2 ** 30], stride: [0, 0] }, {}, { view: true }), ['too_large']],
  [({ rearrange }) => rearrange(grid(), 'a b -> a b c', { sizes: { c: 2 ** 50 } }), ['too_large']],
]; // biome-ignore format: a table

/** Outputs or lists for which memory would have to grow; it may have grown before. */
const LONG = new Uint8Array(1_000_000).fill(1);

/** As a host whose WebAssembly memory does not grow. @param {() => unknown} use */
function withoutGrowth(use) {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = () => {
    throw new RangeError('no more memory');
  };
  try {
    use();
  } finally {
    prototype.grow = grow;
  }
}

/** Ways to fail. To add one, add a row. @type {Record<string, (world: World, random: Random) => void>} */
export const FAILURES = {
  /** A getter throws: what it throws comes out as it is. */
  throws(world, random) {
    const { library } = world.member(random);
    const left = random.below(8);
    const error = thrownBy(() =>
      random.pick(READING)(library, (value) =>
        observed(value, (count) => {
          if (count === left) throw new Own('a getter');
        }),
      ),
    );
    if (error !== undefined && !(error instanceof Own)) throw error;
  },
  /** A getter calls the library again, which may move the core's buffers. */
  calls(world, random) {
    const { library } = world.member(random);
    const left = random.below(8);
    const isRight = random.pick(READING)(library, (value) =>
      observed(value, (count) => {
        if (count === left) judgeCall(world, random, drawList(world, random));
      }),
    );
    if (!isRight) throw new Error('another result, because a getter called the library');
  },
  /** A getter detaches the array that is read. */
  detaches(world, random) {
    const { library } = world.member(random);
    const left = random.below(5);
    const error = thrownBy(() =>
      random.pick(READING)(library, (value) =>
        observed(value, (count) => {
          if (count === left && value.data?.buffer) detach(value.data.buffer);
        }),
      ),
    );
    if (error !== undefined && !['bad_input', 'bad_out'].includes(error.code)) throw error;
  },
  gone(world, random) {
    const { library } = world.member(random);
    const data = iota(12);
    detach(data.buffer);
    mustFail(library, () => random.pick(GONE)(library, data, random), ['bad_input', 'bad_out']);
  },
  'too much'(world, random) {
    const { library } = world.member(random);
    const [call, codes] = random.pick(TOO_MUCH);
    mustFail(library, () => call(library), codes);
  },
  /** Memory that does not grow, for the list of a request, or for a plan. */
  'no memory'(world, random) {
    const { library } = world.member(random);
    const isRequest = random.chance(0.5);
    const data = LONG.subarray(isRequest ? 1 : 0);
    const call = isRequest
      ? () => library.split({ data, dims: [data.length] }, { split: LONG })
      : () => library.plan('Split', [{ type: 'uint8', dims: [1_000_000] }], { attributes: { num_outputs: 1_000_000 } });
    const error = thrownBy(() => withoutGrowth(call));
    const isExpected = error === undefined ? !isRequest : ['out_of_memory', 'sum_mismatch'].includes(error.code);
    if (!isExpected) throw error ?? new Error('sizes that do not add up are taken');
  }, // biome-ignore format: short enough
  /** Outputs that overlap what they must not: nothing is written. */
  overlaps(world, random) {
    const { library } = world.member(random);
    const data = iota(20);
    const out = random.pick([{ data, shape: [3, 4], stride: [4, 1], offset: 2 }, data.subarray(1, 13)]);
    mustFail(
      library,
      () => library.rearrange({ dims: [4, 3], data: data.subarray(0, 12) }, 'a b -> b a', { out }),
      ['bad_out'],
    );
    if (!isSame(data, iota(20))) throw new Error('a failed call has written');
  },
  frozen(world, random) {
    const { library } = world.member(random);
    const out = Object.freeze(['x', 'y']);
    const call = () => library.slice({ dims: [2], data: ['a', 'b'] }, '::-1', { out: /** @type {Any} */ (out) });
    mustFail(library, call, ['bad_out']);
  }, // biome-ignore format: as the others
};

/** One of them. @param {World} world @param {Random} random */
export const callWrong = (world, random) => FAILURES[random.pick(Object.keys(FAILURES))](world, random);
