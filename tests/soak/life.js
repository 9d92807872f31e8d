// One thread's part of a soak in Node: rounds of random calls, and what memory its heap and its modules hold after each.
// Import it before the library, whose modules it watches.
import { sampleNodes } from '../random/nodes/example.js';
import { Sequence } from '../random/sequences/sequences.js';
import { memoryBytes, watchMemory } from '../support/memory.js';
import { Soak } from './soak.js';

/** @import { Counts, Library } from './soak.js' */

/** @typedef {{ counts: Counts, heap: number, buffers: number, wasm: number }} Report in bytes */

/** The library must have been initialized with this arena, in bytes. */
export const ARENA = 16 << 20;
/** Nodes of each operator that take turns. */
const NODES = 500;
const FORGET = 0.2;

watchMemory();

export class Life {
  #soaks;
  #libraries;
  #nodes;
  #seed;
  #steps = 0;

  /** @param {readonly Library[]} libraries copies, which take turns @param {number} seed */
  constructor(libraries, seed) {
    const supply = { nodes: sampleNodes(seed, NODES), arena: ARENA, forget: FORGET };
    this.#libraries = libraries;
    this.#nodes = supply.nodes;
    this.#seed = seed * 1000;
    this.#soaks = libraries.map((library, i) => new Soak(library, seed + i, supply));
    for (const soak of this.#soaks) soak.stretch();
  }

  /** @param {number} ms @returns {Report} */
  round(ms) {
    const sequence = new Sequence(this.#libraries, this.#nodes, this.#seed++);
    for (const end = Date.now() + ms; Date.now() < end; this.#steps++) {
      for (const soak of this.#soaks) soak.step();
      sequence.next();
    }
    sequence.end();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const counts = { calls: this.#steps, mistakes: 0, outputs: 0 };
    for (const soak of this.#soaks) {
      counts.calls += soak.counts.calls;
      counts.mistakes += soak.counts.mistakes;
      counts.outputs += soak.counts.outputs;
    }
    return { counts, heap: heapUsed, buffers: arrayBuffers, wasm: memoryBytes() };
  }
}

/** Twice: the second one waits for the first one's buffers to be freed. */
function collect() {
  const { gc } = /** @type {{ gc?: () => void }} */ (globalThis);
  if (gc === undefined) throw new Error('a soak needs node --expose-gc');
  gc();
  gc();
}
