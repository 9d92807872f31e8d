// The call, as `microtome/source` has it: what it would fetch, and what it gives.
import {
  cost,
  gather,
  type Stored,
  save,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from '../../lib/source.ts';
import { givenBy } from '../model/given.ts';
import type { Numbers } from '../model/kinds.ts';
import type { State } from '../model/state.ts';
import { h } from '../page/dom.ts';

export type Cost = { requests: number; bytes: number; useful: number };

export type Fetched = { dims: readonly number[]; data: Numbers };

/** How long a URL of a file that is saved must last. */
const SAVED_MS = 10_000;

/** By operator. @param given the parameters */
const CALLS: Record<string, (stored: Stored, given: Numbers, watching: Numbers) => Promise<Numbers>> = {
  Slice: async (stored, given, watching) => [await slice(stored, given, watching)],
  Split: split,
  SplitToSequence: splitToSequence,
  VariadicSplit: (stored, { axis, split_lengths }, watching) =>
    variadicSplit(stored, axis, split_lengths, watching),
  Gather: async (stored, { indices, ...given }, watching) => [await gather(stored, indices, given, watching)],
};

/** A slice string, or the parameters that are given. */
function specOf(state: State): Numbers {
  if (state.notation !== null) return state.notation;
  const given = givenBy(state).parameters.filter(({ value }) => value !== null);
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

/** A split reads the whole tensor. */
export const costOf = (stored: Stored, state: State): Cost =>
  cost(stored, ['Slice', 'Gather'].includes(state.op) ? specOf(state) : '...');

export const take = (stored: Stored, state: State, watching: Numbers): Promise<Fetched[]> =>
  CALLS[state.op](stored, specOf(state), watching);

/** Saves what a slice string takes. */
export async function saveNpy(stored: Stored, notation: string) {
  const { readable, writable } = new TransformStream();
  const [blob] = await Promise.all([
    new Response(readable).blob(),
    save(stored, notation, writable, { format: 'npy' } as Numbers),
  ]);
  const href = URL.createObjectURL(blob);
  h('a', { href, download: `${(stored.name || 'cut').replace(/[^\w.-]/g, '_')}.npy` }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVED_MS);
}
