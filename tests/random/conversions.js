// Random conversions, `to` of `rearrange`, and what they make of each element.
import { convert, TARGETS } from '../../docs/rules/conversions.js';

/** @import { Random } from './random.js' */
/** @import { RandomPattern } from './patterns.js' */

/** @typedef {{ type: string, scale?: number | number[], bias?: number | number[], along?: string, saturate?: 0 | 1 | boolean }} Conversion */

const SATURATE = /** @type {const} */ ([0, 1, false, true]);

/** A type alone, or with numbers: one for all, or one for each index of an axis. @param {Random} random @param {RandomPattern['names']} names @returns {Conversion} */
export function drawConversion(random, names) {
  const type = random.pick(TARGETS);
  const how = {
    type,
    ...(type.startsWith('f8') && random.chance(0.7) && { saturate: random.pick(SATURATE) }),
  };
  if (random.chance(0.3)) return how;
  const axis = names.length > 0 && random.chance(0.7) ? random.pick(names) : undefined;
  const number = () => random.unit() * 4 - 2;
  const numbers = () =>
    axis === undefined || random.chance(0.3) ? number() : Array.from({ length: axis.size }, number);
  const isLess = random.chance(0.3);
  return { ...how, scale: numbers(), ...(!isLess && { bias: numbers() }), ...(axis && { along: axis.name }) };
}

/**
 * What an element becomes: of its bits, and its number in the output.
 * @param {string} from
 * @param {Conversion} to
 * @param {RandomPattern['names']} names
 * @returns {(bits: bigint, k: number) => bigint}
 */
export function converterOf(from, { type, scale, bias, along, saturate = 1 }, names) {
  const saturates = Boolean(saturate);
  if (scale === undefined && bias === undefined)
    return (bits) => convert(from, bits, type, undefined, undefined, saturates);
  const inner = names.find(({ name }) => name === along)?.inner ?? 1;
  const entry = (/** @type {number | number[]} */ list, /** @type {number} */ k) =>
    typeof list === 'number' ? list : list[Math.floor(k / inner) % list.length];
  return (bits, k) => convert(from, bits, type, entry(scale ?? 1, k), entry(bias ?? 0, k), saturates);
}
