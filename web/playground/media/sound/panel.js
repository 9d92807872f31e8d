// The sound panel: a sound, a selection of its samples, and every job of jobs.js done to that in a worker, because sounds are long.
import { MicrotomeError } from '../../../lib/index.js';
import { Helper, messageOf, Stopped } from '../../background/helper.ts';
import { Progress } from '../../background/progress.ts';
import { button, h } from '../../dom.ts';
import { extentOf } from '../../model/slice.ts';
import { save } from '../../save.ts';
import { Count } from '../common/count.js';
import { MediaForm, toggle } from '../common/form.js';
import { layOut } from '../common/job.js';
import { sayView, select, selectionOf } from '../cut/cut.js';
import { Comparison } from '../timing/comparison.js';
import { JOBS, SOUND } from './jobs.js';
import { Player } from './player.js';
import { Recorder, readSound } from './source.js';
import { SoundView } from './view.js';
import { Waveform } from './waveform.js';

/** @import { Range } from '../../model/slice.ts' */
/** @import { Decoded } from './source.js' */

/** @typedef {{ length: number, count: number, rate: number, peaks: Float32Array[] }} Held what the worker says of a sound */

const [PLAY, STOP] = ['Play', 'Stop'];
/** Samples. */
const LONGEST_WINDOW = 2 ** 20;

/** @type {import('../index.js').Mount} */
export function mountSoundPanel(panel, onFile) {
  const helper = new Helper(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
  const player = new Player();
  const recorder = new Recorder();
  const progress = new Progress('cutting the sound', () => helper.stop());
  const waves = h('div', { className: 'waves' });
  const mark = h('div', { className: 'selected', 'aria-hidden': 'true' });
  const caption = h('figcaption', { 'aria-live': 'polite' });
  const code = h('code');
  /** @type {Blob | null} null: the built-in sound */ let sound = null;
  /** @type {Held} */ let held;
  /** @type {readonly Range[]} */ let ranges = [];
  let wanted = 0;
  let taking = 0;

  const record = toggle('Microphone', 'Stop recording', () => {
    if (recorder.isOn) return recorder.stop();
    take(recorder.record(() => record.set(true)));
  });
  const size = new Count('sound-window', 'samples of a window', 4096, LONGEST_WINDOW);
  const hop = new Count('sound-hop', 'samples from one window to the next', 2048, LONGEST_WINDOW);
  const own = button(() => take(Promise.resolve(null)), 'Two strings');
  const form = new MediaForm('sound', {
    file: { title: 'Open a sound', accept: 'audio/*', onFile },
    own: [h('div', { className: 'row', role: 'group', 'aria-label': 'Sounds' }, own, record.element)],
    slice: { label: 'selection', hint: 'samples; 48000:96000, or ::2 for every second one', value: ':' },
    numbers: { legend: 'windows', between: ' every ', counts: [size, hop] },
    onChange: () => ranges.length > 0 && cut(),
  });
  const views = new Map(JOBS.map((job) => [job.name, new SoundView(job, actionsOf(job.name))]));
  const viewOf = (/** @type {string} */ name) => /** @type {SoundView} */ (views.get(name));
  const windowsNow = () => ({ size: size.value, hop: hop.value });
  /** @param {(typeof JOBS)[number]} job */
  const cutOf = (job) => job.cut(ranges, windowsNow());
  const comparison = new Comparison(
    () => JOBS.map((job) => ({ title: job.title, bars: viewOf(job.name).bars, cut: cutOf(job) })),
    helper,
    hold,
  );

  /** @param {Promise<Blob | null>} coming */
  async function take(coming) {
    const run = ++taking;
    try {
      const taken = await coming;
      progress.show(0, 'reading the sound');
      const decoded = taken && (await readSound(taken)); // throws before anything has changed
      if (run !== taking) return;
      player.stop();
      helper.stop();
      sound = taken;
      form.setFileError('');
      form.slice.input.value = ':';
      await hold(decoded);
      const seconds = (held.length / held.rate).toFixed(2);
      caption.textContent = `${seconds} s, ${held.rate.toLocaleString('en')} samples a second, float32 [${held.length}, ${held.count}]`;
      waves.replaceChildren(mark, ...held.peaks.map((peaks, i) => drawn(`channel ${i}`, peaks)));
      await cut();
    } catch (error) {
      tell(error);
    }
    record.set(recorder.isOn);
  }

  /**
   * Makes the worker hold the sound.
   * @param {Decoded | null} [known] if it has just been decoded
   */
  async function hold(known) {
    held = await helper.hold(async () => {
      const source = sound;
      const decoded = known ?? (source && (await readSound(source)));
      if (source !== sound) throw new Stopped('another sound has come');
      return helper.ask('hold', decoded, { transfer: decoded?.channels.map(({ buffer }) => buffer) });
    });
  }

  async function cut() {
    const run = ++wanted;
    try {
      ranges = select(form.slice.text, dimsOf(held), SOUND);
    } catch (error) {
      if (!(error instanceof MicrotomeError || error instanceof RangeError)) throw error;
      form.slice.setError(error.message);
      return setStale();
    }
    form.slice.setError('');
    const view = selectionOf({ dims: dimsOf(held) }, { ranges });
    code.textContent = `selection = ${sayView(view, 'float32', 'sound.data')} // a view: nothing is copied`;
    const [first, last] = extentOf(ranges[0]);
    mark.style.left = `${(100 * first) / held.length}%`;
    mark.style.right = `${100 - (100 * last) / held.length}%`;
    try {
      await hold();
      const onProgress = (/** @type {number} */ part, /** @type {string} */ text) =>
        progress.show(part, text);
      const results = await helper.ask('cut', cutsNow(), { onProgress });
      if (run !== wanted) return;
      for (const { name, ms, parts } of results) show(name, ms, parts);
      comparison.schedule();
    } catch (error) {
      if (run !== wanted) return;
      setStale();
      tell(error);
    }
    progress.hide();
  }

  /** Marks the results as old. */
  function setStale() {
    for (const view of views.values()) view.setStale(true);
  }

  const cutsNow = () => Object.fromEntries(JOBS.map((job) => [job.name, cutOf(job)]));

  /**
   * @param {string} name
   * @param {number} ms
   * @param {import('./view.js').Drawn[]} parts
   */
  function show(name, ms, parts) {
    const job = /** @type {(typeof JOBS)[number]} */ (JOBS.find((each) => each.name === name));
    const view = viewOf(name);
    view.setStale(false);
    view.show(job.parts(held.count), parts);
    view.tell(ms, job.code(held.count, selectionOf({ dims: dimsOf(held) }, cutOf(job))));
  }

  /** @param {unknown} error */
  function tell(error) {
    progress.hide();
    if (!(error instanceof Stopped)) form.setFileError(messageOf(error));
  }

  /** @param {string} name of the job @returns {import('./view.js').Actions} */
  function actionsOf(name) {
    /** @param {string} what @param {number} index @param {object} [more] */
    const ask = async (what, index, more) => {
      await hold();
      return helper.ask(what, { name, index, cut: cutsNow()[name], ...more });
    };
    /** @param {number} index @param {'wav' | 'npy'} format */
    const write = async (index, format) => {
      const blob = await ask('write', index, { format, rate: held.rate });
      save(`${name}-${index}.${format}`, blob);
    };
    return {
      async play(index, waveform, button) {
        const isPlaying = button.textContent === STOP;
        player.stop();
        if (isPlaying) return;
        const channels = await ask('part', index);
        const seconds = player.play(channels, held.rate, () => {
          waveform.run(0);
          say(button, STOP, PLAY);
        });
        say(button, PLAY, STOP);
        waveform.run(seconds);
      },
      saveWav: (index) => write(index, 'wav'),
      saveNpy: (index) => write(index, 'npy'),
    };
  }

  const under = h('div', { className: 'under' }, caption, progress.element);
  layOut(
    panel,
    [form.element, comparison.element],
    [
      h('figure', { className: 'source panel' }, waves, under, h('p', { className: 'call' }, code)),
      h('div', { className: 'jobs' }, ...Array.from(views.values(), (view) => view.element)),
    ],
  );
  take(Promise.resolve(null));
  return {
    take: (file) => take(Promise.resolve(file)),
    setFileError: (message) => form.setFileError(message),
  };
}

/** @param {Held} held @returns {[samples: number, channels: number]} */
const dimsOf = ({ length, count }) => [length, count];

/**
 * Changes what a button does, for those who see it and those who hear it.
 * @param {HTMLButtonElement} button
 * @param {string} before
 * @param {string} now
 */
function say(button, before, now) {
  button.textContent = now;
  button.setAttribute('aria-label', (button.getAttribute('aria-label') ?? '').replace(before, now));
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
