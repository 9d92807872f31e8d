// The camera, frame by frame. After it stops, the last frame stays.
import { h } from '../../dom.ts';
import { newContext, toPixels } from './picture.js';

/** @import { Pixels } from './picture.js' */

export class Camera {
  #onFrame;
  /** @type {MediaStream | null} */ #stream = null;

  /** @param {(image: Pixels) => void} onFrame */
  constructor(onFrame) {
    this.#onFrame = onFrame;
  }

  get isOn() {
    return this.#stream !== null;
  }

  /** @throws {Error} with a sentence for the user */
  async start() {
    if (!navigator.mediaDevices) throw new Error('The camera needs https or localhost.');
    const asked = navigator.mediaDevices.getUserMedia({
      video: { width: { ideal: 1280 }, facingMode: 'environment' },
    });
    this.#stream = await asked.catch((error) => {
      const isRefused = error.name === 'NotAllowedError';
      throw new Error(isRefused ? 'The camera is not allowed here.' : 'No camera was found.');
    });
    const video = h('video', { muted: true, playsInline: true, srcObject: this.#stream });
    await video.play();
    const context = newContext(video.videoWidth, video.videoHeight);
    const next = () => {
      if (!this.isOn) return;
      context.drawImage(video, 0, 0);
      this.#onFrame(toPixels(context));
      requestAnimationFrame(next);
    };
    next();
  }

  stop() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }
}
