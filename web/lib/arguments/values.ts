// Values, which fill regions: each is one element of a type. They are kept as they are stored, and the core gets only
// their type and shape.
import { CLASSES, isPlain } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { countInWords, Mistake, WrongKind } from '../base/mistake.ts';
import { type Request, UNTYPED } from '../core/request.ts';
import { classNameFor, type DescribedType, DTYPES, MAX_OUTPUTS } from '../core/tables.ts';
import { dimsAt } from '../core/tensor_words.ts';
import { countOf } from '../shape.ts';
import { addTensor, readProperties, refuseNumbers } from './tensors.ts';

/** Is it a value instead of a tensor? */
export const isValue = (value: unknown) => ['number', 'bigint', 'boolean', 'string'].includes(typeof value);

/** The last value of each type, and its element, which is never written: making arrays and their buffers is slow. */
const last = /* @__PURE__ */ DTYPES.map(() => ({ value: undefined as unknown, element: null as any }));

/** Makes a value the request's. */
export function readValue(request: Request, value: unknown): void {
  const { type } = request.tensors[0];
  const known = last[type].element !== null && Object.is(last[type].value, value) ? last[type] : null;
  const element = known?.element ?? toElement(DTYPES[type], value);
  if (typeof value !== 'string') last[type] = { value, element }; // a caller's string may be long
  request.value = element;
}

/** Adds a parameter that is a value. @param isAttribute it is an attribute of type float, as a model stores it */
export function readValueParameter(request: Request, value: unknown, isAttribute: boolean): void {
  const isGiven = value !== undefined && value !== null;
  if (isPlain(value)) {
    pushTensor(request, value);
    return;
  }
  readValue(
    request,
    isAttribute && typeof value === 'number' ? Math.fround(value) : isGiven ? value : undefined,
  );
  if (isGiven) {
    request.pushHead(UNTYPED, 0, 1);
    request.push(0);
  } else request.pushAbsent();
}

/** Adds a tensor. Its element is copied after all of the request has been read. */
function pushTensor(request: Request, tensor: object): void {
  const read = readProperties(tensor);
  if (read.data === null || read.sizes === null) {
    const what = `expected a value, or a tensor { type, dims, data } of one, not ${describe(tensor)}`;
    throw new Mistake('bad_input', what);
  }
  const at = request.length;
  if (read.named === null && Array.isArray(read.data)) refuseNumbers(read.data[0], '');
  const added = addTensor(request, read);
  const dims = dimsAt(request.words, at);
  const count = countOf(dims);
  const areSizes = dims.every((size) => Number.isInteger(size) && size >= 0);
  if (count > MAX_OUTPUTS)
    throw new Mistake('bad_rank', `must be one value, not ${countInWords(count)} of them`);
  if (count === 1 || !areSizes)
    // copying it finds wrong sizes
    request.tensorValue = { ...added, at: 0, words: request.words.slice(at, request.length) };
  request.length = at;
  const length = Number.isInteger(count) ? Math.max(0, count) : 0;
  request.pushHead(added.type, dims.length, length);
  for (let i = 0; i < length; ++i) request.push(0);
}

/** The numbers of the codes of types to which nothing converts. */
const CODES: Readonly<Record<string, () => readonly number[]>> = {
  f8e8m0: () => Array.from({ length: 256 }, (_, i) => (i < 255 ? 2 ** (i - 127) : Number.NaN)),
  f4e2m1: () => [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0, -0.5, -1, -1.5, -2, -3, -4, -6],
  nf4: () =>
    [
      -1, -0.6961928, -0.52507305, -0.3949175, -0.28444138, -0.18477343, -0.091050036, 0, 0.0795803,
      0.1609302, 0.2461123, 0.33791524, 0.44070983, 0.562617, 0.72295684, 1,
    ].map(Math.fround),
};

/** Floats for which not every engine has a typed array: bits of the fraction, exponent bias, largest value, and NaN. */
const FLOATS: Readonly<Record<string, readonly [fraction: number, bias: number, most: number, nan: number]>> =
  {
    float16: [10, 15, 0x7c00, 0x7e00],
    bfloat16: [7, 127, 0x7f80, 0x7fc0],
    f8e4m3: [3, 7, 0x7e, 0x7f],
    f8e5m2: [2, 15, 0x7b, 0x7e],
  };

/** The bits of a number, rounded once, half to even, and saturated. */
function bitsOf(value: number, bits: number, [fraction, bias, most, nan]: readonly number[]): number {
  if (Number.isNaN(value)) return nan;
  const sign = value < 0 || Object.is(value, -0) ? 2 ** (bits - 1) : 0;
  const size = Math.abs(value);
  const words = new Uint32Array(Float64Array.of(size).buffer);
  const exponent = Math.max((words[1] >>> 20) - 1023, 1 - bias);
  const quotient = size / 2 ** (exponent - fraction);
  const whole = Math.floor(quotient);
  const rest = quotient - whole;
  const rounded = rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole;
  return sign + Math.min(most, (exponent + bias - 1) * 2 ** fraction + rounded);
}

/**
 * A value as an element of a type. For packed types, it is a whole group of equal elements.
 * @param value undefined: the type's zero
 */
function toElement(row: DescribedType, value: unknown): any {
  const { name, bits, integer, entries } = row;
  const className = classNameFor(row);
  if (value === undefined && className !== 'Array' && name !== 'nf4') return new CLASSES[className](entries);
  const chosen = value === undefined ? (className === 'Array' ? '' : 0) : value;
  if (className === 'Array') {
    if (typeof chosen !== 'string') throw wrongType(name, chosen, 'a string');
    return [chosen];
  }
  if (integer !== undefined) {
    const whole = toInteger(name, integer, chosen);
    if (bits < 8) return packed(bits, Number(BigInt.asUintN(bits, whole)));
    return CLASSES[className].of(bits === 64 ? whole : Number(whole));
  }
  if (typeof chosen !== 'number') throw wrongType(name, chosen, 'a number');
  const codes = CODES[name]?.();
  if (codes !== undefined) {
    const code = codes.findIndex((each) => Object.is(each, chosen));
    if (code < 0) {
      const legal =
        codes.length > 16 ? 'powers of 2 from 2^-127 to 2^127, and NaN' : codes.map(describe).join(', ');
      throw new Mistake('out_of_range', `is ${describe(chosen)}, but the values of ${name} are ${legal}`);
    }
    return packed(bits, code);
  }
  const float = FLOATS[name];
  if (float !== undefined)
    return CLASSES[bits === 8 ? 'Uint8Array' : 'Uint16Array'].of(bitsOf(chosen, bits, float));
  const element = new CLASSES[className](entries); // of a complex number, the real part comes first
  element[0] = chosen;
  return element;
}

function toInteger(name: string, integer: number, value: unknown): bigint {
  const isBool = name === 'bool';
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (!isNumber && !(isBool && typeof value === 'boolean'))
    throw wrongType(name, value, isBool ? 'true, false, 0 or 1' : 'a number or a bigint');
  if (typeof value === 'number' && !Number.isInteger(value))
    throw new Mistake('not_integer', `is ${value}; a value of ${name} must be an integer`);
  const whole = BigInt(value as number | bigint | boolean);
  if ((integer > 0 ? BigInt.asUintN(integer, whole) : BigInt.asIntN(-integer, whole)) === whole) return whole;
  const size = 2n ** BigInt(integer > 0 ? integer : -integer - 1);
  const least = integer > 0 ? 0 : -size;
  throw new Mistake('out_of_range', `is ${describe(value)}, but ${name} holds ${least} to ${size - 1n}`);
}

function wrongType(name: string, value: unknown, legal: string): Mistake {
  const code = isValue(value) ? 'bad_type' : 'bad_argument';
  return new WrongKind(code, `a value of ${name} must be ${legal}, not ${describe(value)}`);
}

/** A group of packed elements with one code. Those of 3 and 6 bits keep a third of their bits in a separate byte. */
function packed(bits: number, code: number): Uint8Array {
  const repeat = (part: number, width: number) => (part * 255) / (2 ** width - 1);
  if (bits % 3 !== 0) return Uint8Array.of(repeat(code, bits));
  const low = (bits / 3) * 2;
  const first = repeat(code % 2 ** low, low);
  return Uint8Array.of(first, first, repeat(code >> low, bits / 3));
}
