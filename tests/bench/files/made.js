// The files that are cut: the same numbers as .npy, as zarr and as TIFF, made in memory.

/** [left, top, right, bottom] */
export const WINDOW = [2000, 1000, 2256, 1256];

const ROWS = 25_000;
const COLUMNS = 1024;
const CHUNK = 250;
const SIDE = 4096;
/** Rows of a strip of the TIFF. */
const STRIP = 64;

export const FILES = {
  /** Where the pixels of the TIFF begin. */
  pixelsAt: 4096,
  all: () => ({ '/rows.npy': npy(), ...zarr(), '/image.tif': tiff() }),
};

const numbers = () => new Float32Array(ROWS * COLUMNS).map((_, i) => i % 65521);

function npy() {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${ROWS}, ${COLUMNS}), }`;
  const head = Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00v\x00', 'latin1'),
    Buffer.from(`${text.padEnd(117)}\n`),
  ]);
  return Buffer.concat([head, new Uint8Array(numbers().buffer)]);
}

/** @returns {Record<string, Uint8Array>} */
function zarr() {
  const about = {
    zarr_format: 2, shape: [ROWS, COLUMNS], chunks: [CHUNK, COLUMNS], dtype: '<f4', order: 'C', compressor: null, fill_value: 0, filters: null,
  }; // biome-ignore format: as it is written
  const first = new Uint8Array(numbers().buffer, 0, CHUNK * COLUMNS * 4);
  return { '/rows.zarr/.zarray': Buffer.from(JSON.stringify(about)), '/rows.zarr/0.0': first };
}

/** Little-endian, uncompressed, in strips. */
function tiff() {
  const strips = SIDE / STRIP;
  const bytes = new Uint8Array(FILES.pixelsAt + SIDE * SIDE * 2);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x002a4949, true);
  view.setUint32(4, 8, true);
  const lists = 512;
  const tags = [
    [256, 4, 1, SIDE], [257, 4, 1, SIDE], [258, 3, 1, 16], [259, 3, 1, 1], [262, 3, 1, 1], [273, 4, strips, lists],
    [277, 3, 1, 1], [278, 4, 1, STRIP], [279, 4, strips, lists + 4 * strips], [339, 3, 1, 1],
  ]; // biome-ignore format: a table
  view.setUint16(8, tags.length, true);
  tags.forEach(([tag, type, count, value], i) => {
    const at = 10 + 12 * i;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  });
  for (let i = 0; i < strips; ++i) {
    view.setUint32(lists + 4 * i, FILES.pixelsAt + i * STRIP * SIDE * 2, true);
    view.setUint32(lists + 4 * (strips + i), STRIP * SIDE * 2, true);
  }
  new Uint16Array(bytes.buffer, FILES.pixelsAt).forEach((_, i, pixels) => {
    pixels[i] = i % 65521;
  });
  return bytes;
}
