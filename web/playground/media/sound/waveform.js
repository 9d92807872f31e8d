// Draws a sound: the smallest and the largest sample of each column, as one closed path. The worker, which has the samples, uses the
// first half; the page uses the second.
import { h } from '../../dom.ts';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The smallest and the largest sample of each column, over all channels.
 * @param {Float32Array} samples
 * @param {number} columns
 * @returns {Float32Array} two per column
 */
export function peaksOf(samples, columns) {
  const count = Math.min(columns, samples.length);
  const peaks = new Float32Array(2 * count);
  for (let column = 0; column < count; ++column) {
    const end = Math.floor(((column + 1) * samples.length) / count);
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = Math.floor((column * samples.length) / count); i < end; ++i) {
      least = Math.min(least, samples[i]);
      most = Math.max(most, samples[i]);
    }
    peaks[2 * column] = least;
    peaks[2 * column + 1] = most;
  }
  return peaks;
}

/** @param {Float32Array} peaks */
export function pathOf(peaks) {
  const columns = Array.from({ length: peaks.length / 2 }, (_, i) => i);
  const place = (/** @type {number} */ x, /** @type {number} */ peak) =>
    `${x} ${(100 * Math.min(1, Math.max(-1, -peak))).toFixed(1)}`;
  const there = columns.map((i) => place(i + 0.5, peaks[2 * i + 1]));
  const back = columns.reverse().map((i) => place(i + 0.5, peaks[2 * i]));
  return there.length === 0 ? '' : `M${[...there, ...back].join('L')}Z`;
}

/** A drawing that keeps its size, and a cursor that runs over it while the sound plays. */
export class Waveform {
  #path = document.createElementNS(SVG, 'path');
  #svg = document.createElementNS(SVG, 'svg');
  #cursor = h('span', { className: 'cursor' });
  /** @type {Animation | null} */ #running = null;
  element;

  /** @param {string} label */
  constructor(label) {
    this.#svg.setAttribute('preserveAspectRatio', 'none');
    this.#svg.setAttribute('role', 'img');
    this.#svg.setAttribute('aria-label', label);
    this.#svg.append(this.#path);
    this.element = h('div', { className: 'waveform' }, this.#svg, this.#cursor);
  }

  /** @param {Float32Array} peaks */
  show(peaks) {
    this.#svg.setAttribute('viewBox', `0 -100 ${Math.max(1, peaks.length / 2)} 200`);
    this.#path.setAttribute('d', pathOf(peaks));
  }

  /** @param {number} seconds 0: it has ended */
  run(seconds) {
    this.#running?.cancel();
    this.#running = null;
    if (seconds === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const frames = [
      { left: '0%', opacity: 1 },
      { left: '100%', opacity: 1 },
    ];
    this.#running = this.#cursor.animate(frames, { duration: 1000 * seconds });
  }
}
