// The result of a call of any kind: ranges, pieces, an order, a border, and the memory that it touches.
import type { Move } from '../../lib/index.ts';
import { givenBy } from './given.ts';
import { sizeOf, toIntegers } from './integers.ts';
import { boundsIn, rangesBy, takesSlice } from './lists.ts';
import { attempt } from './mistake.ts';
import { sidesOf, type Typed, toNamedSizes } from './parameters.ts';
import { planOf, resultOf, run, writes } from './planned.ts';
import type { Given, Made, Order, Result, Shape } from './result.ts';
import { givesMany, isJoin, takesAny } from './rows.ts';
import type { State } from './state.ts';
import { kindOf } from './values.ts';

/** Planning more outputs can take longer than a page may stand still, so a worker does it. */
const MANY = 2 ** 10;

export function isLarge({ op, dims, values }: State) {
  if (!/Split/.test(op)) return false;
  const counts = toIntegers(`${values.num_outputs ?? ''},${values.num_splits ?? ''}`);
  const sizes = op === 'SplitToSequence' ? toIntegers(dims) : [];
  const lists = [values.split, values.split_lengths].map((text = '') => text.split(',').length);
  return [...counts, ...sizes, ...lists].some((count) => Number(count) > MANY);
}

/** @throws {RangeError | MicrotomeError} */
export function toResult(state: State, given = givenBy(state)): Result {
  const planned = planOf(given);
  const result = resultOf(state, given, planned);
  const { row, tensors, values } = given;
  const { dims } = tensors[0];
  const listed = () => rangesBy(boundsIn(row.op, values, dims.length), dims);
  return {
    ...result,
    ranges: result.ranges ?? (takesSlice(row.op) ? listed() : null),
    ...axisOf(given, result.whole, planned.outputs),
    pads: row.op_type === 'Pad' ? padsOf(given) : null,
    order: row.op === 'Rearrange' ? orderOf(values.pattern, values.sizes ?? '', dims) : null,
    memory: { ...result.memory, owners: ownersOf(planned.moves, tensors[0], result.outputs[0], isJoin(row)) },
  };
}

/** The result with the outputs themselves. @param pixels of the picture that is cut; undefined: data of another kind */
export function make(state: State, pixels?: Uint8ClampedArray): { result: Result; made: Made[] } {
  const given = givenBy(state);
  return { result: toResult(state, given), made: pixels ? run(given, [pixels]) : [] };
}

/** Whether it can be planned, as far as that can be told at once. */
export const isRight = (state: State) => attempt(() => isLarge(state) || toResult(state)) !== null;

const valueIn = ({ parameters }: Given, word: string): Typed =>
  parameters.find(({ name }) => name === word)?.value;

/** The axis of a split, a join or a gather, and its pieces. @param whole dims of the tensor that is cut, or made */
function axisOf(given: Given, whole: readonly number[], outputs: readonly Shape[]) {
  const { row, tensors, options } = given;
  const typed = [valueIn(given, 'axis')].flat()[0];
  const at = Number(typed ?? row.attributes.find(({ name }) => name === 'axis')?.default ?? 0);
  const axis = at < 0 ? at + whole.length : at;
  const pieces = givesMany(row) ? outputs : takesAny(row) ? tensors : [];
  const sizes = pieces.map(({ dims }) => (dims.length < whole.length ? 1 : dims[axis]));
  const size = whole[axis];
  if (row.op_type === 'Compress') {
    const kept = [...valueIn(given, 'condition').data.keys()].filter(
      (i) => valueIn(given, 'condition').data[i],
    );
    return { axis: typed === null ? -1 : axis, sizes, taken: kept };
  }
  if (row.op_type !== 'Gather') return { axis, sizes, taken: null };
  const taken = [valueIn(given, 'indices')].flat().map((index) => {
    const i = Number(index) < 0 ? Number(index) + size : Number(index);
    return options.domain === 'openvino' && !(i >= 0 && i < size) ? -1 : i;
  });
  return { axis, sizes, taken };
}

function padsOf(given: Given) {
  const [{ dims }] = given.tensors;
  const [begins, ends] = sidesOf(valueIn(given, 'pads') ?? []);
  const axes: unknown[] | null = valueIn(given, 'axes');
  const pads = dims.map((): [number, number] => [0, 0]);
  for (const [i, begin] of begins.entries()) {
    const axis = Number(axes?.[i] ?? i);
    pads[axis < 0 ? axis + dims.length : axis] = [Number(begin), Number(ends[i])];
  }
  return pads;
}

/**
 * A pattern, name by name: which names make an axis, with their sizes. The library has checked the pattern before; its plan has no names,
 * so they are read here.
 * @param pattern that is right for `dims`
 */
function orderOf(pattern: string, given: string, dims: readonly number[]): Order {
  const [left, right] = pattern.split('->').map((side) => side.match(/\([^)]*\)|[^\s()]+/g) ?? []);
  const named = Object.entries(toNamedSizes(given) ?? {});
  const known = new Map(named.map(([name, size]) => [name, Number(size)]));
  const unnamed = Array.from({ length: dims.length + 1 - left.length }, (_, i) => `…${i}`); // if there are any
  const axesOf = (side: readonly string[]) =>
    side.flatMap((label) => {
      if (label === '...') return unnamed.map((name) => ({ label, names: [name] }));
      const words = (label.match(/[^\s()]+/g) ?? []).filter((word) => word !== '1');
      return [{ label, names: words.flatMap((word) => (word === '...' ? unnamed : [word])) }];
    });
  const input = axesOf(left);
  for (const [axis, { names }] of input.entries()) {
    const others = names.reduce((product, name) => product * (known.get(name) ?? 1), 1);
    for (const name of names) if (!known.has(name)) known.set(name, dims[axis] / others);
  }
  const withSizes = (axis: { label: string; names: string[] }) => ({
    ...axis,
    sizes: axis.names.map((name) => known.get(name) as number),
  });
  return { input: input.map(withSizes), output: axesOf(right).map(withSizes) };
}

/** Pieces of a strip of memory that stands for more elements than that. */
export const PIECES = 96;
/** Runs that are looked at one by one; of more, only the ends of their inner axes. */
const MOST_RUNS = 20_000;

/** The part that each piece of the strip belongs to. @param joins moves write to the whole, which is the output */
function ownersOf(moves: readonly Move[], tensor: Shape, output: Shape, joins: boolean): number[] {
  const isWritten = writes(moves, joins);
  const { type, dims } = isWritten ? output : tensor;
  const size = sizeOf(dims);
  const owners: number[] = new Array(Math.min(size, PIECES)).fill(-1);
  for (const move of moves) mark(owners, move, size, kindOf(type).bits, isWritten);
  return owners;
}

function mark(owners: number[], move: Move, size: number, bits: number, isWritten: boolean) {
  const perElement = move.unit === 'byte' ? bits / 8 : 1;
  const list = move.positions;
  let runs = [0];
  let [low, inner] = [0, 0]; // where the axes that are not looked at begin, and what they reach from there
  for (const [axis, extent] of move.sizes.entries()) {
    const stride = move.strides[axis];
    const listed = list?.axis === axis ? list.list.filter((index) => index >= 0) : null;
    const count = listed?.length ?? extent;
    if (runs.length * count <= MOST_RUNS) {
      const at = listed ?? Array.from({ length: extent }, (_, i) => i);
      runs = runs.flatMap((begin) => at.map((i) => begin + i * stride));
      continue;
    }
    const least = listed?.reduce((a, b) => Math.min(a, b)) ?? 0;
    const most = listed?.reduce((a, b) => Math.max(a, b)) ?? extent - 1;
    low += stride * (stride < 0 ? most : least);
    inner += Math.abs(stride) * (most - least);
  }
  for (const stream of move.streams.slice(0, MOST_RUNS)) {
    const { input = 0, output = 0 } = stream as { input?: number; output?: number };
    const part = isWritten ? input : output;
    for (const begin of runs) {
      const first = (begin + low + stream.offset) / perElement;
      const last = first + (stream.run + inner) / perElement - 1;
      const [from, to] = [first, last].map((element) => Math.floor((element / size) * owners.length));
      for (let i = Math.max(0, from); i <= Math.min(to, owners.length - 1); ++i)
        owners[i] = owners[i] === -1 || owners[i] === part ? part : -2;
    }
  }
}
