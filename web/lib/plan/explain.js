// A plan in a few plain sentences: what moves, in which way, and why in that way.

/** @import { Move } from '../types.js' */

/** Moves that get a sentence of their own. */
const MOST_SENTENCES = 4;

/**
 * @param {string} op
 * @param {{ type: string, dims: ArrayLike<number> }} input
 * @param {readonly { dims: readonly number[] }[]} outputs
 * @param {readonly Move[]} moves
 * @param {number} amount bytes of all outputs, or strings
 */
export function explainPlan(op, { type, dims }, outputs, moves, amount) {
  const noun = type === 'string' ? 'string' : 'byte';
  const sentences = [
    `${op} cuts ${type} [${Array.from(dims).join(', ')}] into ${count(outputs.length, 'output')}, ${count(amount, noun)} in all.`,
    ...moves.slice(0, MOST_SENTENCES).map((move) => `${subject(move, outputs)} ${predicate(move)}.`),
  ];
  if (moves.length > MOST_SENTENCES)
    sentences.push(`${count(moves.length - MOST_SENTENCES, 'more move')} like these.`);
  const empty = outputs.filter((output) => output.dims.includes(0)).length;
  if (empty > 0) sentences.push(`${count(empty, 'output')} ${empty === 1 ? 'is' : 'are'} empty.`);
  return sentences.join(' ');
}

/**
 * @param {Move} move
 * @param {readonly { dims: readonly number[] }[]} outputs
 */
function subject({ streams }, outputs) {
  const [{ output }] = streams;
  if (streams.length > 1) return `Outputs ${output} to ${output + streams.length - 1}`;
  return `Output ${output}, [${outputs[output].dims.join(', ')}],`;
}

/** @param {Move} move */
function predicate({ way, unit, sizes, streams }) {
  const several = streams.length > 1;
  const verb = several ? 'are' : 'is';
  if (unit === 'entry')
    return `${verb} copied by a plain loop, because strings do not enter WebAssembly (scalar)`;
  const runs = sizes.reduce((product, size) => product * size, 1);
  const [{ run }] = streams;
  const noun = unit === 'element' ? 'packed element' : 'byte';
  const pieces =
    unit === 'element' && run === 1 ? count(runs, noun) : `${count(runs, 'run')} of ${count(run, noun)}`;
  switch (way) {
    case 'runs':
      if (sizes.length === 0)
        return `${verb} one run of the input${several ? ' each' : ''}, copied by the host (runs; with view: true, not at all)`;
      return `${verb} ${pieces}${several ? ' or so each' : ''}, long enough for the host's own copying (runs)`;
    case 'staged':
      if (several) {
        return `${verb} interleaved in the input, which passes once, tile by tile, through a kernel in WebAssembly (staged)`;
      }
      return `${verb} gathered from ${pieces} by a kernel in WebAssembly, tile by tile (staged)`;
    default:
      return `${verb} copied by a plain loop, the cheapest way for this (scalar)`;
  }
}

/**
 * @param {number} n
 * @param {string} noun
 */
const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
