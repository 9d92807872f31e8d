// A plan in a few plain sentences: what moves, in which way, and why in that way.
import type { Version } from '../core/operators.ts';
import { partOf } from '../core/wire.ts';
import { lineOf } from '../move/lines.ts';
import { onceOf, repeatedAxis } from '../move/repeats.ts';
import { countOf } from '../shape.ts';
import type { Move } from '../types.ts';

/** Moves that get a sentence of their own. */
const MOST_SENTENCES = 4;

interface Sized {
  readonly dims: readonly number[];
}

/** @param type of all tensors @param width of an entry @param amount bytes of all outputs, or strings */
export function explainPlan(
  { op, joins }: Version,
  type: string,
  width: number,
  inputs: readonly Sized[],
  outputs: readonly Sized[],
  moves: readonly Move[],
  amount: number,
): string {
  const size = count(amount, type === 'string' ? 'string' : 'byte');
  const what = joins
    ? `joins ${count(inputs.length, 'tensor')} into ${type} [${outputs[0].dims.join(', ')}], ${size}`
    : `cuts ${type} [${inputs[0].dims.join(', ')}] into ${count(outputs.length, 'output')}, ${size} in all`;
  const parts = joins ? inputs : outputs;
  const sentences = [
    `${op} ${what}.`,
    ...moves
      .slice(0, MOST_SENTENCES)
      .map((move) => `${subject(move, joins, parts)} ${predicate(move, joins, width)}.`),
  ];
  if (moves.length > MOST_SENTENCES)
    sentences.push(`${count(moves.length - MOST_SENTENCES, 'more move')} like these.`);
  const empty = outputs.filter((output) => output.dims.includes(0)).length;
  if (empty > 0) sentences.push(`${count(empty, 'output')} ${empty === 1 ? 'is' : 'are'} empty.`);
  return sentences.join(' ');
}

function subject({ streams }: Move, joins: boolean, parts: readonly Sized[]): string {
  const part = partOf(streams[0]);
  const noun = joins ? 'Input' : 'Output';
  if (streams.length > 1) return `${noun}s ${part} to ${part + streams.length - 1}`;
  return `${noun} ${part}, [${parts[part].dims.join(', ')}],`;
}

function predicate(move: Move, joins: boolean, width: number): string {
  const axis = repeatedAxis(move, width);
  const line = lineOf(axis < 0 ? move : onceOf(move, axis), width);
  const repeated = axis < 0 ? '' : `, once; the host copies it ${count(move.sizes[axis] - 1, 'time')} more`;
  const { way, unit, sizes, streams, convert } = move;
  const several = streams.length > 1;
  const verb = several ? 'are' : 'is';
  const whole = joins ? 'output' : 'input';
  if (unit === 'entry')
    return `${verb} copied by a plain loop, because strings are not stored in WebAssembly (scalar)`;
  const runs = countOf(sizes);
  const [{ run }] = streams;
  const noun = unit === 'byte' ? 'byte' : convert === undefined ? 'packed element' : 'element';
  const pieces =
    unit === 'element' && run === 1 ? count(runs, noun) : `${count(runs, 'run')} of ${count(run, noun)}`;
  switch (way) {
    case 'runs':
      if (sizes.length === 0)
        return `${verb} one run of the ${whole}${several ? ' each' : ''}, copied by the host (runs${joins ? '' : '; with view: true, not at all'})`;
      return `${verb} ${pieces}${several ? ' or so each' : ''}, long enough for the host's own copying${repeated} (runs)`;
    case 'staged': {
      const how = several
        ? `interleaved in the ${whole}, and moved`
        : `${joins ? 'scattered to' : 'gathered from'} ${pieces}`;
      return `${verb} ${how} by a kernel in WebAssembly, tile by tile${repeated} (staged)`;
    }
    case 'scalar':
      return `${verb} ${line ? `${line} by the host` : 'copied by a plain loop'}, the cheapest way for this${repeated} (scalar)`;
  }
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
