// The host's own functions for typed arrays, with a memory of their calls. The library takes them when it is loaded, so a test
// imports this file before it.

/** @typedef {'set' | 'fill' | 'reverse' | 'copyWithin'} Name */

/** The memory that each call wrote to, by function. @type {Record<Name, ArrayBufferLike[]>} */
let called = { set: [], fill: [], reverse: [], copyWithin: [] };

const { prototype } = Object.getPrototypeOf(Uint8Array);
for (const name of /** @type {Name[]} */ (Object.keys(called))) {
  const original = prototype[name];
  prototype[name] = function (/** @type {any[]} */ ...args) {
    called[name].push(this.buffer);
    return original.apply(this, args);
  };
}

/** Calls `f`. Gives the calls that it made: the memory that each wrote to. @param {() => unknown} f */
export function callsOf(f) {
  called = { set: [], fill: [], reverse: [], copyWithin: [] };
  f();
  return called;
}
