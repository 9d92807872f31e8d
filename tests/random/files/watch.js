// Watches what a client does: stops its calls, slows its files down, and notices requests that start when no call runs, arrays that
// are written after the end of their call, and listeners that stay.
import { getEventListeners } from 'node:events';
import { MicrotomeError } from 'microtome';
import { Watched } from './outs.js';
import { turn, until } from './waiting.js';

/** @import { Kind } from './outs.js' */
/** @typedef {any} Any */

/** When a call is stopped: before it, at once, after turns of the event loop, or at an event of its own. @typedef {{ at: 'before' | 'once' | 'turns' | 'progress' | 'request', nth: number, how: 'abort' | 'detach' | 'close' }} Stop */
/** @typedef {{ address?: string, sign?: string, path?: string, as?: 'url' | 'handle' | 'request' | 'slow' | 'reader', cache?: { name: string, maxBytes: number, store?: string, ignoreQuery?: boolean } }} From */
/** @typedef {{ kind: 'slice' | 'slices' | 'split' | 'parts' | 'save', name: string, specs: string[], out: Kind, limits: { maxBytes?: number, maxRequests?: number }, pieces: number, few: number, stop: Stop | undefined }} Call */
/** An output, or a part of one, which begins at `starts`. @typedef {{ dims: number[], bytes: Uint8Array, starts?: number[] }} Piece */
/** Of the first answer for a file. @typedef {{ etag: string | null, date: string | null, size: number | undefined }} Marks */
/** @typedef {{ code?: string, message?: string, ours?: boolean, died?: boolean, isSkipped?: boolean, pieces?: Piece[], damaged?: boolean, cost?: { requests: number, bytes: number }, names?: readonly string[], first?: Record<string, Marks>, shapes?: Record<string, { type: string, dims: readonly number[] }> }} Outcome */

/** Reads of files that are under way. */
const readsOfFiles = () => process.getActiveResourcesInfo().filter((name) => /^FSReq/.test(name)).length;

export class Watch {
  outs = new Watched();
  /** The server is told, so that it knows requests of an earlier step that arrive late. */
  step = 0;
  #running = 0;
  #pending = 0;
  /** @type {Set<() => void>} */ #onRequest = new Set();
  /** @type {string[]} */ #complaints = [];
  /** @type {AbortSignal[]} */ #signals = [];
  #onWarning = (/** @type {Error} */ warning) => {
    if (/MaxListeners|garbage collection/.test(`${warning.name} ${warning.message}`))
      this.complain(`a warning: ${warning.message}`);
  };

  start() {
    process.on('warning', this.#onWarning);
  }

  async end() {
    const found = await this.rest();
    process.off('warning', this.#onWarning);
    return found;
  }

  /** @param {string} what */
  complain(what) {
    this.#complaints.push(what);
  }

  /** Waits until nothing runs any more, and gives what was wrong. @returns {Promise<string[]>} */
  async rest() {
    if (!(await until(() => this.#pending === 0 && readsOfFiles() === 0)))
      this.complain(`still under way: ${this.#pending} requests, ${readsOfFiles()} reads of files`);
    for (let i = 0; i < 3; ++i) await turn();
    for (const signal of this.#signals.splice(0)) {
      const count = getEventListeners(signal, 'abort').length;
      if (count > 0) this.complain(`${count} listeners are left on a signal`);
    }
    return [...this.#complaints.splice(0), ...this.outs.inspect()];
  }

  /** A file whose reads take a few turns more, as on a disk that is far away. @param {Any} handle @param {boolean} isReader */
  async slowly(handle, isReader) {
    let turns = 0;
    const read = async (
      /** @type {Uint8Array} */ into,
      /** @type {number} */ offset,
      /** @type {number} */ length,
      /** @type {number} */ at,
    ) => {
      if (this.#running === 0) this.complain('a read that starts when no call runs');
      for (const tell of this.#onRequest) tell();
      this.#pending += 1;
      turns = (turns + 3) % 7;
      for (let left = turns; left > 0; --left) await turn();
      return handle.read(into, offset, length, at).finally(() => {
        this.#pending -= 1;
      });
    };
    if (!isReader) return { read, stat: () => handle.stat(), close: () => handle.close() };
    const { size } = await handle.stat();
    return {
      size,
      read: async (/** @type {number} */ at, /** @type {number} */ length) => {
        const { buffer, bytesRead } = await read(new Uint8Array(length), 0, length, at);
        return buffer.subarray(0, bytesRead);
      },
    };
  }

  /** Counts requests, and keeps what the first answer for each file said. @param {Record<string, Marks>} first */
  fetchFor(first) {
    return async (/** @type {Any} */ url, /** @type {Any} */ options) => {
      if (this.#running === 0) this.complain('a request that starts when no call runs');
      for (const tell of this.#onRequest) tell();
      this.#pending += 1;
      try {
        const asked = new Headers(options.headers);
        asked.set('x-step', `${this.step}`);
        const response = await fetch(url, { ...options, headers: asked });
        const { status, headers } = response;
        if (status !== 200 && status !== 206) return response;
        const said =
          /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length');
        const size = headers.has('content-range') || status === 200 ? Number(said ?? Number.NaN) : Number.NaN;
        const path = new URL(url.url ?? url).pathname.replace(/^.*\//, '');
        const marks = { etag: headers.get('etag'), date: headers.get('last-modified') };
        first[path] ??= { ...marks, size: Number.isNaN(size) ? undefined : size };
        return response;
      } finally {
        this.#pending -= 1;
      }
    };
  }

  /** @param {Stop | undefined} stop @param {(how: string) => void} act what is done besides aborting */
  stopping(stop, act) {
    const controller = new AbortController();
    const { signal } = controller;
    this.#signals.push(signal);
    let left = stop?.nth ?? 0;
    let isOver = false;
    const now = () => (stop?.how === 'abort' ? controller.abort(new Error('enough')) : act(stop?.how ?? ''));
    const count = () => {
      if (left-- === 0 && !isOver) now();
    };
    const onProgress = stop?.at === 'progress' ? count : () => {};
    const begin = async () => {
      if (stop?.at === 'request') this.#onRequest.add(count);
      if (stop?.at === 'before') now();
      if (stop?.at === 'once') queueMicrotask(now);
      if (stop?.at === 'turns') for (; left >= 0 && !isOver; count()) await turn();
    };
    const end = () => {
      isOver = true;
      this.#onRequest.delete(count);
    };
    return { signal, onProgress, begin, end };
  }

  /** @param {() => Promise<Outcome>} call @param {{ begin: () => Promise<void>, end: () => void }} stopping @returns {Promise<Outcome>} */
  async settle(call, { begin, end }) {
    this.#running += 1;
    begin();
    try {
      return await call();
    } catch (/** @type {Any} */ error) {
      return {
        code: String(error?.code ?? error?.name),
        message: String(error?.message),
        ours: error instanceof MicrotomeError,
      };
    } finally {
      this.#running -= 1;
      end();
    }
  }
}
