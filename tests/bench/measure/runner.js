// A runner is one contestant, ready for one workload: it can be timed and its outputs can be looked at.

/**
 * @typedef {object} Runner
 * @property {(calls: number) => number | Promise<number>} time milliseconds for so many calls
 * @property {() => readonly ArrayBufferView[] | Promise<readonly ArrayBufferView[]>} outputs of the last call
 * @property {readonly import('../rows/geometry.js').Data[]} [expected] if its outputs are not the row's
 * @property {typeof import('../rows/geometry.js').difference} [difference] if they need not be the same to the bit
 * @property {string} [note]
 * @property {() => void} [stop]
 */

/** Why a contestant has no number in a row: a blank in the table, with this reason. */
export class Blank extends Error {}

/**
 * A loop of its own for every contestant: one that they share would see many functions, and none would be inlined.
 * @param {'' | 'await'} how
 */
function makeLoop(how) {
  const source = `return ${how ? 'async ' : ''}(run, calls) => {
    let last;
    const since = performance.now();
    for (let i = 0; i < calls; ++i) last = ${how} run();
    return { ms: performance.now() - since, last };
  }`;
  return new Function(source)();
}

/**
 * @template T
 * @param {() => T} run synchronous
 * @param {(last: T) => readonly ArrayBufferView[]} outputs of what the last call returned
 * @param {string} [note]
 * @returns {Runner}
 */
export function syncRunner(run, outputs, note) {
  const loop = makeLoop('');
  /** @type {T} */ let last;
  return {
    time(calls) {
      const done = loop(run, calls);
      last = done.last;
      return done.ms;
    },
    outputs: () => outputs(last),
    note,
  };
}

/**
 * @template T
 * @param {() => Promise<T>} run
 * @param {(last: T) => readonly ArrayBufferView[] | Promise<readonly ArrayBufferView[]>} outputs
 * @param {() => void} [stop]
 * @returns {Runner}
 */
export function asyncRunner(run, outputs, stop) {
  const loop = makeLoop('await');
  /** @type {T} */ let last;
  return {
    async time(calls) {
      const done = await loop(run, calls);
      last = done.last;
      return done.ms;
    },
    outputs: () => outputs(last),
    stop,
  };
}
