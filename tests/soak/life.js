// One thread's part of a soak in Node: rounds of random calls, and what memory its heap and its modules hold after each.
// Import it before the library, whose modules it watches.
import { wasmBytes } from '../bench/measure/wasm_memory.js';
import { Soak } from './soak.js';

/** @import { Limits } from '../random/cuts.js' */
/** @import { Counts } from './soak.js' */
/** @import { Library } from '../random/spell.js' */

/** @typedef {{ counts: Counts, heap: number, buffers: number, wasm: number }} Report in bytes */

/** With the largest inputs of tens of MiB. The library must have been initialized with this arena. @type {Limits} */
export const LIMITS = { bytes: 32 << 20, pieces: 5000, arena: 16 << 20, forget: 0.2 };

export class Life {
  #soaks;

  /** @param {readonly Library[]} libraries copies, which take turns @param {number} seed */
  constructor(libraries, seed) {
    this.#soaks = libraries.map((library, i) => new Soak(library, seed + i, LIMITS));
    for (const soak of this.#soaks) soak.stretch();
  }

  /** @param {number} ms @returns {Report} */
  round(ms) {
    for (const end = Date.now() + ms; Date.now() < end; ) for (const soak of this.#soaks) soak.step();
    for (const soak of this.#soaks) soak.checkInputs();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const counts = { calls: 0, mistakes: 0, bytes: 0 };
    for (const soak of this.#soaks) {
      counts.calls += soak.counts.calls;
      counts.mistakes += soak.counts.mistakes;
      counts.bytes += soak.counts.bytes;
    }
    return { counts, heap: heapUsed, buffers: arrayBuffers, wasm: wasmBytes() };
  }
}

/** Twice: the second one waits for the first one's buffers to be freed. */
function collect() {
  const { gc } = /** @type {{ gc?: () => void }} */ (globalThis);
  if (gc === undefined) throw new Error('a soak needs node --expose-gc');
  gc();
  gc();
}
