// GGUF files of version 2, and of version 3 if they are little-endian. Long lists of its metadata are
// skipped, until somebody asks for them. To add a type of elements or of blocks, add it to TYPES.
import type { Type } from '../../types.ts';
import type { MetadataValue } from '../source_types.ts';
import { failed } from '../stores/failures.ts';
import { bad, checkAxes, checked, distinct, refuse, viewOf } from './check.ts';
import type { Entry, Fact, FileBytes, HeaderBytes, Read } from './format.ts';
import { isGguf } from './magic.ts';
import { DECODERS, loadPart } from './parts.ts';
import { Reader } from './reader.ts';
import { readShards } from './shards.ts';

/** By ggml's number: its name, and a type of elements, or of a quantized type the elements of a block, and its bytes. */
const TYPES: Readonly<Record<number, readonly [name: string, type: Type] | readonly [name: string, elements: number, bytes: number]>> = {
  0: ['F32', 'float32'], 1: ['F16', 'float16'], 24: ['I8', 'int8'], 25: ['I16', 'int16'], 26: ['I32', 'int32'], 27: ['I64', 'int64'],
  28: ['F64', 'float64'], 30: ['BF16', 'bfloat16'],
  2: ['Q4_0', 32, 18], 3: ['Q4_1', 32, 20], 6: ['Q5_0', 32, 22], 7: ['Q5_1', 32, 24], 8: ['Q8_0', 32, 34], 9: ['Q8_1', 32, 36],
  10: ['Q2_K', 256, 84], 11: ['Q3_K', 256, 110], 12: ['Q4_K', 256, 144], 13: ['Q5_K', 256, 176], 14: ['Q6_K', 256, 210],
  15: ['Q8_K', 256, 292], 16: ['IQ2_XXS', 256, 66], 17: ['IQ2_XS', 256, 74], 18: ['IQ3_XXS', 256, 98], 19: ['IQ1_S', 256, 50],
  20: ['IQ4_NL', 32, 18], 21: ['IQ3_S', 256, 110], 22: ['IQ2_S', 256, 82], 23: ['IQ4_XS', 256, 136], 29: ['IQ1_M', 256, 56],
  34: ['TQ1_0', 256, 54], 35: ['TQ2_0', 256, 66], 39: ['MXFP4', 32, 17], 40: ['NVFP4', 64, 36], 41: ['Q1_0', 128, 18], 42: ['Q2_0', 64, 18],
}; // biome-ignore format: a table

/** Blocks that nothing decodes. */
const OPAQUE = /^(IQ[123]|Q8_1|Q[12]_0)/;

/** Versions that a reader of little-endian files sees. */
const BIG_ENDIAN = [2 << 24, 3 << 24];

/** The types of metadata by their numbers: names, and bytes of a value; 0 for strings and lists. */
const VALUES = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float32', 'bool', 'string', 'list', 'uint64', 'int64', 'float64']; // biome-ignore format: a table
const VALUE_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const [U32, BOOL, STRING, LIST] = [4, 7, 8, 9];
/** Lists in lists: no model in use has any. */
const MOST_DEPTH = 64;
/** Longer lists are read when somebody asks for them. */
const MOST_LISTED = 1024;
/** Bytes of memory that a value of a list takes. */
const LISTED = 8;
/** Values that are read at a time. */
const AT_ONCE = 2 ** 16;
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
  await readMetadata(reader, reader.u64());
  // A negative number counts as one that is too large.
  const found = (key: string) => {
    const value = file.facts.get(key)?.value as number | undefined;
    return value !== undefined && value < 0 ? Number.MAX_SAFE_INTEGER : value;
  };
  const alignment = found(ALIGNMENT) ?? 32;
  if (alignment === 0 || (alignment & (alignment - 1)) !== 0) throw reader.bad(MUST_BE_POWER);
  const infos: (Info | Entry)[] = [];
  for (let i = 0; i < length; ++i) {
    file.budget.keep();
    infos.push(await readInfo(reader));
  }
  const begin = Math.ceil(reader.at / alignment) * alignment;
  const next = new Map<number, number>(); // only what is unknown does not say its length
  if ((infos as Info[]).some(({ type }) => TYPES[type] === undefined)) {
    const offsets = (infos as Info[]).map(({ offset }) => offset).sort((a, b) => a - b);
    offsets.forEach((offset, i) => {
      if (offset !== offsets[i + 1]) next.set(offset, offsets[i + 1] ?? file.size - begin);
    });
  }
  for (const [i, each] of infos.entries()) {
    const info = each as Info;
    if (info.offset % alignment !== 0)
      throw bad('gguf', info.at, `the offset ${info.offset} is not a multiple of ${alignment}`);
    infos[i] = toEntry(info, begin, file.size, next); // in its place, because there may be a million
  }
  const entries = distinct(infos as Entry[], 'gguf', 24);
  const [part = 0, count = 1, tensors] = SPLIT.map(found);
  return { entries, part, count, tensors };
}

const ALIGNMENT = 'general.alignment';
const MUST_BE_POWER = `${ALIGNMENT} must be a power of 2, as uint32`;
const TENSORS = 'split.tensors.count';
/** Writers do not agree on the types of these integers. */
const SPLIT = ['split.no', 'split.count', TENSORS];

/** Reads metadata of so many keys. */
async function readMetadata(reader: Reader, count: number): Promise<void> {
  for (let i = 0; i < count; ++i) {
    reader.file.budget.keep();
    const key = await readString(reader);
    await reader.fill(4);
    const type = reader.u32();
    if (SPLIT.includes(key) && !INTEGERS.includes(type)) throw reader.bad(`${key} must be an integer`);
    if (key === ALIGNMENT && type !== U32) throw reader.bad(MUST_BE_POWER);
    reader.file.facts.set(key, await readFact(reader, type));
  }
}

async function readFact(reader: Reader, type: number): Promise<Fact> {
  if (type !== LIST) return { value: await readValue(reader, type) };
  const [of, length] = await readListHead(reader);
  if (length <= MOST_LISTED) return { value: await readList(reader, of, length) };
  const { at } = reader;
  await skipValues(reader, of, length);
  const read: Fact['read'] = (file) => {
    const again = new Reader(file, 'gguf');
    again.at = at;
    return readList(again, of, length);
  };
  return { value: { of: VALUES[of], length }, read };
}

async function readListHead(reader: Reader<HeaderBytes>): Promise<[type: number, length: number]> {
  await reader.fill(12);
  return [reader.u32(), reader.u64()];
}

async function readValue(reader: Reader<HeaderBytes>, type: number, depth = 0): Promise<MetadataValue> {
  if (type === STRING) return readString(reader);
  if (type !== LIST) {
    await reader.fill(bytesOf(reader, type));
    return readNumber(reader, type);
  }
  if (depth > MOST_DEPTH) throw reader.bad(TOO_DEEP);
  return readList(reader, ...(await readListHead(reader)), depth + 1);
}

async function readList(
  reader: Reader<HeaderBytes>,
  of: number,
  length: number,
  depth = 0,
): Promise<MetadataValue[]> {
  const bytes = bytesOf(reader, of);
  reader.check(length * (bytes || 8)); // a string or a list has a length
  reader.file.budget.spend(LISTED * length);
  const list: MetadataValue[] = [];
  while (list.length < length)
    if (bytes === 0) list.push(await readValue(reader, of, depth));
    else {
      const end = Math.min(length, list.length + AT_ONCE);
      await reader.fill((end - list.length) * bytes);
      while (list.length < end) list.push(readNumber(reader, of));
    }
  return list;
}

/** A number or a boolean, of the reader's window. */
function readNumber(reader: Reader<HeaderBytes>, type: number): number | bigint | boolean {
  const view = viewOf(reader.bytes(VALUE_BYTES[type])) as any;
  const name = type === BOOL ? 'uint8' : VALUES[type];
  const isBig = VALUE_BYTES[type] === 8 && type < 12;
  const value = view[`get${isBig ? 'Big' : ''}${name[0].toUpperCase()}${name.slice(1)}`](0, true);
  if (type === BOOL) return value !== 0;
  return isBig && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Bytes of a value; 0: a string or a list. */
function bytesOf(reader: Reader<HeaderBytes>, type: number): number {
  const bytes = VALUE_BYTES[type];
  if (bytes === undefined) throw reader.bad(`${type} is not a type of metadata`);
  return bytes;
}

const TOO_DEEP = `more than ${MOST_DEPTH} nested arrays`;

async function readString(reader: Reader<HeaderBytes>): Promise<string> {
  await reader.fill(8);
  return reader.text(reader.u64());
}

/** Skips the values of a list, which may be lists themselves. */
async function skipValues(reader: Reader, type: number, length: number): Promise<void> {
  const open = [{ type, left: length }];
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const bytes = bytesOf(reader, last.type);
    if (bytes > 0) reader.skip(bytes * last.left);
    if (bytes > 0 || last.left === 0) {
      open.pop();
      continue;
    }
    last.left -= 1;
    if (last.type === STRING) {
      await reader.fill(8);
      reader.skip(reader.u64());
      continue;
    }
    const [type, left] = await readListHead(reader);
    if (open.push({ type, left }) > MOST_DEPTH) throw reader.bad(TOO_DEEP);
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

/** `begin` is the byte of the data of all tensors, `size` that of the file. `next`: where the tensor after an offset begins. */
function toEntry(
  { at: headerAt, name, dims, type: code, offset }: Info,
  begin: number,
  size: number,
  next: ReadonlyMap<number, number>,
): Entry {
  const at = begin + offset;
  const known = TYPES[code];
  if (known === undefined) {
    const raw = {
      at,
      length: Math.max(0, (next.get(offset) ?? size - begin) - offset),
      storedType: `${code}`,
    };
    return refuse(name, 'gguf', `of ggml's type ${code}`, raw);
  }
  const [storedType, type, bytes = 0] = known;
  if (typeof type === 'string') return checked('gguf', headerAt, size, { name, type, dims, at, storedType });
  const blocks = (dims.at(-1) ?? Number.NaN) / type;
  if (!Number.isInteger(blocks)) throw bad('gguf', headerAt, `dims [${dims}] in blocks of ${type} elements`);
  const quantized = { type: storedType, elements: type, bytes };
  const load = async () => (await import('./decoders.ts')).decoderOf;
  const decode = async () => (await loadPart(DECODERS, load))(storedType, type, bytes);
  dims = [...dims.slice(0, -1), blocks, bytes];
  return checked('gguf', headerAt, size, {
    name,
    type: 'uint8',
    dims,
    at,
    storedType,
    quantized,
    decode: OPAQUE.test(storedType) ? undefined : decode,
  });
}
