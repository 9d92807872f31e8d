// How a cut is carried out: a row per way, with what the plan's moves send that way.
import { sayBytes } from '../say.js';

/** @import { Carried } from '../model/cut.js' */

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {string} means
 * @property {(amount: string) => string} moves
 */

/** @type {readonly Way[]} */
const WAYS = [
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

/** Units of moves that are not bytes. @type {Partial<Record<Carried['unit'], string>>} */
const NOUNS = { element: 'elements', entry: 'strings' };

/**
 * The ways, and what goes each of them; '' for a way that is not used.
 * @param {Carried} carried
 */
export function sayWays({ amounts, unit, isView }) {
  const say = (/** @type {number} */ amount) =>
    unit === 'byte' ? sayBytes(amount) : `${amount.toLocaleString('en')} ${NOUNS[unit]}`;
  /** @type {Record<string, number | undefined>} */
  const used = { ...amounts, ...(isView && { view: 0 }) };
  return WAYS.map(({ name, means, moves }) => {
    const amount = used[name];
    return { name, means, moves: amount === undefined ? '' : moves(say(amount)) };
  });
}
