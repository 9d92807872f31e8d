// Plays one sound at a time.

/** @typedef {{ samples: Float32Array, channels: number, rate: number }} Sound channels interleaved */

export class Player {
  /** @type {AudioContext | null} */ #context = null;
  /** @type {AudioBufferSourceNode | null} */ #source = null;
  /** @type {() => void} */ #onEnd = () => {};

  /**
   * @param {Sound} sound
   * @param {() => void} onEnd also when it is stopped
   * @returns {number} seconds
   */
  play({ samples, channels, rate }, onEnd) {
    this.stop();
    this.#context ??= new AudioContext();
    const length = samples.length / channels;
    const buffer = new AudioBuffer({ length, numberOfChannels: channels, sampleRate: rate });
    for (let channel = 0; channel < channels; ++channel) {
      const own = buffer.getChannelData(channel);
      for (let i = 0; i < length; ++i) own[i] = samples[i * channels + channel];
    }
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(this.#context.destination);
    source.addEventListener('ended', () => this.#source === source && this.stop());
    source.start();
    this.#source = source;
    this.#onEnd = onEnd;
    return buffer.duration;
  }

  stop() {
    const source = this.#source;
    this.#source = null;
    if (source === null) return;
    source.stop();
    this.#onEnd();
  }
}
