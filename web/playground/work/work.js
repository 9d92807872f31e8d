// Work that takes long, in a worker: how far it is, and an end to it. One piece of work at a time.

/** @import { Result } from '../model/cut.js' */
/** @import { State } from '../model/state.js' */

/** @typedef {{ message: string, param: string }} Wrong */

/** @type {Worker | null} */
let current = null;

/**
 * @param {State} state
 * @param {object} on
 * @param {(done: number) => void} on.progress from 0 to 1
 * @param {(result: Result) => void} on.result
 * @param {(wrong: Wrong) => void} on.wrong
 */
export function work(state, { progress, result, wrong }) {
  stopWork();
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  current = worker;
  worker.addEventListener('message', ({ data }) => {
    if (worker !== current) return;
    if ('done' in data) return progress(data.done);
    stopWork();
    if ('result' in data) result(data.result);
    else wrong(data.wrong);
  });
  worker.addEventListener('error', ({ message }) => {
    if (worker !== current) return;
    stopWork();
    wrong({ message: message || 'the worker could not be started', param: '' });
  });
  worker.postMessage(state);
}

export function stopWork() {
  current?.terminate();
  current = null;
}
