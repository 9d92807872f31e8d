// The element types of .npy files, which are read and written. One more is a row of TYPES.
import type { Type } from '../../types.ts';

/** By kind and bytes per element, as `descr` has them after the byte order. */
export const TYPES: Readonly<Record<string, Type>> = {
  b1: 'bool', i1: 'int8', u1: 'uint8', i2: 'int16', u2: 'uint16', i4: 'int32', u4: 'uint32', i8: 'int64', u8: 'uint64',
  f2: 'float16', f4: 'float32', f8: 'float64', c8: 'complex64', c16: 'complex128',
  V2: 'bfloat16', // NumPy has no bfloat16; ml_dtypes saves it like this
  V1: 'uint8', // 8-bit floats, likewise; the file does not say which, and a cut need not know
  f1: 'f8e5m2', // the one that ml_dtypes names
  M8: 'int64', m8: 'int64', // dates and spans of time
}; // biome-ignore format: a table

/** Dates and spans of time may have a unit, of so many as an int32 counts. */
const DATE = /^[mM]8\[\d{0,10}([YMWDhm]|[munpfa]?s|generic)\]$/;
export const isDate = (word: string) => DATE.test(word);

/** The words of a type as an .npy file names it, and the library's type, which none may be. */
export function wordsOf(descr: string) {
  const [, order = '', word = '', unit = ''] = /^([<>|=]?)([a-zA-Z]\d+)(\[.*\])?$/.exec(descr) ?? [];
  return { order, word, unit, type: TYPES[word] as Type | undefined };
}

/** The library's type of what is named so in the header of a little-endian file. */
export function typeOfDescr(descr: string): Type | undefined {
  const { order, word, unit, type } = wordsOf(descr);
  return order === '>' || (unit && !isDate(word + unit)) ? undefined : type;
}
