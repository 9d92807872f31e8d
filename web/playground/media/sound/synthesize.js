// The built-in sound: two plucked strings, left and right, that answer each other.

const RATE = 48_000;
const SECONDS = 5;
const BEAT = 0.22;
/** Semitones above A2; left and right take turns. */
const LEFT = [0, 7, 12, 16, 12, 7, -4, 3, 8, 12, 8, 3, -7, 5, 9, 12, 9, 5];
const RIGHT = [24, 28, 31, 28, 36, 31, 24, 27, 32, 27, 36, 32, 21, 24, 29, 24, 33, 29];

/** @returns {{ channels: Float32Array[], rate: number }} the same in every call */
export function synthesize() {
  const left = pluckAll(LEFT, 0, 0.5);
  const right = pluckAll(RIGHT, BEAT / 2, 0.32);
  return { rate: RATE, channels: [mix(left, right), mix(right, left)] };
}

/**
 * @param {readonly number[]} tones
 * @param {number} delay seconds
 * @param {number} loudness
 */
function pluckAll(tones, delay, loudness) {
  const sound = new Float32Array(RATE * SECONDS);
  tones.forEach((tone, i) => {
    pluck(sound, Math.round((delay + i * BEAT) * RATE), 110 * 2 ** (tone / 12), loudness);
  });
  return sound;
}

/**
 * A Karplus-Strong string: noise in a loop that is smoothed with each round.
 * @param {Float32Array} sound added to
 * @param {number} start
 * @param {number} hertz
 * @param {number} loudness
 */
function pluck(sound, start, hertz, loudness) {
  const string = new Float32Array(Math.round(RATE / hertz));
  let state = 1 + Math.round(hertz);
  for (let i = 0; i < string.length; ++i) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    string[i] = loudness * (state / 0x3fffffff - 1);
  }
  for (let i = start, k = 0; i < sound.length; ++i, k = (k + 1) % string.length) {
    const next = string[(k + 1) % string.length];
    sound[i] += string[k];
    string[k] = 0.498 * (string[k] + next);
  }
}

/**
 * Adds a little of the other side.
 * @param {Float32Array} near
 * @param {Float32Array} far
 */
const mix = (near, far) => near.map((sample, i) => 0.8 * sample + 0.12 * far[i]);
