// Finds the samples of a WAV file. They are cut in the file, as they are stored: nothing is decoded.
import type { FileLayout } from '../../lib/source.ts';

/** By format (1: integers, 3: floats) and bits. */
const TYPES: Record<string, 'uint8' | 'int16' | 'int32' | 'float32' | 'float64'> = {
  '1 8': 'uint8',
  '1 16': 'int16',
  '1 32': 'int32',
  '3 32': 'float32',
  '3 64': 'float64',
};
const FORMAT = 0x666d7420; // 'fmt '
const DATA = 0x64617461; // 'data'
/** Bytes that are looked through for the chunks. */
const MOST_READ = 65536;

/** The option of `open` that says so, as code. */
export const layoutCode = ({ type, dims, at }: FileLayout) =>
  `{ layout: { type: '${type}', dims: [${Array.from(dims).join(', ')}], at: ${at} } }`;

/** @throws {RangeError} what is wrong with the file */
export async function layoutOfWav(file: Blob): Promise<FileLayout> {
  const view = new DataView(await file.slice(0, MOST_READ).arrayBuffer());
  let [kind, channels, bits] = [0, 0, 0];
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const [name, length] = [view.getUint32(at), view.getUint32(at + 4, true)];
    at += 8;
    if (name === FORMAT) {
      [kind, channels, bits] = [0, 2, 14].map((offset) => view.getUint16(at + offset, true));
      if (kind === 0xfffe) kind = view.getUint16(at + 24, true); // an extended format says which below
    } else if (name === DATA) {
      const type = TYPES[`${kind} ${bits}`];
      const frames = Math.floor(Math.min(length, file.size - at) / ((channels * bits) / 8));
      if (type && channels > 0) return { type, dims: [frames, channels], at };
      throw new RangeError(
        'The WAV file has samples that are no integers of 8, 16 or 32 bits, and no floats.',
      );
    }
    at += length + (length % 2);
  }
  throw new RangeError('The WAV file has no samples in its first 64 KiB.');
}
