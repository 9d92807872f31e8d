import { toNamedSizes } from './typed.ts';
// A pattern, name by name: which names make an axis, with their sizes. The library has checked the pattern before; its plan has no
// names, so they are read here.

/** An axis of the input or of the output, as the pattern writes it, and the names that make it; several are a group. */
export type Axis = { label: string; names: string[]; sizes: number[] };

export interface Order {
  input: Axis[];
  output: Axis[];
}

/** @param pattern that is right for `dims` */
export function orderOf(pattern: string, given: string, dims: readonly number[]): Order {
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
