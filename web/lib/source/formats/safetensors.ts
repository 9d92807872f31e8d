// safetensors files: the length of the header, the header in JSON, and all data without holes. An element
// type is a row of TYPES.
import { describe } from '../../base/describe.ts';
import type { Type } from '../../types.ts';
import { bad, bitsOf, bytesAt, bytesOf, checkRange, isSizes, refuse } from './check.ts';
import type { Entry, Format } from './format.ts';
import { viewOf } from './reader.ts';

const NAME = 'safetensors';

/** The reference implementation's own limit. */
const MOST_HEADER = 100e6;

const TYPES: ReadonlyMap<string, Type> = new Map(
  Object.entries<Type>({
    BOOL: 'bool', U8: 'uint8', I8: 'int8', U16: 'uint16', I16: 'int16', U32: 'uint32', I32: 'int32', U64: 'uint64',
    I64: 'int64', F16: 'float16', BF16: 'bfloat16', F32: 'float32', F64: 'float64', C64: 'complex64',
    F8_E4M3: 'f8e4m3', F8_E5M2: 'f8e5m2', F8_E8M0: 'f8e8m0', F4: 'f4e2m1',
  }),
); // biome-ignore format: a table

const lengthOf = (start: Uint8Array) => Number(viewOf(start).getBigUint64(0, true));

export const safetensors: Format = {
  name: NAME,
  matches: (start) => start[8] === 0x7b && lengthOf(start) <= MOST_HEADER,

  async read(file) {
    const { size, start } = file;
    if (!safetensors.matches(start))
      throw bad(NAME, 0, 'the file does not begin with the length of a header and {');
    const length = lengthOf(start);
    checkRange(8, length, size, NAME, 'the header');
    const begin = 8 + length;
    const bytes = await bytesAt(file, 8, length);
    const places = readHeader(bytes).map(([name, info]) => readInfo(name, info, begin, size));
    checkHoles(places, begin, size);
    return places.map(({ entry }) => entry);
  },
};

function readHeader(bytes: Uint8Array): [name: string, info: unknown][] {
  let header: object;
  let keys = -1; // the header itself is visited, too
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    header = JSON.parse(text, function (this: unknown, _, value) {
      if (!Array.isArray(this)) keys += 1;
      return value;
    });
  } catch (cause) {
    throw bad(NAME, 8, 'the header is not JSON', cause);
  }
  // JSON.parse keeps the last of two equal keys, but other readers the first.
  if (keys !== countColons(bytes)) throw bad(NAME, 8, 'the header has two equal keys');
  return Object.entries(header).filter(([name]) => name !== '__metadata__');
}

const [QUOTE, BACKSLASH, COLON] = Array.from('"\\:', (each) => each.charCodeAt(0));

/** How many keys a JSON text has. Regular expressions fail on very long strings. */
function countColons(bytes: Uint8Array): number {
  let count = 0;
  let isString = false;
  for (let i = 0; i < bytes.length; ++i) {
    if (bytes[i] === QUOTE) isString = !isString;
    else if (isString && bytes[i] === BACKSLASH) ++i;
    else if (!isString && bytes[i] === COLON) ++count;
  }
  return count;
}

interface Info {
  readonly from: number;
  readonly to: number;
  readonly entry: Entry;
}

/** `begin` is the byte of the data of all tensors, `size` that of the file. */
function readInfo(name: string, info: unknown, begin: number, size: number): Info {
  const { dtype, shape, data_offsets: offsets } = Object(info);
  const which = describe(name);
  const wrong = (what: string) => bad(NAME, 8, `tensor ${which} ${what}`);
  if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets) || !(offsets[0] <= offsets[1]))
    throw wrong('must have a dtype, a shape of sizes, and data_offsets [begin, end]');
  const [from, to] = offsets;
  checkRange(begin + from, to - from, size, NAME, `tensor ${which}`);
  const type = TYPES.get(dtype);
  if (type === undefined) return { from, to, entry: refuse(name, NAME, `of type ${dtype.slice(0, 40)}`) };
  const bytes = bytesOf(shape, bitsOf(type), NAME, 8);
  if (to - from !== bytes)
    throw wrong(`of ${dtype} [${shape.join(', ')}] needs ${bytes} bytes, but data_offsets give ${to - from}`);
  return { from, to, entry: { name, type, dims: shape, at: begin + from } };
}

function checkHoles(places: readonly Omit<Info, 'entry'>[], begin: number, size: number): void {
  const end = { from: size - begin, to: size - begin };
  let at = 0;
  for (const { from, to } of [...places, end].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (from !== at)
      throw bad(NAME, begin + at, from < at ? 'two tensors overlap' : 'bytes that belong to no tensor');
    at = to;
  }
}
