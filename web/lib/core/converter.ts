// Carries out moves that convert elements, tile by tile: a piece is converted before it goes into the staging
// area, or after it comes out. The second half of the area is free for that (src/move/staging.hpp).
import { bufferOf, byteOffsetOf, copyInto } from '../base/arrays.ts';
import type { Instance } from './instance.ts';
import { AT, BEGIN, BYTES, COPY } from './wire.ts';

/** Bytes that one conversion reads at most, and writes at most: kConvertBytes of src/move/staging.hpp. */
const ROOM = 65536;

/**
 * Makes `count` elements of an output, from element `index` on, from the bytes of the area that begin at
 * `at`.
 */
export type Finish = (area: Uint8Array, at: number, count: number, index: number) => void;

export interface Job {
  /** The request, as src/wire.hpp has it. */
  readonly words: readonly number[];
  readonly source: any;
  /** null: nothing is written; it only matters whether all integers fit. */
  readonly out: any;
  /** Bytes of an element. */
  readonly fromWidth: number;
  readonly toWidth: number;
  /** Elements are converted before they move, which then have the target's width. */
  readonly comesFirst: boolean;
  /** The first element and their number, if they are one run, which needs no move; else null. */
  readonly run: { readonly first: number; readonly count: number } | null;
  /** Called instead of a conversion by the core. */
  readonly finish: Finish | null;
}

/** Says whether all integers fit. */
export function moveConverted(instance: Instance, job: Job): boolean {
  const { words, comesFirst, source, fromWidth } = job;
  const { bindings } = instance;
  const request = instance.requestOf(words.length);
  for (let i = 0; i < words.length; ++i) request[i] = words[i];
  const tiles = bindings.begin_conversion(words.length);
  if (tiles === 0) throw new RangeError('a conversion that cannot be staged');
  const response = instance.responseOf(tiles);
  const area: Uint8Array = instance.areaFor('Uint8Array');
  if (job.run !== null) return convertRun(instance, area, job, job.run.first, job.run.count);
  let fits = true;
  let at = 0;
  for (let tile = 0; tile < Math.abs(tiles); ++tile) {
    for (let left = response[at++]; left > 0; --left, at += COPY) {
      const [to, begin, size] = [response[at + AT], response[at + BEGIN], response[at + BYTES]];
      if (comesFirst) fits = convertIn(instance, area, job, to, begin, size) && fits;
      else copyInto(area, bytesAt(source, begin, size), to);
    }
    bindings.step(tile);
    at = 0;
    for (let left = response[at++]; left > 0; --left, at += COPY) {
      const [from, begin, size] = [response[at + AT], response[at + BEGIN], response[at + BYTES]];
      if (!comesFirst)
        fits = convertOut(instance, area, job, from, begin / fromWidth, size / fromWidth) && fits;
      else if (job.out !== null) copyInto(bytesAt(job.out, begin, size), area.subarray(from, from + size), 0);
    }
  }
  return fits;
}

/** Bytes of an array. */
const bytesAt = (array: any, begin: number, size: number) =>
  new Uint8Array(bufferOf(array), byteOffsetOf(array) + begin, size);

/** Elements that are converted at once. */
const mostOf = ({ fromWidth, toWidth }: Job) => ROOM / Math.max(fromWidth, toWidth);

/** Converts consecutive elements to consecutive elements. */
function convertRun(instance: Instance, area: Uint8Array, job: Job, first: number, count: number): boolean {
  const { source, fromWidth } = job;
  const room = area.length - 2 * ROOM;
  const most = mostOf(job);
  let fits = true;
  for (let done = 0; done < count; done += most) {
    const some = Math.min(most, count - done);
    copyInto(area, bytesAt(source, (first + done) * fromWidth, some * fromWidth), room);
    fits = convertOut(instance, area, job, room, done, some) && fits;
  }
  return fits;
}

/** Converts what a tile reads of the whole. Bytes are those of the target. */
function convertIn(
  { bindings }: Instance,
  area: Uint8Array,
  job: Job,
  to: number,
  begin: number,
  size: number,
): boolean {
  const { source, fromWidth, toWidth } = job;
  const room = area.length - 2 * ROOM;
  const most = mostOf(job);
  const [first, count] = [begin / toWidth, size / toWidth];
  let fits = true;
  for (let done = 0; done < count; done += most) {
    const some = Math.min(most, count - done);
    copyInto(area, bytesAt(source, (first + done) * fromWidth, some * fromWidth), room);
    fits = bindings.convert(room, some, 0, to + done * toWidth) && fits;
  }
  return fits;
}

/** Converts what a tile writes to the part. */
function convertOut(
  { bindings }: Instance,
  area: Uint8Array,
  job: Job,
  from: number,
  index: number,
  count: number,
): boolean {
  const { out, fromWidth, toWidth, finish } = job;
  if (finish !== null) {
    finish(area, from, count, index);
    return true;
  }
  const room = area.length - ROOM;
  const most = mostOf(job);
  let fits = true;
  for (let done = 0; done < count; done += most) {
    const some = Math.min(most, count - done);
    fits = bindings.convert(from + done * fromWidth, some, index + done, room) && fits;
    if (out === null) continue;
    const made = area.subarray(room, room + some * toWidth);
    copyInto(bytesAt(out, (index + done) * toWidth, some * toWidth), made, 0);
  }
  return fits;
}
