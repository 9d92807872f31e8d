// How a cut is carried out: a row per way, with what the plan's moves send that way.
import type { Carried } from '../model/cut.ts';
import { sayBytes } from '../say.ts';

interface Way {
  name: string;
  means: string;
  moves: (amount: string) => string;
}

const WAYS: readonly Way[] = [
  {
    name: 'view',
    means: 'no copy: the outputs share the memory of the input',
    moves: () => 'nothing, with view: true',
  },
  {
    name: 'runs',
    means: 'long runs, copied by the host',
    moves: (amount) => `${amount} read, ${amount} written`,
  },
  {
    name: 'staged',
    means: 'tile by tile through WebAssembly, by a SIMD kernel',
    moves: (amount) => `${amount} copied in, moved by a kernel, and copied out`,
  },
  {
    name: 'scalar',
    means: 'a plain loop, the cheapest way for small cuts',
    moves: (amount) => `${amount} read, ${amount} written`,
  },
];

/** Units of moves that are not bytes. */
const NOUNS: Partial<Record<Carried['unit'], string>> = { element: 'elements', entry: 'strings' };

/** The ways, and what goes each of them; '' for a way that is not used. */
export function sayWays({ amounts, unit, isView }: Carried) {
  const say = (amount: number) =>
    unit === 'byte' ? sayBytes(amount) : `${amount.toLocaleString('en')} ${NOUNS[unit]}`;
  const used: Record<string, number | undefined> = { ...amounts, ...(isView && { view: 0 }) };
  return WAYS.map(({ name, means, moves }) => {
    const amount = used[name];
    return { name, means, moves: amount === undefined ? '' : moves(say(amount)) };
  });
}
