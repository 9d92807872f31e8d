// Writes an .npz file: a ZIP file of stored .npy files. The size of one is not known before its end, and a stream cannot be
// gone back in, so size and CRC-32 follow the data, as they do when Python's zipfile writes into a pipe.
import * as zlib from 'node:zlib';
import { Failure } from './failure.ts';
import type { Saved } from './saving.ts';
import { writeInto } from './stream.ts';

const [LOCAL, DESCRIPTOR, ENTRY, END_64, LOCATOR_64, END] = [
  0x04034b50, 0x08074b50, 0x02014b50, 0x06064b50, 0x07064b50, 0x06054b50,
];
/** ZIP 4.5: sizes of 64 bits. */
const VERSION = 45;
/** Sizes follow the data; the name is in UTF-8. */
const FLAGS = 0x0808;
/** 1980-01-01, so that equal tensors make equal files. */
const DATE = 0x21;
const [FULL_16, FULL_32] = [0xffff, 0xffffffff];

/** Numbers of 2, 4 or 8 bytes, little-endian. */
function bytesOf(...numbers: readonly (readonly [bytes: number, value: number])[]): Buffer {
  const made = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 8) made.writeBigUInt64LE(BigInt(value), at);
    else made.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return made;
}

/** Paths that ZIP forbids, or that lead out of the folder into which a file is unpacked. */
const OUTSIDE = /(^|[\\/])\.\.[\\/]|^[\\/]|^[a-z]:[\\/]/i;

/** Writes an archive, in which each tensor is an .npy file that its function writes. */
export async function writeZip(
  stream: WritableStream<Uint8Array>,
  members: ReadonlyMap<Pick<Saved, 'name'>, (inner: WritableStream<Uint8Array>) => Promise<void>>,
): Promise<void> {
  for (const { name } of members.keys()) checkName(name);
  await writeInto(stream, async (put) => {
    const entries: Buffer[] = [];
    let at = 0;
    for (const [{ name }, write] of members) {
      const member = Buffer.from(`${name}.npy`);
      const whole = [[4, FULL_32], [4, FULL_32], [2, member.length]] as const; // biome-ignore format: one
      const begin = at;
      const local = bytesOf([4, LOCAL], ...COMMON, [4, 0], ...whole, [2, 20]);
      const head = Buffer.concat([local, member, bytesOf(...sizes(0))]);
      await put(head);
      let [size, crc] = [0, 0];
      await write(
        new WritableStream({
          async write(chunk) {
            size += chunk.length;
            crc = crc32(chunk, crc);
            await put(chunk);
          },
        }),
      );
      const descriptor = bytesOf([4, DESCRIPTOR], [4, crc], [8, size], [8, size]);
      await put(descriptor);
      at += head.length + size + descriptor.length;
      entries.push(
        Buffer.concat([
          bytesOf([4, ENTRY], [2, VERSION], ...COMMON, [4, crc], ...whole, [2, 28], [2, 0], [2, 0], [2, 0], [4, 0], [4, FULL_32]),
          member,
          bytesOf([2, 1], [2, 24], [8, size], [8, size], [8, begin]),
        ]),
      ); // biome-ignore format: one
    }
    const directory = Buffer.concat(entries);
    const end = at + directory.length;
    const counts = [[8, entries.length], [8, entries.length], [8, directory.length], [8, at]] as const; // biome-ignore format: one
    await put(
      Buffer.concat([
        directory,
        bytesOf([4, END_64], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0], ...counts),
        bytesOf([4, LOCATOR_64], [4, 0], [8, end], [4, 1]),
        bytesOf([4, END], [2, FULL_16], [2, FULL_16], [2, FULL_16], [2, FULL_16], [4, FULL_32], [4, FULL_32], [2, 0]),
      ]),
    ); // biome-ignore format: one
  });
}

function checkName(name: string): void {
  if (OUTSIDE.test(name))
    throw new Failure(
      `'${name}' leads out of an .npz file, so it cannot be a name in one; give OUT another ending`,
    );
  const { length } = Buffer.from(`${name}.npy`);
  if (length > FULL_16)
    throw new Failure(`a name of ${length} bytes does not fit into an .npz file; give OUT another ending`);
}

const COMMON = [[2, VERSION], [2, FLAGS], [2, 0], [2, 0], [2, DATE]] as const; // biome-ignore format: one
/** An extra field with both sizes. */
const sizes = (size: number) => [[2, 1], [2, 16], [8, size], [8, size]] as const; // biome-ignore format: one

let table: Uint32Array | undefined;

/** CRC-32, which Node has from 20.15 and 22.2 on. */
function crc32(bytes: Uint8Array, before: number): number {
  if (zlib.crc32) return zlib.crc32(bytes, before);
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; ++bit) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
    return byte;
  });
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 255];
  return ~crc >>> 0;
}
