// Cuts the same data over and over, as pictures are while a selection is dragged: plans are kept while the cut stays the same,
// and output arrays while their sizes do.
import { allocateFor, planCut, runnerOf } from './cut.js';

/** @import { Cut, Part, Source } from './cut.js' */

/** @typedef {{ dims: readonly number[], data: any }} Made */
/** @typedef {{ key: string, data: any, parts: Part[], sizes: string, made: Made[], run: () => void }} Kept */

export class Cutter {
  /** @type {Map<string, Kept>} */ #kept = new Map();

  /**
   * @param {string} name of the job
   * @param {Source} source
   * @param {Cut} cut
   * @returns {{ made: Made[], ms: number }} the outputs, which the next cut of this name may overwrite
   */
  run(name, source, cut) {
    const { made, run } = this.#prepare(name, source, cut);
    const since = performance.now();
    run();
    return { made, ms: performance.now() - since };
  }

  /**
   * @param {string} name
   * @param {Source} source
   * @param {Cut} cut
   * @returns {Kept}
   */
  #prepare(name, source, cut) {
    const { data } = source;
    const key = JSON.stringify([source.dims, cut]);
    const last = this.#kept.get(name);
    if (last?.key === key && last.data === data) return last;
    const parts = last?.key === key ? last.parts : planCut(source, cut);
    const dims = parts.flatMap(({ planned }) => planned.outputs.map((output) => output.dims));
    const sizes = JSON.stringify(dims);
    const made = last?.sizes === sizes ? last.made : makeOutputs(parts, dims, data);
    const run = runnerOf(
      parts,
      data,
      made.map((output) => output.data),
    );
    const kept = { key, data, parts, sizes, made, run };
    this.#kept.set(name, kept);
    return kept;
  }
}

/**
 * @param {readonly Part[]} parts
 * @param {readonly (readonly number[])[]} dims
 * @param {any} like
 */
const makeOutputs = (parts, dims, like) =>
  allocateFor(parts, like).map((data, i) => ({ dims: dims[i], data }));
