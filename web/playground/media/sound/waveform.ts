// Draws a sound: the smallest and the largest sample of each column, as one closed path. The worker, which has the samples, uses the
// first half; the page uses the second.
import { h, svg } from '../../dom.ts';

/** The smallest and the largest sample of each column, over all channels. @returns two per column */
export function peaksOf(samples: Float32Array, columns: number): Float32Array {
  const count = Math.min(columns, samples.length);
  const peaks = new Float32Array(2 * count);
  for (let column = 0; column < count; ++column) {
    const end = Math.floor(((column + 1) * samples.length) / count);
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = Math.floor((column * samples.length) / count); i < end; ++i) {
      least = Math.min(least, samples[i]);
      most = Math.max(most, samples[i]);
    }
    peaks.set([least, most], 2 * column);
  }
  return peaks;
}

function pathOf(peaks: Float32Array) {
  const columns = Array.from({ length: peaks.length / 2 }, (_, i) => i);
  const place = (x: number, peak: number) => `${x} ${(100 * Math.min(1, Math.max(-1, -peak))).toFixed(1)}`;
  const there = columns.map((i) => place(i + 0.5, peaks[2 * i + 1]));
  const back = columns.reverse().map((i) => place(i + 0.5, peaks[2 * i]));
  return there.length === 0 ? '' : `M${[...there, ...back].join('L')}Z`;
}

/**
 * Drawings that keep their size, each with a cursor that runs over it while the sound plays.
 * @param all peaks
 * @param name of one, or of each with its number
 */
export const drawWaves = (all: readonly Float32Array[], name: string) =>
  all.map((peaks, i) => {
    const label = all.length > 1 ? `${name} ${i}` : name;
    const box = { viewBox: `0 -100 ${Math.max(1, peaks.length / 2)} 200`, preserveAspectRatio: 'none' };
    const wave = svg('svg', { ...box, role: 'img', 'aria-label': label }, svg('path', { d: pathOf(peaks) }));
    const cursor = h('span.cursor');
    let running: Animation | undefined;
    return {
      element: h('div.waveform', wave, cursor),
      /** @param seconds 0: it has ended */
      run(seconds: number) {
        running?.cancel();
        if (seconds === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        const frames = ['0%', '100%'].map((left) => ({ left, opacity: 1 }));
        running = cursor.animate(frames, { duration: 1000 * seconds });
      },
    };
  });
