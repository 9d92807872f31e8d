// The camera, frame by frame, and the microphone: a button each, which starts it, and stops it when it is pressed again.
import { h } from '../dom.ts';
import { toggle } from './form.ts';
import type { Owner } from './kind.ts';

/** `use` ends when `running` is aborted. */
type Device = {
  name: string;
  texts: readonly [off: string, on: string];
  constraints: MediaStreamConstraints;
  use: (stream: MediaStream, running: AbortController, panel: Owner) => Promise<void>;
};

const LONGEST_RECORDING_MS = 30_000;

/** Each frame is taken, and the last one stays. */
export const CAMERA: Device = {
  name: 'camera',
  texts: ['Camera', 'Stop the camera'],
  constraints: { video: { width: { ideal: 1280 }, facingMode: 'environment' } },
  async use(srcObject, { signal }, panel) {
    const video = h('video', { muted: true, playsInline: true, srcObject });
    await video.play();
    while (!signal.aborted) {
      const file = await createImageBitmap(video);
      if (!signal.aborted) await panel.take({ file, note: 'camera' });
      await new Promise(requestAnimationFrame);
    }
  },
};

/** What was recorded is taken. */
export const MICROPHONE: Device = {
  name: 'microphone',
  texts: ['Microphone', 'Stop recording'],
  constraints: { audio: true },
  async use(stream, running, panel) {
    const recorder = new MediaRecorder(stream);
    recorder.addEventListener('dataavailable', ({ data }) => panel.take({ file: data, note: 'recording' })); // once, at the end
    recorder.start();
    setTimeout(() => running.abort(), LONGEST_RECORDING_MS);
    const aborted = new Promise((resolve) => running.signal.addEventListener('abort', resolve));
    if (!running.signal.aborted) await aborted;
    recorder.stop();
  },
};

export function deviceButton({ name, texts, constraints, use }: Device, panel: Owner) {
  let running: AbortController | null = null;
  const { element, set } = toggle(texts, () => (running ? running.abort() : start()));
  async function start() {
    running = new AbortController();
    try {
      if (!navigator.mediaDevices) throw new Error(`The ${name} needs https or localhost.`);
      const stream = await navigator.mediaDevices.getUserMedia(constraints).catch((error) => {
        const isRefused = error.name === 'NotAllowedError';
        throw new Error(isRefused ? `The ${name} is not allowed here.` : `No ${name} was found.`);
      });
      set(true);
      await use(stream, running, panel);
      for (const track of stream.getTracks()) track.stop();
    } catch (error) {
      panel.refuse((error as Error).message);
    }
    running = null;
    set(false);
  }
  return { element, stop: () => running?.abort() };
}
