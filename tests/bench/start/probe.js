// From before the import to the first result, in a process or page where nothing has happened yet.

/** @typedef {typeof import('microtome')} Library */
/** @typedef {import('../../../web/lib/types.ts').InitOptions} InitOptions */

/** Milliseconds. @typedef {{ import: number, init: number, call: number, all: number }} Times */

/**
 * One way to start, often.
 * @typedef {object} Row
 * @property {string} title
 * @property {number} target
 * @property {Times[]} starts
 */

/** @param {() => Promise<Library>} load @param {InitOptions} [init] @returns {Promise<Times>} */
export async function probe(load, init) {
  const start = performance.now();
  const library = await load();
  const imported = performance.now();
  await library.init(init);
  const ready = performance.now();
  const { data } = library.slice({ dims: [4], data: Float32Array.of(1, 2, 3, 4) }, '::2');
  const end = performance.now();
  if (data.join() !== '1,3') throw new Error(`the first result is wrong: ${data.join()}`);
  return { import: imported - start, init: ready - imported, call: end - ready, all: end - start };
}
