// GGUF files, versions 2 and 3, which differ in the byte order that 3 may have: here it is little-endian. Of the metadata only the alignment counts, so values are leapt over.
// A type of elements is a row of TYPES, a type of blocks one of BLOCKS.
import { bad, checkAxes, checked, distinct, refuse } from './check.js';
import { Reader } from './reader.js';

/** @import { Type } from '../../types.js' */
/** @import { Entry, Format } from './formats.js' */

/** By ggml's number. @type {ReadonlyMap<number, Type>} */
const TYPES = new Map([
  [0, 'float32'], [1, 'float16'], [24, 'int8'], [25, 'int16'], [26, 'int32'], [27, 'int64'], [28, 'float64'],
  [30, 'bfloat16'],
]); // biome-ignore format: a table

/** Quantized types by ggml's number: elements of a block, and its bytes. @type {ReadonlyMap<number, [number, number]>} */
const BLOCKS = new Map([
  [2, [32, 18]], // Q4_0
  [3, [32, 20]], // Q4_1
  [6, [32, 22]], // Q5_0
  [7, [32, 24]], // Q5_1
  [8, [32, 34]], // Q8_0
  [9, [32, 36]], // Q8_1
  [10, [256, 84]], // Q2_K
  [11, [256, 110]], // Q3_K
  [12, [256, 144]], // Q4_K
  [13, [256, 176]], // Q5_K
  [14, [256, 210]], // Q6_K
  [15, [256, 292]], // Q8_K
  [16, [256, 66]], // IQ2_XXS
  [17, [256, 74]], // IQ2_XS
  [18, [256, 98]], // IQ3_XXS
  [19, [256, 50]], // IQ1_S
  [20, [32, 18]], // IQ4_NL
  [21, [256, 110]], // IQ3_S
  [22, [256, 82]], // IQ2_S
  [23, [256, 136]], // IQ4_XS
  [29, [256, 56]], // IQ1_M
  [34, [256, 54]], // TQ1_0
  [35, [256, 66]], // TQ2_0
  [39, [32, 17]], // MXFP4
  [40, [64, 36]], // NVFP4
  [41, [128, 18]], // Q1_0
  [42, [64, 18]], // Q2_0
]);

/** Bytes of a metadata value by its type; 0 for strings and arrays. */
const VALUE_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const [U32, STRING] = [4, 8];

/** @type {Format} */
export const gguf = {
  name: 'gguf',
  matches: ([a, b, c, d]) => a === 0x47 && b === 0x47 && c === 0x55 && d === 0x46,

  async read(file) {
    if (!gguf.matches(file.start)) throw bad('gguf', 0, 'the file does not begin with GGUF');
    const reader = new Reader(file, 'gguf');
    reader.at = 4;
    await reader.fill(20);
    const version = reader.u32();
    if (version !== 2 && version !== 3) throw bad('gguf', 4, `version ${version} is unknown`);
    const count = reader.u64();
    const alignment = await readAlignment(reader, reader.u64());
    const infos = [];
    for (let i = 0; i < count; ++i) infos.push(await readInfo(reader));
    const begin = Math.ceil(reader.at / alignment) * alignment;
    const entries = infos.map((info) => {
      if (info.offset % alignment !== 0)
        throw bad('gguf', info.at, `the offset ${info.offset} is no multiple of ${alignment}`);
      return toEntry(info, begin, file.size);
    });
    return distinct(entries, 'gguf', 24);
  },
};

/**
 * Reads the metadata.
 * @param {Reader} reader
 * @param {number} count of its keys
 */
async function readAlignment(reader, count) {
  let alignment = 32;
  for (let i = 0; i < count; ++i) {
    const key = await readString(reader);
    await reader.fill(4);
    const type = reader.u32();
    if (key === 'general.alignment') {
      await reader.fill(4);
      alignment = type === U32 ? reader.u32() : 0;
      if (alignment === 0 || (alignment & (alignment - 1)) !== 0)
        throw reader.bad('general.alignment must be a power of 2, as uint32');
    } else await skipValues(reader, type);
  }
  return alignment;
}

/** @param {Reader} reader */
async function readString(reader) {
  await reader.fill(8);
  return reader.text(reader.u64());
}

/**
 * A value, which may be an array of arrays.
 * @param {Reader} reader
 * @param {number} type
 */
async function skipValues(reader, type) {
  const open = [{ type, left: 1 }];
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const bytes = VALUE_BYTES[last.type];
    if (bytes === undefined) throw reader.bad(`${last.type} is not a type of metadata`);
    if (bytes > 0) reader.skip(bytes * last.left);
    if (bytes > 0 || last.left === 0) {
      open.pop();
      continue;
    }
    last.left -= 1;
    const head = last.type === STRING ? 8 : 12;
    await reader.fill(head);
    if (last.type === STRING) reader.skip(reader.u64());
    else open.push({ type: reader.u32(), left: reader.u64() });
  }
}

/** What the header says about a tensor. @typedef {{ at: number, name: string, dims: number[], type: number, offset: number }} Info */

/** @param {Reader} reader @returns {Promise<Info>} */
async function readInfo(reader) {
  const { at } = reader;
  const name = await readString(reader);
  await reader.fill(4);
  const rank = reader.u32();
  checkAxes(rank, 'gguf', at);
  await reader.fill(8 * rank + 12);
  const dims = Array.from({ length: rank }, () => reader.u64()).reverse();
  return { at, name, dims, type: reader.u32(), offset: reader.u64() };
}

/**
 * @param {Info} info
 * @param {number} begin byte of the data of all tensors
 * @param {number} size of the file
 * @returns {Entry}
 */
function toEntry({ at: headerAt, name, dims, type: code, offset }, begin, size) {
  const at = begin + offset;
  const block = BLOCKS.get(code);
  const type = block ? 'uint8' : TYPES.get(code);
  if (type === undefined) return refuse(name, 'gguf', `of ggml's type ${code}`);
  if (block) {
    const blocks = (dims.at(-1) ?? 0) / block[0];
    if (!Number.isInteger(blocks) || dims.length === 0)
      throw bad('gguf', headerAt, `dims [${dims}] in blocks of ${block[0]} elements`);
    dims = [...dims.slice(0, -1), blocks, block[1]];
  }
  return checked('gguf', headerAt, size, { name, type, dims, at });
}
