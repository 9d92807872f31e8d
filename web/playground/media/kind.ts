// What a panel knows of a kind of data. Types only.

import type { Type } from '../../lib/types.js';
import type { Message } from '../background/helper.ts';
import type { Range } from '../model/slice.ts';
import type { Load, Part } from './card.ts';
import type { Cut } from './cut.ts';
import type { Numbers } from './form.ts';
import type { Panel } from './panel.ts';

/** What the worker is to hold. `of`: the file, if more is taken of it; `spec`: the slice to begin with. */
export type Taken = {
  file?: Blob | ImageBitmap;
  example?: string;
  url?: string;
  name?: string;
  of?: number;
  note?: string;
  spec?: string;
};
/** What the worker says of it. `isStored`: it is not in memory, so slices are fetched on request. */
export type Held = { dims: number[]; type: Type; isStored?: boolean; [more: string]: Message };
/** What is typed in the number fields. */
type Values = Record<string, number>;

export interface Job {
  name: string; // a class of its card
  title: string;
  parts: (ranges: readonly Range[], values: Values) => string[]; // name of each output
  cut: (ranges: readonly Range[], values: Values) => Cut;
  code: (spec: string, cut: Cut, held: Held, values: Values) => string; // what a user would write
}

export interface Kind {
  id: string;
  name: string; // of its tab
  data?: string; // what code calls the data that is cut
  file: { title: string; accept: string; what: string };
  examples: {
    label: string;
    className: string;
    list: readonly { name: string; spec?: string; content: (string | Node)[] }[];
  };
  first: Held; // what is known of the first example
  slice: { label: string; hint: string };
  numbers?: Numbers;
  jobs: readonly Job[];
  select: (spec: string, dims: readonly number[]) => readonly Range[]; // throws a sentence for the user
  /** The slice to begin with; undefined: the last one. */
  begin: (held: Held, before: Held | null) => string | undefined;
  frame?: string; // a class of what is around each drawing
  /** An output. */
  draw: (name: string, load: Load) => { element: HTMLElement; controls?: Node[]; show: (part: Part) => void };
  sizeOf: (part: Part) => string;
  formats: Record<string, { text: string; fits: (part: Part) => boolean }>; // that outputs can be saved in
  /** What a worker cannot do. */
  prepare?: (taken: Taken) => Promise<{ message: object; transfer?: Transferable[] }>;
  mount: (panel: Panel) => Mounted;
}

export interface Mounted {
  own: readonly Node[]; // controls, before the slice
  later?: readonly Node[]; // and after it
  source: readonly Node[]; // what is cut
  show: (held: Held) => string; // returns a line about it
  mark?: (ranges: readonly Range[], held: Held) => void; // what is selected
  setUrlError?: (message: string) => void;
  ask?: (spec: string) => Promise<void>; // whether to fetch a slice
  enter?: () => void; // the key was pressed in the slice
  release?: () => void; // is called before something else is taken
}
