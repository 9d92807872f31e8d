// What loops over items at listed positions are, for listed.ts. tools/build/loops.js makes them: generated/picks.ts, and
// generated/puts.ts for the other direction, in which the listed positions are written, in the order of the list. loops.ts says
// why each is written out for each class of integers.

/**
 * Copies runs from `whole[a + offsets[k]]` on, to `part[b + k * t]` on: of `run` items in `runs`, of four in `quads`, of
 * one in `row`. In generated/puts.ts, they go the other way.
 */
export type Row = (
  whole: any,
  a: number,
  offsets: Int32Array,
  part: any,
  b: number,
  t: number,
  run: number,
) => void;

/** Copies single items as a row does, in `rows` rows, a multiple of four. They are `f1` and `t1` apart. */
export type Fours = (
  whole: any,
  a: number,
  offsets: Int32Array,
  f1: number,
  part: any,
  b: number,
  t: number,
  t1: number,
  rows: number,
) => void;

/** The class as which entries are copied, and the loops for it. */
export interface Picks {
  readonly className: string;
  readonly fours: Fours;
  readonly row: Row;
  readonly quads: Row;
  readonly runs: Row;
}
