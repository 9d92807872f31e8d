// Files of every format that `open` reads, made here: each version of a file has a key, which decides every byte of its data. So a
// byte says which version it comes from.
import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { inRoot } from '../../../tools/common/paths.js';

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
];
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
  format === 'fixture' ? fixture : format.includes('.') ? `model.${format.split('.')[1]}` : `file.${format}`;

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

const u32 = (/** @type {number[]} */ ...values) => Buffer.from(Uint32Array.from(values).buffer);
const u64 = (/** @type {number[]} */ ...values) => Buffer.from(BigUint64Array.from(values, BigInt).buffer);
/** Bytes up to the next multiple. @param {number} at @param {number} step */
const padding = (at, step) => Buffer.alloc((step - (at % step)) % step);

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
export function npyOf(tensor, order = 'C', endian = 'little') {
  const descr = `${endian === 'big' ? '>' : '<'}${TYPES[tensor.type][1]}`;
  const text = `{'descr': '${descr}', 'fortran_order': ${order === 'F' ? 'True' : 'False'}, 'shape': (${tensor.dims.join(', ')},), }`;
  const head = Buffer.from(text.padEnd(117));
  const length = Buffer.from(Uint16Array.of(head.length + 1).buffer);
  const magic = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  return Buffer.concat([magic, length, head, Buffer.from('\n'), storedBytes(tensor, order, endian)]);
}

/** @param {{ name: string, content: Uint8Array, at?: number }[]} parts `at`: the directory has this place instead @param {boolean} [deflate] */
export function zipOf(parts, deflate = false) {
  /** @type {Buffer[]} */ const pieces = [];
  /** @type {Buffer[]} */ const entries = [];
  let end = 0;
  for (const { name, content, at = end } of parts) {
    const packed = deflate ? deflateRawSync(content, { level: 1 }) : Buffer.from(content);
    const common = Buffer.alloc(26);
    [20, 0, deflate ? 8 : 0].forEach((value, i) => void common.writeUInt16LE(value, 2 * i));
    [crc32(content), packed.length, content.length].forEach(
      (value, i) => void common.writeUInt32LE(value, 10 + 4 * i),
    );
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([u32(0x04034b50), common, Buffer.from(name), packed]);
    entries.push(
      Buffer.concat([
        u32(0x02014b50),
        common.subarray(0, 2),
        common,
        Buffer.alloc(10),
        u32(at),
        Buffer.from(name),
      ]),
    );
    if (at === end) {
      pieces.push(local);
      end += local.length;
    }
  }
  const directory = Buffer.concat(entries);
  const count = parts.length + (parts.length << 16);
  const tail = Buffer.concat([u32(0x06054b50, 0, count, directory.length, end), Buffer.alloc(2)]);
  return Buffer.concat([...pieces, directory, tail]);
}

export const varint = (/** @type {number} */ value) => {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Buffer.from([...bytes, value]);
};
/** A field of bytes, in protobuf. @param {number} number @param {Uint8Array | string} content */
export const field = (number, content) =>
  Buffer.concat([varint(8 * number + 2), varint(Buffer.byteLength(content)), Buffer.from(content)]);
const integer = (/** @type {number} */ number, /** @type {number} */ value) =>
  Buffer.concat([varint(8 * number), varint(value)]);

/** A tensor of a model: with its bytes, or where they are. @param {Shape} shape @param {Buffer} data */
export const onnxTensor = ({ name, type, dims }, data) =>
  Buffer.concat([...dims.map((size) => integer(1, size)), integer(2, TYPES[type][4]), field(8, name), data]);
/** @param {string} location @param {number} offset @param {number} length */
export const outside = (location, offset, length) =>
  Buffer.concat([
    ...[['location', location], ['offset', `${offset}`], ['length', `${length}`]].map(([key, value]) =>
      field(13, Buffer.concat([field(1, key), field(2, value)])),
    ),
    integer(14, 1),
  ]); // biome-ignore format: rows
/** @param {Buffer[]} tensors */
export const onnxModel = (tensors) =>
  Buffer.concat([integer(1, 8), field(7, Buffer.concat(tensors.map((each) => field(5, each))))]);

/** @type {Record<string, (tensors: Held[], order: string, endian: string) => Uint8Array | Record<string, Uint8Array>>} */
const WRITERS = {
  layout: ([tensor], order, endian) => Buffer.concat([Buffer.alloc(24), storedBytes(tensor, order, endian)]),
  npy: ([tensor], order, endian) => npyOf(tensor, order, endian),
  'stored.npz': (tensors) =>
    zipOf(tensors.map((each) => ({ name: `${each.name}.npy`, content: npyOf(each) }))),
  'deflated.npz': (tensors) =>
    zipOf(
      tensors.map((each) => ({ name: `${each.name}.npy`, content: npyOf(each) })),
      true,
    ),
  safetensors(tensors) {
    let at = 0;
    const header = tensors.map(({ name, type, dims, data }) => {
      at += data.length;
      return [name, { dtype: TYPES[type][2], shape: dims, data_offsets: [at - data.length, at] }];
    });
    const text = Buffer.from(JSON.stringify(Object.fromEntries(header)));
    return Buffer.concat([u64(text.length), text, ...tensors.map(({ data }) => data)]);
  },
  gguf(tensors) {
    let at = 0;
    const heads = tensors.map(({ name, type, dims, data }) => {
      const head = [
        u64(name.length),
        Buffer.from(name),
        u32(dims.length),
        u64(...[...dims].reverse()),
        u32(TYPES[type][3]),
        u64(at),
      ];
      at += data.length + padding(data.length, 32).length;
      return Buffer.concat(head);
    });
    const head = Buffer.concat([Buffer.from('GGUF'), u32(3), u64(tensors.length, 0), ...heads]);
    return Buffer.concat([
      head,
      padding(head.length, 32),
      ...tensors.flatMap(({ data }) => [data, padding(data.length, 32)]),
    ]);
  },
  onnx: (tensors) => onnxModel(tensors.map((each) => onnxTensor(each, field(9, each.data)))),
  'outside.onnx'(tensors) {
    let at = 0;
    const heads = tensors.map((each) => {
      at += each.data.length;
      return onnxTensor(each, outside('weights.bin', at - each.data.length, each.data.length));
    });
    return { 'model.onnx': onnxModel(heads), 'weights.bin': Buffer.concat(tensors.map(({ data }) => data)) };
  },
};
