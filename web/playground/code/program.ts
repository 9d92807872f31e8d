// A program: lines of code, some of which are the call, with the tokens of the call where they are.
import { BRACKETS, partsOf } from '../model/call.ts';
import { type Typed, toValue } from '../model/parameters.ts';
import { colourOf, type Field, type Part, spansOf } from '../model/slice_words.ts';
import type { State } from '../model/state.ts';

/** Text, or a token with its colour. */
export type Bit = string | { text: string; colour: string };
/** `hot`: the line is the call's. */
export type Line = { bits: Bit[]; hot: boolean };

export const plain = (text: string): Line => ({ bits: [text], hot: false });
export const hot = (...bits: Bit[]): Line => ({ bits, hot: true });

const lineOf = (bits: readonly Bit[]) =>
  bits.map((bit) => (typeof bit === 'string' ? bit : bit.text)).join('');

export const textOf = (lines: readonly Line[]) => `${lines.map(({ bits }) => lineOf(bits)).join('\n')}\n`;

/** The call with the tokens of its fields, and without fields that are empty. */
export function bitsOf(state: State): Bit[] {
  const filled = Object.entries(state.values).filter(([, text]) => text.trim() !== '');
  const parts: Part[] = partsOf({ ...state, values: Object.fromEntries(filled) });
  return parts.flatMap((part) => (typeof part === 'string' ? [part] : fieldBits(part)));
}

function fieldBits(field: Field): Bit[] {
  const code = codeOf(field);
  if (code !== field.text.trim()) return [code]; // words such as INT_MAX, which JavaScript does not have
  return spansOf(field).map((span) => {
    if (typeof span === 'string') return span;
    const colour = colourOf(span);
    return colour ? { text: span.text, colour } : span.text;
  });
}

/** The text of a field as JavaScript that means the same: words such as INT_MAX become numbers. */
function codeOf({ form, text }: Field): string {
  if (form === 'slice' || form === 'pattern') return quote(text).slice(1, -1);
  const code = literal(toValue(text, form));
  const [open, close] = BRACKETS[form] ?? ['', ''];
  return open && code.startsWith(open) ? code.slice(open.length, -close.length) : code;
}

/** The value of a parameter as JavaScript. */
export function literal(value: Typed): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
  return `{ ${entries.join(', ')} }`;
}

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, ' ')}'`;

/** The most characters of a line. */
export const WIDEST = 46;

/** An assignment of the call, on one line or on two, if it is too long. */
export function assign(left: string, right: readonly Bit[]): Line[] {
  if (lineOf([left, ' ', ...right, ';']).length <= WIDEST) return [hot(`${left} `, ...right, ';')];
  return [hot(left), hot('  ', ...right, ';')];
}

/** On one line or on two. */
export const fit = (left: string, right: string): string[] =>
  `${left} ${right}`.length <= WIDEST ? [`${left} ${right}`] : [left, `  ${right}`];
