// The memories of the module's instances, seen from outside: to be called before `init`.
import { setFlagsFromString } from 'node:v8';

/** @type {WebAssembly.Memory[]} */
const memories = [];

/** Remembers the memory of each instance that `init` makes. */
export function watchMemory() {
  const { instantiate } = WebAssembly;
  /** @type {any} */ (WebAssembly).instantiate = async (
    /** @type {any} */ source,
    /** @type {any} */ imports,
  ) => {
    const result = /** @type {any} */ (await instantiate(source, imports));
    const { exports } = result.instance ?? result;
    const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory);
    if (memory instanceof WebAssembly.Memory) memories.push(memory); // other parts of the module import it
    return result;
  };
}

/** Memory of the instance that plans, or of the arena's. @param {'core' | 'arena'} [whose] */
export function getMemory(whose = 'core') {
  const memory = memories[whose === 'core' ? 0 : 1];
  if (memory === undefined) throw new Error(`no instance of the ${whose} with a memory was made`);
  return memory;
}

/** Bytes of all of them. */
export const memoryBytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

/** What every instance begins with: 16 MiB. */
const INITIAL_PAGES = 256;
const USUAL_PAGES = 65536;

/**
 * As a host whose WebAssembly memory does not grow.
 * @template T
 * @param {() => T | Promise<T>} use
 */
export async function withoutGrowth(use) {
  setFlagsFromString(`--wasm-max-mem-pages=${INITIAL_PAGES}`);
  try {
    return await use();
  } finally {
    setFlagsFromString(`--wasm-max-mem-pages=${USUAL_PAGES}`);
  }
}
