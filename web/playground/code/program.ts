// A program: lines of code, some of which are the call, with the tokens of the call where they are.
import type { Field, Part } from '../model/call.ts';
import { colourOf } from '../model/slice_legend.ts';
import { spansOf } from '../model/slice_tokens.ts';
import { codeOf } from './literals.ts';

/** Text, or a token with its colour. */
export type Bit = string | { text: string; colour: string };

/** `hot`: the line is the call's. */
export interface Line {
  bits: Bit[];
  hot: boolean;
}

export const plain = (text: string): Line => ({ bits: [text], hot: false });
export const hot = (...bits: Bit[]): Line => ({ bits, hot: true });

export const textOf = (lines: readonly Line[]) =>
  `${lines.map(({ bits }) => bits.map((bit) => (typeof bit === 'string' ? bit : bit.text)).join('')).join('\n')}\n`;

/** The parts of a call, with the tokens of its fields. */
export const bitsOf = (parts: readonly Part[]): Bit[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [part] : fieldBits(part)));

function fieldBits(field: Field): Bit[] {
  const code = codeOf(field);
  if (code !== field.text.trim()) return [code]; // words such as INT_MAX, which JavaScript does not have
  return spansOf(field).map((span) => {
    const colour = typeof span === 'string' ? '' : colourOf(span);
    const text = typeof span === 'string' ? span : span.text;
    return colour ? { text, colour } : text;
  });
}

/** The most characters of a line. */
export const WIDEST = 46;

const lengthOf = (bits: readonly Bit[]) =>
  bits.reduce((sum, bit) => sum + (typeof bit === 'string' ? bit : bit.text).length, 0);

/** An assignment, on one line or on two, if it is too long. */
export function assign(left: string, right: readonly Bit[], end = ''): Line[] {
  if (lengthOf([left, ' ', ...right, end]) <= WIDEST) return [hot(`${left} `, ...right, end)];
  return [hot(left), hot('  ', ...right, end)];
}

/** On one line or on two. */
export const fit = (left: string, right: string): string[] =>
  `${left} ${right}`.length <= WIDEST ? [`${left} ${right}`] : [left, `  ${right}`];

export const imports = (names: readonly string[], from: string) =>
  fit(`import { ${[...names].sort((a, b) => a.localeCompare(b)).join(', ')} }`, `from '${from}';`);
