// The module's memory, seen from outside: to be called before `init`.

/** @type {WebAssembly.Memory | undefined} */
let memory;

/** Remembers the memory of the instance that `init` makes. */
export function watchMemory() {
  const { instantiate } = WebAssembly;
  /** @type {any} */ (WebAssembly).instantiate = async (
    /** @type {any} */ source,
    /** @type {any} */ imports,
  ) => {
    const result = /** @type {any} */ (await instantiate(source, imports));
    const { exports } = result.instance ?? result;
    memory = /** @type {any} */ (Object.values(exports).find((each) => each instanceof WebAssembly.Memory));
    WebAssembly.instantiate = instantiate;
    return result;
  };
}

export function getMemory() {
  if (memory === undefined) throw new Error('no instance with a memory was made');
  return memory;
}
