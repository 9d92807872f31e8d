// The tensors that `open` finds: what they are, where they are, and how they are read. And the answers of calls, which name
// the function in their errors.
import { describe } from '../base/describe.ts';
import { Mistake, toPublicError } from '../base/mistake.ts';
import type { TypeName } from '../types.ts';
import type { ElementType, Unit } from './elements.ts';
import type { Decode } from './formats/format.ts';
import type { Stored } from './source_types.ts';
import type { Limits, Store } from './stores/store.ts';

/** Where elements are, and how they are read. */
export interface Region {
  readonly type: ElementType;
  /** How the file stores them: as the type says, unless they are decoded. */
  readonly unit: Unit;
  readonly decode?: (() => Promise<Decode>) | undefined;
  /** Bytes of an element, if the positions of elements count bytes. */
  readonly width?: number | undefined;
  /** Byte of its first element. */
  readonly at: number;
  readonly endian: 'little' | 'big';
  readonly store: Store;
  readonly limits: Limits;
}

/** The same of a tensor. */
export interface Place extends Region {
  readonly dims: readonly number[];
  readonly stride: readonly number[] | undefined;
  /** Position of the first element; default: 0. */
  readonly offset?: number | undefined;
}

const places = new WeakMap<object, Place>();

/** The description of a tensor that a caller gets. */
export function toStored(
  place: Place,
  said: Pick<Stored, 'name' | 'descr' | 'storedType' | 'place' | 'quantized'>,
): Stored {
  const { type, dims, stride, at, offset = 0, width, endian } = place;
  const stored = Object.freeze({
    ...said,
    type: type.name as TypeName,
    dims: Object.freeze([...dims]),
    at: at + offset,
    [width ? 'byteStride' : 'stride']: stride && Object.freeze([...stride]),
    endian,
  }) as Stored;
  places.set(stored, place);
  return stored;
}

export const isStored = (value: unknown) => places.has(value as object);

export function placeOf(stored: unknown): Place {
  const place = places.get(stored as object);
  if (place !== undefined) return place;
  throw notStored(stored);
}

function notStored(stored: unknown): Mistake {
  const isInMemory = typeof stored === 'object' && stored !== null && 'data' in stored;
  const remedy = isInMemory ? "; the functions of 'microtome' cut a tensor in memory" : '';
  return new Mistake(
    'bad_argument',
    `expected a tensor of an open file, not ${describe(stored)}${remedy}`,
    'stored',
  );
}

/** The result of a call; a mistake in it is withPublicErrors on `op`. */
export async function answer<T>(op: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw toPublicError(thrown, op);
  }
}

/** The same values; a mistake on the way is withPublicErrors on `op`. */
export async function* withPublicErrors<T>(
  op: string,
  values: AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  try {
    yield* values;
  } catch (thrown) {
    throw toPublicError(thrown, op);
  }
}
