// A pattern, axis by axis: which names make an axis, with their sizes, and where each name goes. The library has checked the pattern
// before; its plan has no names, so they are read here.
import { indexOf, sizeOf, stridesOf, toNamedSizes } from './integers.ts';
import type { AxisWalk } from './walk.ts';

/** An axis of the input or of the output, as the pattern writes it, and the names that make it; several are a group. */
export type Axis = { label: string; names: string[]; sizes: number[] };

export interface Order {
  input: Axis[];
  output: Axis[];
  /** Of all names of the output; `strides` in the input: 0 repeats. */
  sizes: number[];
  strides: number[];
}

export const takesPattern = (op: string) => op === 'Rearrange';

/** @param pattern that is right for `dims` */
export function orderOf(pattern: string, given: string, dims: readonly number[]): Order {
  const [left, right] = pattern.split('->').map((side) => side.match(/\([^)]*\)|[^\s()]+/g) ?? []);
  const known = new Map(
    Object.entries(toNamedSizes(given) ?? {}).map(([name, size]) => [name, Number(size)]),
  );
  const unnamed = Array.from({ length: dims.length + 1 - left.length }, (_, i) => `…${i}`); // if there are any
  const axesOf = (side: readonly string[]) =>
    side.flatMap((label) => {
      if (label === '...') return unnamed.map((name) => ({ label, names: [name] }));
      const words = (label.match(/[^\s()]+/g) ?? []).filter((word) => word !== '1');
      return [{ label, names: words.flatMap((word) => (word === '...' ? unnamed : [word])) }];
    });
  const input = axesOf(left);
  for (const [axis, { names }] of input.entries()) {
    const others = sizeOf(names.map((name) => known.get(name) ?? 1));
    for (const name of names) if (!known.has(name)) known.set(name, dims[axis] / others);
  }
  const [from, to] = [input, axesOf(right)].map((axes) =>
    axes.map((axis) => ({ ...axis, sizes: axis.names.map((name) => known.get(name) as number) })),
  );
  const names = from.flatMap((axis) => axis.names);
  const steps = stridesOf(from.flatMap(({ sizes }) => sizes));
  return {
    input: from,
    output: to,
    sizes: to.flatMap(({ sizes }) => sizes),
    strides: to.flatMap((axis) => axis.names.map((name) => steps[names.indexOf(name)] ?? 0)),
  };
}

/** Where the cell of a position is in the input. */
export const sourceIn = ({ sizes, strides }: Order, position: number) =>
  indexOf(position, sizes).reduce((place, i, at) => place + i * strides[at], 0);

/** The first position of a cell of the input. */
export function positionIn({ sizes, strides }: Order, place: number) {
  const next = stridesOf(sizes);
  return strides.reduce(
    (sum, step, at) => sum + (step === 0 ? 0 : (Math.floor(place / step) % sizes[at]) * next[at]),
    0,
  );
}

/**
 * For each cell of a tensor, its index on the output's first axis that is longer than 1: these planes have colours of their own.
 * @param output null: the input
 */
export function planesOf(
  { output: axes, sizes, strides }: Order,
  output: number | null,
): (place: number) => number {
  const first = axes.findIndex((axis) => sizeOf(axis.sizes) > 1);
  if (first < 0) return () => 0;
  const begin = axes.slice(0, first).flatMap(({ names }) => names).length;
  const end = begin + axes[first].names.length;
  const inner = sizeOf(sizes.slice(end));
  if (output !== null) return (place) => Math.floor(place / inner);
  const next = stridesOf(sizes.slice(begin, end));
  const digits = next.map((by, i) => ({ by, step: strides[begin + i], size: sizes[begin + i] }));
  const known = digits.filter(({ step }) => step > 0);
  return (place) =>
    known.reduce((sum, { by, step, size }) => sum + (Math.floor(place / step) % size) * by, 0);
}

/** The axes of the input, with what becomes of each name. */
export const walkPattern = ({ input, output, sizes }: Order, dims: readonly number[]): AxisWalk[] =>
  input.map(({ label, names, sizes: own }, axis) => ({
    axis,
    label,
    factors: own,
    size: dims[axis],
    drops: false,
    pieces: [{ from: 0, step: 1, count: sizes.includes(0) ? 0 : dims[axis] }],
    lines: names.map((name, i) => ({ name, text: `size ${own[i]}, ${placeOf(name, output)}` })),
  }));

function placeOf(name: string, output: readonly Axis[]) {
  const at = output.findIndex(({ names }) => names.includes(name));
  const { label, names } = output[at];
  return `axis ${at} of the output${names.length > 1 ? `, ${label}` : ''}`;
}

/** What a pattern does, in a sentence. */
export function sayPattern({ input, output, sizes, strides }: Order, dims: readonly number[]) {
  const own = output.flatMap(({ names }) => names);
  const made = own.filter((name) => input.every(({ names }) => !names.includes(name)));
  const known = strides.filter((step, at) => step > 0 && sizes[at] > 1);
  const moves = known.some((step, i) => i > 0 && step > known[i - 1]);
  const shape = output.map((axis) => sizeOf(axis.sizes));
  const turned = `Turns [${dims.join(', ')}] into [${shape.join(', ')}]`;
  const news = made.map((name) => `${name} of size ${sizes[own.indexOf(name)]}`);
  if (news.length > 0) return `${turned}, and repeats the data along ${news.join(' and ')}.`;
  return `${turned}${moves ? '' : ' and keeps the order of all elements'}.`;
}
