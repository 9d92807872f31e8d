// Random calls of everything public, each compared with the oracle: an endless life of one copy of the library. The same in Node and in
// browsers, on a main thread and in a worker. It gets its nodes from outside, because what draws them is not in every host.
import { judgeNode } from '../random/judge_node.js';
import { judgeRearrange } from '../random/judge_rearrange.js';
import { HEAP } from '../random/placed.js';
import { Random } from '../random/random.js';
import { Arena } from './arena.js';

/** @import { Node } from '../../web/conformance/corpus_line.js' */

/** @typedef {typeof import('microtome')} Library */
/** @typedef {{ nodes: readonly Node[], arena: number, forget: number }} Supply bytes of the arena, or 0; the share of its arrays that are left to the collector */
/** @typedef {{ calls: number, mistakes: number, outputs: number }} Counts */

const REARRANGED = 0.2;

/** A cut into many pieces, told by a list, which makes the longest words. @param {number} pieces @param {number} size @returns {Node} */
const manyPieces = (pieces, size) => ({
  op_type: 'VariadicSplit',
  opset: 1,
  type: 'float32',
  dims: [pieces, size],
  attributes: new Map(),
  inputs: new Map([
    ['axis', { type: 'int64', dims: [], values: [0n] }],
    ['split_lengths', { type: 'int64', dims: [pieces], values: new Array(pieces).fill(1n) }],
  ]),
});

/** Channels apart, of many tiles. @param {number} size @returns {Node} */
const channels = (size) => ({
  op_type: 'Split',
  opset: 18,
  type: 'uint16',
  dims: [size, 4],
  inputs: new Map(),
  attributes: new Map([
    ['axis', { type: '', dims: [], values: [1n] }],
    ['num_outputs', { type: '', dims: [], values: [4n] }],
  ]),
});

const LARGEST = [manyPieces(5000, 16), channels(100_000)];

/** A short life. @param {Library} library that has been initialized @param {number} seed @param {number} calls @param {Supply} supply */
export function live(library, seed, calls, supply) {
  const soak = new Soak(library, seed, supply);
  try {
    while (soak.counts.calls < calls) soak.step();
  } finally {
    soak.end();
  }
  return soak.counts;
}

export class Soak {
  #library;
  #seed;
  #nodes;
  #arena;
  /** @type {Counts} */ counts = { calls: 0, mistakes: 0, outputs: 0 };

  /** @param {Library} library that has been initialized @param {number} seed @param {Supply} supply */
  constructor(library, seed, { nodes, arena, forget }) {
    this.#library = library;
    this.#seed = seed;
    this.#nodes = nodes;
    this.#arena = arena > 0 ? new Arena(library, forget) : undefined;
  }

  /** The largest calls, so that what grows with the largest has grown. */
  stretch() {
    for (const node of LARGEST) judgeNode(this.#library, new Random(this.#seed), node);
  }

  /** One more call. Its random numbers depend on the seed and on how many there were. */
  step() {
    const random = new Random(this.#seed * 1_000_003 + this.counts.calls);
    this.counts.calls += 1;
    const place = this.#arena?.place ?? HEAP;
    try {
      if (random.chance(REARRANGED)) judgeRearrange(this.#library, random, place);
      else {
        const outputs = judgeNode(this.#library, random, random.pick(this.#nodes), place);
        this.counts.outputs += outputs;
        if (outputs === 0) this.counts.mistakes += 1;
      }
      this.#arena?.clear(random);
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : cause;
      throw new Error(`seed ${this.#seed}, call ${this.counts.calls}: ${what}`, { cause });
    }
  }

  /** Gives back what it has of the arena. */
  end() {
    this.#arena?.end();
  }
}
