// Random conversions, `to` of `rearrange`, and what they make of each element.
import { convert, elementBits, mayHaveZero, numberOf, TARGETS } from '../../docs/rules/conversions.js';
import { countElements } from '../../docs/rules/elements.js';
import { placesOf, randomTensor } from './placed.js';

/** @import { Random } from './random.js' */
/** @import { RandomPattern } from './patterns.js' */
/** @import { Steps } from '../../docs/rules/conversions.js' */

/** @typedef {any} Any */
/** @typedef {'scale' | 'divisor' | 'bias' | 'zero_point'} Step */

/**
 * `to`; and of each step, its numbers: one, or one per index of `along`, in row-major order of its names.
 * @typedef {{ to: Any, numbers: Partial<Record<Step, number[]>> }} Conversion
 */

const SATURATE = /** @type {const} */ ([0, 1, false, true]);
const FLOATS = 'float16 bfloat16 float32 float64 f8e4m3 f8e5m2 f8e8m0'.split(' ');
const INTEGERS = 'bool uint8 int8 uint16 int16 uint32 int32 uint64 int64 u1 u2 u3 u4 u6 i4'.split(' ');

/**
 * A type alone, or with numbers, in every form: one for all, or one for each index of some axes, as a list or a tensor.
 * @param {Random} random @param {RandomPattern['names']} names @param {string} from @returns {Conversion}
 */
export function drawConversion(random, names, from) {
  const type = random.pick(TARGETS);
  /** @type {Any} */
  const to = {
    type,
    ...(type.startsWith('f8') && random.chance(0.7) && { saturate: random.pick(SATURATE) }),
  };
  if (random.chance(0.3)) return { to, numbers: {} };
  const axes = random.chance(0.3) ? [] : random.shuffle([...names]).slice(0, random.between(1, 3));
  if (axes.length > 0) to.along = axes.map(({ name }) => name).join(random.pick([' ', '  ']));
  const sizes = axes.map(({ size }) => size);
  /** @type {Conversion['numbers']} */
  const numbers = {};
  const add = (/** @type {Step} */ step) => {
    const { value, list } = drawNumbers(random, step, axes.length > 0 && random.chance(0.7) ? sizes : null);
    to[step] = value;
    numbers[step] = list;
  };
  const isScaled = random.chance(0.7);
  if (isScaled) add(random.chance(0.3) ? 'divisor' : 'scale');
  if (mayHaveZero(from, type) && random.chance(0.5)) add('zero_point');
  if (Object.keys(numbers).length === 0 || random.chance(0.5)) add('bias');
  return { to, numbers };
}

/** @param {Random} random @param {Step} step @param {number[] | null} sizes */
function drawNumbers(random, step, sizes) {
  const isZero = step === 'zero_point';
  const number = () => {
    if (random.chance(0.05))
      return isZero ? random.pick([2 ** 53, -(2 ** 53), 2 ** 21 + 1]) : random.pick([0, -0, 1e30]);
    return isZero ? random.between(-300, 300) : random.unit() * 4 - 2;
  };
  if (random.chance(0.4)) {
    // a tensor
    const { tensor, layout } = randomTensor(
      random,
      random.pick(isZero ? INTEGERS.filter((type) => !type.endsWith('64')) : FLOATS),
      sizes ?? random.pick([[], [1]]),
    );
    const bits = elementBits(tensor.data, tensor.type);
    return { value: tensor, list: placesOf(layout).map((at) => numberOf(tensor.type, bits[at])) };
  }
  if (sizes === null) {
    const value = number();
    return { value, list: [value] };
  }
  const list = Array.from({ length: countElements(sizes) }, number);
  const value = random.chance(0.5) ? list : Float64Array.from(list);
  return { value, list };
}

/**
 * What an element becomes: of its bits, and its number in the output.
 * @param {string} from
 * @param {Conversion} conversion
 * @param {RandomPattern['names']} names
 * @returns {(bits: bigint, k: number) => bigint}
 */
export function converterOf(from, { to: { type, along = '', saturate = 1 }, numbers }, names) {
  const axes = along
    .split(' ')
    .filter(Boolean)
    .map((/** @type {string} */ name) => names.find((each) => each.name === name));
  return (bits, k) => {
    let entry = 0;
    for (const { inner, size } of axes) entry = entry * size + (Math.floor(k / inner) % size);
    /** @type {Steps} */
    const steps = {};
    for (const [step, list] of Object.entries(numbers))
      steps[/** @type {Step} */ (step)] = list[list.length === 1 ? 0 : entry];
    return convert(from, bits, type, steps, Boolean(saturate));
  };
}
