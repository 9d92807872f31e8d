// The tokens of a slice string, one per axis.
import { toIntegers } from './integers.ts';
import type { State } from './state.ts';

/** What is typed between two separators. `kind` and `i`: whose colour it has. */
export interface Token {
  text: string;
  at: number; // in the field
  kind: 'axis' | 'piece' | '';
  i: number;
}

export const rankOf = ({ dims }: State) => toIntegers(dims.split(';')[0]).length;

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
export function sliceTokens(text: string, rank: number): Token[] {
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
