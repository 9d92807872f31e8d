// Sounds in the worker: held as [samples, channels], interleaved as in files, drawn as peaks, and written as .wav and .npy files.

import { concat } from '../../../lib/index.ts';
import type { Message } from '../../background/helper.ts';
import { rangesOf } from '../../model/slice.ts';
import { cutOnce, type Made, type Source } from '../cut.ts';
import { writeNpy, writeWav } from '../files/write.ts';
import type { Held } from '../held.ts';
import { synthesize } from './synthesize.ts';
import { peaksOf } from './waveform.ts';

const COLUMNS = 800;
const MOST_WINDOWS = 24;
const WINDOW_COLUMNS = 80;

/** @param taken without a sound: the built-in one */
export function read({ sound }: { sound?: { channels: Float32Array[]; rate: number } }): Held {
  const { channels, rate } = sound ?? synthesize();
  const [length, count] = [channels[0].length, channels.length];
  const columns = channels.map((data) => ({ dims: [length, 1], data }));
  const { data } = concat(columns, 1);
  const source = { type: 'float32' as const, dims: [length, count], data };
  return { source, about: { type: source.type, dims: source.dims, rate } };
}

/** Each channel. */
export function drawWhole({ source }: Held) {
  const { dims } = source as Source;
  const splits = [{ axis: 1, num_outputs: dims[1] }];
  const channels = cutOnce(source as Source, { ranges: rangesOf(':', dims), splits });
  return { peaks: channels.map(({ data }) => peaksOf(data, COLUMNS)) };
}

/** Windows are drawn one by one. */
export function draw({ dims, data }: Made) {
  if (dims.length === 2) return { peaks: [peaksOf(data, COLUMNS)] };
  const size = dims[1] * dims[2];
  const windows = Array.from({ length: Math.min(dims[0], MOST_WINDOWS) }, (_, i) =>
    data.subarray(i * size, (i + 1) * size),
  );
  return { peaks: windows.map((each) => peaksOf(each, WINDOW_COLUMNS)) };
}

export const formats = {
  /** Windows come one after the other. */
  wav: ({ dims, data }: Made, { about }: Message) =>
    writeWav(data, { channels: dims.at(-1) ?? 1, rate: about.rate }),
  npy: (made: Made) => new Blob(writeNpy(made)),
};
