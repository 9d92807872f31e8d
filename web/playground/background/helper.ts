// A worker, seen from the page: questions with answers, progress between them, and an end at any time. The worker itself is a
// table of functions: serve.ts.
import { MicrotomeError } from '../../lib/index.ts';

/** The message of an error without the operator, and without `spec`, the library's name for a slice string. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof MicrotomeError)) return error.message;
  const place = error.param === 'spec' ? `${error.op}: spec: ` : `${error.op}: `;
  return error.message.startsWith(place) ? error.message.slice(place.length) : error.message;
}

/** The work was ended by stop(): nobody wants the answer any more. */
export class Stopped extends Error {}

/** What a worker is asked and answers. */
// biome-ignore lint/suspicious/noExplicitAny: only the two that talk know its type
export type Message = any;

/** Is told the part that is done, 0 to 1, and what is being done. */
export type Tell = (part: number, text: string) => void;

/** `transfer`: what the worker may keep. */
type Asking = { transfer?: Transferable[]; onProgress?: Tell };

interface Waiting {
  resolve: (result: Message) => void;
  reject: (error: Error) => void;
  asking: Asking;
}

interface Answer {
  id: number;
  result?: unknown;
  error?: { message: string; param?: string };
  progress?: [number, string];
}

export class Helper {
  #make;
  #worker: Worker | null = null;
  #open = new Map<number, Waiting>();
  #asked = 0;
  /** What the worker was told to hold. */ #held: Promise<Message> | null = null;

  /** @param make `new Worker(new URL(...), { type: 'module' })`, spelled out so that Vite finds it */
  constructor(make: () => Worker) {
    this.#make = make;
  }

  /** What the worker must know before it is asked: told once, and again to the next worker, which knows nothing. */
  hold<T>(tell: () => Promise<T>): Promise<T> {
    if (this.#held !== null) return this.#held;
    const held = tell();
    this.#held = held;
    held.catch(() => {
      if (this.#held === held) this.#held = null;
    });
    return held;
  }

  /** @param what a name in the worker's table */
  ask(what: string, message?: unknown, asking: Asking = {}): Promise<Message> {
    const worker = this.#start();
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, asking });
      worker.postMessage({ id, what, message }, asking.transfer ?? []);
    });
  }

  /** What the worker holds is out of date. */
  forget() {
    this.#held = null;
  }

  /** Ends all work. Nothing else stops a busy worker, so it is ended; an idle one stays for the next question. */
  stop() {
    if (this.#open.size > 0) this.end();
    this.forget();
  }

  #start() {
    if (this.#worker !== null) return this.#worker;
    const worker = this.#make();
    worker.addEventListener('message', ({ data }) => this.#hear(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.end(new Error(event.message || 'The worker could not be loaded.'));
    });
    this.#worker = worker;
    return worker;
  }

  #hear({ id, result, error, progress }: Answer) {
    const open = this.#open.get(id);
    if (open === undefined) return;
    if (progress) return open.asking.onProgress?.(...progress);
    this.#open.delete(id);
    if (error === undefined) open.resolve(result);
    else open.reject(Object.assign(new Error(error.message), { param: error.param }));
  }

  /**
   * Ends the worker, also an idle one: the next one loads its modules again.
   * @param error what waits is told
   */
  end(error: Error = new Stopped('stopped')) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#held = null;
    const waiting = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of waiting) reject(error);
  }
}
