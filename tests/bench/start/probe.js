// From before the import to the first result, in a process or page where nothing has happened yet.

/** @typedef {typeof import('microtome')} Library */
/** @typedef {import('../../../web/lib/types.ts').InitOptions} InitOptions */

/**
 * Milliseconds. `compile` and `instantiate` are parts of `init`, and known only if watched.
 * @typedef {{ import: number, init: number, compile: number, instantiate: number, call: number, all: number }} Times
 */

/**
 * One way to start, often.
 * @typedef {object} Row
 * @property {string} title
 * @property {number} target
 * @property {Times[]} starts
 * @property {Times[]} watched
 * @property {number[]} [more] what the whole process took more than one that does nothing
 */

/**
 * @param {() => Promise<Library>} load
 * @param {{ watch: boolean, init?: InitOptions }} options watching takes time of its own
 * @returns {Promise<Times>}
 */
export async function probe(load, { watch, init }) {
  const spent = watch ? watchWebAssembly() : { compile: 0, instantiate: 0 };
  const start = performance.now();
  const library = await load();
  const imported = performance.now();
  await library.init(init);
  const ready = performance.now();
  const { data } = library.slice({ dims: [4], data: Float32Array.of(1, 2, 3, 4) }, '::2');
  const end = performance.now();
  if (data.join() !== '1,3') throw new Error(`the first result is wrong: ${data.join()}`);
  return { import: imported - start, init: ready - imported, ...spent, call: end - ready, all: end - start };
}

/** Counts what the host spends on the module, one step after the other. */
function watchWebAssembly() {
  const spent = { compile: 0, instantiate: 0 };
  const { compile, instantiate } = WebAssembly;
  /** @template T @param {keyof typeof spent} step @param {() => Promise<T>} work */
  const timed = async (step, work) => {
    const since = performance.now();
    const result = await work();
    spent[step] += performance.now() - since;
    return result;
  };
  /** @param {any} source @param {any} [imports] */
  const stepwise = async (source, imports) => {
    if (source instanceof WebAssembly.Module) return timed('instantiate', () => instantiate(source, imports));
    const module = await timed('compile', () => compile(source));
    return { module, instance: await timed('instantiate', () => instantiate(module, imports)) };
  };
  Object.assign(WebAssembly, {
    compile: (/** @type {BufferSource} */ bytes) => timed('compile', () => compile(bytes)),
    instantiate: stepwise,
  });
  return spent;
}
