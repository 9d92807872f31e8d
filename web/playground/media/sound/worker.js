// The sound panel's worker: holds the samples, interleaved as files have them, cuts them, draws and times.
import { split } from '../../../lib/index.js';
import { startLibrary } from '../../shell/library.js';
import { Moved, serve } from '../common/serve.js';
import { chosenView, outputViews } from '../cut/cut.js';
import { PlannedCut } from '../cut/planned.js';
import { countOf } from '../cut/views.js';
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
/** Of each job, what it has made last. @type {Map<string, Part[]>} */
const made = new Map();

serve({
  /** @param {Decoded | null} sound null: the page's own */
  async hold(sound) {
    await startLibrary();
    const { channels, rate } = sound ?? synthesize();
    const [length, count] = [channels[0].length, channels.length];
    const data = new Float32Array(length * count);
    channels.forEach((channel, c) => {
      for (let i = 0; i < length; ++i) data[i * count + c] = channel[i];
    });
    held = { type: 'float32', dims: [length, count], data };
    made.clear();
    return { length, count, rate, peaks: channels.map((channel) => peaksOf(channel, COLUMNS)) };
  },
  contest: ({ cut, withPeer }, tell) => contest({ source: held, cut, withPeer }, tell),
  /** @param {Record<string, Cut>} cuts by job */
  cut(cuts, tell) {
    return JOBS.map(({ name, title }, i) => {
      tell(i / JOBS.length, title);
      const { parts, ms } = run(cuts[name]);
      made.set(name, parts);
      return { name, ms, parts: parts.map(draw) };
    });
  },
  /** The channels of an output, to be played. Windows follow each other. */
  part({ name, index, cut }) {
    const { dims, data } = partOf(name, index, cut);
    const channels = dims.at(-1) ?? 1;
    const sound = { type: /** @type {const} */ ('float32'), dims: [data.length / channels, channels], data };
    const apart = split(sound, { axis: 1, num_outputs: channels }).map((tensor) => tensor.data);
    return new Moved(
      apart,
      apart.map(({ buffer }) => buffer),
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
 * @param {string} name of the job
 * @param {number} index of the output
 * @param {Cut} cut of the job, where this worker has taken the place of one that was stopped
 */
function partOf(name, index, cut) {
  const parts = made.get(name) ?? run(cut).parts;
  made.set(name, parts);
  return parts[index];
}

/** @param {Cut} cut */
function run(cut) {
  const view = chosenView(held, cut);
  const planned = new PlannedCut('float32', view.sizes, cut.splits);
  const parts = outputViews(view, cut).map(({ sizes }) => ({
    dims: sizes,
    data: new Float32Array(countOf(sizes)),
  }));
  const out = parts.map(({ data }) => data);
  const since = performance.now();
  planned.run(held.data, view, out);
  return { parts, ms: performance.now() - since };
}

/** @param {Part} part windows have three axes, and are drawn one by one */
function draw({ dims, data }) {
  if (dims.length === 2) return { dims, peaks: [peaksOf(data, COLUMNS)] };
  const size = dims[1] * dims[2];
  const shown = Math.min(dims[0], MOST_WINDOWS);
  const peaks = Array.from({ length: shown }, (_, i) =>
    peaksOf(data.subarray(i * size, (i + 1) * size), WINDOW_COLUMNS),
  );
  return { dims, peaks };
}
