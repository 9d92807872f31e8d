// The calls that the page knows. At first that is a slice of a picture whose notation is typed: all that the first picture needs. more.ts
// has the same for all calls, and the other parts that this picture does not need. It is loaded after the picture, or before it if the
// address asks for something else: without it, the page shows no other call.
import { type Result, resultOf, sliceGiven } from './model/result.ts';
import { tensorNames } from './model/rows.ts';
import { type Range, toNotation } from './model/slice.ts';
import { type Part, rankOf, sliceItems, sliceTokens } from './model/slice_words.ts';
import { firstState, joinEntries, type State, tidy } from './model/state.ts';
import { later, loadStyle } from './page/lazy.ts';
import { rangeSegments } from './view/view.ts';

export const slices = {
  formatHash: ({ op, opset, on, notation }: State) =>
    joinEntries([
      ['op', op],
      ['opset', String(opset)],
      ['on', on],
      ['s', tidy(notation ?? '')],
    ]),
  givenBy: sliceGiven,
  legendOf: sliceItems,
  parseHash: (_hash: string, dims: string) => ({ state: firstState(dims), complaints: [] as string[] }),
  partsOf(state: State): Part[] {
    const text = state.notation ?? '';
    const field = { name: 's', text, form: 'slice' as const, tokens: sliceTokens(text, rankOf(state)) };
    return [`slice(${tensorNames(state)}, '`, field, "')"];
  },
  segmentsOf: rangeSegments,
  toResult: (state: State, given = sliceGiven(state)) => resultOf(state, given),
  withRanges: ({ state, whole }: Result, ranges: readonly Range[]): State => ({
    ...state,
    notation: toNotation(ranges, whole),
  }),
};

export type More = typeof import('./more.ts');

export const more = later(async () => {
  const style = loadStyle(new URL('./style/more.css', import.meta.url));
  const [module] = await Promise.all([import('./more.ts'), style]);
  return module;
});

export const known = (): Pick<More, keyof typeof slices> => more.part ?? slices;

/** Does something with all calls, at once if they are known. */
export async function withMore(act: (all: More) => void) {
  const all = more.part ?? (await more.load());
  if (all) act(all);
}
