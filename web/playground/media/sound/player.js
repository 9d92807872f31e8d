// Plays one sound at a time.

export class Player {
  /** @type {AudioContext | null} */ #context = null;
  /** @type {AudioBufferSourceNode | null} */ #source = null;
  /** @type {() => void} */ #onEnd = () => {};

  /**
   * @param {readonly Float32Array<ArrayBuffer>[]} channels
   * @param {number} rate samples a second
   * @param {() => void} onEnd also when it is stopped
   * @returns {number} seconds
   */
  play(channels, rate, onEnd) {
    this.stop();
    this.#context ??= new AudioContext();
    const { length } = channels[0];
    const buffer = new AudioBuffer({ length, numberOfChannels: channels.length, sampleRate: rate });
    for (const [i, channel] of channels.entries()) buffer.copyToChannel(channel, i);
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
