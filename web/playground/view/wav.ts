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
/** Bytes that are looked through for the chunks. */
const MOST_READ = 65536;

/** The option of `open` that says so, as code. */
export const layoutCode = ({ type, dims, at }: FileLayout) =>
  `{ layout: { type: '${type}', dims: [${Array.from(dims).join(', ')}], at: ${at} } }`;

/** @throws {RangeError} what is wrong with the file */
export async function layoutOfWav(file: Blob): Promise<FileLayout> {
  const view = new DataView(await file.slice(0, MOST_READ).arrayBuffer());
  let format = '';
  let channels = 0;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const [name, length] = [view.getUint32(at), view.getUint32(at + 4, true)];
    if (name === 0x666d7420) {
      // 'fmt '
      const kind = view.getUint16(at + 8, true);
      channels = view.getUint16(at + 10, true);
      const bits = view.getUint16(at + 22, true);
      format = `${kind === 0xfffe ? view.getUint16(at + 32, true) : kind} ${bits}`; // an extended format says which below
    }
    const type = TYPES[format];
    if (name === 0x64617461) {
      // 'data'
      if (!type || channels === 0)
        throw new RangeError(
          'The WAV file has samples that are no integers of 8, 16 or 32 bits, and no floats.',
        );
      const bytes = Math.min(length, file.size - at - 8);
      const each = (channels * Number(format.split(' ')[1])) / 8;
      return { type, dims: [Math.floor(bytes / each), channels], at: at + 8 };
    }
    at += 8 + length + (length % 2);
  }
  throw new RangeError('The WAV file has no samples in its first 64 KiB.');
}
