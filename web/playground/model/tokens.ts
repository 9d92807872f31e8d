// The tokens of a field, and whose colour each has: that of the axis or of the piece on which it acts.
import { toIntegers } from './integers.ts';
import { rankOf, sliceTokens, type Token } from './slice_tokens.ts';
import type { State } from './state.ts';

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
