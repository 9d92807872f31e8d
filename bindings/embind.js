// The script's end of embind, for the only functions there are: numbers go in, a number or nothing comes out. It takes the place of
// the library that Emscripten links with `-lembind`, which converts, checks and names values of forty types: a fifth of all that
// a page would load.
addToLibrary({
  _embind_register_function__deps: ['$getWasmTableEntry'],
  _embind_register_function: (name, _count, _types, _signature, invoker, fn) => {
    const bytes = new Uint8Array(wasmMemory.buffer, name);
    const letters = bytes.subarray(0, bytes.indexOf(0));
    Module[String.fromCharCode(...letters)] = getWasmTableEntry(invoker).bind(null, fn);
  },
});
