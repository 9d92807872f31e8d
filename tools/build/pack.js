// Bytes as text in a script, small once the page is compressed: LZMA, as bindings/unpack.cpp knows it, by Python, which
// Emscripten runs on; in letters of ASCII, which every page, bundler and charset leaves as it is.
import { spawnSync } from 'node:child_process';
import { Failure } from '../common/failure.js';

const LZMA = `
import lzma, sys
method = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0}
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_RAW, filters=[method]))
`;

/** @param {Uint8Array} bytes */
export function pack(bytes) {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', LZMA], { input: bytes });
  if (status !== 0)
    throw new Failure(
      `python3 with its module lzma is needed, and could not pack the module: ${stderr ?? 'there is none'}`,
    );
  return { packed: toLetters(stdout), size: bytes.length };
}

/** 88, without `"` and what `String.replace` expands, `$`; a backslash begins escapes, and `<` could end a script. */
const LETTERS = Array.from({ length: 90 }, (_, i) => String.fromCharCode(126 - i)).filter(
  (letter) => letter !== '\\' && letter !== '<',
);

/**
 * The first 40 letters are 6 bits each, the other 48 7: so bytes that cannot be compressed any more take no more room than before
 * once the page is compressed. Scripts have the first ones most often too, and a compressor gives one code to both.
 * @param {Buffer} bytes
 */
function toLetters(bytes) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let text = '';
  for (let at = 0; at < bits.length; ) {
    const next = (/** @type {number} */ count) =>
      Number.parseInt(bits.slice(at, at + count).padEnd(count, '0'), 2);
    const wide = next(6) >= 40;
    text += LETTERS[wide ? next(7) - 40 : next(6)];
    at += wide ? 7 : 6;
  }
  return text;
}
