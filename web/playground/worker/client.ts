// The worker, seen from the page: one question at a time. A new question ends the work on the one before, because nothing else stops
// a busy worker.
import { Wrong } from '../model/planned.ts';
import type { Result } from '../model/result.ts';
import { type Row, rowAt } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import type { Made } from '../view/images.ts';
import { workerUrl } from './url.ts';

export interface Answer {
  result: Result;
  made: Made[];
}

export class Client {
  #worker: Worker | null = null;
  #id = 0;
  #sent: Uint8ClampedArray | undefined;
  /** Gives up on the answer that is awaited. */ #drop: (() => void) | null = null;

  /** @returns null: something newer was asked, or the work was stopped */
  ask(state: State, pixels?: Uint8ClampedArray): Promise<Answer | null> {
    this.stop();
    this.#worker ??= new Worker(workerUrl, { type: 'module' });
    const worker = this.#worker;
    const id = ++this.#id;
    const isNew = pixels !== this.#sent;
    this.#sent = pixels;
    return new Promise((resolve, reject) => {
      this.#drop = () => resolve(null);
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        this.#drop = null;
        if (data.error !== undefined) return reject(new Wrong(data.param, data.error));
        resolve({ result: { ...data.result, row: rowAt(state.op, state.opset) as Row }, made: data.made });
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.#end();
        reject(new Wrong('', event.message || 'The worker could not be loaded. Reload the page.'));
      };
      worker.postMessage({ id, state, pixels: isNew ? pixels : undefined, isPicture: pixels !== undefined });
    });
  }

  /** Ends all work. */
  stop() {
    if (this.#drop) this.#end();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#sent = undefined;
    this.#drop?.();
    this.#drop = null;
  }
}
