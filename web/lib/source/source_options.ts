// The options of each function of `microtome/source`. Each is read once, and checked before anything is fetched. What a
// function does not have is refused.
import { describe, isNamed } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { FORMAT_NAMES, FORMATS } from './formats/known.ts';
import { tagOf } from './stores/files.ts';
import type { Limits } from './stores/store.ts';

/** What an option must be, and its value if it is absent. */
export interface Rule {
  readonly legal?: string;
  readonly is?: (value: any) => boolean;
  readonly otherwise?: number | string | undefined;
}

/** A number of bytes, requests or the like. */
export const SIZE = (least: number, otherwise: number, mayBeInfinite = true): Rule => ({
  legal: `an integer of ${least} or more`,
  is: (value) =>
    (Number.isInteger(value) || (mayBeInfinite && value === Number.POSITIVE_INFINITY)) && value >= least,
  otherwise,
});

/** The options of a call; numbers are always there. */
export function readRules(
  options: unknown,
  name: string,
  rules: Readonly<Record<string, Rule>>,
): Record<string, unknown> {
  const named = options ?? {};
  if (options === null || !isNamed(named))
    throw new Mistake('bad_argument', `expected an object, not ${describe(options)}`, 'options');
  const legal = Object.keys(rules);
  const other = Object.keys(named).find((key) => !legal.includes(key) && named[key] !== undefined);
  if (other !== undefined) {
    const what = `${describe(other)} is not an option of ${name}; the options are ${legal.join(', ')}`;
    throw new Mistake('bad_argument', what, 'options');
  }
  const read: Record<string, unknown> = {};
  for (const [key, { legal, is, otherwise }] of Object.entries(rules)) {
    const value = named[key] ?? undefined;
    if (value !== undefined && is?.(value) === false)
      throw new Mistake('bad_argument', `must be ${legal}, not ${describe(value)}`, key);
    read[key] = value ?? otherwise;
  }
  return read;
}

/** Checked where it is used. */
const ANY: Rule = {};
const isString = (value: unknown) => typeof value === 'string';
const FUNCTION: Rule = { legal: 'a function', is: (value) => typeof value === 'function' };
const FLAG: Rule = { legal: 'a boolean', is: (value) => typeof value === 'boolean' };
const SIGNAL: Rule = { legal: 'an AbortSignal', is: (value) => tagOf(value) === 'AbortSignal' };
const TRUST: Rule = { legal: "'last-modified'", is: (value) => value === 'last-modified' };
const FILES: Rule = {
  legal: 'an array of Files',
  is: (value) =>
    Array.isArray(value) &&
    value.every((each) => [each?.name, each?.webkitRelativePath ?? ''].every(isString)),
};

const ONLY: Rule = {
  legal: 'a name, names or a function',
  is: (value) => typeof value === 'function' || [value].flat().every(isString),
};

const FORMAT: Rule = {
  legal: `one of ${FORMAT_NAMES}`,
  is: (value) => FORMATS.some(({ name }) => name === value),
};

const WATCH = { signal: SIGNAL, onprogress: FUNCTION, opset: ANY, domain: ANY };
const CUT = { ...WATCH, maxBytes: SIZE(0, 2 ** 28), maxRequests: SIZE(0, 1024), out: ANY };
/** ONNX's: with OpenVINO's, indices outside the axis would give zeros. */
const { domain: _, ...GATHER } = CUT;
/** A name, or a type in the words of a format. */
const NAME: Rule = { legal: 'a string', is: isString };
const FILE = { format: { ...NAME, otherwise: 'npy' }, name: NAME, descr: NAME };
const PART = { ...WATCH, maxBytes: SIZE(0, 2 ** 26) };

/** The options of each function. */
const OPTIONS = {
  open: {
    format: FORMAT,
    layout: ANY,
    fetch: FUNCTION,
    headers: ANY,
    files: FILES,
    only: ONLY,
    at: SIZE(0, 0, false),
    length: { ...SIZE(0, 0, false), otherwise: undefined },
    signal: SIGNAL,
    timeout: SIZE(1, 30_000),
    retries: SIZE(0, 3),
    trust: TRUST,
    gap: SIZE(0, 2 ** 16),
    maxRequest: SIZE(1, 2 ** 23),
    concurrency: SIZE(1, 6, false),
    maxBytes: SIZE(0, 2 ** 28),
    maxRequests: SIZE(0, 2 ** 14),
  },
  tensor: { decode: FLAG, raw: FLAG },
  slice: CUT,
  split: CUT,
  splitToSequence: CUT,
  variadicSplit: CUT,
  slices: CUT,
  gather: GATHER,
  compress: GATHER,
  parts: PART,
  save: { ...PART, ...FILE, preventClose: ANY, preventAbort: ANY },
  toBytes: FILE,
  cost: { maxBytes: PART.maxBytes, format: NAME },
  partition: { axis: ANY },
} satisfies Record<string, Record<string, Rule>>;

export type Call = keyof typeof OPTIONS;

export interface Watch {
  readonly signal: AbortSignal;
  readonly onprogress?: ((progress: { bytes: number; total: number }) => void) | undefined;
}

/** Options of any function; what it does not have is undefined. */
export interface ReadOptions extends Watch, Limits {
  readonly maxBytes: number;
  readonly maxRequests: number;
  readonly opset: unknown;
  readonly domain: unknown;
  readonly out: unknown;
  readonly format: any;
  /** Of the tensor in the file. */
  readonly name: string | undefined;
  readonly descr: string | undefined;
  readonly layout: unknown;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly headers: HeadersInit | undefined;
  readonly timeout: number;
  readonly retries: number;
  readonly trust: string | undefined;
  readonly files: readonly File[] | undefined;
  readonly only: string | readonly string[] | ((name: string, isMember: boolean) => unknown) | undefined;
  /** What of the file is opened. */
  readonly at: number;
  readonly length: number | undefined;
  readonly preventClose: boolean | undefined;
  readonly preventAbort: boolean | undefined;
  readonly axis: unknown;
}

/** More requests at a time are queued by every host. */
const MOST_CONCURRENT = 1024;

/** Of calls that nobody stops; made late, because not every host has what it takes. */
let never: AbortSignal | undefined;

/** The options of a call, with numbers and a signal that are always there. */
export function readOptions(options: unknown, name: Call): ReadOptions {
  const read = readRules(options, name, OPTIONS[name]);
  never ??= new AbortController().signal;
  read.signal ??= never;
  read.concurrency = Math.min(read.concurrency as number, MOST_CONCURRENT);
  return read as unknown as ReadOptions;
}
