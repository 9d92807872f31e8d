// Files for the readers of formats: they count what is read, and hold a reader to its word. And what an entry's elements are, by a
// loop over them.
import assert from 'node:assert/strict';
import { bitsOf, countElements } from '../../docs/rules/elements.js';
import { MicrotomeError } from '../../web/lib/base/errors.ts';
import { toPublicError } from '../../web/lib/base/mistake.ts';
import { Budget } from '../../web/lib/source/formats/format.ts';
import { FORMATS } from '../../web/lib/source/formats/known.ts';

/** @import { FileBytes, Format, StoredEntry } from '../../web/lib/source/formats/format.ts' */

/** Bytes that come with a file. */
export const FIRST = 2 ** 16;

/** @typedef {FileBytes & { requests: [at: number, length: number][] }} CountingFile */
/** @typedef {StoredEntry | { name: string, refused: MicrotomeError }} ReportedEntry */

/**
 * A format, with its reader, whose mistakes are as `open` reports them.
 * @param {Format} format
 * @returns {Format & { read: (file: FileBytes) => Promise<ReportedEntry[]> }}
 */
export const reported = (format) => ({
  ...format,
  async read(file) {
    const report = (/** @type {unknown} */ thrown) =>
      /** @type {MicrotomeError} */ (toPublicError(thrown, 'open'));
    const read = await format.load();
    const entries = await read(file).catch((thrown) => {
      throw report(thrown);
    });
    return entries.map((entry) =>
      entry.refused === undefined ? entry : { name: entry.name, refused: report(entry.refused) },
    );
  },
});

/** @param {string} name of a format */
export const formatNamed = (name) =>
  reported(/** @type {Format} */ (FORMATS.find((format) => format.name === name)));

/**
 * @param {Uint8Array} content
 * @param {object} [options]
 * @param {number} [options.first] bytes that come with it
 * @param {number} [options.maxBytes]
 * @param {Readonly<Record<string, Uint8Array>>} [options.others] files beside it
 * @param {string} [options.name]
 * @returns {CountingFile}
 */
export function fileOf(content, { first = FIRST, maxBytes = 2 ** 28, others = {}, name = '' } = {}) {
  const bytes = Uint8Array.from(content); // of a Buffer, slices would be views
  /** @type {[number, number][]} */
  const requests = [];
  const budget = new Budget(maxBytes, Number.POSITIVE_INFINITY);
  let isStopped = false;
  /** @type {CountingFile} */
  const file = {
    size: bytes.length,
    start: bytes.slice(0, first),
    budget,
    facts: new Map(),
    requests,
    stop() {
      isStopped = true;
    },
    async read(at, length) {
      assert.ok(Number.isSafeInteger(at) && Number.isSafeInteger(length), `read(${at}, ${length})`);
      assert.ok(
        at >= 0 && length >= 0 && at + length <= bytes.length,
        `read(${at}, ${length}) of ${bytes.length}`,
      );
      assert.ok(!isStopped, `read(${at}, ${length}) after a failure`);
      budget.spend(length);
      requests.push([at, length]);
      return bytes.slice(at, at + length);
    },
    async beside(location) {
      const file = await this.shard(location);
      return { size: file.size, store: /** @type {any} */ (file) };
    },
    async shard(location) {
      if (!Object.hasOwn(others, location))
        throw new MicrotomeError('source_failed', 'open', '', `there is no ${location}`);
      return fileOf(others[location], { first, maxBytes, others, name: location });
    },
    name,
    mention() {},
    wants: () => true,
  };
  // an entry of a shard says where its bytes are
  return Object.assign(file, { store: /** @type {any} */ (file) });
}

/**
 * The bytes of an entry's elements, row-major and little-endian.
 * @param {FileBytes} file
 * @param {StoredEntry} entry
 */
export async function elementsOf(file, { type, dims, at, stride, endian, bytes, packed, file: other }) {
  const own = /** @type {any} */ (other?.store ?? other ?? file);
  const count = countElements(dims);
  const length = Math.ceil((count * bitsOf(type)) / 8);
  const whole = packed && (await packed.unpack(await own.read(packed.at, packed.length)));
  const data = (whole ?? bytes)?.slice(at, at + length) ?? (await own.read(at, length));
  assert.equal(data.length, length);
  const width = bitsOf(type) / 8;
  if (endian === 'big') {
    const whole = type.startsWith('complex') ? width / 2 : width;
    for (let k = 0; k < length; k += whole) data.subarray(k, k + whole).reverse();
  }
  if (stride === undefined) return data;
  const made = new Uint8Array(length);
  for (let k = 0; k < count; ++k) {
    let [place, rest] = [0, k];
    for (let axis = dims.length - 1; axis >= 0; --axis) {
      place += (rest % dims[axis]) * stride[axis];
      rest = Math.floor(rest / dims[axis]);
    }
    made.set(data.subarray(place * width, (place + 1) * width), k * width);
  }
  return made;
}
