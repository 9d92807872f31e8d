// The state of the page: everything that a link restores. It is plain data that never changes in place; hash.ts reads and writes it.
import type { Type } from '../../lib/index.ts';
import { type Row, rowAt } from './rows.ts';

export const DATA = ['picture', 'tensor', 'file'] as const;

export interface State {
  on: (typeof DATA)[number];
  op: string;
  opset: number; // version of the operator
  type: Type;
  dims: string; // as typed; of several tensors, with ';' between
  /** Typed texts, by parameter. A parameter that is here has a field, even an empty one. */
  values: Record<string, string>;
  notation: string | null; // a slice string, if that was typed; null: the values were
  data: readonly string[] | null; // values of the cells; null: each holds its own place
  url: string; // of a file; '': none, or one that was picked
  tensor: string; // of that file
}

/** A state that somebody made; all states of one gesture are one step back, and those without a gesture are a step each. */
export type Change = (state: State, gesture: string) => void;
/** The gesture of a drag. The address is written when it ends, so a drag that is cancelled leaves no entry in the history. */
export const DRAG = 'drag';

/** The operator that is shown first, on the page's own picture: an address without anything says so, and this one. */
export const FIRST = 'Slice';
export const FIRST_HASH = `op=${FIRST}&on=picture`;
/** Common to all kinds of data. */
export const EMPTY = { data: null, notation: null, values: {}, url: '', tensor: '' };

/** A slice of a picture. @param dims of the picture */
export function firstState(dims: string): State {
  const [rows, columns] = dims.split(',').map((size) => (ratio: number) => Math.round(Number(size) * ratio));
  const notation = `${rows(0.2)}:${rows(0.8)}, ${columns(0.35)}:${columns(0.85)}`;
  const { since_version: opset } = rowAt(FIRST) as Row;
  return { ...EMPTY, on: 'picture', op: FIRST, opset, type: 'uint8', dims, notation };
}

/** Another text in a field of the call. */
export const typed = (state: State, field: string, text: string): State =>
  field === 's' ? { ...state, notation: text } : { ...state, values: { ...state.values, [field]: text } };

/** Whether an address, without '#', says no more than the first state. */
export const isFirst = (hash: string) => hash === '' || hash === FIRST_HASH;

/** Escaped characters that a hash can hold as they are. */
const READABLE = /%(2C|3A|2F|3F|40|24|3B|3D|28|29|5B|5D)/gi;

/** The entries of an address, without '#'. */
export const joinEntries = (entries: readonly [string, string][]) =>
  entries
    .map(([name, text]) => `${name}=${encodeURIComponent(text).replace(READABLE, decodeURIComponent)}`)
    .join('&');

/** Removes the blanks of lists. */
export const tidy = (text: string) =>
  text
    .trim()
    .replace(/\s*([,;])\s*/g, '$1')
    .replace(/\s+/g, ' ');
