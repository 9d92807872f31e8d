// Files whose headers want more than a file may: many members, members in members, many files beside one, sizes that are not there.
// What `open` reads of them must stay within its limits, and end when `open` ends.
import { crc32 } from 'node:zlib';
import { MicrotomeError } from 'microtome';
import { open } from 'microtome/source';
import { field, modelOf, onnxOf, outside, varint } from '../../support/handmade.js';
import { npyOfBytes, zipOf } from '../../support/npz_files.js';
import { startRangeServer } from '../../support/range_server.js';
import { onnxTensor } from './contents.js';
import { turn, until } from './waiting.js';

/** @import { Random } from '../random.js' */
/** @typedef {{ file: Uint8Array, virtual?: { size: number, read: (at: number, length: number) => Uint8Array }, others?: number, maxBytes: number, most: { requests: number, bytes: number } }} Trap */

const KIB = 1024;
/** The first bytes of a file are always read. */
const FIRST = 64 * KIB;
/** As many requests as a cut may take. */
const REQUESTS = 1024;
const within = (/** @type {number} */ bytes) => ({ requests: REQUESTS, bytes: bytes + FIRST });
const member = (/** @type {number} */ length) => npyOfBytes(new Uint8Array(length));
/** A tensor of so many bytes. @param {string | number} i @param {number} length */
const bytesOf = (i, length) => onnxTensor({ name: `t${i}`, type: 'int8', dims: [length] });

/** @type {Record<string, (random: Random) => Trap>} */
const TRAPS = {
  'members in one place, with a long header'(random) {
    const content = npyOfBytes(new Uint8Array(4), ' '.repeat(random.between(100, 1000) * KIB));
    const { length } = content;
    const claims = { at: 0, packed: length, size: length, crc: crc32(content) };
    const parts = Array.from({ length: random.between(20, 300) }, (_, i) => {
      return { name: `m${i}.npy`, content: i === 0 ? content : Buffer.alloc(0), claims };
    });
    return { file: zipOf(parts), maxBytes: 4096 * KIB, most: within(4096 * KIB) };
  },
  'many members, and what is between their headers'(random) {
    const content = member(random.between(20, 60) * 1000);
    const parts = Array.from({ length: random.between(100, 200) }, (_, i) => ({
      name: `m${i}.npy`,
      content,
    }));
    return { file: zipOf(parts), maxBytes: 1024 * KIB, most: within(1024 * KIB) };
  },
  'many members, and the second one is bad'(random) {
    const content = member(100_000);
    const parts = Array.from({ length: random.between(50, 100) }, (_, i) => ({ name: `m${i}.npy`, content }));
    const file = zipOf(parts);
    file[30 + 'm0.npy'.length + 4 + content.length] = 0; // its local header
    return { file, maxBytes: 2 ** 28, most: within(2 ** 20) };
  },
  'many files beside a model'(random) {
    const others = random.between(10, 60);
    const tensors = Array.from({ length: others }, (_, i) =>
      outside(bytesOf(i, 1000), { location: `w${i}.bin`, offset: '0', length: '1000' }),
    );
    const file = modelOf(...tensors);
    return { file, others, maxBytes: 2 ** 28, most: within(3 * file.length) };
  },
  'many weights in a model'(random) {
    const raw_data = Buffer.alloc(random.between(1000, 2000));
    const tensors = Array.from({ length: random.between(500, 4000) }, (_, i) => {
      return { ...bytesOf(i, raw_data.length), raw_data };
    });
    return { file: modelOf(...tensors), maxBytes: 2 ** 28, most: within(300_000) };
  },
  'a model without an end'() {
    const raw_data = Buffer.alloc(4096);
    const tensorAt = (/** @type {number} */ i) =>
      field(5, 2, onnxOf('TensorProto', { ...bytesOf(`${i}`.padStart(12, '0'), 4096), raw_data }));
    const { length } = tensorAt(0);
    const head = Buffer.from([0x08, 0x08, 0x3a, ...varint(2 ** 38 * length)]);
    const read = (/** @type {number} */ at, /** @type {number} */ count) => {
      const first = Math.max(0, Math.floor((at - head.length) / length));
      const many = Math.ceil(count / length) + 1;
      const all = Buffer.concat([head, ...Array.from({ length: many }, (_, i) => tensorAt(first + i))]);
      const from = at < head.length ? at : head.length + ((at - head.length) % length);
      return new Uint8Array(all.subarray(from, from + count));
    };
    const size = head.length + 2 ** 38 * length;
    return { file: head, virtual: { size, read }, maxBytes: 2 ** 28, most: within(2 ** 20) };
  },
};

export class Hostile {
  #complain;

  /** @param {(what: string) => void} complain */
  constructor(complain) {
    this.#complain = complain;
  }

  /** @param {Random} random */
  async open(random) {
    const name = random.pick(Object.keys(TRAPS));
    const trap = TRAPS[name](random);
    const { most, others } = trap;
    const { from, seen, end } = others ? await this.#served(trap) : reader(trap);
    const stop = new AbortController();
    let ended = { requests: 0, bytes: 0 };
    seen.onRequest = () => {
      if (seen.requests > 2 * most.requests || seen.bytes > 4 * most.bytes) stop.abort(); // it is known by now
    };
    const error = await open(from, {
      maxBytes: trap.maxBytes,
      maxRequests: REQUESTS,
      signal: stop.signal,
    }).then(
      (source) => source.close(),
      (error) => error,
    );
    ended = { requests: seen.requests, bytes: seen.bytes };
    for (let i = 0; i < 30; ++i) await turn();
    await until(() => seen.pending === 0);
    if (error && !(error instanceof MicrotomeError)) this.#complain(`${name}: ${error}`);
    if (seen.requests > ended.requests)
      this.#complain(`${name}: ${seen.requests - ended.requests} requests after open has ended`);
    if (ended.requests > most.requests || ended.bytes > most.bytes)
      this.#complain(
        `${name}: open takes ${JSON.stringify(ended)}, at most ${JSON.stringify(most)}${error ? ` (${error.code})` : ''}`,
      );
    await end();
  }

  /** @param {Trap} trap */
  async #served({ file }) {
    const weights = new Uint8Array(100_000);
    const server = await startRangeServer((path) => (path.endsWith('.onnx') ? file : weights));
    const seen = counter();
    server.fault = ({ body }) => seen.add(body.length);
    return {
      from: /** @type {any} */ (new URL('model.onnx', server.url).href),
      seen,
      end: () => server.close(),
    };
  }

  async end() {}
}

const counter = () => ({
  requests: 0,
  bytes: 0,
  pending: 0,
  onRequest: () => {},
  /** @param {number} bytes */
  add(bytes) {
    this.requests += 1;
    this.bytes += bytes;
    this.onRequest();
  },
});

/** A reader, which costs less than a server. @param {Trap} trap */
function reader({ file, virtual }) {
  const seen = counter();
  const read = async (/** @type {number} */ at, /** @type {number} */ length) => {
    seen.add(length);
    seen.pending += 1;
    await turn();
    seen.pending -= 1;
    return virtual ? virtual.read(at, length) : file.slice(at, at + length);
  };
  const from = /** @type {any} */ ({ size: virtual?.size ?? file.length, read });
  return { from, seen, end: async () => {} };
}
