// Cuts pictures over and over: a plan per job for as long as sizes stay, and one array per job that outputs are parts of.
import { chosenView } from '../cut/cut.js';
import { PlannedCut } from '../cut/planned.js';
import { countOf } from '../cut/views.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Pixels } from './picture.js' */

/** @typedef {{ dims: readonly number[], data: Uint8ClampedArray<ArrayBuffer> }} Part */
/** @typedef {{ key: string, planned: PlannedCut, parts: Part[], out: Uint8ClampedArray<ArrayBuffer>[] }} Kept */

export class Cutter {
  /** @type {Map<string, Kept>} */ #kept = new Map();
  /** @type {Map<string, Uint8ClampedArray<ArrayBuffer>>} */ #arrays = new Map();

  /**
   * @param {string} name of the job
   * @param {Pixels} image
   * @param {Cut} cut
   * @returns {{ parts: Part[], ms: number }} parts are overwritten by the next cut of this name
   */
  run(name, image, cut) {
    const view = chosenView(image, cut);
    const { planned, parts, out } = this.#planFor(name, view.sizes, cut);
    const since = performance.now();
    planned.run(image.data, view, out);
    return { parts, ms: performance.now() - since };
  }

  /**
   * @param {string} name
   * @param {readonly number[]} sizes
   * @param {Cut} cut
   * @returns {Kept}
   */
  #planFor(name, sizes, { splits }) {
    const key = JSON.stringify([sizes, splits]);
    const kept = this.#kept.get(name);
    if (kept?.key === key) return kept;
    const planned = new PlannedCut('uint8', sizes, splits);
    const array = this.#arrayFor(name, countOf(sizes));
    let end = 0;
    const parts = planned.outputs.map((dims) => {
      const start = end;
      end += countOf(dims);
      return { dims, data: array.subarray(start, end) };
    });
    const made = { key, planned, parts, out: parts.map(({ data }) => data) };
    this.#kept.set(name, made);
    return made;
  }

  /**
   * @param {string} name
   * @param {number} length
   */
  #arrayFor(name, length) {
    const array = this.#arrays.get(name);
    if (array && array.length >= length) return array;
    const larger = new Uint8ClampedArray(length);
    this.#arrays.set(name, larger);
    return larger;
  }
}
