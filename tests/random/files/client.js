// Uses the library as a caller would, in this process or in another: opens, cuts, stops, closes. What goes in and what comes out is
// plain data.
import { open as openFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { init, MicrotomeError } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, parts, save, slice, slices, split } from 'microtome/source';
import { makeOut, takeOut } from './outs.js';
import { dimsOf } from './specs.js';
import { Watch } from './watch.js';

/** @import { Out } from './outs.js' */
/** @import { Call, From, Marks, Outcome, Piece, Stop } from './watch.js' */
/** @typedef {any} Any */

/** Of a cut that takes no limit: more would take too long. */
const MOST_REQUESTS = 100;

export class Client {
  /** @type {Map<number, { source: Any, handle: Any, first: Record<string, Marks> }>} */ #sources = new Map();
  /** @type {Map<string, Any>} */ #caches = new Map();
  #watch = new Watch();

  async start() {
    await init();
    this.#watch.start();
  }

  async end() {
    for (const id of [...this.#sources.keys()]) await this.close(id);
    return this.#watch.end();
  }

  /** Waits until nothing runs any more, and gives what was wrong. @returns {Promise<string[]>} */
  rest = () => this.#watch.rest();

  /** @param {{ id: number, from: From, options: Any, stop: Stop | undefined, step: number }} how @returns {Promise<Outcome>} */
  async open({ id, from, options, stop, step }) {
    this.#watch.step = step;
    /** @type {Record<string, Marks>} */ const first = {};
    const handle = ['handle', 'slow', 'reader'].includes(from.as ?? '')
      ? await openFile(/** @type {string} */ (from.path))
      : undefined;
    const stopping = this.#watch.stopping(stop, () => {});
    const call = async () => {
      const web = from.address ? { fetch: this.#watch.fetchFor(first) } : {};
      const source = await open(await this.#fromOf(from, handle, options), {
        ...options,
        ...web,
        signal: stopping.signal,
      });
      this.#sources.set(id, { source, handle, first });
      const shapes = source.names.flatMap((name) => {
        try {
          const { type, dims } = source.tensor(name);
          return [[name, { type, dims }]];
        } catch (error) {
          if (error instanceof MicrotomeError) return []; // a tensor that is refused
          throw error;
        }
      });
      return { names: source.names, shapes: Object.fromEntries(shapes) };
    };
    const outcome = await this.#watch.settle(call, stopping);
    if (outcome.code) await handle?.close();
    return { ...outcome, first };
  }

  /** @param {From} from @param {Any} handle @param {Any} options */
  async #fromOf({ address, sign, path, as, cache }, handle, options) {
    const slow =
      as === 'slow' || as === 'reader' ? await this.#watch.slowly(handle, as === 'reader') : undefined;
    const plain = address ?? slow ?? handle ?? pathToFileURL(/** @type {string} */ (path));
    const toRequest = (/** @type {Any} */ url) =>
      as === 'request' ? new Request(url, { headers: options.headers }) : url;
    const made = sign
      ? async () => toRequest(`${address}?key=${await (await fetch(sign)).text()}`)
      : toRequest(plain);
    if (cache === undefined) return made;
    const { name, ...rest } = cache;
    const key = `${name} ${as === 'request' ? JSON.stringify(options.headers) : ''}`;
    if (!this.#caches.has(key)) this.#caches.set(key, cached(made, rest));
    return this.#caches.get(key);
  }

  /** @param {number} id @param {Call} call @param {number} step @returns {Promise<Outcome>} */
  async cut(id, call, step) {
    this.#watch.step = step;
    const { source, first } = /** @type {Any} */ (this.#sources.get(id));
    const { kind, name, specs, limits, pieces, few } = call;
    /** @type {Out[]} */ let outs = [];
    /** @type {ArrayBuffer[]} */ let buffers = [];
    const detach = (/** @type {string} */ how) => {
      if (how === 'close') source.close();
      else
        buffers = buffers.map((buffer) =>
          buffer.byteLength > 0 ? structuredClone(buffer, { transfer: [buffer] }) : buffer,
        );
    };
    const stopping = this.#watch.stopping(call.stop, detach);
    /** @type {Any} */ let known;
    const run = async () => {
      const stored = source.tensor(name);
      known = cost(stored, kind === 'split' ? '...' : kind === 'slices' ? specs : specs[0]);
      const isStream = kind === 'parts' || kind === 'save'; // which have no maxRequests
      if (isStream && known.requests > MOST_REQUESTS) return { isSkipped: true };
      const options = { ...limits, signal: stopping.signal, onprogress: stopping.onProgress };
      if (kind === 'parts')
        return { pieces: await this.#parts(stored, specs[0], { ...options, maxBytes: few }, pieces) };
      if (kind === 'save')
        return { pieces: [await this.#save(stored, specs[0], { ...options, maxBytes: few, format: 'raw' })] };
      const dims = dimsOf(stored.dims, call);
      outs = dims.flatMap((each) => makeOut(call.out, stored.type, each) ?? []);
      buffers = outs.map(({ buffer }) => buffer);
      const given = outs.map((out) => out.given);
      const more = {
        ...options,
        maxRequests: limits.maxRequests,
        ...(outs.length > 0 && { out: kind === 'slice' ? given[0] : given }),
      };
      const made =
        kind === 'slice' ? [await slice(stored, specs[0], more)]
        : kind === 'slices' ? await slices(stored, specs, more)
        : await split(stored, { axis: 0, num_outputs: pieces }, more); // biome-ignore format: a table
      if (outs.length === 0) return { pieces: made.map(pieceOf) };
      const taken = outs.map((out, i) => takeOut(out, buffers[i]));
      return {
        pieces: taken.map(({ bytes }, i) => ({ dims: [...dims[i]], bytes })),
        damaged: taken.some(({ damaged }) => damaged),
      };
    };
    const outcome = await this.#watch.settle(/** @type {Any} */ (run), stopping);
    for (const buffer of buffers)
      this.#watch.outs.add(buffer, `${kind} ${specs.join(' and ')} (${outcome.code ?? 'done'})`);
    return { ...outcome, cost: known, first };
  }

  /** The first parts, and no more. @param {Any} stored @param {string} spec @param {Any} options @param {number} most */
  async #parts(stored, spec, { maxRequests, ...options }, most) {
    /** @type {Piece[]} */ const made = [];
    for await (const part of parts(stored, spec, options)) {
      made.push({ ...pieceOf(part), starts: [...part.starts] });
      if (made.length === most) break;
    }
    return made;
  }

  /** @param {Any} stored @param {string} spec @param {Any} options @returns {Promise<Piece>} */
  async #save(stored, spec, { maxRequests, ...options }) {
    /** @type {Uint8Array[]} */ const chunks = [];
    let [ended, failed] = [false, false];
    const writable = new WritableStream({
      write: (chunk) => {
        if (ended) this.#watch.complain('save writes after its end');
        chunks.push(new Uint8Array(chunk));
      },
      abort: () => {
        failed = true;
      },
    });
    try {
      await save(stored, spec, writable, options);
      if (failed) this.#watch.complain('save resolves, and has aborted its stream');
    } finally {
      ended = true;
    }
    return { dims: [], bytes: Buffer.concat(chunks) };
  }

  /** @param {number} id */
  async close(id) {
    const { source, handle } = this.#sources.get(id) ?? {};
    this.#sources.delete(id);
    await source?.close();
    await handle?.close();
  }
}

/** @param {Any} tensor @returns {Piece} */
const pieceOf = ({ dims, data }) => ({
  dims: [...dims],
  bytes: new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice(),
});
