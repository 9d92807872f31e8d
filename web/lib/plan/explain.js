// A plan in plain sentences: what moves, in which way, and why in that way.

import { arrayLength, unitOf } from '../core/tables.js';
import { WAYS } from '../move/execute.js';

/** @import { Job } from '../move/execute.js' */
/** @import { DType } from '../core/tables.js' */

/** Jobs that get a sentence of their own. */
const MOST = 4;

/**
 * @param {string} op
 * @param {DType} type
 * @param {ArrayLike<number>} dims
 * @param {readonly { dims: readonly number[] }[]} outputs
 * @param {readonly Job[]} jobs
 */
export function explainPlan(op, type, dims, outputs, jobs) {
  const isString = type.bits === 0;
  const amount = count(
    outputs.reduce((sum, output) => sum + sizeOf(output.dims, type), 0),
    isString ? 'string' : 'byte',
  );
  const sentences = [
    `${op} cuts ${type.name} [${Array.from(dims).join(', ')}] into ${count(outputs.length, 'output')}, ${amount} in all.`,
    ...jobs.slice(0, MOST).map((job) => `${subject(job, outputs)} ${predicate(job, isString)}.`),
  ];
  if (jobs.length > MOST) sentences.push(`${count(jobs.length - MOST, 'more job')} like these.`);
  return sentences.join(' ');
}

/**
 * @param {Job} job
 * @param {readonly { dims: readonly number[] }[]} outputs
 */
function subject({ first, streams }, outputs) {
  if (streams > 1) return `Outputs ${first} to ${first + streams - 1}`;
  return `Output ${first}, [${outputs[first].dims.join(', ')}],`;
}

/**
 * @param {Job} job
 * @param {boolean} isString
 */
function predicate(job, isString) {
  const { words, begin, rank, streams, packedBits } = job;
  const verb = streams > 1 ? 'are' : 'is';
  let points = 1;
  for (let i = 0; i < rank; ++i) points *= words[begin + 4 + 2 * i];
  const run = words[begin + 4 + 2 * rank + 1];
  if (run === 0) return `${verb} empty`;
  if (isString) return `${verb} copied by a plain loop, because strings do not enter WebAssembly (scalar)`;
  const pieces =
    packedBits && run === 1
      ? count(points, 'packed element')
      : `${count(points, 'run')} of ${count(run, packedBits ? 'packed element' : 'byte')}`;
  switch (WAYS[job.way].name) {
    case 'runs':
      if (rank === 0)
        return `${verb} one run of the input${streams > 1 ? ' each' : ''}, copied by the host (runs; with view: true, not at all)`;
      return `${verb} ${pieces}${streams > 1 ? ' or so each' : ''}, long enough for the host's own copying (runs)`;
    case 'staged':
      if (streams > 1) {
        return `${verb} interleaved in the input, which passes once, tile by tile, through a kernel in WebAssembly (staged)`;
      }
      return `${verb} gathered from ${pieces} by a kernel in WebAssembly, tile by tile (staged)`;
    default:
      return `${verb} copied by a plain loop, the cheapest way for this (scalar)`;
  }
}

/**
 * Bytes, or strings, of an output of these dims.
 * @param {readonly number[]} dims
 * @param {DType} type
 */
function sizeOf(dims, type) {
  return arrayLength(type, dims) * unitOf(type);
}

/**
 * @param {number} n
 * @param {string} noun
 */
const count = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
