// What the elements of an .npy file are: of an array, and of each field of a structured one.
import type { Type } from '../../types.ts';
import { bad, refuse } from './check.ts';
import type { FileBytes } from './format.ts';
import { isDate, wordsOf } from './npy_types.ts';

/** An array of a file, as its header says. */
export interface Described {
  /** Byte of its data, and of the header. */
  readonly at: number;
  readonly begin: number;
  readonly dims: readonly number[];
  readonly isFortran: boolean;
}

/** An array of a type that cannot be cut. */
export const refused = ({ size }: FileBytes, format: string, descr: string, { at }: Described) =>
  refuse('', format, `of type ${descr.slice(0, 40)}`, {
    at,
    length: size - at,
    storedType: descr.slice(0, 200),
  });

/** What an element is. */
export interface Kind {
  /** None: it cannot be cut. */
  readonly type?: Type | undefined;
  /** 0: the type does not say it. */
  readonly bytes: number;
  /** Axes in an element of text. */
  readonly inner: readonly number[];
  readonly more: { readonly endian?: 'big'; readonly descr?: string };
}

/** What the elements of a type are, as a header names it. */
export function kindOf(descr: string, format: string, begin: number): Kind {
  const { order, word, unit, type } = wordsOf(descr);
  if (unit && !isDate(word + unit)) throw bad(format, begin, 'only dates have a unit, such as [25s]');
  const count = Number(word.slice(1));
  const isBig = order === '>' && !/^[VS]|1$/.test(word);
  const endian = isBig && { endian: 'big' as const };
  if (/^[SU]/.test(word)) {
    const isBytes = word[0] === 'S';
    return {
      type: isBytes ? ('uint8' as const) : ('uint32' as const),
      bytes: count * (isBytes ? 1 : 4),
      inner: [count],
      more: { ...endian },
    };
  }
  const isVoid = word.startsWith('V');
  // What is written is little-endian. `<V2` is how ml_dtypes writes bfloat16; others cannot say what they have.
  const written = `${isVoid && order !== '<' ? '|' : '<'}${word}${unit}`;
  const own = (isVoid || /^m/i.test(word)) && written !== '<V2' && { descr: written };
  return { type, bytes: count || 0, inner: [], more: { ...endian, ...own } };
}
