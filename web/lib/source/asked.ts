// What only some calls of `open` ask for: a layout in place of a header, a part of a file, some of its tensors, and the files that a
// user has picked. Loaded with the first of them.
import { describe, reasonOf } from '../base/describe.ts';
import { MicrotomeError } from '../base/errors.ts';
import { Mistake, sentenceOf, toPublicError } from '../base/mistake.ts';
import { elementType } from './elements.ts';
import { fortranOf } from './formats/check.ts';
import type { FileBytes, StoredEntry } from './formats/format.ts';
import { stridedBy } from './formats/strided.ts';
import { decideCut } from './selection.ts';
import type { ReadOptions } from './source_options.ts';
import { besideAddress } from './stores/addresses.ts';
import { printable, told } from './stores/failures.ts';
import { textOf } from './stores/files.ts';
import type { Opened, Store } from './stores/store.ts';

/** A part of a file as a file, if one is asked for. What is said of the whole later, such as that all of it is kept, holds for it too. */
export function partOf(opened: Opened, { at: base, length }: Pick<ReadOptions, 'at' | 'length'>): Opened {
  if (base === 0 && length === undefined) return opened;
  const { store: whole } = opened;
  const size = length ?? whole.size - base;
  const { ahead, readNow, least = 0 } = whole;
  if (whole.size >= 0 && (size < 0 || base + size > whole.size)) {
    const what = `bytes ${base} to ${base + size} are not inside the file of ${whole.size} bytes`;
    throw new Mistake('bad_input', what, 'at');
  }
  whole.least = Math.max(least, base + size);
  const hold: NonNullable<typeof ahead>['hold'] = (ranges, at, ...rest) => {
    const reads = (ahead as NonNullable<typeof ahead>).hold(ranges, base + at, ...rest);
    return { read: (at, ...rest) => reads.read(base + at, ...rest), release: () => reads.release() };
  };
  const store: Store = Object.assign(Object.create(whole), {
    size,
    base,
    read: (at, ...rest) => whole.read(base + at, ...rest),
    readNow: readNow && ((at, into) => readNow(base + at, into)),
    ahead: ahead && {
      ...ahead,
      count: (ranges, at, ...rest) => ahead.count(ranges, base + at, ...rest),
      hold,
    },
  } satisfies Partial<Store>);
  return { store };
}

/** Adds a file that belongs to another one, but is not opened: for its address, which `source.files` lists. */
export function mention(location: string, address: string | undefined, stores: Store[]): void {
  const place = address && besideAddress(location, address);
  if (place) stores.push({ address: place, size: -1 } as Store);
}

/** Which tensors are described. */
export function toWants({ only }: Pick<ReadOptions, 'only'>): FileBytes['wants'] {
  if (only === undefined) return () => true;
  if (typeof only === 'function') {
    return (name, isMember = false) => {
      try {
        return Boolean(only(name, isMember));
      } catch (cause) {
        throw new Mistake('bad_argument', `threw an error: ${told(cause, reasonOf)}`, 'only', cause);
      }
    };
  }
  const names = [only].flat();
  const all = new Set(names);
  return (name, isMember) =>
    all.has(name) || (isMember === true && names.some((each) => each.startsWith(`${name}.`)));
}

/** A tensor in a file without a header. */
export function readLayout({ layout, format }: ReadOptions): StoredEntry {
  if (typeof layout !== 'object') {
    const what = `expected { type, dims, at }, not ${describe(layout)}`;
    throw new Mistake('bad_argument', what, 'layout');
  }
  const { type, dims, at = 0, order, endian = 'little', ...given } = layout as Record<string, any>;
  const [stride, byteStride] = [given.stride ?? undefined, given.byteStride ?? undefined];
  if (format !== undefined || [stride, byteStride, order].filter((each) => each !== undefined).length > 1) {
    const what = 'give layout or format, and one of stride, byteStride and order';
    throw new Mistake('conflict', what, 'layout');
  }
  if (!ORDERS.includes(order) || !ENDIANS.includes(endian)) {
    const what = `order is 'C' or 'F', endian 'little' or 'big'; not ${describe(order)}, ${describe(endian)}`;
    throw new Mistake('bad_argument', what, 'layout');
  }
  const sizes = sizesOf(type, dims, stride, byteStride);
  if (!['number', 'bigint'].includes(typeof at))
    throw new Mistake('bad_input', `at must be a number of bytes, not ${describe(at)}`, 'layout');
  const entry = {
    name: '',
    type,
    dims: sizes,
    at: typeof at === 'bigint' ? Number(at) : at,
    endian,
  };
  if (byteStride) return stridedBy(Array.from(byteStride, Number), entry);
  return { ...entry, stride: order === 'F' ? fortranOf(sizes) : stride && Array.from(stride, Number) };
}

const ORDERS = [undefined, 'C', 'F'];
const ENDIANS = ['little', 'big'];

/** The sizes of a layout, which is checked as a tensor that is cut. */
function sizesOf(type: unknown, dims: unknown, stride: unknown, byteStride: unknown): readonly number[] {
  try {
    const element = elementType(type);
    if (byteStride === undefined) return decideCut({ type: element, dims, stride }, 'Slice', '...').dims[0];
    if (element.group > 1)
      throw new Mistake('bad_type', `${element.name} is packed, and has no byteStride`, '');
    const offset = 2 ** 52; // strides may lead back from it
    return decideCut({ type: element, dims, stride: byteStride, offset }, 'Slice', '...').dims[0];
  } catch (thrown) {
    const error = toPublicError(thrown, '');
    if (!(error instanceof MicrotomeError)) throw error;
    throw new Mistake(error.code, sentenceOf(error), 'layout', error);
  }
}

/** A File, which knows its path if a user has picked a folder. */
interface Picked {
  readonly name: string;
  readonly webkitRelativePath?: string;
}

/**
 * The one of a user's files that is at a place beside `main`, by its name. Of several, or if that one was taken for another place, it
 * is the one with the right path.
 */
export function pickFile<T extends Picked>(
  files: readonly T[],
  location: string,
  main: Partial<Picked>,
  taken: Map<T, string>,
): T | undefined {
  const place = location.split('/').filter((part) => part !== '' && part !== '.');
  const named = files.filter(({ name }) => name === place.at(-1));
  if (named.length === 0) return undefined;
  const folder = textOf(main.webkitRelativePath).replace(/[^/]*$/, '');
  const path = folder + place.join('/');
  const found = named.length === 1 ? named[0] : named.find((file) => file.webkitRelativePath === path);
  if (found !== undefined && (taken.get(found) ?? path) === path) {
    taken.set(found, path);
    return found;
  }
  const what = `do not say which of them is ${printable(describe(location))}; pass the Files of a picked folder, whose webkitRelativePath says it, or open the file by its URL`;
  throw new Mistake('bad_argument', what, 'files');
}
