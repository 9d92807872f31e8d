// A cell and its twin: which cell of an output comes from which cell of the input, and the arithmetic between them, such as
// `5 = 7 + 1 * (-2)`. It follows from what each axis takes, so it costs the same for tensors of any size.
import type { Result } from './cut.ts';
import { indexOf, sizeOf, stridesOf } from './integers.ts';
import { positionIn, sourceIn } from './pattern.ts';
import { valueAt } from './values.ts';
import { pieceOf } from './walk.ts';

/**
 * A cell of a part; `output: null`: of the whole. A part is an output of a cut, or an input of a join; -1: the base of a join.
 */
export type Cell = { output: number | null; place: number };

export interface Twins {
  place: number; // in the whole
  index: number[]; // in the whole
  taken: { output: number; position: number; index: number[] } | null; // null: no part has it
  arithmetic: { axis: number; label?: string; text: string }[]; // of the axes that are cut
}

/** What decides which cells are twins. */
type Taken = Pick<Result, 'dims' | 'walk' | 'shift' | 'hasBase' | 'order'>;

/** For each cell of a part, its place in the whole. */
export function placesOf({ dims, walk, shift, order }: Taken, output: number): (position: number) => number {
  if (output < 0) return (position) => position;
  if (order) return (position) => sourceIn(order, position);
  const taken = dims.map((count, axis) => {
    const piece = walk.find((each) => each.axis === axis)?.pieces[output];
    return piece ?? { from: 0, step: 1, count };
  });
  const sizes = taken.map(({ count }) => count); // an axis that is dropped has one index
  const strides = stridesOf(dims);
  return (position) => {
    const index = indexOf(position, sizes);
    return taken.reduce((place, { from, step }, axis) => {
      const i = from + index[axis] * step;
      return place + (shift?.axis === axis ? (i + shift.by[index[0]]) % dims[axis] : i) * strides[axis];
    }, 0);
  };
}

/** Where an index is before its batch item is shifted. @param i along the axis of the shift */
const unshift = ({ dims, shift }: Taken, item: number, i: number) =>
  shift ? (i - shift.by[item] + dims[shift.axis]) % dims[shift.axis] : i;

/**
 * For each cell of the whole, the part that has it; -1: none, or the base.
 * @param along axes that count, if the others are asked about separately
 */
export function ownersOf(result: Taken, along?: readonly number[]): (place: number) => number {
  const { dims, walk, shift } = result;
  const strides = stridesOf(dims);
  const axes = walk
    .filter(({ axis }) => along?.includes(axis) ?? true)
    .map(({ axis, size, pieces }) => ({ stride: strides[axis], size, pieces }));
  return (place) => {
    let output = 0; // one axis at most has several pieces
    for (const { stride, size, pieces } of axes) {
      const index = dims.length === 1 ? place : Math.floor(place / stride) % size;
      const piece = pieceOf(pieces, shift ? unshift(result, Math.floor(place / strides[0]), index) : index);
      if (piece < 0) return -1;
      output = Math.max(output, piece);
    }
    return output;
  };
}

/** @returns null: there is no such cell */
export function twinsOf(result: Taken & Pick<Result, 'count'>, { output, place }: Cell): Twins | null {
  const { dims, count, walk, hasBase, shift, order } = result;
  const from = output === null ? place : placesOf(result, output)(place);
  if (!(from >= 0 && from < sizeOf(dims)) || (count === 0 && !hasBase)) return null;
  const index = indexOf(from, dims);
  const owner = ownersOf(result)(from);
  const before = index.map((i, axis) => (shift?.axis === axis ? unshift(result, index[0], i) : i));
  if (owner < 0) {
    const missed = walk.filter(({ axis, pieces }) => pieceOf(pieces, before[axis]) < 0);
    const says = hasBase ? 'is not written' : 'is not taken';
    const arithmetic = missed.map(({ axis }) => ({ axis, text: `${index[axis]} ${says}` }));
    return { place: from, index, taken: hasBase ? { output: -1, position: from, index } : null, arithmetic };
  }
  if (output === -1) return { place: from, index, taken: null, arithmetic: [] };
  if (order) {
    const position = output === null ? positionIn(order, from) : place;
    const inOutput = indexOf(position, order.output.map(({ sizes }) => sizeOf(sizes))); // biome-ignore format: a call
    const sums = walk.map(({ axis, label, factors = [] }) => ({
      axis,
      label,
      text: sayIndex(index[axis], factors),
    }));
    return { place: from, index, taken: { output: 0, position, index: inOutput }, arithmetic: sums };
  }
  const inOutput = [...index];
  const shape = [...dims];
  const arithmetic = walk.map(({ axis, pieces }) => {
    const { from: first, step, count: size } = pieces[owner];
    const i = (before[axis] - first) / step + 0; // no -0
    [inOutput[axis], shape[axis]] = [i, size];
    const start = shift ? shift.by[index[0]] : first;
    const product = step === 1 ? `${i}` : `${i} * ${step < 0 ? `(${step})` : step}`;
    const around = start + i * step === index[axis] ? '' : ` - ${dims[axis]}`;
    return { axis, text: `${index[axis]} = ${start} + ${product}${around}` };
  });
  const strides = stridesOf(shape);
  const position = inOutput.reduce((sum, i, axis) => sum + i * strides[axis], 0);
  const kept = inOutput.filter((_, axis) => !walk.some((each) => each.axis === axis && each.drops));
  return { place: from, index, taken: { output: owner, position, index: kept }, arithmetic };
}

/** `5`, or in a group of 3 and 2 `5 = 2 * 2 + 1`. */
function sayIndex(index: number, factors: readonly number[]) {
  if (factors.length < 2) return String(index);
  const strides = stridesOf(factors);
  const terms = indexOf(index, factors).map((i, at) =>
    strides[at] === 1 ? `${i}` : `${i} * ${strides[at]}`,
  );
  return `${index} = ${terms.join(' + ')}`;
}

/**
 * For each cell of a tensor, where its value is in the inputs, which are numbered through: the first cell of an input follows the
 * last of the one before.
 * @param output null: the whole
 */
export function sourcesOf(result: Result, output: number | null): (place: number) => number {
  if (!result.joins) return placesOf(result, output ?? -1);
  if (output !== null) {
    const start = startOf(result, output);
    return (place) => start + place;
  }
  return (place) => {
    const { output: part = -1, position = place } = twinsOf(result, { output: null, place })?.taken ?? {};
    return startOf(result, part) + position;
  };
}

/** What the cells of a tensor hold. @param output null: the whole */
export function heldBy(result: Result, output: number | null): (place: number) => string {
  const { data, type } = result.state;
  const sourceOf = sourcesOf(result, output);
  return (place) => {
    const source = sourceOf(place);
    return data?.[source] ?? valueAt(type, source);
  };
}

/** How many cells the inputs before a part have. @param result of a join */
export function startOf({ dims, walk, hasBase }: Result, part: number) {
  if (part < 0) return 0;
  if (hasBase) return sizeOf(dims);
  const [{ axis, pieces }] = walk;
  const each = sizeOf(dims.filter((_, i) => i !== axis));
  return pieces[part].from * each;
}

/** How many cells the inputs have. */
export const cellsOf = ({ dims, hasBase, parts }: Result) => sizeOf(dims) + (hasBase ? sizeOf(parts[0]) : 0);
