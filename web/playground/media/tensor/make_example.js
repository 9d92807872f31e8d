// Makes the files of examples.js: one row each. Only the worker loads this.
import { writeNpy } from '../files/npy.js';
import { writeTensorProto } from '../files/tensor_proto.js';

/** @type {Readonly<Record<string, () => Uint8Array[]>>} */
const MAKERS = {
  'field.npy': () => {
    const [rows, columns] = [512, 768];
    const data = Float32Array.from({ length: rows * columns }, (_, k) => {
      const [i, j] = [k % rows, Math.floor(k / rows)];
      return Math.sin(i / 40) * Math.cos(j / 55) + (i + j) / 1000;
    });
    return writeNpy({ type: 'float32', dims: [rows, columns], data }, { fortran_order: true });
  },
  'tokens.npy': () => {
    const data = BigInt64Array.from({ length: 64 * 512 }, (_, k) => BigInt((k * 7919) % 50257));
    return writeNpy({ type: 'int64', dims: [64, 512], data });
  },
  'weights.pb': () => {
    const floats = Float32Array.from({ length: 12 * 64 * 96 }, (_, k) => Math.sin(k * 12.9898) * 0.2);
    const words = new Uint32Array(floats.buffer);
    const data = Uint16Array.from(words, (word) => word >>> 16);
    return [writeTensorProto({ type: 'bfloat16', dims: [12, 64, 96], data, name: 'blocks.0.weight' })];
  },
  'quantized.pb': () => {
    const data = Uint8Array.from({ length: (40 * 30) / 2 }, (_, k) => (k * 37) & 255);
    return [writeTensorProto({ type: 'i4', dims: [40, 30], data, name: 'quantized' })];
  },
};

/** @param {string} name of an example */
export const makeExample = (name) => new Blob(/** @type {BlobPart[]} */ (MAKERS[name]()));
