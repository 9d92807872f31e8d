// Bytes as printable ASCII, which every page, bundler and charset leaves as it is: the bytes that come up most are one letter
// each, the others two. It compresses as well as the bytes themselves, which base64 does not.

/** All of ASCII that prints, but for what ends a string, begins an escape in one, or could end a script. */
const LETTERS = [...Array(95).keys()]
  .map((i) => String.fromCharCode(32 + i))
  .filter((letter) => !'"\\<'.includes(letter));

/** The last ones begin a pair. */
const PAIRS = 2;
const SINGLES = LETTERS.length - PAIRS;

/** @param {readonly number[]} singles the bytes of one letter each; the others follow in their own order */
const orderOf = (singles) => [...new Set([...singles, ...Array(256).keys()])];

/**
 * @param {Uint8Array} bytes
 * @returns {{ singles: number[], text: string }}
 */
export function encode(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) ++counts[byte];
  const singles = [...counts.keys()].sort((a, b) => counts[b] - counts[a]).slice(0, SINGLES).sort((a, b) => a - b);
  const words = new Array(256);
  orderOf(singles).forEach((byte, i) => {
    const rest = i - SINGLES;
    words[byte] =
      rest < 0
        ? LETTERS[i]
        : LETTERS[SINGLES + Math.floor(rest / LETTERS.length)] + LETTERS[rest % LETTERS.length];
  });
  return { singles, text: Array.from(bytes, (byte) => words[byte]).join('') };
}

/**
 * @param {{ singles: readonly number[], text: string }} encoded
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decode({ singles, text }) {
  const order = orderOf(singles);
  const places = new Uint8Array(128);
  LETTERS.forEach((letter, place) => {
    places[letter.charCodeAt(0)] = place;
  });
  const bytes = new Uint8Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; ++i) {
    let place = places[text.charCodeAt(i)];
    if (place >= SINGLES) place = SINGLES + (place - SINGLES) * LETTERS.length + places[text.charCodeAt(++i)];
    bytes[count++] = order[place];
  }
  return bytes.slice(0, count);
}
