// The arena: WebAssembly memory whose arrays kernels reach without a copy. It has its own instance of the
// module, which plans nothing, so that its memory never grows and no array is ever detached.
import { bufferOf, byteLengthOf, byteOffsetOf } from '../base/arrays.ts';
import { countInWords, Mistake } from '../base/mistake.ts';
import type { Instance } from './instance.ts';
import { FIRST, PARTS_IN_ARENA, type Records, STREAMS, WHOLE_IN_ARENA } from './record.ts';
import { NUMBERS } from './tables.ts';

/** Spans begin at multiples of this number, so that arrays of every class may begin there. */
const ALIGNMENT = 16;

/**
 * Most words of a conversion: 60 tables of float32, or 4,000 scales and biases. Longer conversions move as if no array
 * were in the arena.
 */
const MOST_NUMBERS = 8000;

export class Arena {
  /** Carries out moves if any of their arrays is in the arena. */
  readonly instance: Instance;
  readonly #buffer: ArrayBuffer;
  readonly #begin: number;
  readonly #size: number;
  readonly #ranges: Ranges;
  /** The spans of the arrays that were handed out. */
  readonly #spans = new WeakMap<object, Span>();
  readonly #collected = new FinalizationRegistry<Span>((span) => this.#ranges.give(span));
  readonly #lenders = new WeakMap<object, object>();

  constructor(instance: Instance, bytes: number) {
    instance.requestOf(NUMBERS.mostMoveWords + MOST_NUMBERS); // later there may be no memory for it
    const memory = instance.bindings.arena(bytes);
    if (memory.length === 0)
      throw new Mistake(
        'out_of_memory',
        `there is no room for ${bytes} bytes of WebAssembly memory; an arena must be smaller than 2 GiB`,
        'arena',
      );
    this.instance = instance;
    this.#buffer = memory.buffer;
    this.#begin = memory.byteOffset;
    this.#size = memory.length;
    this.#ranges = new Ranges(this.#size);
  }

  /** A new array of zeros; null if the arena has no room for it. */
  allocate(Class: any, length: number): any {
    const bytes = length * Class.BYTES_PER_ELEMENT;
    const span = this.#ranges.find(Math.max(1, Math.ceil(bytes / ALIGNMENT)) * ALIGNMENT);
    if (span === null) return null;
    const begin = this.#begin + span.begin;
    new Uint8Array(this.#buffer, begin, span.end - span.begin).fill(0);
    const array = new Class(this.#buffer, begin, length);
    this.#spans.set(array, span);
    this.#collected.register(array, span, array);
    this.#ranges.take(span); // last, because the stack may overflow in any of these calls
    return array;
  }

  /** Takes the memory of an array back; false if the array was not handed out, or is released already. */
  release(array: object): boolean {
    const span = this.#spans.get(array);
    if (span === undefined || !this.#ranges.give(span)) return false;
    try {
      this.#spans.delete(array);
      this.#collected.unregister(array);
    } catch {
      // the stack has overflowed: nothing is lost, because the span is known to be free
    }
    return true;
  }

  /** A typed array's offset in the arena, even if `allocate` did not make the array; -1: it is elsewhere. */
  readonly offsetOf = (array: unknown): number => {
    if (bufferOf(array) !== this.#buffer) return -1;
    const offset = byteOffsetOf(array) - this.#begin;
    return offset >= 0 && offset + byteLengthOf(array) <= this.#size ? offset : -1;
  };

  /** Whether the whole of a move, and all its parts, are in the arena: the bits that `wayAt` reads. */
  bitsOf(words: Records, at: number, whole: unknown, parts: readonly unknown[]): number {
    const all = this.#countParts(words, at, parts) === words[at + STREAMS];
    return (this.offsetOf(whole) >= 0 ? WHOLE_IN_ARENA : 0) + (all ? PARTS_IN_ARENA : 0);
  }

  /** Is any array of a move in the arena, and is the conversion short enough? */
  takes(
    words: Records,
    at: number,
    whole: unknown,
    parts: readonly unknown[],
    conversion: Float64Array | null,
  ): boolean {
    if (conversion !== null && conversion.length > MOST_NUMBERS) return false;
    return this.offsetOf(whole) >= 0 || this.#countParts(words, at, parts) > 0;
  }

  /** The number of a move's parts that are in the arena. */
  #countParts(words: Records, at: number, parts: readonly unknown[]): number {
    const first = words[at + FIRST];
    let count = 0;
    for (let j = words[at + STREAMS]; j-- > 0; ) if (this.offsetOf(parts[first + j]) >= 0) ++count;
    return count;
  }

  /** Is a typed array in the memory of the arena's instance, but outside of the arena? */
  isBeside(array: unknown): boolean {
    return bufferOf(array) === this.#buffer && this.offsetOf(array) < 0;
  }

  /** Keeps an array from being collected while a view of it is in use. */
  lend(view: object, array: object): void {
    if (this.offsetOf(array) >= 0) this.#lenders.set(view, array);
  }

  /** The mistake for an array that does not fit. */
  full(bytes: number): Mistake {
    const free = this.#ranges.sizes();
    const sum = free.reduce((all, size) => all + size, 0);
    const most = free.reduce((all, size) => Math.max(all, size), 0); // too many to be arguments
    const what = `${countInWords(bytes)} bytes do not fit: ${sum} of the arena's ${this.#size} bytes are free, at most ${most} of them in one piece; release arrays, or ask init for a larger arena`;
    return new Mistake('arena_full', what, 'dims');
  }
}

/** Half-open. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/** A range that is taken, or may be. */
export interface Span extends Range {
  isFree: boolean;
}

/**
 * Ranges of [0, size) that are taken and given back, first fit. No call follows the statement that changes the free
 * ranges: if the stack overflows, either nothing has happened, or everything.
 */
export class Ranges {
  /** Sorted, and never adjacent. */
  readonly #free: Range[];

  constructor(size: number) {
    this.#free = [{ begin: 0, end: size }];
  }

  /** The beginning of the first range that is large enough; null if there is none. `size` is 1 or more. */
  find(size: number): Span | null {
    const range = this.#free.find(({ begin, end }) => end - begin >= size);
    return range === undefined ? null : { begin: range.begin, end: range.begin + size, isFree: true };
  }

  /** Takes the span that was found last. */
  take(span: Span): void {
    const i = this.#free.findIndex(({ begin }) => begin === span.begin);
    const { end } = this.#free[i];
    if (end === span.end) this.#free.splice(i, 1);
    else this.#free[i] = { begin: span.end, end };
    span.isFree = false;
  }

  /** Gives back a span, which merges with free ranges beside it. False if it is free already. */
  give(span: Span): boolean {
    if (span.isFree) return false;
    const { begin, end } = span;
    const next = this.#free.findIndex((each) => each.begin >= end);
    const i = next < 0 ? this.#free.length : next;
    const before = this.#free[i - 1];
    const after = this.#free[i];
    const joinsBefore = before?.end === begin;
    const joinsAfter = after?.begin === end;
    this.#free.splice(joinsBefore ? i - 1 : i, Number(joinsBefore) + Number(joinsAfter), {
      begin: joinsBefore ? before.begin : begin,
      end: joinsAfter ? after.end : end,
    });
    span.isFree = true;
    return true;
  }

  /** The sizes of the free ranges. */
  sizes(): number[] {
    return this.#free.map(({ begin, end }) => end - begin);
  }
}
