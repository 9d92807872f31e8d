// Files of every format that `open` reads, made here: each version of a file has a key, which decides every byte of its data. So a
// byte says which version it comes from.
import { readFileSync } from 'node:fs';
import { inRoot } from '../../../tools/common/paths.js';
import { ggufOf, modelOf, outside, safetensorsOf } from '../../support/handmade.js';
import { npyOf, zipOf } from '../../support/npz_files.js';

/** @import { Random } from '../random.js' */

/** A tensor as it is drawn. @typedef {{ name: string, type: string, dims: number[] }} Shape */
/** A tensor with its bytes, row-major and little-endian, so many per element. @typedef {Shape & { data: Uint8Array, width: number }} Held */
/** @typedef {{ format: string, order: 'C' | 'F', endian: 'little' | 'big', shapes: Shape[], fixture: string }} Recipe */
/** What is in the files of a folder, by their names. @typedef {{ files: Record<string, Uint8Array>, tensors: Map<string, Held> }} Content */

/** Bytes of an element, and the type's name in npy, safetensors, GGUF and ONNX. @type {Record<string, [number, string, string, number, number]>} */
const TYPES = {
  int8: [1, 'i1', 'I8', 24, 3],
  int16: [2, 'i2', 'I16', 25, 5],
  float32: [4, 'f4', 'F32', 0, 1],
  float64: [8, 'f8', 'F64', 28, 11],
};
export const widthOf = (/** @type {string} */ type) => TYPES[type]?.[0] ?? 0;

const FORMATS = [
  'layout',
  'npy',
  'stored.npz',
  'deflated.npz',
  'safetensors',
  'gguf',
  'onnx',
  'outside.onnx',
  'shards',
];

/** The data is in other files than the one that is opened. @param {Recipe} recipe */
export const needsOthers = ({ format }) => format === 'outside.onnx' || format === 'shards';

/** The file that has a tensor's data. @param {Recipe} recipe @param {string} name */
export const fileOfTensor = (recipe, name) =>
  recipe.format === 'outside.onnx'
    ? 'weights.bin'
    : recipe.format === 'shards'
      ? shardOf(name)
      : nameOf(recipe);

const INDEX = 'model.safetensors.index.json';
const shardOf = (/** @type {string} */ name) => `of-${name}.safetensors`;
/** Files that other programs have written. */
const FIXTURES = ['stored.npz', 'mixed.npz', 'plain.safetensors', 'raw.onnx', 'plain.gguf', 'float32.npy'];

/** @param {Random} random @returns {Recipe} */
export function drawRecipe(random) {
  const format = random.chance(0.05) ? 'fixture' : random.pick(FORMATS);
  const isOne = format === 'layout' || format === 'npy';
  const most = format === 'deflated.npz' ? 40 : 400;
  const shapes = Array.from({ length: isOne ? 1 : random.between(1, 3) }, (_, i) => {
    const type = random.pick(Object.keys(TYPES));
    const columns = random.between(50, 300);
    const rows = Math.ceil((random.between(2, most) * 1000) / columns / widthOf(type));
    const dims = random.chance(0.3) ? [Math.ceil(rows / 3), 3, columns] : [rows, columns];
    return { name: `t${i}`, type, dims };
  });
  const order = isOne && random.chance(0.3) ? 'F' : 'C';
  const endian = isOne && random.chance(0.3) ? 'big' : 'little';
  return { format, order, endian, shapes, fixture: random.pick(FIXTURES) };
}

/** The file that is opened. @param {Recipe} recipe */
export const nameOf = ({ format, fixture }) =>
  format === 'fixture'
    ? fixture
    : format === 'shards'
      ? INDEX
      : format.includes('.')
        ? `model.${format.split('.')[1]}`
        : `file.${format}`;

/** What `open` needs besides. @param {Recipe} recipe */
export function layoutOf({ format, order, endian, shapes: [{ type, dims }] }) {
  return format === 'layout' ? { layout: { type, dims, at: 24, order, endian } } : {};
}

/** @param {Recipe} recipe @param {number} key @param {number} [more] rows that the first tensor has besides: another size @returns {Content} */
export function contentOf(recipe, key, more = 0) {
  const { format, order, endian, fixture } = recipe;
  if (format === 'fixture') return fixtureOf(fixture);
  const tensors = recipe.shapes.map(({ name, type, dims: [rows, ...rest] }, i) => {
    const dims = [i === 0 ? rows + more : rows, ...rest];
    const width = widthOf(type);
    const bytes = dims.reduce((a, b) => a * b, width);
    return { name, type, dims, width, data: noise(key * 16 + i, bytes) };
  });
  const main = WRITERS[format](tensors, order, endian);
  const files = main instanceof Uint8Array ? { [nameOf(recipe)]: main } : main;
  const names = tensors.map(({ name }) => (format === 'npy' || format === 'layout' ? '' : name));
  return { files, tensors: new Map(tensors.map((tensor, i) => [names[i], tensor])) };
}

/** @type {{ files: Record<string, string>, held: Record<string, Record<string, { type: string, dims: number[], data: string } | null>> }} */
const made = JSON.parse(readFileSync(inRoot('tests/support/fixtures/formats.json'), 'utf8'));
const decode = (/** @type {string} */ text) => Uint8Array.from(Buffer.from(text, 'base64'));

/** Without tensors of packed elements, and those that are refused. @param {string} name @returns {Content} */
function fixtureOf(name) {
  const tensors = Object.entries(made.held[name]).flatMap(([name, held]) => {
    const data = decode(held?.data ?? '');
    const width = data.length / (held?.dims ?? []).reduce((a, b) => a * b, 1);
    return held && width >= 1 ? [{ name, type: held.type, dims: held.dims, width, data }] : [];
  });
  return {
    files: { [name]: decode(made.files[name]) },
    tensors: new Map(tensors.map((tensor) => [tensor.name, tensor])),
  };
}

/** @param {number} key @param {number} bytes */
function noise(key, bytes) {
  const words = new Uint32Array(Math.ceil(bytes / 4));
  for (let i = 0; i < words.length; ++i) {
    let word = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(key + 1, 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d);
    words[i] = word ^ (word >>> 13);
  }
  return new Uint8Array(words.buffer, 0, bytes);
}

/** By the bytes of an element. @type {Record<number, any>} */
const WORDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array };

/** The bytes of a tensor as the file has them. @param {Held} tensor @param {string} order @param {string} endian */
function storedBytes({ type, dims, data }, order, endian) {
  const width = widthOf(type);
  const made = Buffer.from(data.slice().buffer); // at the beginning of a buffer of its own
  if (order === 'F') {
    const [from, to] = [data, made].map(
      (bytes) => new WORDS[width](bytes.buffer, bytes.byteOffset, bytes.length / width),
    );
    const stride = dims.map((_, axis) => dims.slice(axis + 1).reduce((a, b) => a * b, 1));
    let next = 0;
    const walk = (/** @type {number} */ axis, /** @type {number} */ at) => {
      for (let i = 0; i < dims[axis]; ++i, at += stride[axis])
        if (axis > 0) walk(axis - 1, at);
        else to[next++] = from[at];
    };
    walk(dims.length - 1, 0);
  }
  if (endian === 'big') for (let k = 0; k < made.length; k += width) made.subarray(k, k + width).reverse();
  return made;
}

/** @param {Held} tensor @param {string} [order] @param {string} [endian] */
function npyOfTensor(tensor, order = 'C', endian = 'little') {
  const descr = `${endian === 'big' ? '>' : '<'}${TYPES[tensor.type][1]}`;
  return npyOf(descr, tensor.dims, storedBytes(tensor, order, endian), order);
}
const memberOf = (/** @type {Held} */ tensor) => ({
  name: `${tensor.name}.npy`,
  content: npyOfTensor(tensor),
});

/** A tensor of a model, without its data. @param {Shape} shape */
export const onnxTensor = ({ name, type, dims }) => ({ dims, data_type: TYPES[type][4], name });

/** The data of all tensors, each from a multiple of so many bytes on. @param {Held[]} tensors @param {number} [step] */
function together(tensors, step = 1) {
  let end = 0;
  const begins = tensors.map(({ data }) => {
    const begin = end;
    end += Math.ceil(data.length / step) * step;
    return begin;
  });
  const data = Buffer.alloc(end);
  tensors.forEach((each, i) => void data.set(each.data, begins[i]));
  return { begins, data };
}

/** @type {Record<string, (tensors: Held[], order: string, endian: string) => Uint8Array | Record<string, Uint8Array>>} */
const WRITERS = {
  layout: ([tensor], order, endian) => Buffer.concat([Buffer.alloc(24), storedBytes(tensor, order, endian)]),
  npy: ([tensor], order, endian) => npyOfTensor(tensor, order, endian),
  'stored.npz': (tensors) => zipOf(tensors.map(memberOf)),
  'deflated.npz': (tensors) => zipOf(tensors.map((each) => ({ ...memberOf(each), deflate: true }))),
  shards(tensors) {
    const files = tensors.map((each) => [shardOf(each.name), WRITERS.safetensors([each], 'C', 'little')]);
    const weight_map = Object.fromEntries(tensors.map(({ name }) => [name, shardOf(name)]));
    const index = Buffer.from(JSON.stringify({ metadata: {}, weight_map }));
    return { [INDEX]: index, ...Object.fromEntries(files) };
  },
  safetensors(tensors) {
    const { begins, data } = together(tensors);
    const header = tensors.map(({ name, type, dims, data: { length } }, i) => {
      return [name, { dtype: TYPES[type][2], shape: dims, data_offsets: [begins[i], begins[i] + length] }];
    });
    return safetensorsOf(Object.fromEntries(header), data);
  },
  gguf(tensors) {
    const { begins, data } = together(tensors, 32);
    const heads = tensors.map(({ name, type, dims }, i) => {
      return { name, dims: dims.toReversed(), type: TYPES[type][3], offset: begins[i] };
    });
    return ggufOf({ tensors: heads, data });
  },
  onnx: (tensors) => modelOf(...tensors.map((each) => ({ ...onnxTensor(each), raw_data: each.data }))),
  'outside.onnx'(tensors) {
    const { begins, data } = together(tensors);
    const heads = tensors.map((each, i) => {
      const [offset, length] = [begins[i], each.data.length].map(String);
      return outside(onnxTensor(each), { location: 'weights.bin', offset, length });
    });
    return { 'model.onnx': modelOf(...heads), 'weights.bin': data };
  },
};
