// What the page knows of a slice of a picture whose notation is typed, until more.ts has the same for all calls.
import type { Part } from './model/call.ts';
import { withNotation } from './model/drag.ts';
import { joinEntries, tidy } from './model/entries.ts';
import { tensorNames } from './model/names.ts';
import { sliceGiven } from './model/planned.ts';
import { sliceResult } from './model/result.ts';
import { type Row, rowAt } from './model/rows.ts';
import { sliceItems } from './model/slice_legend.ts';
import { rankOf, sliceTokens } from './model/slice_tokens.ts';
import { firstState, type State } from './model/state.ts';
import { rangeSegments } from './view/segments.ts';

const rowOf = ({ op, opset }: State) => rowAt(op, opset) as Row;

function partsOf(state: State): Part[] {
  const text = state.notation ?? '';
  const [name] = tensorNames(state, rowOf(state), 1);
  return [
    `slice(${name}, '`,
    { name: 's', text, form: 'slice', tokens: sliceTokens(text, rankOf(state)) },
    "')",
  ];
}

const formatHash = ({ op, opset, on, notation }: State) =>
  joinEntries([
    ['op', op],
    ['opset', String(opset)],
    ['on', on],
    ['s', tidy(notation ?? '')],
  ]);

export const slices = {
  formatHash,
  givenBy: sliceGiven,
  legendOf: sliceItems,
  parseHash: (_hash: string, dims: string) => ({ state: firstState(dims), complaints: [] as string[] }),
  partsOf,
  segmentsOf: rangeSegments,
  toResult: sliceResult,
  withRanges: withNotation,
};
