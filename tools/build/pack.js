// Bytes as text in a script, as small as it can be once the page is compressed: LZMA, as bindings/unpack.cpp knows it, by Python,
// which Emscripten runs on; in letters of ASCII, which every page, bundler and charset leaves as it is.
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

/** 64 letters in a row: no quotes and no `<`, which could end a script. */
const FIRST = 62;
/** One of them begins escapes; another stands for it. */
const BACKSLASH = 92;
const TILDE = 126;

/** 6 bits each: what cannot be compressed any more then takes no more room than before. @param {Buffer} bytes */
function toLetters(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    for (let shift = 18; shift >= 0; shift -= 6) {
      const code = FIRST + ((bits >> shift) & 63);
      text += String.fromCharCode(code === BACKSLASH ? TILDE : code);
    }
  }
  return text.slice(0, Math.ceil((bytes.length * 4) / 3));
}
