// Reads a command line. What it cannot mean is said at once, before anything is opened.
import { WrongUsage } from './failure.ts';
import { util } from './host.ts';
import { readLayout } from './layout.ts';
import type { Command, Values } from './types.ts';

export interface CommandLine {
  readonly words: readonly string[];
  readonly values: Values;
}

/** Put before a slice such as -1, which parseArgs would take for an option, and removed again. */
const MARK = '\0';

export function readCommandLine(
  { words, least, most, options }: Command,
  args: readonly string[],
): CommandLine {
  const marked = args.map((each) => (/^-\s*\d/.test(each) ? MARK + each : each));
  const unmark = (value: unknown) => (typeof value === 'string' ? value.replace(MARK, '') : value);
  const parsed = parse(marked, options);
  const values = Object.fromEntries(
    Object.entries(parsed.values).map(([key, value]) => [key, unmark(value)]),
  );
  const given = parsed.positionals.map((word) => unmark(word) as string);
  if (!values.help && given.length < least) throw new WrongUsage(`expected ${words}`);
  if (given.length > most) throw new WrongUsage(`expected ${words}, and ${given.length} words are given`);
  readServer(values);
  const { layout } = values as Values;
  mostBytes(values);
  if (layout !== undefined) readLayout(layout);
  return { words: given, values };
}

function parse(args: string[], options: Command['options']) {
  try {
    return util.parseArgs({ args, allowPositionals: true, options: { ...options } });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence] = error.message.split(/\. |\.?\n|\.$/);
    throw new WrongUsage(sentence[0].toLowerCase() + sentence.slice(1));
  }
}

/** An integer that an option takes. */
export function readInteger(
  option: string,
  text: string,
  legal: string,
  least = Number.NEGATIVE_INFINITY,
): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new WrongUsage(`--${option} takes ${legal}, not '${text}'`);
}

/** What `--max-bytes` says. */
export const mostBytes = ({ 'max-bytes': text }: Values) =>
  text === undefined ? undefined : readInteger('max-bytes', text, 'a number of bytes', 0);

/** Part `i` of `n`. */
export function readPart(text: string): { i: number; n: number } {
  const [, i, n] = (/^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? []).map(Number);
  if (i < n) return { i, n };
  throw new WrongUsage(`--part takes I/N with 0 <= I < N, such as 0/16, not '${text}'`);
}

/** What is said of servers, as the library takes it. */
export function readServer({ header = [], timeout = '30', retries = '3', trust }: Values) {
  const seconds = /^\d{1,9}(\.\d{1,3})?$/.test(timeout) ? Number(timeout) : 0;
  if (seconds === 0) throw new WrongUsage(`--timeout takes a number of seconds, not '${timeout}'`);
  if (trust !== undefined && trust !== TRUSTED)
    throw new WrongUsage(`--trust takes ${TRUSTED}, not '${trust}'`);
  return {
    headers: readHeaders(header),
    timeout: Math.round(seconds * 1000),
    retries: readInteger('retries', retries, 'a number of times', 0),
    trust,
  } as const;
}

const TRUSTED = 'last-modified';

/** Does not show what was given, which may be a password. */
const WRONG_HEADER = "--header takes 'NAME: VALUE', in characters that HTTP allows";

/** Names and values of `--header`. */
const readHeaders = (headers: readonly string[]): [string, string][] =>
  headers.map((header) => {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*([\t\x20-\x7e\x80-\xff]*)$/.exec(header) ?? [];
    if (name === undefined) throw new WrongUsage(WRONG_HEADER);
    return [name, value];
  });
