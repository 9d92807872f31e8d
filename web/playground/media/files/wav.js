// Writes .wav files of 32-bit floats, which keep every sample exactly.

const HEADER = 58;
const IEEE_FLOAT = 3;

/**
 * @param {Float32Array} samples channels interleaved
 * @param {{ channels: number, rate: number }} format
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeWav(samples, { channels, rate }) {
  const bytes = new Uint8Array(HEADER + samples.byteLength);
  const view = new DataView(bytes.buffer);
  const put = (/** @type {number} */ at, /** @type {string} */ text) =>
    bytes.set(new TextEncoder().encode(text), at);
  put(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 18, true);
  view.setUint16(20, IEEE_FLOAT, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 4, true);
  view.setUint16(32, channels * 4, true);
  view.setUint16(34, 32, true); // bits per sample; no extension follows
  put(38, 'fact');
  view.setUint32(42, 4, true);
  view.setUint32(46, samples.length / channels, true);
  put(50, 'data');
  view.setUint32(54, samples.byteLength, true);
  bytes.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), HEADER);
  return bytes;
}

/**
 * The sample rate of a .wav file. Decoding at another rate would change the samples.
 * @param {Uint8Array} bytes of any file
 * @returns {number | null} null for other files
 */
export function rateOfWav(bytes) {
  const text = (/** @type {number} */ at) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 28 || text(0) !== 'RIFF' || text(8) !== 'WAVE' || text(12) !== 'fmt ') return null;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(24, true);
}
