// How a cut is carried out: a row per way, with what the plan's moves send that way.
import type { Carried } from '../model/cut.ts';
import { sayBytes } from '../say.ts';

const copied = (amount: string) => `${amount} read, ${amount} written`;
const through = (amount: string) => `${amount} copied in, moved by a kernel, and copied out`;

const WAYS: readonly [name: string, means: string, moves: (amount: string) => string][] = [
  ['view', 'no copy: the outputs share the memory of the input', () => 'nothing, with view: true'],
  ['runs', 'long runs, copied by the host', copied],
  ['staged', 'tile by tile through WebAssembly, by a SIMD kernel', through],
  ['scalar', 'a plain loop, the cheapest way for small cuts', copied],
];

/** Units of moves that are not bytes. */
const NOUNS: Partial<Record<Carried['unit'], string>> = { element: 'elements', entry: 'strings' };

/** The ways, and what goes each of them; '' for a way that is not used. */
export function sayWays({ amounts, unit, isView }: Carried) {
  const say = (amount: number) =>
    unit === 'byte' ? sayBytes(amount) : `${amount.toLocaleString('en')} ${NOUNS[unit]}`;
  const used: Record<string, number | undefined> = { ...amounts, ...(isView && { view: 0 }) };
  return WAYS.map(([name, means, moves]) => {
    const amount = used[name];
    return { name, means, moves: amount === undefined ? '' : moves(say(amount)) };
  });
}
