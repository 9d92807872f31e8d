// Calls with `out` keep the steps of a move, with their views, for the next call on the same arrays. Each call
// reads and checks all of its arguments; only what follows from them is not done again.
import { type Bound, checkLengths, tensorsOf } from '../bind/bind.ts';
import type { Out } from '../bind/outputs.ts';
import { getCore } from '../core/core.ts';
import { AXIS, endOf, HEADER, RANK, SIZE, STREAMS, wayAt } from '../core/record.ts';
import type { Conversion, Request } from '../core/request.ts';
import { prepareMove } from '../move/move.ts';
import { isSame } from '../shape.ts';
import type { Result } from '../types.ts';
import type { Decision } from './decide.ts';

/** The steps of a call, and what they follow from. It holds arrays of the caller's, so only a `Chain` may hold it. */
interface Kept {
  /** For the tensors and parameters: it is the same object only if all of their words are the same. */
  readonly dense: Decision;
  readonly conversion: Conversion | null;
  readonly value: unknown;
  readonly outs: readonly Out[];
  readonly decision: Decision;
  readonly carryOut: () => void;
}

/** A map from each array of a call to that for the next array, and from the last array to what is kept. */
type Chain = WeakMap<object, any>;

interface Cost {
  views: number;
}

/** By the first output's array, which keeps one call. No entry keeps an array alive because of another one. */
const KEPT = /* @__PURE__ */ new WeakMap<object, { count: number; chain: Chain; cost: Cost }>();

/** Most arrays of a call whose steps are kept, and most views of it. */
const MOST_ARRAYS = 8;
const MOST_VIEWS = 2048;
/** Most views of all calls: about 10 MB. */
const MOST_IN_ALL = 2 ** 16;
let views = 0;
let collected: FinalizationRegistry<Cost> | undefined;

/** The arrays of a call, the first output's first; null: steps of such a call are not kept. */
function arraysOf({ tensors }: Request, outs: readonly Out[]): object[] | null {
  if (outs.length === 0 || outs.length + tensors.length > MOST_ARRAYS) return null;
  if (Array.isArray(outs[0].data)) return null;
  if (getCore().arena !== null) return null; // its memory may be released, and handed out again
  const arrays = new Array(outs.length + tensors.length);
  for (let i = 0; i < outs.length; ++i) arrays[i] = outs[i].data;
  for (let i = 0; i < tensors.length; ++i) arrays[outs.length + i] = tensors[i].data;
  return arrays;
}

/** Carries out the steps that a call with the same decision on the same arrays has kept; null: there are none. */
export function runKept(dense: Decision, request: Request, outs: readonly Out[]): Result<any, any>[] | null {
  const first = KEPT.get(outs[0]?.data);
  if (first === undefined) return null;
  const { tensors, version } = request;
  if (first.count !== outs.length + tensors.length) return null;
  let link: any = first.chain;
  for (let i = 1; i < outs.length && link !== undefined; ++i) link = link.get(outs[i].data);
  for (let i = 0; i < tensors.length && link !== undefined; ++i) link = link.get(tensors[i].data);
  const kept: Kept | undefined = link;
  if (kept === undefined || kept.dense !== dense) return null;
  if (kept.conversion !== request.conversion || kept.value !== request.value) return null;
  for (let i = 0; i < outs.length; ++i) if (!isAlike(outs[i], kept.outs[i])) return null;
  checkLengths(version, tensors, outs);
  kept.carryOut();
  if (dense.credit < MOST_CREDIT) ++dense.credit;
  return tensorsOf(kept.decision, request, outs);
}

function isAlike({ length, stated: a }: Out, { length: other, stated: b }: Out): boolean {
  if (length !== other) return false;
  return a === null || b === null ? a === b : a.offset === b.offset && isSame(a.stride, b.stride);
}

/**
 * Calls may keep steps in vain, because the arrays of `out` may be new ones each time. So a decision has credit: each
 * call that keeps steps takes 1 of it, and each call that uses them adds 1. Without credit, it waits for 64 calls.
 */
const MOST_CREDIT = 8;
const FIRST_CREDIT = 2;
const WAITING = -64;

/**
 * Carries out a move, and keeps its steps if calls with its decision have come before.
 * @returns whether it has
 */
export function keepSteps(dense: Decision, request: Request, bound: Bound, param: string): boolean {
  if (dense.credit <= 0) {
    if (--dense.credit < WAITING) dense.credit = FIRST_CREDIT;
  } else {
    const { outs, decision } = bound;
    const arrays = arraysOf(request, outs);
    const count = arrays === null ? 0 : viewsOf(decision);
    const first = arrays === null ? undefined : KEPT.get(arrays[0]);
    if (arrays === null || count > MOST_VIEWS || views + count - (first?.cost.views ?? 0) > MOST_IN_ALL)
      return false;
    --dense.credit;
    const carryOut = prepareMove(bound, param, MOST_VIEWS);
    const { conversion, value } = request;
    let chain: any = { dense, conversion, value, outs, decision, carryOut };
    for (let i = arrays.length; --i > 0; ) chain = new WeakMap([[arrays[i], chain]]);
    const cost = first?.cost ?? { views: 0 };
    views += count - cost.views;
    cost.views = count;
    KEPT.set(arrays[0], { count: arrays.length, chain, cost });
    if (first === undefined) {
      collected ??= new FinalizationRegistry((each) => {
        views -= each.views;
      });
      collected.register(arrays[0], cost); // which it holds, so it has nothing else
    }
    carryOut();
    return true;
  }
  return false;
}

/** Views that the steps of a decision need, at most. */
function viewsOf({ words, first, count }: Decision): number {
  let all = 1;
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) {
    let runs = words[at + STREAMS];
    for (let a = 0; a < words[at + RANK]; ++a) runs *= words[at + HEADER + AXIS * a + SIZE];
    all += wayAt(words, at, 0) === 'runs' ? runs : Math.min(runs, 64);
  }
  return all;
}
