// Carries a cut out: fetches the ranges, several at a time, and puts their elements where they go. A range
// that is exactly the bytes of one place of an output is read straight into it.
import { bufferOf, byteLengthOf, byteOffsetOf, copyInto, lengthOf } from '../base/arrays.ts';
import { reasonOf } from '../base/describe.ts';
import { Mistake, toPublicError } from '../base/mistake.ts';
import { assignOnce } from '../call/for_files.ts';
import { countOf } from '../shape.ts';
import {
  boxesOf,
  countBelow,
  inBox,
  lowerBound,
  type Pattern,
  sizesOf,
  spanOf,
  toNested,
  widened,
} from './axes.ts';
import { type ElementType, elementType, type Unit } from './elements.ts';
import type { Decode } from './formats/format.ts';
import { readsOf } from './requests.ts';
import type { Watch } from './source_options.ts';
import type { Region } from './stored_tensor.ts';
import { told } from './stores/failures.ts';
import { checkAborted, inParallel, within } from './stores/parallel.ts';
import { PIECE, type Range } from './stores/store.ts';

/** Fetches as `fetchInto` does, `total` bytes, and tells how far it is. */
export async function transfer(
  place: Region,
  wanted: readonly Pattern[],
  nested: readonly Pattern[],
  arrays: readonly any[],
  { signal, onprogress }: Watch,
  total: number,
  maxBytes?: number,
): Promise<void> {
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
    try {
      onprogress?.({ bytes: Math.min(bytes, total), total });
    } catch (cause) {
      throw new Mistake('bad_argument', `threw an error: ${told(cause, reasonOf)}`, 'onprogress', cause);
    }
  };
  await fetchInto(place, wanted, nested, arrays, signal, onBytes, maxBytes);
}

/**
 * Fetches what is `wanted`, and copies what is in the `nested` patterns into the arrays of the outputs.
 * `maxBytes`: of a file that comes as a whole instead.
 */
export async function fetchInto(
  place: Region,
  wanted: readonly Pattern[],
  nested: readonly Pattern[],
  arrays: readonly any[],
  signal: AbortSignal,
  onBytes: (count: number) => void,
  maxBytes?: number,
): Promise<void> {
  const decode = place.decode && (await place.decode()); // a cache counts on it that others take no turn
  checkAborted(signal);
  const { store, unit, limits, width, type } = place;
  if (width !== undefined) {
    const inBytes = arrays.map(
      (array) => new Uint8Array(bufferOf(array), byteOffsetOf(array), byteLengthOf(array)),
    );
    const byte = { ...place, type: elementType('uint8'), endian: 'little', width: undefined } as const;
    const wide = widened(nested, width).flatMap(toNested);
    await fetchInto(byte, widened(wanted, width), wide, inBytes, signal, onBytes, maxBytes);
    if (place.endian === 'big') for (const bytes of inBytes) swapBytes(bytes, type.swap);
    return;
  }
  const { ahead, check, readNow, workNow } = store;
  const requests = () => readsOf(wanted, place);
  const held = ahead?.hold([...requests()], place.at, onBytes);
  const find = toFinder(nested, unit);
  const prepare = (range: Range, take: Take) =>
    planWrite(place, range, (part) => copiesIn(find(part), part, unit), arrays, take, decode);
  const checkArrays = watchArrays(arrays);
  try {
    await within(signal, async (stop) => {
      const toWork = () => {
        let scratch = new Uint8Array(0); // for one range after another
        const take = (length: number) => {
          if (scratch.length < length) scratch = new Uint8Array(length);
          return scratch.subarray(0, length);
        };
        return async (range: Range) => {
          const { into, put } = prepare(range, take);
          await (held ?? store).read(place.at + range.begin, into, stop.signal, onBytes, maxBytes);
          checkAborted(stop.signal);
          put();
        };
      };
      const ranges = requests();
      const now = (range: Range) => {
        const { into, put } = prepare(range, takeShared);
        if (!readNow?.(place.at + range.begin, into)) return false;
        put(); // before the caller's code runs, which may read into the same memory
        onBytes(into.length);
        return true;
      };
      if (workNow) await workNow(ranges, now, toWork(), stop.signal);
      // A caller's reader may look at the reason.
      const fail = (error: unknown) => stop.abort(toPublicError(error, ''));
      await inParallel(limits.concurrency, ranges, toWork, fail);
    });
    await check?.(signal);
  } finally {
    await held?.release();
    checkArrays();
  }
}

type Take = (length: number) => Uint8Array;

/** Memory that was used before is several times as fast as new one. */
let shared: Uint8Array | undefined;
const takeShared: Take = (length) => {
  shared ??= new Uint8Array(PIECE);
  return shared.subarray(0, length);
};

/** Bytes of blocks that are decoded at a time. */
const DECODED = 2 ** 16;

/** Where a range is read to, and what then copies its elements to where they go. */
function planWrite(
  { type, unit, endian }: Region,
  range: Range,
  copiesOf: (range: Range) => readonly Pattern[],
  arrays: readonly any[],
  take: Take,
  decode: Decode | undefined,
): { into: Uint8Array; put: () => void } {
  const { begin, end } = range;
  const copies = decode ? [] : copiesOf(range);
  const straight = straightInto(copies, arrays, end - begin, unit);
  const into = straight ?? take(end - begin);
  const put = () => {
    if (endian === 'big') swapBytes(into, type.swap);
    if (straight !== null) return;
    if (!decode) {
      const data = new type.Class(into.buffer, into.byteOffset, into.length / type.Class.BYTES_PER_ELEMENT);
      return putElements(type, data, toElement(begin, unit), copies, arrays);
    }
    const step = Math.ceil(DECODED / unit.bytes) * unit.bytes;
    const data = new Float32Array(toElement(Math.min(step, end - begin), unit));
    for (let at = begin; at < end; at += step) {
      const piece = { begin: at, end: Math.min(end, at + step) };
      const copies = copiesOf(piece);
      if (copies.length > 0) decode(into.subarray(at - begin, piece.end - begin), data);
      putElements(type, data, toElement(at, unit), copies, arrays);
    }
  };
  return { into, put };
}

/** Copies elements of the file, of which `data` begins with number `base`. */
function putElements(
  type: ElementType,
  data: any,
  base: number,
  copies: readonly Pattern[],
  arrays: readonly any[],
): void {
  for (const copy of copies) {
    const { output, first, to, axes } = copy;
    if (type.group === 1 && isRun(copy)) {
      const entries = type.bytes / type.Class.BYTES_PER_ELEMENT;
      const begin = (first - base) * entries;
      const run = data.subarray(begin, begin + countOf(sizesOf(axes)) * entries);
      copyInto(arrays[output], run, to * entries);
      continue;
    }
    const tensor = { type: type.name, shape: sizesOf(axes) };
    const target = { ...tensor, data: arrays[output], stride: axes.map((axis) => axis.to), offset: to };
    const source = { ...tensor, data, stride: axes.map(({ stride }) => stride), offset: first - base };
    assignOnce(target, '...', source);
  }
}

/** Is it one run, in the file and in the output? */
const isRun = ({ axes }: Pattern) =>
  axes.length === 0 || (axes.length === 1 && axes[0].stride === 1 && axes[0].to === 1);

/** The bytes of an output that a range is, if it is nothing else. */
function straightInto(
  copies: readonly Pattern[],
  arrays: readonly any[],
  length: number,
  { group, bytes }: Unit,
): Uint8Array | null {
  if (copies.length !== 1 || group > 1) return null;
  const [{ output, to, axes }] = copies;
  if (!isRun(copies[0]) || countOf(sizesOf(axes)) * bytes !== length) return null;
  const array = arrays[output];
  return new Uint8Array(bufferOf(array), byteOffsetOf(array) + to * bytes, length);
}

/** The element of which a byte is the first one. */
const toElement = (byte: number, { group, bytes }: Unit) => (byte / bytes) * group;

/** What patterns take of a range. */
function copiesIn(patterns: readonly Pattern[], { begin, end }: Range, unit: Unit): Pattern[] {
  return patterns.flatMap((pattern) => {
    const low = countBelow(pattern, toElement(begin, unit));
    const high = countBelow(pattern, toElement(end, unit));
    return boxesOf(sizesOf(pattern.axes), low, high).map((box) => inBox(pattern, box));
  });
}

/**
 * Finds the patterns that may have elements in a range, without looking at the others: there may be a
 * million.
 */
function toFinder(patterns: readonly Pattern[], unit: Unit): (range: Range) => Pattern[] {
  const sorted = [...patterns].sort((a, b) => a.first - b.first);
  let reach = 0;
  const reaches = sorted.map((pattern) => {
    reach = Math.max(reach, spanOf(pattern).high);
    return reach;
  });
  return ({ begin, end }) => {
    const [low, high] = [toElement(begin, unit), toElement(end, unit)];
    const from = lowerBound(sorted.length, (i) => reaches[i] > low);
    const until = lowerBound(sorted.length, (i) => sorted[i].first >= high);
    return sorted.slice(from, until);
  };
}

/** Reverses each group of `width` bytes, in place. */
function swapBytes(bytes: Uint8Array, width: number): void {
  for (let at = 0; width > 1 && at < bytes.length; at += width)
    for (let low = at, high = at + width - 1; low < high; ++low, --high) {
      const byte = bytes[low];
      bytes[low] = bytes[high];
      bytes[high] = byte;
    }
}

/** What checks that arrays have their elements still. */
export function watchArrays(arrays: readonly any[]): () => void {
  const lengths = arrays.map(lengthOf);
  return () => {
    const gone = arrays.findIndex((array, i) => lengthOf(array) !== lengths[i]);
    if (gone < 0) return;
    throw new Mistake('bad_input', `the buffer of output ${gone} was detached or resized meanwhile`, 'out');
  };
}
