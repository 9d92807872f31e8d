// The built-in sound: two plucked strings, left and right, that answer each other.

const RATE = 48_000;
const SECONDS = 5;
const BEAT = 0.22;
/** Semitones above A2; left and right take turns. */
const LEFT = [0, 7, 12, 16, 12, 7, -4, 3, 8, 12, 8, 3, -7, 5, 9, 12, 9, 5];
const RIGHT = [24, 28, 31, 28, 36, 31, 24, 27, 32, 27, 36, 32, 21, 24, 29, 24, 33, 29];

/** @returns the same in every call */
export function synthesize(): { channels: Float32Array[]; rate: number } {
  const left = pluckAll(LEFT, 0, 0.5);
  const right = pluckAll(RIGHT, BEAT / 2, 0.32);
  return { rate: RATE, channels: [mix(left, right), mix(right, left)] };
}

/** Karplus-Strong strings: noise in a loop that is smoothed with each round. @param delay seconds */
function pluckAll(tones: readonly number[], delay: number, loudness: number) {
  const sound = new Float32Array(RATE * SECONDS);
  for (const [beat, tone] of tones.entries()) {
    const hertz = 110 * 2 ** (tone / 12);
    let state = 1 + Math.round(hertz);
    const string = new Float32Array(Math.round(RATE / hertz)).map(() => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return loudness * (state / 0x3fffffff - 1);
    });
    for (let i = Math.round((delay + beat * BEAT) * RATE), k = 0; i < sound.length; ++i) {
      const next = (k + 1) % string.length;
      sound[i] += string[k];
      string[k] = 0.498 * (string[k] + string[next]);
      k = next;
    }
  }
  return sound;
}

/** Adds a little of the other side. */
const mix = (near: Float32Array, far: Float32Array) => near.map((sample, i) => 0.8 * sample + 0.12 * far[i]);
