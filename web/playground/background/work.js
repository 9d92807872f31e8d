// Work that takes long, in a worker: how far it is, and an end to it. One piece of work at a time. The worker stays for the next
// piece; one that is busy is ended, because nothing else stops it.

/** @import { Result } from '../model/cut.js' */
/** @import { State } from '../model/state.js' */

/** @typedef {{ message: string, param: string }} Wrong */

/**
 * @typedef {object} On
 * @property {(done: number) => void} progress from 0 to 1
 * @property {(result: Result) => void} result
 * @property {(wrong: Wrong) => void} wrong
 */

/** @type {Worker | null} */
let worker = null;
/** @type {On | null} whom to tell; null: the worker has nothing to do */
let waiting = null;

/**
 * @param {State} state
 * @param {On} on
 */
export function work(state, on) {
  stopWork();
  worker ??= start();
  waiting = on;
  worker.postMessage(state);
}

/** Ends what is being done. */
export function stopWork() {
  if (waiting === null) return;
  worker?.terminate();
  worker = null;
  waiting = null;
}

function start() {
  const started = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }) => {
    if (started !== worker || waiting === null) return;
    if ('done' in data) return waiting.progress(data.done);
    const on = waiting;
    waiting = null;
    if ('result' in data) on.result(data.result);
    else on.wrong(data.wrong);
  });
  started.addEventListener('error', ({ message }) => {
    if (started !== worker || waiting === null) return;
    const on = waiting;
    stopWork();
    on.wrong({ message: message || 'the worker could not be started', param: '' });
  });
  return started;
}
