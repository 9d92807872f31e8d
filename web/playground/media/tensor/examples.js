// Files that the page makes itself, so that there is something to cut. To add one, add a row.
import { writeNpy } from '../files/npy.js';
import { writeTensorProto } from '../files/tensor_proto.js';

/**
 * @typedef {object} Example
 * @property {string} name of the file
 * @property {string} what it holds
 * @property {string} spec a slice of it
 * @property {() => Uint8Array[]} make
 */

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    name: 'field.npy',
    what: 'float32, Fortran order',
    spec: '100:400:2, ::-1',
    make: () => {
      const [rows, columns] = [512, 768];
      const data = Float32Array.from({ length: rows * columns }, (_, k) => {
        const [i, j] = [k % rows, Math.floor(k / rows)];
        return Math.sin(i / 40) * Math.cos(j / 55) + (i + j) / 1000;
      });
      return writeNpy({ type: 'float32', dims: [rows, columns], data }, { fortran_order: true });
    },
  },
  {
    name: 'tokens.npy',
    what: 'int64',
    spec: ':, -1',
    make: () => {
      const data = BigInt64Array.from({ length: 64 * 512 }, (_, k) => BigInt((k * 7919) % 50257));
      return writeNpy({ type: 'int64', dims: [64, 512], data });
    },
  },
  {
    name: 'weights.pb',
    what: 'bfloat16',
    spec: '..., 1::3',
    make: () => {
      const floats = Float32Array.from({ length: 12 * 64 * 96 }, (_, k) => Math.sin(k * 12.9898) * 0.2);
      const words = new Uint32Array(floats.buffer);
      const data = Uint16Array.from(words, (word) => word >>> 16);
      return [writeTensorProto({ type: 'bfloat16', dims: [12, 64, 96], data, name: 'blocks.0.weight' })];
    },
  },
  {
    name: 'quantized.pb',
    what: 'int4, packed',
    spec: '1:-1, ::-1',
    make: () => {
      const data = Uint8Array.from({ length: (40 * 30) / 2 }, (_, k) => (k * 37) & 255);
      return [writeTensorProto({ type: 'i4', dims: [40, 30], data, name: 'quantized' })];
    },
  },
  {
    name: 'labels.pb',
    what: 'strings',
    spec: '::2, 1:',
    make: () => {
      const words = ['cell', 'ring', 'bark', 'pith', 'leaf', 'root', 'wood', 'sap'];
      const data = Array.from({ length: 24 }, (_, k) => `${words[k % 8]} ${Math.floor(k / 8)}`);
      return [writeTensorProto({ type: 'string', dims: [6, 4], data, name: 'labels' })];
    },
  },
];
