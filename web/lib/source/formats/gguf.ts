// GGUF files of version 2, and of version 3 if they are little-endian. Only the alignment is read; other
// metadata is skipped. To add a type of elements or of blocks, add it to TYPES.
import type { Type } from '../../types.ts';
import { failed } from '../stores/failures.ts';
import { bad, checkAxes, checked, distinct, refuse } from './check.ts';
import type { Entry, FileBytes, Read } from './format.ts';
import { isGguf } from './magic.ts';
import { Reader } from './reader.ts';
import { readShards } from './shards.ts';

/** By ggml's number: a type of elements, or of a quantized type the elements of a block, and its bytes. */
const TYPES: Readonly<Record<number, Type | readonly [elements: number, bytes: number]>> = {
  0: 'float32', 1: 'float16', 24: 'int8', 25: 'int16', 26: 'int32', 27: 'int64', 28: 'float64', 30: 'bfloat16',
  2: [32, 18], 3: [32, 20], 6: [32, 22], 7: [32, 24], 8: [32, 34], 9: [32, 36], // Q4_0 Q4_1 Q5_0 Q5_1 Q8_0 Q8_1
  10: [256, 84], 11: [256, 110], 12: [256, 144], 13: [256, 176], 14: [256, 210], 15: [256, 292], // Q2_K .. Q6_K Q8_K
  16: [256, 66], 17: [256, 74], 18: [256, 98], 19: [256, 50], 20: [32, 18], // IQ2_XXS IQ2_XS IQ3_XXS IQ1_S IQ4_NL
  21: [256, 110], 22: [256, 82], 23: [256, 136], 29: [256, 56], // IQ3_S IQ2_S IQ4_XS IQ1_M
  34: [256, 54], 35: [256, 66], 39: [32, 17], 40: [64, 36], 41: [128, 18], 42: [64, 18], // TQ1_0 TQ2_0 MXFP4 NVFP4 Q1_0 Q2_0
}; // biome-ignore format: a table

/** Versions that a reader of little-endian files sees. */
const BIG_ENDIAN = [2 << 24, 3 << 24];

/** Bytes of a metadata value by its type; 0 for strings and arrays. */
const VALUE_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const [U32, STRING] = [4, 8];
/** Arrays in arrays: no model in use has any. */
const MOST_DEPTH = 64;
const INTEGERS = [0, 1, 2, 3, 4, 5, 10, 11];

export const readGguf: Read = async (file) => {
  const { entries, part, count, tensors } = await readFile(file);
  // Each part but the first can also be opened by itself.
  if (count < 2 || part > 0) return entries;
  const [, stem] = /^(.*-)0*1-of-\d+\.gguf$/i.exec(file.name) ?? [];
  if (stem === undefined) {
    const what = `the file is the first of ${count} parts, and its name does not say how the others are called`;
    throw failed(`${what}; open it by its path or URL, or as a File and with files: [...]`);
  }
  const padded = (i: number) => `${i}`.padStart(5, '0');
  const nameOf = (i: number) => `${stem}${padded(i + 1)}-of-${padded(count)}.gguf`;
  const names = function* () {
    for (let i = 1; i < count; ++i) yield nameOf(i);
  };
  const readPart = async (other: FileBytes) => {
    const read = await readFile(other);
    if (read.count !== count || other.name !== nameOf(read.part))
      throw bad('gguf', 4, `it says that it is part ${read.part + 1} of ${read.count}`);
    return read.entries;
  };
  const shards = await readShards(file, 'gguf', names(), readPart, true);
  for (const { entries: more } of shards.values()) for (const entry of more.values()) entries.push(entry);
  const { length } = distinct(entries, 'gguf', 24);
  if (length !== (tensors ?? length))
    throw bad('gguf', 4, `${TENSORS} is ${tensors}, but the parts have ${length} tensors`);
  return entries;
};

/** A part of a model. `tensors`: how many all parts have. */
interface Part {
  readonly entries: Entry[];
  readonly part: number;
  readonly count: number;
  readonly tensors: number | undefined;
}

async function readFile(file: FileBytes): Promise<Part> {
  if (!isGguf(file.start)) throw bad('gguf', 0, 'the file does not begin with GGUF');
  const reader = new Reader(file, 'gguf');
  reader.at = 4;
  await reader.fill(20);
  const version = reader.u32();
  if (BIG_ENDIAN.includes(version)) {
    const what = 'a big-endian file; convert it with gguf-convert-endian of the Python package gguf';
    throw bad('gguf', 4, what);
  }
  if (version !== 2 && version !== 3) throw bad('gguf', 4, `version ${version} is unknown`);
  const length = reader.u64();
  const found = new Map<string, number>();
  await readMetadata(reader, reader.u64(), found);
  const alignment = found.get(ALIGNMENT) ?? 32;
  if (alignment === 0 || (alignment & (alignment - 1)) !== 0) throw reader.bad(MUST_BE_POWER);
  const infos: (Info | Entry)[] = [];
  for (let i = 0; i < length; ++i) {
    file.budget.keep();
    infos.push(await readInfo(reader));
  }
  const begin = Math.ceil(reader.at / alignment) * alignment;
  for (const [i, each] of infos.entries()) {
    const info = each as Info;
    if (info.offset % alignment !== 0)
      throw bad('gguf', info.at, `the offset ${info.offset} is not a multiple of ${alignment}`);
    infos[i] = toEntry(info, begin, file.size); // in its place, because there may be a million
  }
  const entries = distinct(infos as Entry[], 'gguf', 24);
  const [part = 0, count = 1, tensors] = SPLIT.map((key) => found.get(key));
  return { entries, part, count, tensors };
}

const ALIGNMENT = 'general.alignment';
const MUST_BE_POWER = `${ALIGNMENT} must be a power of 2, as uint32`;
const TENSORS = 'split.tensors.count';
/** Writers do not agree on the types of these integers. */
const SPLIT = ['split.no', 'split.count', TENSORS];

/** Reads metadata of so many keys, and keeps what counts. */
async function readMetadata(reader: Reader, count: number, found: Map<string, number>): Promise<void> {
  for (let i = 0; i < count; ++i) {
    const key = await readString(reader);
    await reader.fill(4);
    const type = reader.u32();
    const isSplit = SPLIT.includes(key);
    if (isSplit ? INTEGERS.includes(type) : key === ALIGNMENT && type === U32) {
      await reader.fill(VALUE_BYTES[type]);
      found.set(
        key,
        reader.bytes(VALUE_BYTES[type]).reduceRight((value, byte) => value * 256 + byte, 0),
      );
    } else {
      if (isSplit) throw reader.bad(`${key} must be an integer`);
      if (key === ALIGNMENT) throw reader.bad(MUST_BE_POWER);
      await skipValues(reader, type);
    }
  }
}

async function readString(reader: Reader): Promise<string> {
  await reader.fill(8);
  return reader.text(reader.u64());
}

/** Skips a value, which may be an array of arrays. */
async function skipValues(reader: Reader, type: number): Promise<void> {
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
    else if (open.push({ type: reader.u32(), left: reader.u64() }) > MOST_DEPTH)
      throw reader.bad(`more than ${MOST_DEPTH} nested arrays`);
  }
}

/** What the header says about a tensor. */
interface Info {
  /** Byte of the header. */
  readonly at: number;
  readonly name: string;
  readonly dims: readonly number[];
  readonly type: number;
  readonly offset: number;
}

async function readInfo(reader: Reader): Promise<Info> {
  const { at } = reader;
  const name = await readString(reader);
  await reader.fill(4);
  const rank = reader.u32();
  checkAxes(rank, 'gguf', at);
  await reader.fill(8 * rank + 12);
  const dims = Array.from({ length: rank }, () => reader.u64()).reverse();
  return { at, name, dims, type: reader.u32(), offset: reader.u64() };
}

/** `begin` is the byte of the data of all tensors, `size` that of the file. */
function toEntry({ at: headerAt, name, dims, type: code, offset }: Info, begin: number, size: number): Entry {
  const at = begin + offset;
  const known = TYPES[code];
  if (known === undefined) return refuse(name, 'gguf', `of ggml's type ${code}`);
  if (typeof known === 'string') return checked('gguf', headerAt, size, { name, type: known, dims, at });
  const [elements, bytes] = known;
  const blocks = (dims.at(-1) ?? Number.NaN) / elements;
  if (!Number.isInteger(blocks))
    throw bad('gguf', headerAt, `dims [${dims}] in blocks of ${elements} elements`);
  dims = [...dims.slice(0, -1), blocks, bytes];
  return checked('gguf', headerAt, size, { name, type: 'uint8', dims, at });
}
