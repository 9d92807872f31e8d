// The values of each element type: reads what is typed, and gives the values that a tensor begins with (element k holds k, or what
// the type can hold of it).
import type { Type } from '../../lib/index.ts';
import { kindOf, type Numbers } from './kinds.ts';

/** The most characters of a value. */
const LONGEST = 40;

/** What element k holds before anything is typed, as its cell shows it. */
export function valueAt(type: Type, k: number) {
  const { is, bits, signed } = kindOf(type);
  if (is === 'bool') return k % 2 === 1 ? 'T' : 'F';
  if (is === 'float') return String(type === 'float32' ? Math.fround(k) : k);
  if (is === 'string' || is === 'complex' || bits >= 53) return String(k);
  const wrapped = k % 2 ** bits;
  return String(signed && wrapped >= 2 ** (bits - 1) ? wrapped - 2 ** bits : wrapped);
}

const BOOLS: Record<string, string> = { 1: 'T', 0: 'F', t: 'T', f: 'F', true: 'T', false: 'F' };

/** A typed value as its type holds it; null if the type has no such value. */
export function readValue(type: Type, text: string): string | null {
  const plain = text.trim();
  const { is, bits, signed } = kindOf(type);
  if (plain.length > LONGEST) return null;
  if (is === 'string') return plain;
  if (is === 'bool') return BOOLS[plain.toLowerCase()] ?? null;
  if (is === 'float' || is === 'complex') return readFloat(type, plain);
  if (!/^[+-]?\d+(\.0*)?$/.test(plain)) return null;
  const value = BigInt(plain.replace(/\..*$/, ''));
  const least = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  return value >= least && value < least + 2n ** BigInt(bits) ? String(value) : null;
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
  const { is, bits, signed } = kindOf(type);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  if (is === 'bool') return `'${shown}' is not a bool: true or false`;
  if (is === 'float' || is === 'complex') return `'${shown}' is not a number`;
  if (is === 'string') return `'${shown}' is longer than ${LONGEST} characters`;
  const least = signed ? `-2^${bits - 1}` : '0';
  const what = is === 'integer' ? type : `the bits of ${type}`;
  return `'${shown}' does not fit ${what}: an integer from ${least} to 2^${signed ? bits - 1 : bits} - 1`;
}

/** The array that holds these values; of a packed type, one of zeros. */
export function arrayOf(type: Type, values: readonly string[]): Numbers {
  const { is, array, entries } = kindOf(type);
  if (is === 'string') return [...values];
  const Class = (globalThis as Numbers)[array];
  if (is === 'packed') return new Class(Math.ceil(values.length * entries));
  if (is === 'complex') return Class.from(values.flatMap((value) => [Number(value), 0]));
  if (is === 'bool') return Class.from(values, (value: string) => Number(value === 'T'));
  return Class.from(values, array.startsWith('Big') ? BigInt : Number);
}
