// The worker, seen from the page: one question at a time. A new question ends the work on the one before, because nothing else stops
// a busy worker.
import { wrong } from '../model/mistake.ts';
import type { Made, Result } from '../model/result.ts';
import { rowOf } from '../model/rows.ts';
import type { State } from '../model/state.ts';

/** The address of the worker: tools/page/plugins.ts puts that of its chunk here, which shares the page's modules. */
const WORKER = './worker/worker.ts';

/** `pixels`: of a picture, if it is another one than before. */
export type Question = { state: State; pixels: Uint8ClampedArray | undefined; isPicture: boolean };
type Answer = { result: Result; made: Made[] };

export function makeClient() {
  let worker: Worker | null = null;
  let sent: Uint8ClampedArray | undefined;
  /** Gives up on the answer that is awaited. */
  let drop: (() => void) | null = null;

  function end() {
    worker?.terminate();
    worker = null;
    sent = undefined;
    drop?.();
    drop = null;
  }
  /** Ends all work. */
  const stop = () => {
    if (drop) end();
  };

  /** @returns null: something newer was asked, or the work was stopped */
  function ask(state: State, pixels?: Uint8ClampedArray): Promise<Answer | null> {
    stop();
    worker ??= new Worker(WORKER, { type: 'module' });
    const asked = worker;
    return new Promise((resolve, reject) => {
      drop = () => resolve(null);
      asked.onmessage = ({ data: { error, param, result, made } }) => {
        drop = null;
        if (error !== undefined) reject(wrong(param, error));
        else resolve({ result: { ...result, row: rowOf(state) }, made });
      };
      asked.onerror = (event) => {
        event.preventDefault();
        end();
        reject(wrong('', event.message || 'The worker could not be loaded. Reload the page.'));
      };
      const fresh = pixels === sent ? undefined : pixels;
      sent = pixels;
      asked.postMessage({ state, pixels: fresh, isPicture: pixels !== undefined } satisfies Question);
    });
  }
  return { ask, stop };
}
