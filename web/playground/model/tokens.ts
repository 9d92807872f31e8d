// The tokens of a field, and whose colour each has: that of the axis or of the piece on which it acts.
import { toIntegers } from './integers.ts';
import type { State } from './state.ts';

/** What is typed between two separators. `kind` and `i`: whose colour it has. */
export interface Token {
  text: string;
  at: number; // in the field
  kind: 'axis' | 'piece' | '';
  i: number;
}

type Owner = [kind: Token['kind'], i: number];

const NONE: Owner = ['', -1];

/** Words of a list. */
export const WORDS = /[^\s,[\]()]+/g;

/** What separates tokens in other fields. */
const OTHER_WORDS: Record<string, RegExp> = {
  pattern: /\.\.\.|[^\s()>-]+/g,
  pads: /\[[^[\]]*\]?/g,
  sizes: /[^\s,:]+\s*:?\s*[^\s,]*/g,
};

/** Fields with a token per axis, in the order of `axes`; and with a token per piece. */
const BY_AXIS = ['starts', 'ends', 'axes', 'steps', 'start', 'stop', 'step', 'pads'];
const BY_PIECE = ['split', 'split_lengths', 'indices', 'write_indices'];

export const rankOf = ({ dims }: State) => toIntegers(dims.split(';')[0]).length;

/** The names of a pattern, in the order in which they are met. */
export const namesIn = (pattern: string) =>
  [...new Set(pattern.match(/[^\s()>.-]+/g) ?? [])].filter((name) => name !== '1');

/** @param name of the field */
export function tokensOf(state: State, name: string, text: string): Token[] {
  const rank = rankOf(state);
  if (name === 's') return sliceTokens(text, rank);
  const axes = toIntegers(state.values.axes ?? '').map(Number);
  const names = namesIn(state.values.pattern ?? '');
  const counted = (axis: number): Owner => ['axis', axis < 0 ? axis + rank : axis];
  const ownerOf = (word: string, i: number): Owner => {
    if (BY_PIECE.includes(name)) return ['piece', i];
    if (BY_AXIS.includes(name)) return counted(axes[i] ?? i);
    if (name === 'axis') return counted(Number(word));
    return name === 'pattern' || name === 'sizes' ? ['axis', names.indexOf(word.split(/[\s:]/)[0])] : NONE;
  };
  return [...text.matchAll(OTHER_WORDS[name] ?? WORDS)].map(({ 0: word, index }, place) => {
    const [kind, i] = ownerOf(word, place);
    return { text: word, at: index, kind, i };
  });
}

/** The text of a field: what is between tokens as it is, and the tokens. */
export function spansOf({ text, tokens }: { text: string; tokens: readonly Token[] }): (string | Token)[] {
  let end = 0;
  const spans = tokens.flatMap((token) => {
    const before = text.slice(end, token.at);
    end = token.at + token.text.length;
    return [before, token];
  });
  return [...spans, text.slice(end)].filter((span) => span !== '');
}

/** One per axis; items after `...` count from the last axis. */
function sliceTokens(text: string, rank: number): Token[] {
  const items = text.split(',');
  const dots = items.findIndex((item) => item.trim() === '...');
  let end = 0;
  const tokens = items.map((item, i): Token => {
    const at = end + item.length - item.trimStart().length;
    end += item.length + 1;
    const axis = dots >= 0 && i > dots ? rank - items.length + i : i;
    return { text: item.trim(), at, kind: i === dots ? '' : 'axis', i: axis };
  });
  return tokens.filter((token) => token.text !== '');
}
