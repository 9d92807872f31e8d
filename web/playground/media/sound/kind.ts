// Sounds on the page: what can be taken, drawn, played and saved.
import { h } from '../../dom.ts';
import { extentOf, reversed } from '../../model/slice.ts';
import { sayView, select, selectionOf } from '../cut.ts';
import { rateOfWav } from '../files/write.ts';
import { toggle } from '../form.ts';
import type { Job, Kind } from '../kind.ts';
import { play, stop } from './player.ts';
import { drawWaves } from './waveform.ts';

const USUAL_RATE = 48_000;
/** The rates that decoders support. */
const [LEAST_RATE, MOST_RATE] = [8000, 192_000];
/** Samples. */
const LONGEST_WINDOW = 2 ** 20;
const SIDES = ['left', 'right'];

/** What is done to the selection, [samples, channels]. */
const JOBS: readonly Job[] = [
  {
    name: 'sound-channels',
    title: 'Split channels',
    parts: ([, { count }]) =>
      Array.from({ length: count }, (_, i) => (count === 2 ? SIDES[i] : `channel ${i}`)),
    code: (_spec, { ranges: [, { count }] }) => `split(selection, { axis: 1, num_outputs: ${count} })`,
    cut: (ranges) => ({ ranges, splits: [{ axis: 1, num_outputs: ranges[1].count }] }),
  },
  {
    name: 'sound-reversed',
    title: 'Reversed',
    parts: () => ['reversed'],
    code: () => "slice(selection, '::-1')",
    cut: ([samples, channels]) => ({ ranges: [reversed(samples), channels] }),
  },
  {
    name: 'sound-windows',
    title: 'Windows',
    parts: () => ['windows'],
    code: (_spec, cut, held) => `slice(${sayView(selectionOf(held, cut), held.type, 'sound.data')}, '...')`,
    cut: (ranges, { window, hop }) => ({ ranges, windows: { size: window, hop } }),
  },
];

export const SOUNDS: Kind = {
  id: 'sound',
  name: 'Sound',
  named: {
    name: 'sound',
    holder: 'Float32Array',
    comment: () => 'Put your samples here, those of all channels in turns',
  },
  file: { title: 'Open a sound', accept: 'audio/*', what: 'sound' },
  examples: { label: 'Sounds', className: 'row', list: [{ name: 'Two strings', content: ['Two strings'] }] },
  first: { type: 'float32', dims: [240_000, 2] },
  slice: { label: 'selection', hint: 'samples; 48000:96000, or ::2 for every second one' },
  numbers: {
    legend: 'windows',
    between: ' every ',
    counts: [
      { name: 'window', label: 'samples of a window', value: 4096, most: LONGEST_WINDOW },
      { name: 'hop', label: 'samples from one window to the next', value: 2048, most: LONGEST_WINDOW },
    ],
  },
  jobs: JOBS,
  select(spec, dims) {
    const fits = (made: readonly number[]) => made.length === 2;
    return select(spec, dims, { what: 'a sound', takes: 'samples and channels', units: 'samples', fits });
  },
  begin: () => ':',
  draw(name, load) {
    const element = h('div');
    let waves = drawWaves([], name);
    let isOn = false;
    const player = toggle(['Play', 'Stop'], () => (isOn ? stop() : start()), name);
    const set = (seconds: number) => {
      isOn = seconds > 0;
      player.set(isOn);
      waves[0]?.run(seconds);
    };
    const start = async () => set(await play(await load('wav'), () => set(0)));
    Object.assign(player.element, { className: 'quiet play', disabled: true });
    return {
      element,
      controls: [player.element],
      show({ dims, peaks }) {
        player.element.disabled = dims.includes(0);
        waves = drawWaves(peaks, peaks.length > 1 ? 'window' : name);
        element.className = peaks.length > 1 ? 'windows' : '';
        element.replaceChildren(...waves.map((wave) => wave.element));
      },
    };
  },
  sizeOf: ({ dims }) => `[${dims.join(', ')}]`,
  formats: {
    wav: { text: 'WAV', fits: ({ dims }) => !dims.includes(0) },
    npy: { text: '.npy', fits: () => true },
  },
  async prepare({ file }) {
    if (!(file instanceof Blob)) return { message: {} };
    const bytes = await file.arrayBuffer();
    const own = rateOfWav(bytes) ?? USUAL_RATE;
    const rate = own >= LEAST_RATE && own <= MOST_RATE ? own : USUAL_RATE;
    const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes).catch(() => {
      throw new Error('The browser cannot read this file as a sound.');
    });
    const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => decoded.getChannelData(i));
    return { message: { sound: { channels, rate } }, transfer: channels.map(({ buffer }) => buffer) };
  },
  mount() {
    const waves = h('div.waves.stack');
    const selected = h('div.selected', { 'aria-hidden': 'true' });
    return {
      own: [],
      source: [waves],
      show({ dims: [length, count], rate, peaks }) {
        waves.replaceChildren(selected, ...drawWaves(peaks, 'channel').map(({ element }) => element));
        const seconds = (length / rate).toFixed(2);
        return `${seconds} s, ${rate.toLocaleString('en')} samples a second, float32 [${length}, ${count}]`;
      },
      mark([samples], { dims: [length] }) {
        const [first, last] = extentOf(samples);
        selected.style.left = `${(100 * first) / length}%`;
        selected.style.right = `${100 - (100 * last) / length}%`;
      },
      release: stop,
    };
  },
};
