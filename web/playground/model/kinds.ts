// The element types: the library's, and what the page needs to know of their values.
import { elementTypes, type Type } from '../../lib/index.ts';

export interface Kind {
  /** `bits`: the value is a bit pattern, because JavaScript has no such number. */
  is: 'float' | 'integer' | 'bits' | 'packed' | 'bool' | 'string' | 'complex';
  array: string; // the class that holds it on every host
  bits: number; // per element
  signed: boolean;
  entries: number; // of the array, per element
}

const kinds = new Map<Type, Kind>();

export function kindOf(type: Type): Kind {
  if (kinds.size === 0) for (const row of elementTypes()) kinds.set(row.name, toKind(row));
  return kinds.get(type) as Kind;
}

function toKind({ name, bits, classes, group, entries }: ReturnType<typeof elementTypes>[number]): Kind {
  const array = classes.find((each) => each !== 'Float16Array') ?? classes[0];
  const isNumber = array.toLowerCase().replace(/array$|^big/g, '') === name;
  const is = /^(bool|string|complex)/.exec(name)?.[1] ?? (bits % 8 > 0 ? 'packed' : !isNumber ? 'bits' : /^f/.test(name) ? 'float' : 'integer'); // biome-ignore format: a row
  return {
    is: is as Kind['is'],
    array,
    bits,
    signed: is === 'integer' && /^i/.test(name),
    entries: entries / group,
  };
}

/** Arrays, by the names that `kindOf` gives them. */
// biome-ignore lint/suspicious/noExplicitAny: of any element type
export type Numbers = any;
