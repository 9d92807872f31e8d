// Sounds from a file or the microphone, decoded by the browser.
import { rateOfWav } from '../files/wav.js';

/** @typedef {{ channels: Float32Array<ArrayBuffer>[], rate: number }} Decoded */

const USUAL_RATE = 48_000;
/** The rates that decoders support. */
const [LEAST_RATE, MOST_RATE] = [8000, 192_000];
const LONGEST_RECORDING_MS = 30_000;

/**
 * @param {Blob} file
 * @returns {Promise<Decoded>}
 * @throws {Error} with a sentence for the user
 */
export async function readSound(file) {
  const bytes = await file.arrayBuffer();
  const own = rateOfWav(new Uint8Array(bytes)) ?? USUAL_RATE;
  const rate = own >= LEAST_RATE && own <= MOST_RATE ? own : USUAL_RATE;
  const decoded = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes).catch(() => {
    throw new Error('The browser cannot read this file as a sound.');
  });
  const channels = Array.from(
    { length: decoded.numberOfChannels },
    (_, i) => /** @type {Float32Array<ArrayBuffer>} */ (decoded.getChannelData(i)),
  );
  return { channels, rate };
}

/** Records until it is stopped, or for half a minute. */
export class Recorder {
  /** @type {MediaRecorder | null} */ #recorder = null;

  get isOn() {
    return this.#recorder !== null;
  }

  /**
   * @param {() => void} onStart
   * @returns {Promise<Blob>} when it has been stopped
   * @throws {Error} with a sentence for the user
   */
  async record(onStart) {
    if (!navigator.mediaDevices) throw new Error('The microphone needs https or localhost.');
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error) => {
      const isRefused = error.name === 'NotAllowedError';
      throw new Error(isRefused ? 'The microphone is not allowed here.' : 'No microphone was found.');
    });
    const recorder = new MediaRecorder(stream);
    this.#recorder = recorder;
    /** @type {Blob[]} */
    const parts = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    onStart();
    const timer = setTimeout(() => this.stop(), LONGEST_RECORDING_MS);
    await ended;
    clearTimeout(timer);
    this.#recorder = null;
    for (const track of stream.getTracks()) track.stop();
    return new Blob(parts, { type: recorder.mimeType });
  }

  stop() {
    if (this.#recorder?.state === 'recording') this.#recorder.stop();
  }
}
