// A program: lines of code, some of which are the call, with the tokens of the call where they are.
import { bracketsOf, partsOf } from '../model/call.ts';
import { type Typed, toValue } from '../model/parameters.ts';
import { colourOf, type Field, isField, type Part, spansOf } from '../model/slice_words.ts';
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
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return isField(part) ? fieldBits(part) : [{ text: part.text, colour: colourOf(part) }];
  });
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
function codeOf(field: Field): string {
  const { form, text } = field;
  if (form === 'mask') return text.trim(); // true and false are JavaScript's
  if (form === 'slice' || form === 'pattern') return quote(text).slice(1, -1);
  const code = literal(toValue(text, form));
  const [open, close] = bracketsOf(field);
  return open && code.startsWith(open) ? code.slice(open.length, -close.length) : code;
}

/** The value of a parameter as JavaScript. */
export function literal(value: Typed): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value instanceof Uint8Array) return `Uint8Array.of(${value.join(', ')})`;
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

/** A character, its colour, and whether a line may end before it. */
type Character = { text: string; colour: string; isEnd: boolean };

/** The characters of a line: within brackets it may end after a comma or an opening bracket, but not in a text or in a comment. */
function charactersOf({ bits }: Line): Character[] {
  let [quote, depth, before] = ['', 0, ''];
  return bits.flatMap((bit) => {
    const { text, colour: own } = typeof bit === 'string' ? { text: bit, colour: '' } : bit;
    return Array.from(text, (each): Character => {
      const isEnd =
        quote === '' &&
        depth > 0 &&
        (/, $/.test(before) || /[([{]$/.test(before.trimEnd())) &&
        !/[ )\]}]/.test(each);
      if (quote === '' && /['"#]/.test(each)) quote = each;
      else if (quote === each && quote !== '#' && !/(^|[^\\])(\\\\)*\\$/.test(before)) quote = '';
      else if (quote === '') depth += /[([{]/.test(each) ? 1 : /[)\]}]/.test(each) ? -1 : 0;
      before = `${before}${each}`.slice(-8);
      return { text: each, colour: own, isEnd };
    });
  });
}

const lineFrom = (characters: readonly Character[], isHot: boolean): Line => {
  const bits: Bit[] = [];
  for (const { text, colour: own } of characters) {
    const last = bits.at(-1);
    if (typeof last === 'string' && own === '') bits[bits.length - 1] = last + text;
    else if (typeof last === 'object' && last.colour === own) last.text += text;
    else bits.push(own === '' ? text : { text, colour: own });
  }
  return { bits, hot: isHot };
};

/** Lines that are too long, continued on others that are indented. */
export const broken = (lines: readonly Line[]): Line[] =>
  lines.flatMap((line) => {
    let rest = charactersOf(line);
    const text = lineOf(line.bits);
    if (text.length <= WIDEST || /^\s*(\/\/|#)/.test(text)) return [line];
    const indent = Array.from(`${/^ */.exec(text)?.[0] ?? ''}  `, (each) => ({
      text: each,
      colour: '',
      isEnd: false,
    }));
    const all: Line[] = [];
    while (rest.length > WIDEST) {
      const at = rest.slice(0, WIDEST + 2).findLastIndex(({ isEnd }, i) => isEnd && i > indent.length);
      if (at < 0) break;
      const end = rest.slice(0, at).findLastIndex((each) => each.text !== ' ') + 1;
      all.push(lineFrom(rest.slice(0, end), line.hot));
      rest = [...indent, ...rest.slice(at)];
    }
    return [...all, lineFrom(rest, line.hot)];
  });

/** On one line or on two. */
export const fit = (left: string, right: string): string[] =>
  `${left} ${right}`.length <= WIDEST ? [`${left} ${right}`] : [left, `  ${right}`];
