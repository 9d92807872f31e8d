// The element types and their values: reads what is typed, and gives the values that a tensor begins with. Element k holds k, or what the
// type can hold of it.
import { elementTypes, type Type } from '../../lib/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: arrays and numbers of any element type
export type Numbers = any;

/** `bits`: the value is a bit pattern, because JavaScript has no such number. */
type Is = 'float' | 'integer' | 'bits' | 'packed' | 'bool' | 'string' | 'complex';

const kinds = new Map<Type, ReturnType<typeof toKind>>();

export function kindOf(type: Type) {
  if (kinds.size === 0) for (const row of elementTypes()) kinds.set(row.name, toKind(row));
  return kinds.get(type) as ReturnType<typeof toKind>;
}

/** `array`: the class that holds the type on every host; `isOwn`: it holds no other; `entries`: of the array, per element. */
function toKind({ name, bits, classes, group, entries }: ReturnType<typeof elementTypes>[number]) {
  const array = classes.find((each) => each !== 'Float16Array') ?? classes[0];
  const isOwn = array.toLowerCase().replace(/array$|^big/g, '') === name;
  const is = /^(bool|string|complex)/.exec(name)?.[1] ?? (bits % 8 > 0 ? 'packed' : !isOwn ? 'bits' : /^f/.test(name) ? 'float' : 'integer'); // biome-ignore format: a row
  const signed = is === 'integer' && /^i/.test(name);
  return { is: is as Is, array, isOwn, bits, signed, entries: entries / group };
}

/** The most characters of a value. */
const LONGEST = 40;

/** The value of element k before anything is typed, as its cell shows it. */
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
  const held = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  return value === held ? String(value) : null;
}

function readFloat(type: Type, plain: string) {
  const word = { nan: 'NaN', inf: 'Infinity', '+inf': 'Infinity', '-inf': '-Infinity' }[plain.toLowerCase()];
  const number = Number(word ?? plain);
  if (plain === '' || (Number.isNaN(number) && word === undefined)) return null;
  const held = type === 'float32' || type === 'complex64' ? shortest(number) : number;
  return Object.is(held, -0) ? '-0' : String(held);
}

/** The shortest decimal for the same float32: 0.1 rather than 0.10000000149011612. */
function shortest(number: number) {
  const rounded = Math.fround(number);
  const decimals = Array.from({ length: 9 }, (_, i) => Number(rounded.toPrecision(i + 1)));
  return decimals.find((short) => Object.is(Math.fround(short), rounded)) ?? rounded; // -0 has none
}

/** Says what is wrong with a value that `readValue` refuses. */
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

/** The array that holds these values. @param type not packed */
export function arrayOf(type: Type, values: readonly string[]): Numbers {
  const { is, array } = kindOf(type);
  if (is === 'string') return [...values];
  const Class = (globalThis as Numbers)[array];
  if (is === 'complex') return Class.from(values.flatMap((value) => [Number(value), 0]));
  if (is === 'bool') return Class.from(values, (value: string) => Number(value === 'T'));
  return Class.from(values, array.startsWith('Big') ? BigInt : Number);
}
