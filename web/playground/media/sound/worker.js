// The sound panel's worker: holds the samples, interleaved as in files, and cuts, draws and times them.
import { split } from '../../../lib/index.js';
import { Moved, serve } from '../../background/serve.ts';
import { startLibrary } from '../../shell/library.ts';
import { Cutter } from '../cut/cutter.js';
import { writeNpy } from '../files/npy.js';
import { writeWav } from '../files/wav.js';
import { contest } from '../timing/contest.js';
import { JOBS } from './jobs.js';
import { synthesize } from './synthesize.js';
import { peaksOf } from './waveform.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Decoded } from './source.js' */

/** @typedef {{ dims: readonly number[], data: Float32Array<ArrayBuffer> }} Part */

const COLUMNS = 800;
const MOST_WINDOWS = 24;
const WINDOW_COLUMNS = 80;

/** @type {{ type: 'float32', dims: number[], data: Float32Array<ArrayBuffer> }} */
let held;
const cutter = new Cutter();

serve({
  /** @param {Decoded | null} sound null: the built-in sound */
  async hold(sound) {
    await startLibrary();
    const { channels, rate } = sound ?? synthesize();
    const [length, count] = [channels[0].length, channels.length];
    const data = new Float32Array(length * count);
    channels.forEach((channel, c) => {
      for (let i = 0; i < length; ++i) data[i * count + c] = channel[i];
    });
    held = { type: 'float32', dims: [length, count], data };
    return { length, count, rate, peaks: channels.map((channel) => peaksOf(channel, COLUMNS)) };
  },
  contest: ({ cut, withPeer }, tell) => contest({ source: held, cut, withPeer }, tell),
  /** @param {Record<string, Cut>} cuts by job */
  cut(cuts, tell) {
    return JOBS.map(({ name, title }, i) => {
      tell(i / JOBS.length, title);
      const { made, ms } = cutter.run(name, held, cuts[name]);
      return { name, ms, parts: made.map(draw) };
    });
  },
  /** The channels of an output, to be played, windows one after the other. */
  part({ name, index, cut }) {
    const { dims, data } = partOf(name, index, cut);
    const channels = dims.at(-1) ?? 1;
    const sound = { type: /** @type {const} */ ('float32'), dims: [data.length / channels, channels], data };
    const outputs = split(sound, { axis: 1, num_outputs: channels }).map((tensor) => tensor.data);
    return new Moved(
      outputs,
      outputs.map(({ buffer }) => buffer),
    );
  },
  write({ name, index, cut, format, rate }) {
    const { dims, data } = partOf(name, index, cut);
    const channels = dims.at(-1) ?? 1;
    if (format === 'wav') return new Blob([writeWav(data, { channels, rate })], { type: 'audio/wav' });
    return new Blob(/** @type {BlobPart[]} */ (writeNpy({ type: 'float32', dims: [...dims], data })));
  },
});

/**
 * Cut again: another worker may have cut it before.
 * @param {string} name of the job
 * @param {number} index of the output
 * @param {Cut} cut of the job
 * @returns {Part}
 */
const partOf = (name, index, cut) => cutter.run(name, held, cut).made[index];

/** @param {Part} part with three axes: windows, which are drawn one by one */
function draw({ dims, data }) {
  if (dims.length === 2) return { dims, peaks: [peaksOf(data, COLUMNS)] };
  const size = dims[1] * dims[2];
  const shown = Math.min(dims[0], MOST_WINDOWS);
  const peaks = Array.from({ length: shown }, (_, i) =>
    peaksOf(data.subarray(i * size, (i + 1) * size), WINDOW_COLUMNS),
  );
  return { dims, peaks };
}
