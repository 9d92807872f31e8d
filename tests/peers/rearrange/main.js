// Random patterns through this library and through NumPy's reshape, transpose, broadcast and astype, of every type that both have,
// strided inputs too. Some patterns are spoiled; then both must refuse. tools/test/suite.js builds the module first.
//   npm test -- peers rearrange                            100,000
//   npm test -- peers rearrange --cases=5000 --seed=7      fewer of them, others

import { mayHaveZero } from '../../../docs/rules/conversions.js';
import { bitsOf, noise } from '../../../docs/rules/elements.js';
import { readArguments } from '../../../tools/common/commands.js';
import { missed, runTool } from '../../../tools/common/failure.js';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { inRoot } from '../../../tools/common/paths.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable, secondsSince } from '../../../tools/common/table.js';
import { init, MicrotomeError, rearrange } from '../../../web/dist/index.js';
import { dense, strided } from '../../random/layouts.js';
import { drawPattern } from '../../random/patterns.js';
import { Random } from '../../random/random.js';
import { bytesOf } from '../answers.js';

/** @typedef {any} Any */
/** @import { Steps } from '../../../docs/rules/conversions.js' */
/** @typedef {{ pattern: string, sizes: Record<string, number>, to?: string, steps?: Steps, table?: Any, type: string, dims: number[], data: Any, stride: readonly number[], offset: number }} Question */
/** @typedef {{ dims: readonly number[], data: string | string[] } | { mistake: string }} Answer elements in base64, or strings */

const CASES = 100_000;
const TYPES = 'bool uint8 int8 uint16 int16 uint32 int32 uint64 int64 float16 float32 float64 string'.split(
  ' ',
);
const SPOILED = 0.15;
const CONVERTED = 0.5;
const NUMBERS = TYPES.filter((type) => type !== 'string');
/** Of 3 and 6 bits, NumPy would need a program like ours. */
const PACKED = ['u1', 'u2', 'u4', 'i4'];
/** Long ones take a while to send. */
const WITH_TABLE = 0.03;

/** A type whose elements NumPy makes by rounding once. @param {Random} random @param {string} type */
function drawTarget(random, type) {
  if (type === 'string' || !random.chance(CONVERTED)) return undefined;
  if (random.chance(0.2)) return random.pick(PACKED);
  const to = random.pick(NUMBERS);
  const isWide = /int(32|64)/;
  if (to === 'float16' && isWide.test(type)) return undefined;
  return type.startsWith('float') && /int64/.test(to) ? undefined : to;
}
/** What is computed meanwhile: NumPy has both types of the arithmetic. @param {Random} random @param {string} from @param {string | undefined} to @returns {Steps | undefined} */
function drawSteps(random, from, to) {
  if (to === undefined || /int64/.test(to) || random.chance(0.5)) return undefined;
  const number = () => random.unit() * 4 - 2;
  const isScaled = random.chance(0.7);
  return {
    ...(isScaled && { [random.pick(['scale', 'divisor'])]: number() }),
    ...((!isScaled || random.chance(0.5)) && { bias: number() }),
    ...(mayHaveZero(from, to) && random.chance(0.6) && { zero_point: random.between(-300, 300) }),
  };
}
const PARTS = ['->', '(', ')', ' ', '\t', '1', '...', 'a', 'b', 'z9', '_', '*', ''];

/** @param {Random} random @returns {Question} */
function drawQuestion(random) {
  const { pattern, sizes, dims } = drawPattern(random, random.pick([20, 200, 1000]));
  const type = random.pick(TYPES);
  const { stride, offset, extent } = random.chance(0.5) ? dense(dims) : strided(random, dims);
  const data = noise(type, extent);
  const isSpoiled = random.chance(SPOILED);
  const hasTable = type !== 'string' && bitsOf(type) <= 16 && random.chance(WITH_TABLE);
  const to = hasTable ? random.pick(NUMBERS) : drawTarget(random, type);
  if (to !== undefined && PACKED.includes(to) && random.chance(0.7)) makeSmall(data, bitsOf(to));
  return {
    ...(isSpoiled ? spoil(random, pattern, sizes) : { pattern, sizes }),
    to,
    ...(hasTable
      ? { table: tableOf(String(to), 2 ** bitsOf(type)) }
      : { steps: drawSteps(random, type, to) }),
    type,
    dims,
    data,
    stride,
    offset,
  };
}

/** A table, whose bools are 0 or 1: NumPy makes them so, and we move them as they are. @param {string} to @param {number} entries */
function tableOf(to, entries) {
  const table = noise(to, entries);
  if (to === 'bool') makeSmall(table, 2);
  return table;
}

/** Makes integers fit so many bits. @param {Any} data @param {number} bits */
function makeSmall(data, bits) {
  for (let k = 0; k < data.length; ++k)
    data[k] =
      typeof data[k] === 'bigint' ? BigInt.asUintN(bits - 1, data[k]) : data[k] & (2 ** (bits - 1) - 1);
}

/** With one NaN for all. @param {Any} data @param {string} type */
function withOneNaN(data, type) {
  const isNone = type === 'float16' ? (/** @type {number} */ bits) => (bits & 0x7fff) > 0x7c00 : Number.isNaN;
  const one = type === 'float16' ? 0x7e00 : Number.NaN;
  return type.startsWith('float')
    ? data.map((/** @type {number} */ each) => (isNone(each) ? one : each))
    : data;
}

/** @param {Random} random @param {string} pattern @param {Record<string, number>} sizes */
function spoil(random, pattern, sizes) {
  const names = Object.keys(sizes);
  if (names.length > 0 && random.chance(0.3))
    return { pattern, sizes: { ...sizes, [random.pick([...names, 'other'])]: random.between(-1, 4) } };
  const at = random.below(pattern.length + 1);
  return { pattern: pattern.slice(0, at) + random.pick(PARTS) + pattern.slice(at + random.below(3)), sizes };
}

const toText = (/** @type {Any} */ data) =>
  Array.isArray(data) ? data : Buffer.from(bytesOf(data)).toString('base64');

/** @param {Question} question @returns {Answer} */
function ours({ pattern, sizes, to: type, steps, table, ...input }) {
  try {
    const to = steps === undefined && table === undefined ? type : { type, ...steps, table };
    const { dims, data } = rearrange(/** @type {Any} */ (input), pattern, /** @type {Any} */ ({ sizes, to }));
    const isMoved = table !== undefined || type === undefined || (type === input.type && steps === undefined);
    return { dims, data: toText(isMoved ? data : withOneNaN(data, type)) };
  } catch (error) {
    if (!(error instanceof MicrotomeError)) throw error;
    return { mistake: error.message };
  }
}

/** @param {Answer} a @param {Answer} b */
const agree = (a, b) =>
  'mistake' in a
    ? 'mistake' in b
    : !('mistake' in b) && JSON.stringify([a.dims, a.data]) === JSON.stringify([b.dims, b.data]);

await runTool(async () => {
  const { seed, cases = CASES } = readArguments('peers').values;
  const numpy = await findNumpy();
  if (numpy === undefined) {
    missed('patterns were not compared', 'NumPy is not here; npm test -- peers says why');
    return 0;
  }
  await init();
  const { ask, stop } = startPython(numpy, inRoot('tests/peers/rearrange/numpy_rearrange.py'));
  const progress = startProgress(`Comparing patterns: ${cases} cases, seed ${seed}`);
  const since = Date.now();
  const counts = { same: 0, refused: 0, largest: 0 };
  const failures = [];
  for (let k = 0; k < cases && failures.length < 5; ++k) {
    const question = drawQuestion(new Random(seed + k));
    const own = ours(question);
    const { data, table } = question;
    const theirs = await ask({ ...question, data: toText(data), ...(table && { table: toText(table) }) });
    if (!agree(own, theirs)) failures.push({ seed: seed + k, question, own, theirs });
    else counts['mistake' in own ? 'refused' : 'same'] += 1;
    counts.largest = Math.max(counts.largest, question.dims.length);
    progress.update(`${k + 1}`);
  }
  progress.done();
  stop();
  printTable([
    ['patterns', 'cases', 'same elements', 'both refuse', 'largest rank', 'result', 'seconds'],
    [
      `NumPy ${numpy.version}`,
      cases,
      counts.same,
      counts.refused,
      counts.largest,
      failures.length > 0 ? 'FAILED' : 'ok',
      secondsSince(since),
    ],
  ]);
  for (const { seed: own, question, ...answers } of failures) {
    const { type, dims, stride, offset, pattern, sizes, to, steps } = question;
    console.log(
      `\n${type} [${dims}] stride [${stride}] offset ${offset}, '${pattern}', ${JSON.stringify({ sizes, to, ...steps })}:`,
    );
    console.log(`ours: ${JSON.stringify(answers.own).slice(0, 600)}`);
    console.log(`NumPy: ${JSON.stringify(answers.theirs).slice(0, 600)}`);
    console.log(`again: npm test -- peers rearrange --seed=${own} --cases=1`);
  }
  return failures.length > 0 ? 1 : 0;
});
