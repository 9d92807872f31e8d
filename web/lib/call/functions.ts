// THE table of functions: what each reads, and what only some of them need. A page loads the rows of the functions that it
// imports. `bring` counts as pure, so bundlers drop the other rows, with all that they name.

import { pushChoice } from '../arguments/choices.ts';
import { pushExact } from '../arguments/exact.ts';
import { readSlice, readSpec } from '../arguments/fast.ts';
import { fromHalf } from '../arguments/half.ts';
import { readIndices } from '../arguments/indices.ts';
import { readMasked } from '../arguments/masks.ts';
import { CUT, JOIN, type ReadOptions, REARRANGE as TO_REARRANGE } from '../arguments/options.ts';
import { readPad } from '../arguments/pad.ts';
import { readSpecBeside } from '../arguments/parameters.ts';
import { readPlaces } from '../arguments/places.ts';
import { type Readers, readers } from '../arguments/readers.ts';
import { readRearrange, whereInRearrange } from '../arguments/rearrange.ts';
import {
  AssignAt,
  addOperator,
  Compress,
  Concat,
  ConcatFromSequence,
  everything,
  FillAt,
  Gather,
  ownVersion,
  Pad,
  Rearrange,
  ScatterUpdate,
  Slice,
  SliceScatter,
  Split,
  SplitToSequence,
  TensorScatter,
  VariadicSplit,
} from '../core/operators.ts';
import { NEGATIVES, type Request } from '../core/request.ts';
import type { DescribedRow } from '../core/tables.ts';
import { prepareConversion } from '../move/convert.ts';
import { PICKS } from '../move/generated/picks.ts';
import { PUTS } from '../move/generated/puts.ts';
import { prepareListed } from '../move/listed.ts';
import { eachListed } from '../move/listing.ts';
import { type Movers, movers } from '../move/movers.ts';
import { readReplacing } from '../move/replacing.ts';
import { copyValue } from './copy.ts';
import { copyNumbers } from './copy_numbers.ts';

/** Parts that are here only if a function needs them. */
interface Brought {
  readonly operators: readonly (readonly DescribedRow[])[];
  readonly movers?: Partial<Movers>;
  readonly readers?: Partial<Readers>;
  /** Names of what `init` loads for it. */
  readonly needs?: readonly string[];
  /** `assign` at listed positions comes with it. */
  readonly writing?: Writing;
}

/** A function of one operator, whose versions come first. */
export interface Callable extends Brought {
  /** How it is called, for a caller who gave arguments of other kinds. */
  readonly usage: string;
  /** Its options. */
  readonly legal: readonly string[];
  /** Adds its parameters to a request, which already has the tensors. */
  readonly read: (request: Request, spec: any, options: ReadOptions) => void;
}

/** Nodes of models, or cuts of files: callers name the operator. */
export interface Nodes extends Brought {
  readonly usage?: undefined;
}

/** How `assign` writes at listed positions. Pages without a function that brings it do not pay for it. */
export let writing: (Writing & { readonly needs: readonly string[] }) | undefined;

/** A row whose function also needs secondary modules, or the arena. */
export function needing<B extends Brought>(row: B, ...needs: string[]): B {
  if (row.writing) writing ??= { ...row.writing, needs };
  return { ...row, needs };
}

function bring<B extends Brought>(brought: B): B {
  brought.operators.forEach(addOperator);
  Object.assign(movers, brought.movers);
  Object.assign(readers, brought.readers);
  return brought;
}

/** Of `assign`. */
interface Writing {
  /** Reads a spec that is not that of a slice. */
  readonly read: (request: Request, spec: unknown, thrown: unknown) => void;
}
const ASSIGN_AT = /* @__PURE__ */ ownVersion(AssignAt, 'assign');
const FILL_AT = /* @__PURE__ */ ownVersion(FillAt, 'assign');
const WRITING: Writing = {
  read: (request, spec, thrown) => readPlaces(request, spec, thrown, ASSIGN_AT, FILL_AT),
};

/** To read at listed positions, and to write there. */
const LISTED = { listed: prepareListed, picks: PICKS };
const PLACED = { listed: prepareListed, puts: PUTS, eachListed, replacing: readReplacing };

/** Sizes of Split-1 may be float16. */
const HALVES = { half: fromHalf };

export const SLICE = /* @__PURE__ */ bring<Callable>({
  operators: [Slice],
  usage: "slice(x, '0:2')",
  legal: CUT,
  read: readSlice,
});

export const SPLIT = /* @__PURE__ */ bring<Callable>({
  operators: [Split],
  readers: HALVES,
  usage: 'split(x, { axis, num_outputs })',
  legal: CUT,
  read: readSpec,
});

export const SPLIT_TO_SEQUENCE = /* @__PURE__ */ bring<Callable>({
  operators: [SplitToSequence],
  usage: 'splitToSequence(x, { axis, split })',
  legal: CUT,
  read: readSpec,
});

export const VARIADIC_SPLIT = /* @__PURE__ */ bring<Callable>({
  operators: [VariadicSplit],
  usage: 'variadicSplit(x, axis, split_lengths)',
  legal: CUT,
  read: readSpec,
});

export const CONCAT = /* @__PURE__ */ bring<Callable>({
  operators: [Concat],
  usage: 'concat([a, b], axis)',
  legal: JOIN,
  read: readSpec,
});

export const CONCAT_FROM_SEQUENCE = /* @__PURE__ */ bring<Callable>({
  operators: [ConcatFromSequence],
  usage: 'concatFromSequence([a, b], { axis, new_axis })',
  legal: JOIN,
  read: readSpec,
});

export const SLICE_SCATTER = /* @__PURE__ */ bring<Callable>({
  operators: [SliceScatter],
  usage: "sliceScatter(x, updates, '0:2')",
  legal: JOIN,
  read: readSlice,
});

export const TENSOR_SCATTER = /* @__PURE__ */ bring<Callable>({
  operators: [TensorScatter],
  movers: { replacing: readReplacing }, // the only one of them that takes strings
  readers: { choice: pushChoice, exact: pushExact },
  usage: 'tensorScatter(past_cache, update, { write_indices })',
  legal: JOIN,
  read: readSpec,
});

/** Its axis is optional, although OpenVINO's nodes always have it. */
export const GATHER = /* @__PURE__ */ bring<Callable>({
  operators: [Gather],
  movers: LISTED,
  usage: 'gather(x, indices, { axis })',
  legal: JOIN,
  read: (request, { indices, spec }) => readIndices(request, indices, spec ?? {}, { axis: 0 }),
});

export const COMPRESS = /* @__PURE__ */ bring<Callable>({
  operators: [Compress],
  movers: LISTED,
  usage: 'compress(x, condition, { axis })',
  legal: JOIN,
  read: (request, { condition, spec }) =>
    readSpecBeside(request, spec ?? {}, { beside: { condition } }, readMasked),
});

/** Negative indices are legal, although OpenVINO's nodes have none. */
export const SCATTER_UPDATE = /* @__PURE__ */ bring<Callable>({
  operators: [ScatterUpdate],
  movers: PLACED,
  writing: WRITING,
  usage: 'scatterUpdate(x, indices, updates, { axis })',
  legal: JOIN,
  read: (request, { indices, spec }) => {
    request.addFlag(NEGATIVES);
    readIndices(request, indices, spec ?? {}, { axis: 0 });
  },
});

export const PAD = /* @__PURE__ */ bring<Callable>({
  operators: [Pad],
  readers: { choice: pushChoice },
  usage: 'pad(x, [[1, 1], [2, 2]], { mode, value })',
  legal: JOIN,
  read: (request, { pads, spec }) => {
    readPad(request, pads, spec);
    copyValue(request);
  },
});

export const REARRANGE = /* @__PURE__ */ bring<Callable>({
  operators: [Rearrange],
  readers: { whereInRearrange },
  movers: { conversion: prepareConversion },
  usage: "rearrange(x, 'h w -> w h', { to: 'float32' })",
  legal: TO_REARRANGE,
  read: (request, pattern, { sizes, to }) => {
    readRearrange(request, pattern, sizes, to);
    copyNumbers(request);
  },
});

/** A node may have any operator. */
export const NODES = /* @__PURE__ */ bring<Nodes>({
  operators: everything,
  readers: { choice: pushChoice, exact: pushExact, half: fromHalf },
  movers: {
    listed: prepareListed,
    picks: PICKS,
    puts: PUTS,
    eachListed,
    replacing: readReplacing,
    conversion: prepareConversion,
  },
  writing: WRITING,
});

/** By what tensors of files are cut. */
export const CUTS = /* @__PURE__ */ bring<Nodes>({
  operators: [Slice, Split, SplitToSequence, VariadicSplit],
  readers: HALVES,
});

/** By what they are gathered. */
export const GATHERS = /* @__PURE__ */ bring<Nodes>({ operators: [Gather, Compress], movers: LISTED });
