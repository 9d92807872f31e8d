// Files with headers that an enemy wrote, and the judge of what a reader makes of them: a list of tensors that are all inside the
// file, or a documented error, without hanging and without memory that the file does not justify.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bitsOf, countElements } from '../../docs/rules/elements.js';
import { MicrotomeError } from '../../web/lib/base/errors.ts';
import { FILES } from '../support/format_files.js';
import { fileOf, reported } from '../support/stored.js';

/** @import { Format, Packed } from '../../web/lib/source/formats/format.ts' */
/** @import { ReportedEntry } from '../support/stored.js' */

/** Sizes at which something may overflow. */
const EDGES = [0, 1, 2, 3, 7, 8, 31, 32, 63, 64, 65, 127, 128, 255, 256, 65535, 65536]
  .map(BigInt)
  .concat([31n, 32n, 33n, 53n, 62n, 63n, 64n].flatMap((power) => [2n ** power - 1n, 2n ** power]));
const edge = fc.oneof(fc.constantFrom(...EDGES), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));

/** A place of a file: near its begin, near its end, or anywhere. @typedef {{ from: 'begin' | 'end' | 'any', n: number }} Place */
/** @typedef {{ kind: string, at: Place, to: Place, value: bigint, width: number, isBig: boolean, length: number }} Change */

/** @param {Place} place @param {number} size */
function toIndex({ from, n }, size) {
  const near = n % Math.min(size + 1, 300);
  return { begin: near, end: size - near, any: n % (size + 1) }[from];
}

/** @type {Record<string, (bytes: Buffer<ArrayBuffer>, change: Change) => Buffer<ArrayBuffer>>} */
const CHANGES = {
  write(bytes, { at, value, width, isBig }) {
    if (bytes.length < width) return bytes;
    const written = Buffer.alloc(8);
    written.writeBigUInt64LE(BigInt.asUintN(64, value));
    const part = isBig ? written.subarray(0, width).reverse() : written.subarray(0, width);
    part.copy(bytes, toIndex(at, bytes.length - width));
    return bytes;
  },
  end: (bytes, { at }) => bytes.subarray(0, toIndex(at, bytes.length)),
  remove(bytes, { at, length }) {
    const from = toIndex(at, bytes.length);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
  },
  repeat(bytes, { at, to, length }) {
    const [from, into] = [toIndex(at, bytes.length), toIndex(to, bytes.length)];
    return Buffer.concat([
      bytes.subarray(0, into),
      bytes.subarray(from, from + length),
      bytes.subarray(into),
    ]);
  },
};

const place = fc.record({ from: fc.constantFrom('begin', 'end', 'any'), n: fc.nat() });
const change = /** @type {fc.Arbitrary<Change>} */ (
  fc.record({
    kind: fc.constantFrom('write', 'write', 'write', ...Object.keys(CHANGES)),
    at: place,
    to: place,
    value: edge,
    width: fc.constantFrom(1, 1, 1, 2, 4, 8),
    isBig: fc.boolean(),
    length: fc.nat(200),
  })
);

/** Files that were good once. @param {RegExp} ending */
const changed = (ending) => {
  const good = Object.keys(FILES).filter((name) => ending.test(name));
  return fc
    .tuple(fc.constantFrom(...good), fc.array(change, { maxLength: 3 }))
    .map(([name, changes]) =>
      changes.reduce((bytes, each) => CHANGES[each.kind](bytes, each), Buffer.from(FILES[name])),
    );
};

const word = fc.constantFrom(
  "'descr'", "'fortran_order'", "'shape'", "'<f4'", "'>i2'", "'|O'", "'<U3'", ':', ',', '(', ')', '{', '}', '[', ']', ' ', 'True',
  'False', '0', '1', '3L', '-1', '9007199254740993', '4294967296', "'", '"', '\\', '\n', 'é', "'descr': '<i8'", "'shape': (3,)",
  "'fortran_order': False",
); // biome-ignore format: a table

/** .npy files of any words. */
const npyFile = fc
  .tuple(fc.array(word, { maxLength: 30 }), fc.constantFrom(1, 2, 3), fc.boolean(), fc.nat(64))
  .map(([words, major, isDict, data]) => {
    const header = Buffer.from(isDict ? `{${words.join('')}}\n` : words.join(''));
    const length = Buffer.alloc(major === 1 ? 2 : 4);
    length.writeUIntLE(header.length, 0, length.length);
    const mark = Buffer.from([0x93, ...Buffer.from('NUMPY'), major, 0]);
    return Buffer.concat([mark, length, header, Buffer.alloc(data)]);
  });

const size = fc.oneof(fc.nat(40), edge.map(Number), fc.constantFrom(-1, 0.5, null, '3', [], 1e300));
const name = fc.constantFrom('a', 'b', '__proto__', '__metadata__', 'constructor', '', 'toString', 'é😀');
const info = fc.oneof(
  fc.record(
    {
      dtype: fc.constantFrom('F32', 'U8', 'BOOL', 'F4', 'F8_E4M3FNUZ', 'F6_E2M3', '', 7, null, '__proto__'),
      shape: fc.oneof(fc.array(size, { maxLength: 4 }), size),
      data_offsets: fc.oneof(fc.tuple(size, size), fc.array(size, { maxLength: 3 })),
      __proto__: size,
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

/** safetensors files of any JSON, with equal keys and nesting. */
const safetensorsFile = fc
  .tuple(
    fc.array(fc.tuple(name, info), { maxLength: 5 }),
    fc.nat(64),
    fc.option(edge, { freq: 8 }),
    fc.nat(3),
  )
  .map(([entries, data, claimed, nesting]) => {
    const pairs = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`);
    const deep = nesting === 3 ? [`"deep":${'['.repeat(9000)}${']'.repeat(9000)}`] : [];
    const header = Buffer.from(`{${[...pairs, ...deep].join(',')}}`);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt.asUintN(64, claimed ?? BigInt(header.length)));
    return Buffer.concat([length, header, Buffer.alloc(data)]);
  });

/** @param {bigint} value */
function varint(value) {
  const bytes = [];
  for (; value > 127n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
  return Buffer.from([...bytes, Number(value)]);
}

/** Messages of any fields of protobuf, with lengths that are right, or not. */
const { message } = fc.letrec((/** @type {(key: string) => fc.Arbitrary<any>} */ tie) => ({
  message: fc
    .array(/** @type {fc.Arbitrary<Buffer>} */ (tie('field')), { maxLength: 6 })
    .map((fields) => Buffer.concat(fields)),
  field: fc.oneof(
    { depthSize: 'small' },
    fc
      .tuple(
        fc.integer({ min: 0, max: 16 }),
        fc.constantFrom(1, 3, 4, 5, 6),
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
      )
      .map(([number, wire, bytes]) =>
        Buffer.concat([varint(BigInt(8 * number + wire)), bytes.subarray(0, wire === 5 ? 4 : 8)]),
      ),
    fc
      .tuple(fc.integer({ min: 1, max: 15 }), edge)
      .map(([number, value]) => Buffer.concat([varint(BigInt(8 * number)), varint(value)])),
    fc
      .tuple(
        fc.integer({ min: 1, max: 15 }),
        fc.oneof(tie('message'), fc.uint8Array({ maxLength: 40 })),
        fc.option(edge, { freq: 9 }),
      )
      .map(([number, content, claimed]) => {
        const inner = Buffer.from(/** @type {Uint8Array} */ (content));
        return Buffer.concat([
          varint(BigInt(8 * number + 2)),
          varint(claimed ?? BigInt(inner.length)),
          inner,
        ]);
      }),
  ),
}));

/** Begins with GGUF, and goes on with counts, types and strings of any length. */
const ggufFile = fc
  .array(
    fc.oneof(
      edge.map((value) => Buffer.from(BigUint64Array.of(BigInt.asUintN(64, value)).buffer)),
      fc.nat(14).map((value) => Buffer.from(Uint32Array.of(value).buffer)),
      fc.constantFrom('general.alignment', 'a', '').map((text) => {
        const length = Buffer.alloc(8);
        length.writeUInt32LE(text.length);
        return Buffer.concat([length, Buffer.from(text)]);
      }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => Buffer.concat([Buffer.from('GGUF\x03\0\0\0'), ...parts]));

/** By the name of the format. @type {Record<string, fc.Arbitrary<Uint8Array>>} */
export const HOSTILE = {
  npy: fc.oneof(changed(/\.npy$/), npyFile),
  npz: changed(/\.npz$/),
  safetensors: fc.oneof(changed(/\.safetensors$/), safetensorsFile),
  gguf: fc.oneof(changed(/\.gguf$/), ggufFile),
  onnx: fc.oneof(
    changed(/\.(onnx|pb)$/),
    /** @type {fc.Arbitrary<Buffer>} */ (message),
    fc.uint8Array({ maxLength: 200 }),
  ),
};

/** Bytes that a reader may make for each byte of the file: an integer of 8 bytes may be stored in one, and deflate does 1032. */
const MOST_MADE = new Map([
  ['gguf', 4],
  ['onnx', 8],
  ['npz', 1032],
]);
const MOST_BYTES = 2 ** 22;
/** Of processor time, on a slow machine. */
const MOST_MS = 5000;

/**
 * @param {Format} format
 * @param {Uint8Array} bytes
 * @param {number} first bytes that come with the file
 * @returns {Promise<string>} what became of it, in a word
 */
export async function judgeHeader(format, bytes, first) {
  const file = fileOf(bytes, { first, maxBytes: MOST_BYTES, others: FILES });
  const since = process.cpuUsage();
  const counted = countArrays();
  /** @type {Packed[]} */ const packed = [];
  try {
    format.matches(file.start);
    const entries = await reported(format).read(file);
    checkEntries(entries, bytes.length);
    for (const entry of entries) if (!entry.refused && entry.packed) packed.push(entry.packed);
    return entries.length === 0 ? 'empty' : 'read';
  } catch (error) {
    if (!(error instanceof MicrotomeError)) throw error;
    assert.ok(
      ['bad_format', 'too_costly', 'source_failed'].includes(error.code),
      `${error.code}: ${error.message}`,
    );
    if (error.code !== 'source_failed')
      // of another file
      assert.match(error.message, new RegExp(`^open: ${format.name}: .{10,}`, 's'));
    return error.code;
  } finally {
    const made = counted();
    const most = Math.min(MOST_BYTES, (MOST_MADE.get(format.name) ?? 0) * bytes.length);
    assert.ok(made <= most, `${made} bytes for a file of ${bytes.length}`);
    const read = file.requests.reduce((n, [, length]) => n + length, 0);
    assert.ok(read <= 3 * bytes.length, `${read} bytes read of a file of ${bytes.length}`);
    const { user, system } = process.cpuUsage(since);
    assert.ok(user + system < 1000 * MOST_MS, `${user + system} microseconds of processor time`);
    for (const each of packed) await checkPacked(each, bytes);
  }
}

/** Counts the bytes of arrays that are made, until the function that it gives is called. */
function countArrays() {
  let made = 0;
  const { Uint8Array: Class } = globalThis;
  globalThis.Uint8Array = new Proxy(Class, {
    construct(target, args, newTarget) {
      if (typeof args[0] === 'number') made += args[0];
      return Reflect.construct(target, args, newTarget);
    },
  });
  return () => {
    globalThis.Uint8Array = Class;
    return made;
  };
}

/** @param {readonly ReportedEntry[]} entries @param {number} size of the file */
function checkEntries(entries, size) {
  assert.equal(new Set(entries.map((entry) => entry.name)).size, entries.length, 'two equal names');
  for (const entry of entries) {
    if (entry.refused) {
      assert.ok(entry.refused instanceof MicrotomeError);
      assert.ok(
        ['bad_type', 'bad_format', 'too_costly', 'source_failed'].includes(entry.refused.code),
        entry.refused.message,
      );
      continue;
    }
    const { type, dims, at, stride, bytes, packed, file } = entry;
    if (packed) assert.ok(packed.at >= 0 && packed.at + packed.length <= size);
    assert.ok(dims.every((n) => Number.isSafeInteger(n) && n >= 0));
    const last = stride
      ? dims.reduce((n, dim, axis) => n + (dim - 1) * stride[axis], 0) + 1
      : countElements(dims);
    const end = at + (dims.includes(0) ? 0 : Math.ceil((last * bitsOf(type)) / 8));
    assert.ok(
      at >= 0 && end <= (bytes?.length ?? packed?.size ?? file?.size ?? size),
      `${type} [${dims}] at ${at} of ${size}`,
    );
  }
}

/** What is packed gives as many bytes as it claims, or is refused. @param {Packed} packed @param {Uint8Array} file */
async function checkPacked({ at, length, size, unpack }, file) {
  const made = await unpack(Uint8Array.from(file.subarray(at, at + length))).catch((error) => error);
  if (made instanceof Uint8Array) assert.equal(made.length, size);
  else assert.equal(made.code, 'bad_format', made.stack);
}
