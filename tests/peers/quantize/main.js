// Quantization through this library and through ONNX Runtime's QuantizeLinear and DequantizeLinear, every bit compared: with one scale, with
// one per index of an axis, and with one per block. tools/test/suite.js builds the module first.
//   npm test -- peers quantize                            5,000 of each
//   npm test -- peers quantize --cases=500 --seed=7       fewer of them, others

import { bitsIn, exactOf, limitsOf } from '../../../docs/rules/conversions.js';
import { bitsOf, classOf, countElements } from '../../../docs/rules/elements.js';
import { readArguments } from '../../../tools/common/commands.js';
import { runTool, Unavailable } from '../../../tools/common/failure.js';
import { installGroup, load, versionOf } from '../../../tools/common/packages.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable, secondsSince } from '../../../tools/common/table.js';
import { init, rearrange } from '../../../web/dist/index.js';
import { encodeModel, valueInfo } from '../../onnx/model.js';
import { Random } from '../../random/random.js';
import { bytesOf } from '../answers.js';

/** @typedef {any} Any */
/** @import { Tensor } from '../../onnx/model.js' */

/**
 * @typedef {object} Question
 * @property {Tensor} x
 * @property {Tensor} scale
 * @property {Tensor} [zero_point]
 * @property {string} quantized the type
 * @property {Record<string, number>} attributes
 * @property {string} pattern
 * @property {Record<string, number>} sizes
 * @property {string} [along]
 */

/** @typedef {'QuantizeLinear' | 'DequantizeLinear'} OpType */

const CASES = 5_000;
/** Of at most 16 bits: of int32, ONNX multiplies float32, but we multiply float64 (N1). */
const INTEGERS = ['uint8', 'int8', 'uint16', 'int16', 'u4', 'i4'];
/** Only these have no zero point other than 0. */
const FLOATS = ['f8e4m3', 'f8e5m2'];
/** The first with 4 and 16 bits, and with blocks. */
const OPSET = 21;
const NAMES = ['a', 'b', 'c', 'd'];

/** The type of the output. @param {OpType} op_type @param {string} quantized */
const madeBy = (op_type, quantized) => (op_type === 'QuantizeLinear' ? quantized : 'float32');

/** Packs codes, the first of each byte in its lower half. @param {string} type @param {readonly number[]} codes */
function packed(type, codes) {
  if (bitsOf(type) === 4)
    return Uint8Array.from({ length: Math.ceil(codes.length / 2) }, (_, k) => (codes[2 * k] & 15) | ((codes[2 * k + 1] ?? 0) << 4)); // biome-ignore format: one expression
  return classOf(type).from(codes);
}

/** @param {Random} random @param {string} type @param {number} count @returns {Any} */
function codesOf(random, type, count) {
  const [least, most] = (limitsOf(type) ?? [0n, 255n]).map(Number);
  const codes = Array.from({ length: count }, () => random.between(least, most));
  // a NaN has no bits that are compared
  return packed(
    type,
    type.startsWith('f8') ? codes.map((code) => ((code & 0x7f) > 0x7b ? code & 0x83 : code)) : codes,
  );
}

/** @param {Random} random @param {boolean} quantizes @returns {Question} */
function drawQuestion(random, quantizes) {
  const rank = random.between(1, 4);
  const names = NAMES.slice(0, rank);
  const quantized = random.chance(0.8) ? random.pick(INTEGERS) : random.pick(FLOATS);
  const kind = random.pick(['one', 'axis', 'blocks']);
  const axis = random.below(rank);
  const block = random.between(1, 40);
  const dims = names.map(() => random.size(12));
  // ONNX Runtime takes a list of one for one scale, which has no blocks
  if (kind === 'blocks') dims[axis] = block * random.between(rank === 1 ? 2 : 1, 4);
  const scales = kind === 'one' ? [] : kind === 'axis' ? [dims[axis]] : dims.with(axis, dims[axis] / block);
  const count = countElements(dims);
  const entries = countElements(scales);
  const scale = Float32Array.from(
    { length: entries },
    () => (random.unit() + 0.02) * 2 ** random.between(-6, 2),
  );
  const [, most] = (limitsOf(quantized) ?? [0n, 448n]).map(Number);
  // Halves, and what is beyond the limits. Quotients stay within int32: beyond it, ONNX Runtime wraps around in blocks.
  const data = Float32Array.from({ length: count }, () =>
    random.chance(0.3)
      ? scale[0] * (random.between(-30, 30) + 0.5)
      : (random.unit() * 2 - 1) * 1.3 * most * scale[0],
  );
  const hasZero = INTEGERS.includes(quantized) && random.chance(0.8);
  // without one, ONNX quantizes to uint8
  const zeros = quantizes || hasZero ? (hasZero ? codesOf(random, quantized, entries) : packed(quantized, Array(entries).fill(0))) : undefined; // biome-ignore format: one expression
  const places = kind === 'blocks' ? names.with(axis, `(${names[axis]} i)`).join(' ') : names.join(' ');
  return {
    x: quantizes
      ? { type: 'float32', dims, data }
      : { type: quantized, dims, data: codesOf(random, quantized, count) },
    scale: { type: 'float32', dims: scales, data: scale },
    ...(zeros && { zero_point: { type: quantized, dims: scales, data: zeros } }),
    quantized,
    attributes: {
      ...(kind !== 'one' && { axis: random.chance(0.5) ? axis : axis - rank }),
      ...(kind === 'blocks' && { block_size: block }),
    },
    pattern: `${places} -> ${places}`,
    sizes: kind === 'blocks' ? { i: block } : {},
    ...(kind !== 'one' && { along: kind === 'axis' ? names[axis] : names.join(' ') }),
  };
}

/** @param {OpType} op_type @param {Question} question @returns {Uint8Array} the bits of float32, for each element */
function ours(op_type, { x, scale, zero_point, pattern, sizes, along, quantized }) {
  const type = madeBy(op_type, quantized);
  // ONNX adds nothing, so that -0 stays
  const steps = op_type === 'QuantizeLinear' ? { divisor: scale } : { scale, bias: -0 };
  const made = /** @type {Any} */ (rearrange)(x, pattern, {
    sizes,
    to: { type, along, ...steps, ...(zero_point && INTEGERS.includes(quantized) && { zero_point }) },
  });
  return floatsOf(type, made.data, countElements(x.dims));
}

/** Elements as float32, which holds each of these types. @param {string} type @param {Any} data @param {number} count */
function floatsOf(type, data, count) {
  if (type === 'float32') return bytesOf(data);
  const bits = BigInt(bitsOf(type));
  const code = (/** @type {number} */ k) =>
    bits === 4n ? (data[k >> 1] >> (4 * (k % 2))) & 15 : BigInt.asUintN(Number(bits), BigInt(data[k]));
  return bytesOf(
    Uint32Array.from({ length: count }, (_, k) => Number(bitsIn('float32', exactOf(type, BigInt(code(k)))))),
  );
}

/**
 * JavaScript has no class for some types. So constants go in, and float32 comes out, by DequantizeLinear with a scale of 1.
 * @param {Any} ort
 * @param {OpType} op_type
 * @param {Question} question
 * @returns {Promise<Uint8Array>}
 */
async function theirs(ort, op_type, { x, scale, zero_point, attributes }) {
  const input = ['x', 'scale', ...(zero_point ? ['zero_point'] : [])];
  const restores = op_type === 'QuantizeLinear';
  const bytes = encodeModel({
    opset: OPSET,
    nodes: [
      { op_type, input, output: ['y'], attributes },
      ...(restores ? [{ op_type: 'DequantizeLinear', input: ['y', 'one'], output: ['restored'] }] : []),
    ],
    constants: {
      x,
      scale,
      ...(zero_point && { zero_point }),
      ...(restores && { one: { type: 'float32', dims: [], data: Float32Array.of(1) } }),
    },
    inputs: [],
    outputs: [valueInfo(restores ? 'restored' : 'y', 'float32')],
  });
  const session = await ort.InferenceSession.create(bytes, OPTIONS);
  try {
    const outputs = await session.run({});
    return Uint8Array.from(bytesOf(outputs[session.outputNames[0]].data));
  } finally {
    await session.release();
  }
}

/** Constants are not folded, so that the kernels run as they do for data. */
const OPTIONS = { logSeverityLevel: 4, graphOptimizationLevel: 'disabled', intraOpNumThreads: 1 };

await runTool(async () => {
  const { seed, cases = CASES } = readArguments('peers').values;
  await installGroup('tests/peers');
  const version = versionOf('tests/peers', 'onnxruntime-node');
  if (!version) throw new Unavailable('ONNX Runtime is not installed; npm test -- peers says why.');
  const ort = load('tests/peers', 'onnxruntime-node');
  await init();
  const rows = [];
  const failures = [];
  for (const op_type of /** @type {OpType[]} */ (['QuantizeLinear', 'DequantizeLinear'])) {
    const since = Date.now();
    const progress = startProgress(`Comparing ${op_type}: ${cases} cases, seed ${seed}`);
    let same = 0;
    for (let k = 0; k < cases && failures.length < 5; ++k) {
      const question = drawQuestion(new Random(seed + k), op_type === 'QuantizeLinear');
      const own = ours(op_type, question);
      const other = await theirs(ort, op_type, question);
      if (Buffer.compare(own, other) === 0) same += 1;
      else failures.push({ seed: seed + k, op_type, question, own, other });
      progress.update(`${k + 1}`);
    }
    progress.done();
    rows.push([`${op_type} of ONNX Runtime ${version}`, cases, same, secondsSince(since)]);
  }
  printTable([['quantization', 'cases', 'same bits', 'seconds'], ...rows]);
  for (const { seed, op_type, question, own, other } of failures) {
    const [mine, its] = [own, other].map((bytes) => new Float32Array(bytes.slice().buffer));
    const k = mine.findIndex((value, i) => !Object.is(value, its[i]));
    const { x, scale, zero_point, quantized, attributes, pattern } = question;
    console.log(`\n${op_type} of ${quantized} [${x.dims}] ${pattern} ${JSON.stringify(attributes)}, scales [${scale.dims}] ${scale.data.slice(0, 4)}, zero points ${zero_point?.data.slice(0, 4)}`); // biome-ignore format: a sentence
    console.log(`element ${k}: ours ${mine[k]}, ONNX Runtime's ${its[k]}, of ${x.data[k]}`);
    console.log(`again: npm test -- peers quantize --seed=${seed} --cases=1`);
  }
  return failures.length > 0 || rows.some(([, , same]) => same === 0) ? 1 : 0;
});
