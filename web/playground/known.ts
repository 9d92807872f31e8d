// The calls that the page knows. At first that is a slice of a picture whose notation is typed: all that the first view needs, with
// `slice` alone. more.ts has the same for all calls, and the other parts that this view does not need. It is loaded after the first
// view, or before it if the address asks for something else: without it, the page shows no other call.
import { slice } from './library.ts';
import { toIntegers } from './model/integers.ts';
import type { Made, Result } from './model/result.ts';
import { rowOf, tensorNames } from './model/rows.ts';
import { itemsOf, type Range } from './model/slice.ts';
import { type Part, rankOf, sliceItems, sliceTokens } from './model/slice_words.ts';
import { firstState, joinEntries, type State, tidy } from './model/state.ts';
import { find, set } from './page/dom.ts';
import { later, loadStyle } from './page/lazy.ts';
import type { Drawn } from './view/images.ts';
import { rangeSegments } from './view/view.ts';

/** What an item of a slice takes of an axis: the library cuts a list of its indices. */
function rangeOf(size: number, item: string): Range {
  const all = { dims: [size], data: Int32Array.from({ length: size }, (_, i) => i) };
  const { dims, data } = slice(all, item);
  const [from = 0, next = from + 1] = data;
  return { from, step: next - from, count: data.length, drops: dims.length === 0 };
}

/** @throws {MicrotomeError} what is wrong with the notation */
function make(state: State, pixels?: Uint8ClampedArray): { result: Result; made: Made[] } {
  const { type } = state;
  const notation = state.notation ?? '';
  const dims = toIntegers(state.dims).map(Number);
  const cut = slice({ dims, data: pixels ?? [] }, notation);
  const result = {
    state,
    row: rowOf(state),
    tensors: [{ name: tensorNames(state)[0], type, dims }],
    whole: dims,
    outputs: [{ type, dims: cut.dims }],
    count: 1,
    ranges: itemsOf(notation, dims).map((item, axis) => rangeOf(dims[axis], item)),
    axis: 0,
    sizes: [],
    taken: null,
    pads: null,
    order: null,
    memory: { says: '', owners: [] },
  };
  return { result, made: [cut] };
}

export const slices = {
  formatHash: ({ op, opset, on, notation }: State) =>
    joinEntries([
      ['op', op],
      ['opset', String(opset)],
      ['on', on],
      ['s', tidy(notation ?? '')],
    ]),
  imagesOf({ dims: [height, width, channels], data }: Made): Drawn[] | null {
    if (channels !== 4 || height * width === 0) return null; // soon it is known how to draw other shapes
    return [{ width, height, image: new ImageData(data, width, height), flat: null }];
  },
  legendOf: sliceItems,
  make,
  parseHash: (_hash: string, dims: string) => ({ state: firstState(dims), complaints: [] as string[] }),
  partsOf(state: State): Part[] {
    const text = state.notation ?? '';
    const field = { name: 's', text, form: 'slice' as const, tokens: sliceTokens(text, rankOf(state)) };
    return [`slice(${tensorNames(state)}, '`, field, "')"];
  },
  segmentsOf: rangeSegments,
};

export type More = typeof import('./more.ts');

export const more = later(async () => {
  const style = loadStyle(new URL('./style/more.css', import.meta.url));
  const [module] = await Promise.all([import('./more.ts'), style]);
  await module.init(); // what the other calls need of the WebAssembly
  return module;
});

export const known = (): Pick<More, keyof typeof slices> => more.part ?? slices;

/** Does something with all calls, at once if they are known. Until then the bench says that it is busy. */
export async function withMore(act: (all: More) => void) {
  const all = more.part ?? (await whileBusy(more.load()));
  if (all) act(all);
}

async function whileBusy<T>(work: Promise<T>) {
  const bench = find(document, '#bench', HTMLElement);
  set(bench, { 'aria-busy': 'true' });
  const done = await work;
  set(bench, { 'aria-busy': 'false' });
  return done;
}
