// The host's own functions for typed arrays, with a memory of their calls. The library takes them when it is loaded, so a test
// imports this file before it.

/** @typedef {'set' | 'fill' | 'reverse' | 'copyWithin'} Name */

/** How often each was called on which memory. @type {Map<Name, ArrayBufferLike[]>} */
const called = new Map();

const { prototype } = Object.getPrototypeOf(Uint8Array);
for (const name of /** @type {Name[]} */ (['set', 'fill', 'reverse', 'copyWithin'])) {
  const original = prototype[name];
  prototype[name] = function (/** @type {any[]} */ ...args) {
    called.set(name, [...(called.get(name) ?? []), this.buffer]);
    return original.apply(this, args);
  };
}

/**
 * Calls `f`. Gives the calls that it made: the memory that each wrote to.
 * @param {() => unknown} f
 * @returns {Record<Name, ArrayBufferLike[]>}
 */
export function callsOf(f) {
  called.clear();
  f();
  const [set, fill, reverse, copyWithin] = /** @type {Name[]} */ ([
    'set',
    'fill',
    'reverse',
    'copyWithin',
  ]).map((name) => called.get(name) ?? []);
  return { set, fill, reverse, copyWithin };
}
