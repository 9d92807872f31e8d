// What a panel knows of a kind of data. Types only.

import type { Type } from '../../lib/index.ts';
import type { Helper, Message } from '../background/helper.ts';
import type { Range } from '../model/slice.ts';
import type { Cut } from './cut.ts';

/** What the worker is to hold. `of`: the file, if more is taken of it; `spec`: the slice to begin with. */
export type Taken = {
  file?: Blob | ImageBitmap;
  example?: string;
  url?: string;
  name?: string;
  of?: number;
  note?: string; // what else it is called
  spec?: string;
};
/** What the worker says of it. `isStored`: it is not in memory, so slices are fetched on request. */
export type Held = { dims: number[]; type: Type; isStored?: boolean; [more: string]: Message };
/** A whole number of 1 or more. */
type Count = { name: string; label: string; value: number; most: number };
/** Two of them, in a sentence. */
type Numbers = { legend: string; between: string; counts: readonly Count[] };
/** What is typed in the number fields. */
type Values = Record<string, number>;
/** An output as the worker draws it. */
export type Part = { dims: readonly number[]; type: string; [drawn: string]: Message };
/** An output as a file. */
export type Load = (format: string) => Promise<Blob>;

/** The data in code: its name, its class, and a comment in place of its values. */
export interface Named {
  name: string;
  holder: string;
  comment: (held: Held) => string;
}

export interface Job {
  name: string; // a class of its card
  title: string;
  parts: (ranges: readonly Range[], values: Values) => string[]; // name of each output
  cut: (ranges: readonly Range[], values: Values) => Cut;
  code: (spec: string, cut: Cut, held: Held, values: Values) => string; // what a user would write
  command?: (spec: string, held: Held) => string; // and in a shell
}

export interface Kind {
  id: string;
  name: string; // of its tab
  named?: Named; // what is cut, in a program
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
  mount: (panel: Owner) => Mounted;
}

/** What a kind may ask of its panel. */
export interface Owner {
  readonly taken: Taken;
  take: (taken: Taken) => Promise<void>;
  /** Says why something is not taken. */
  refuse: (message: string) => void;
  choose: (spec: string) => Promise<void>;
  cut: () => Promise<void>;
  /** Asks the worker. */
  ask: (what: string, message: unknown) => ReturnType<Helper['ask']>;
}

export interface Mounted {
  own: readonly Node[]; // controls, before the slice
  later?: readonly Node[]; // and after it
  source: readonly Node[]; // what is cut
  show: (held: Held) => string; // returns a line about it
  mark?: (ranges: readonly Range[], held: Held) => void; // what is selected
  ask?: (spec: string) => Promise<void>; // whether to fetch a slice
  enter?: () => void; // the key was pressed in the slice
  release?: () => void; // is called before something else is taken
}
