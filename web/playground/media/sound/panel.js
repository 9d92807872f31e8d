// The sound panel: a sound, some samples chosen of it, and every job of jobs.js done to them, in a worker: sounds are long.
import { MicrotomeError, slice } from '../../../lib/index.js';
import { h } from '../../dom.js';
import { Helper, Stopped } from '../common/helper.js';
import { Progress } from '../common/progress.js';
import { save } from '../common/save.js';
import { toRanges } from '../cut/ranges.js';
import { writeNpy } from '../files/npy.js';
import { writeWav } from '../files/wav.js';
import { Comparison } from '../timing/comparison.js';
import { SoundForm } from './form.js';
import { JOBS } from './jobs.js';
import { Player } from './player.js';
import { Recorder, readSound } from './source.js';
import { SoundView } from './view.js';
import { Waveform } from './waveform.js';

/** @import { Range } from '../cut/ranges.js' */
/** @import { Decoded } from './source.js' */

/** @typedef {{ length: number, count: number, rate: number, peaks: Float32Array[] }} Held what the worker says of a sound */

/** @param {HTMLElement} panel */
export function mountSoundPanel(panel) {
  const helper = new Helper(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const player = new Player();
  const recorder = new Recorder();
  const progress = new Progress('cutting the sound', () => helper.stop());
  const waves = h('div', { className: 'waves' });
  const caption = h('figcaption', { 'aria-live': 'polite' });
  /** @type {Decoded | null} null: the page's own */ let sound = null;
  /** @type {Held} */ let held;
  /** @type {readonly Range[]} */ let ranges = [];
  let wanted = 0;

  const form = new SoundForm(panel, {
    file: (file) => take(readSound(file)),
    own: () => take(Promise.resolve(null)),
    record: () => {
      if (recorder.isOn) return recorder.stop();
      take(recorder.record(() => form.setRecording(true)));
    },
    change: () => cut(),
  });
  const views = new Map(JOBS.map((job) => [job.name, new SoundView(job, actionsOf(job.name))]));
  const viewOf = (/** @type {string} */ name) => /** @type {SoundView} */ (views.get(name));
  const comparison = new Comparison(
    () =>
      JOBS.map((job) => ({
        title: job.title,
        bars: viewOf(job.name).bars,
        cut: job.cut(ranges, form.windows),
      })),
    async (work, withPeer, onProgress) => {
      await hold();
      return helper.ask('contest', { cut: work, withPeer }, { onProgress });
    },
    () => helper.stop(),
  );

  /** @param {Promise<Decoded | null>} coming */
  async function take(coming) {
    try {
      const taken = await coming;
      player.stop();
      helper.stop();
      sound = taken;
      form.setFileError('');
      form.chosen.input.value = ':';
      progress.show(0, 'reading the sound');
      await hold();
      const seconds = (held.length / held.rate).toFixed(2);
      caption.textContent = `${seconds} s, ${held.rate.toLocaleString('en')} samples a second, float32 [${held.length}, ${held.count}]`;
      waves.replaceChildren(...held.peaks.map((peaks, i) => drawn(`channel ${i}`, peaks)));
      await cut();
    } catch (error) {
      tell(error);
    }
    form.setRecording(recorder.isOn);
  }

  /** The worker has the sound. */
  async function hold() {
    if (!helper.isRunning) held = await helper.ask('hold', sound);
  }

  async function cut() {
    const run = ++wanted;
    try {
      ranges = rangesOf(held, form.chosen.text);
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      form.chosen.setError(error.message);
      for (const view of views.values()) view.setStale(true);
      return;
    }
    form.chosen.setError('');
    const cuts = Object.fromEntries(JOBS.map((job) => [job.name, job.cut(ranges, form.windows)]));
    try {
      await hold();
      const onProgress = (/** @type {number} */ part, /** @type {string} */ text) =>
        progress.show(part, text);
      const results = await helper.ask('cut', cuts, { onProgress });
      if (run !== wanted) return;
      for (const { name, ms, parts } of results) show(name, ms, parts);
      comparison.schedule();
    } catch (error) {
      tell(error);
    }
    progress.hide();
  }

  /**
   * @param {string} name
   * @param {number} ms
   * @param {import('./view.js').Drawn[]} parts
   */
  function show(name, ms, parts) {
    const job = /** @type {(typeof JOBS)[number]} */ (JOBS.find((each) => each.name === name));
    const view = viewOf(name);
    view.setStale(false);
    view.show(job.parts(held.count), parts, ms, job.code(form.chosen.text, held.count, form.windows));
  }

  /** @param {unknown} error */
  function tell(error) {
    progress.hide();
    if (!(error instanceof Stopped))
      form.setFileError(error instanceof Error ? error.message : String(error));
  }

  /** @param {string} name of the job @returns {import('./view.js').Actions} */
  function actionsOf(name) {
    const partOf = (/** @type {number} */ index) => helper.ask('part', { name, index });
    return {
      async play(index, waveform, button) {
        const isPlaying = button.textContent === 'Stop';
        player.stop();
        if (isPlaying) return;
        const { dims, samples } = await partOf(index);
        const seconds = player.play({ samples, channels: dims.at(-1), rate: held.rate }, () => {
          waveform.run(0);
          button.textContent = 'Play';
        });
        button.textContent = 'Stop';
        waveform.run(seconds);
      },
      async saveWav(index) {
        const { dims, samples } = await partOf(index);
        const file = writeWav(samples, { channels: dims.at(-1), rate: held.rate });
        save(`${name}-${index}.wav`, new Blob([file], { type: 'audio/wav' }));
      },
      async saveNpy(index) {
        const { dims, samples } = await partOf(index);
        const parts = /** @type {BlobPart[]} */ (writeNpy({ type: 'float32', dims, data: samples }));
        save(`${name}-${index}.npy`, new Blob(parts));
      },
    };
  }

  panel.append(
    h('div', { className: 'controls' }, form.element, comparison.element),
    h(
      'div',
      { className: 'result' },
      h(
        'figure',
        { className: 'source panel' },
        waves,
        h('div', { className: 'under' }, caption, progress.element),
      ),
      h('div', { className: 'jobs' }, ...Array.from(views.values(), (view) => view.element)),
    ),
  );
  panel.classList.add('columns');
  take(Promise.resolve(null));
}

/**
 * @param {string} label
 * @param {Float32Array} peaks
 */
function drawn(label, peaks) {
  const waveform = new Waveform(label);
  waveform.show(peaks);
  return waveform.element;
}

/**
 * @param {Held} held
 * @param {string} spec
 * @throws {MicrotomeError | RangeError} with a sentence for the user
 */
function rangesOf({ length, count }, spec) {
  const dims = [length, count];
  const stand = { type: /** @type {const} */ ('uint8'), dims, data: new Uint8Array(1), stride: [0, 0] };
  const made = slice(stand, spec).dims;
  if (made.length !== 2)
    throw new RangeError(`[${made.join(', ')}] is no sound: it takes samples and channels.`);
  if (made[0] * made[1] === 0) throw new RangeError(`[${made.join(', ')}] has no samples.`);
  return toRanges(spec, dims);
}
