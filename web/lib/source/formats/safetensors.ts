// safetensors files: the length of the header, the header in JSON, and all data without holes.
import { bad, bitsOf, bytesAt, bytesOf, checkRange, isSizes, leftOut, quote, refuse } from './check.ts';
import type { Entry, FileBytes, Read } from './format.ts';
import { isSafetensors, lengthIn, TYPES, textOf } from './magic.ts';
import { equalKeys, Header, MUST_HAVE, NAME, wrong } from './safetensors_header.ts';
import { readShards, type Shard } from './shards.ts';

/** The reference implementation's own limit. */
const MOST_HEADER = 100e6;

export const readSafetensors: Read = (file) =>
  isSafetensors(file.start) || textOf(file.start)[0] !== '{' ? readFile(file) : readIndex(file);

async function readFile(file: FileBytes): Promise<Entry[]> {
  const { size, start, budget } = file;
  if (!isSafetensors(start)) throw bad(NAME, 0, 'the file does not begin with the length of a header and {');
  const length = lengthIn(start);
  if (length > MOST_HEADER)
    throw bad(NAME, 0, `a header of ${length} bytes; the format allows ${MOST_HEADER}`);
  checkRange(8, length, size, NAME, 'the header');
  const begin = 8 + length;
  const header = new Header(await bytesAt(file, 8, length), file);
  const entries: Entry[] = [];
  const ends: number[] = []; // of each tensor: where its data begins and ends
  const names = new Set<string>();
  for (const [name, info] of header.tensors()) {
    budget.keep();
    if (names.has(name)) throw equalKeys();
    names.add(name);
    entries.push(readInfo(name, info, begin, size, ends));
  }
  checkHoles(ends, begin, size);
  return entries;
}

/** More than any model needs. */
const MOST_INDEX = 2 ** 25;

/** An index says which of several files has each tensor. */
async function readIndex(file: FileBytes): Promise<Entry[]> {
  const { size, budget } = file;
  if (size > MOST_INDEX) throw bad(NAME, 0, `an index of ${size} bytes; at most ${MOST_INDEX} are read`);
  const noIndex = () => bad(NAME, 0, 'the file is no index, which is JSON with an object weight_map');
  const places = new Map<string, string>();
  for (const [name, place] of new Header(await bytesAt(file, 0, size), file, noIndex).places()) {
    budget.keep();
    if (places.has(name)) throw equalKeys();
    places.set(name, place as string);
  }
  const wanted = new Set(Array.from(places).flatMap(([name, place]) => (file.wants(name) ? place : [])));
  for (const place of new Set(places.values())) if (!wanted.has(place)) file.mention(place);
  const shards = await readShards(file, NAME, wanted, readFile);
  // An index says little: writers put the metadata into each shard, such as `format: pt`.
  for (const { facts = [] } of shards.values())
    for (const [key, fact] of facts) if (!file.facts.has(key)) file.facts.set(key, fact);
  return Array.from(places, ([name, place]) => {
    if (!file.wants(name)) return leftOut(name);
    const shard = shards.get(place) as Shard;
    if (shard.failure) return { name, refused: shard.failure };
    const entry = shard.entries.get(name);
    if (entry === undefined) throw bad(NAME, 0, `tensor ${quote(name)} is not in ${quote(place)}`);
    return entry;
  });
}

/** `begin` is the byte of the data of all tensors, `size` that of the file. */
function readInfo(name: string, info: unknown, begin: number, size: number, ends: number[]): Entry {
  const { dtype, shape, data_offsets: offsets } = Object(info);
  if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets)) wrong(name, MUST_HAVE);
  const [from, to] = offsets;
  if (offsets.length !== 2 || from > to) wrong(name, MUST_HAVE);
  if (begin + to > size) checkRange(begin + from, to - from, size, NAME, `tensor ${quote(name)}`);
  ends.push(from, to);
  const type = TYPES.get(dtype);
  const at = begin + from;
  if (type === undefined) {
    const raw = { at, length: to - from, storedType: dtype };
    return refuse(name, NAME, `of type ${dtype.slice(0, 40)}`, raw);
  }
  const bytes = bytesOf(shape, bitsOf(type), NAME, 8);
  if (to - from !== bytes)
    wrong(name, `of ${dtype} [${shape.join(', ')}] needs ${bytes} bytes, but data_offsets give ${to - from}`);
  return { name, type, dims: shape, at, storedType: dtype };
}

/** `ends` has where the data of each tensor begins and ends, in any order of tensors. */
function checkHoles(ends: readonly number[], begin: number, size: number): void {
  const order = Uint32Array.from({ length: ends.length / 2 }, (_, i) => 2 * i);
  order.sort((a, b) => ends[a] - ends[b] || ends[a + 1] - ends[b + 1]);
  let at = 0;
  const check = (from: number) => {
    if (from !== at)
      throw bad(NAME, begin + at, from < at ? 'two tensors overlap' : 'bytes that belong to no tensor');
  };
  for (const i of order) {
    check(ends[i]);
    at = ends[i + 1];
  }
  check(size - begin);
}
