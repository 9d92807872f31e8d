// Cuts that are fetched in one batch: what they cost, and how their outputs are filled.
import { Mistake } from '../base/mistake.ts';
import { gatherInto } from '../call/for_files.ts';
import { countOf } from '../shape.ts';
import { type Pattern, toNested, toPattern } from './axes.ts';
import type { Cut, Order } from './calls.ts';
import { bytesOf } from './elements.ts';
import type { ReadOptions } from './options.ts';
import { newArray, toOuts, toTensor, watchArrays } from './outs.ts';
import { countRequests } from './requests.ts';
import type { Place } from './stored.ts';
import { transfer } from './transfer.ts';
import type { Cost } from './types.ts';

/** Fetches what is wanted, and fills the outputs of the cuts with it. `order`: how the only output is made of it. */
export async function carryOut(
  place: Place,
  cuts: readonly Cut[],
  wanted: readonly Pattern[],
  options: ReadOptions,
  order: Order | null = null,
): Promise<any[]> {
  const spent = costOf(place, cuts, wanted);
  const advice = cuts.length > 1 ? 'ask for fewer slices at a time' : cuts[0]?.advice;
  checkCost(spent, options, advice);
  const dims = cuts.flatMap((each) => each.dims);
  const { arrays, finish } = toOuts(place, dims, options.out, advice);
  let before = 0;
  const nested = cuts.flatMap(({ dims, streams }) => {
    const first = before;
    before += dims.length;
    return streams.flatMap((stream) => toNested(toPattern({ ...stream, output: first + stream.output })));
  });
  const { type } = place;
  const taken = order && toTensor(type, order.dims, newArray(type, order.dims, advice));
  const filled = taken ? [taken.data] : arrays;
  const check = watchArrays(arrays);
  await transfer(place, wanted, nested, filled, options, spent.bytes, options.maxBytes);
  check();
  if (order && taken) gatherInto(arrays, taken, order.indices, order.axis);
  return finish();
}

/** What is fetched for cuts of one output each. */
export const patternsOf = (cuts: readonly Cut[]) => cuts.flatMap(({ streams }) => streams.map(toPattern));

export function costOf(place: Place, cuts: readonly Cut[], wanted: readonly Pattern[]): Cost {
  const { type, store } = place;
  const useful = cuts
    .flatMap(({ dims }) => dims)
    .reduce((sum, dims) => sum + bytesOf(type, countOf(dims)), 0);
  if (store.isKept || wanted.length === 0) return { requests: 0, bytes: 0, useful };
  return { ...countRequests(wanted, place), useful };
}

function checkCost(
  { requests, bytes, useful }: Cost,
  { maxBytes, maxRequests }: ReadOptions,
  advice: string,
): void {
  if (bytes <= maxBytes && requests <= maxRequests) return;
  const limit = bytes > maxBytes ? `maxBytes is ${maxBytes}` : `maxRequests is ${maxRequests}`;
  const what = `takes ${requests} requests and ${bytes} bytes, ${useful} of them useful; ${limit}; raise it, or ${advice}`;
  throw new Mistake('too_costly', what, '');
}
