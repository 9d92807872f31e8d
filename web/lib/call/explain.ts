// A plan in a few plain sentences: what moves, in which way, and why in that way.
import { countInWords } from '../base/mistake.ts';
import type { Version } from '../core/operators.ts';
import { endOf, REPEATED } from '../core/record.ts';
import type { Decision } from '../core/wire.ts';
import { countOf } from '../shape.ts';
import type { ElementTypeRow, Loop, Move } from '../types.ts';

/** Most moves that get a sentence each. */
const MOST_SENTENCES = 4;

interface Sized {
  readonly dims: readonly number[];
}

/** The repeated axis of each move, which `copyWithin` repeats; -1: none. */
export function repeatsIn({ words, first, count }: Decision): number[] {
  const repeats = new Array(count);
  for (let i = 0, at = first; i < count; ++i, at = endOf(words, at)) repeats[i] = words[at + REPEATED];
  return repeats;
}

/** @param row the type of all tensors @param repeats of each move @param amount bytes of all outputs, or strings */
export function explainPlan(
  { op, joins, neverViews, fills, assigns }: Version,
  { name: type, bits }: ElementTypeRow,
  inputs: readonly Sized[],
  outputs: readonly Sized[],
  moves: readonly Move[],
  repeats: readonly number[],
  amount: number,
): string {
  const size = count(amount, type === 'string' ? 'string' : 'byte');
  const [first, second] = inputs.slice(0, 2).map(({ dims }) => `[${dims.join(', ')}]`);
  const to = outputs[0] && `[${outputs[0].dims.join(', ')}]`;
  const what = assigns
    ? `writes ${second === undefined ? `one ${type}` : `${type} ${second}`} into ${first}, ${size}`
    : fills
      ? `pads ${type} ${first} to ${to}, ${size}`
      : joins
        ? `joins ${count(inputs.length, 'tensor')} into ${type} ${to}, ${size}`
        : neverViews
          ? `gathers ${type} ${first} into ${to}, ${size}`
          : `cuts ${type} ${first} into ${count(outputs.length, 'output')}, ${size} in all`;
  const parts = joins ? inputs : outputs;
  const sentences = [
    `${op} ${what}.`,
    ...moves
      .slice(0, MOST_SENTENCES)
      .map(
        (move, i) =>
          `${subject(move, joins, parts)} ${predicate(move, joins, neverViews, repeats[i], bits)}.${describeGaps(move)}`,
      ),
  ];
  if (moves.length > MOST_SENTENCES)
    sentences.push(`${count(moves.length - MOST_SENTENCES, 'more move')} like these.`);
  const empty = outputs.filter((output) => output.dims.includes(0)).length;
  if (empty > 0) sentences.push(`${count(empty, 'output')} ${empty === 1 ? 'is' : 'are'} empty.`);
  return sentences.join(' ');
}

/** How many listed positions are outside the axis. Loops over packed elements and strings fill these, too. */
const gapsOf = ({ positions, unit }: Move) =>
  unit === 'byte' && positions ? positions.list.filter((position) => position < 0).length : 0;

/** The places of these positions are filled after the others have been copied. */
function describeGaps(move: Move): string {
  const gaps = gapsOf(move);
  return gaps === 0 || gaps === move.positions?.list.length
    ? ''
    : ` The JavaScript engine fills the place of ${count(gaps, 'position')} outside the axis.`;
}

function subject({ streams }: Move, joins: boolean, parts: readonly Sized[]): string {
  const [{ output, input }] = streams;
  const part = (output ?? input) as number;
  const noun = joins ? 'Input' : 'Output';
  if (streams.length > 1) return `${noun}s ${part} to ${part + streams.length - 1}`;
  if (parts[part] === undefined) return 'The value';
  return `${noun} ${part}, [${parts[part].dims.join(', ')}],`;
}

/** What `reverse` and `fill` do to lines. */
const LINES: Partial<Record<Loop, string>> = { reverse: 'reversed', fill: 'filled' };

function predicate(move: Move, joins: boolean, neverViews: boolean, axis: number, bits: number): string {
  const { way, loop, unit, sizes, streams, convert, positions } = move;
  const line = loop && LINES[loop];
  const repeated =
    axis < 0 ? '' : `, once; the JavaScript engine copies it ${count(sizes[axis] - 1, 'time')} more`;
  const several = streams.length > 1;
  const verb = several ? 'are' : 'is';
  const whole = joins ? 'output' : 'input';
  const listed = positions && ` at ${count(positions.list.length, 'listed position')}`;
  if (positions && gapsOf(move) === positions.list.length)
    return `${verb} filled by the JavaScript engine, because every listed position is outside the axis (${way})`;
  if (unit === 'entry')
    return `${verb} copied${listed ?? ''} by a plain loop, because strings are not stored in WebAssembly (scalar)`;
  const runs = countOf(sizes);
  const [{ run }] = streams;
  const noun = unit === 'byte' ? 'byte' : convert === undefined ? 'packed element' : 'element';
  const isOne = unit === 'element' ? run === 1 : listed !== undefined && run * 8 === bits;
  const pieces = isOne
    ? count(runs, listed ? 'single element' : noun)
    : `${count(runs, 'run')} of ${count(run, noun)}`;
  switch (way) {
    case 'runs':
      if (sizes.length === 0)
        return `${verb} one run of the ${whole}${several ? ' each' : ''}, copied by the JavaScript engine (runs${neverViews ? '' : '; with view: true, not at all'})`;
      if (listed) return `${verb} ${pieces}${listed}, copied by the JavaScript engine (runs)`;
      return `${verb} ${pieces}${several ? ' or so each' : ''}, long enough for the JavaScript engine to copy them${repeated} (runs)`;
    case 'staged': {
      const how = several
        ? `interleaved in the ${whole}, and moved`
        : `${joins ? 'scattered to' : 'gathered from'} ${pieces}`;
      return `${verb} ${how} by a kernel in WebAssembly, tile by tile${repeated} (staged)`;
    }
    case 'scalar':
      return `${verb} ${listed ? `${pieces}${listed}, ` : ''}${line ? `${line} by the JavaScript engine` : 'copied by a plain loop'}, the cheapest way for this${repeated} (scalar)`;
  }
}

const count = (n: number, noun: string) => `${countInWords(n)} ${noun}${n === 1 ? '' : 's'}`;
