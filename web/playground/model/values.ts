// The values of each element type: reads what is typed, and gives the values that a tensor begins with (element k holds k, or what
// the type can hold of it). One row per type. `bits`: the value is a bit pattern, because JavaScript has no such number.
import type { Type } from '../../lib/index.ts';

interface Kind {
  is: 'float' | 'integer' | 'bits' | 'packed' | 'bool' | 'string' | 'complex';
  array: string; // the class that holds it
  size?: number; // of an integer, in bits
  signed?: boolean;
}

export const KINDS: Readonly<Record<Type, Kind>> = {
  float32: { is: 'float', array: 'Float32Array' },
  float64: { is: 'float', array: 'Float64Array' },
  float16: { is: 'bits', array: 'Uint16Array', size: 16 },
  bfloat16: { is: 'bits', array: 'Uint16Array', size: 16 },
  uint8: { is: 'integer', array: 'Uint8Array', size: 8 },
  int8: { is: 'integer', array: 'Int8Array', size: 8, signed: true },
  uint16: { is: 'integer', array: 'Uint16Array', size: 16 },
  int16: { is: 'integer', array: 'Int16Array', size: 16, signed: true },
  uint32: { is: 'integer', array: 'Uint32Array', size: 32 },
  int32: { is: 'integer', array: 'Int32Array', size: 32, signed: true },
  uint64: { is: 'integer', array: 'BigUint64Array', size: 64 },
  int64: { is: 'integer', array: 'BigInt64Array', size: 64, signed: true },
  bool: { is: 'bool', array: 'Uint8Array' },
  string: { is: 'string', array: 'Array' },
  complex64: { is: 'complex', array: 'Float32Array' },
  complex128: { is: 'complex', array: 'Float64Array' },
  f8e4m3: { is: 'bits', array: 'Uint8Array', size: 8 },
  f8e5m2: { is: 'bits', array: 'Uint8Array', size: 8 },
  f8e8m0: { is: 'bits', array: 'Uint8Array', size: 8 },
  u1: { is: 'packed', array: 'Uint8Array', size: 1 },
  u2: { is: 'packed', array: 'Uint8Array', size: 2 },
  u3: { is: 'packed', array: 'Uint8Array', size: 3 },
  u4: { is: 'packed', array: 'Uint8Array', size: 4 },
  u6: { is: 'packed', array: 'Uint8Array', size: 6 },
  i4: { is: 'packed', array: 'Uint8Array', size: 4 },
  nf4: { is: 'packed', array: 'Uint8Array', size: 4 },
  f4e2m1: { is: 'packed', array: 'Uint8Array', size: 4 },
};

/** The most characters of a value. */
const LONGEST = 40;

/** What element k holds before anything is typed, as its cell shows it. */
export function valueAt(type: Type, k: number) {
  const { is, size = 0, signed } = KINDS[type];
  if (is === 'bool') return k % 2 === 1 ? 'T' : 'F';
  if (is === 'float') return String(type === 'float32' ? Math.fround(k) : k);
  if (is === 'string' || is === 'complex' || size >= 53) return String(k);
  const wrapped = k % 2 ** size;
  return String(signed && wrapped >= 2 ** (size - 1) ? wrapped - 2 ** size : wrapped);
}

/** A typed value as its type holds it; null if the type has no such value. */
export function readValue(type: Type, text: string): string | null {
  const plain = text.trim();
  const { is, size = 0, signed = false } = KINDS[type];
  if (plain.length > LONGEST) return null;
  if (is === 'string') return plain;
  if (is === 'bool')
    return { 1: 'T', 0: 'F', t: 'T', f: 'F', true: 'T', false: 'F' }[plain.toLowerCase()] ?? null;
  if (is === 'float' || is === 'complex') return readFloat(type, plain);
  if (!/^[+-]?\d+(\.0*)?$/.test(plain)) return null;
  const value = BigInt(plain.replace(/\..*$/, ''));
  const least = signed ? -(2n ** BigInt(size - 1)) : 0n;
  return value >= least && value < least + 2n ** BigInt(size) ? String(value) : null;
}

function readFloat(type: Type, plain: string) {
  const word = { nan: 'NaN', inf: 'Infinity', '+inf': 'Infinity', '-inf': '-Infinity' }[plain.toLowerCase()];
  const number = Number(word ?? plain);
  if (plain === '' || (Number.isNaN(number) && word === undefined && plain !== 'NaN')) return null;
  const held = type === 'float32' || type === 'complex64' ? shortest(number) : number;
  return Object.is(held, -0) ? '-0' : String(held);
}

/** The shortest decimal for the same float32: 0.1 rather than 0.10000000149011612. */
function shortest(number: number) {
  const rounded = Math.fround(number);
  const decimals = Array.from({ length: 9 }, (_, i) => Number(rounded.toPrecision(i + 1)));
  return decimals.find((short) => Object.is(Math.fround(short), rounded)) ?? rounded; // -0 has none
}

/** What is wrong with a value that `readValue` refuses. */
export function explainValue(type: Type, text: string) {
  const { is, size = 0, signed = false } = KINDS[type];
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  if (is === 'bool') return `'${shown}' is not a bool: true or false`;
  if (is === 'float' || is === 'complex') return `'${shown}' is not a number`;
  if (is === 'string') return `'${shown}' is longer than ${LONGEST} characters`;
  const least = signed ? `-2^${size - 1}` : '0';
  const what = is === 'integer' ? type : `the bits of ${type}`;
  return `'${shown}' does not fit ${what}: an integer from ${least} to 2^${signed ? size - 1 : size} - 1`;
}
