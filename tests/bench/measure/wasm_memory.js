// How much memory WebAssembly modules have: instantiation is watched, so import this before anything that loads one.

/** @type {Set<WebAssembly.Memory>} */
const memories = new Set();

/** @param {any} source instance, or result of `instantiate` */
function watch(source) {
  const { exports } = source.instance ?? source;
  for (const each of Object.values(exports)) if (each instanceof WebAssembly.Memory) memories.add(each);
  return source;
}

const { instantiate, Instance } = WebAssembly;
WebAssembly.instantiate = /** @type {any} */ (
  async (/** @type {any} */ ...args) => watch(await /** @type {any} */ (instantiate)(...args))
);
WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, args) => watch(Reflect.construct(target, args)),
});

/** Bytes of all memories that modules export. */
export const wasmBytes = () => [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
