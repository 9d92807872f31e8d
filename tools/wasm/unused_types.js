// A JavaScript library for Emscripten's linker. embind registers every type that bindings may have, and each registration brings
// code that converts values. No function of bindings/bindings.cpp takes or returns these types, so they are not registered.
// Without run-time type information, types have no names either: only a binding of an unknown type would ask for one.
const UNUSED = ['bigint', 'bool', 'integer', 'std_string', 'std_wstring', 'void'];

// @ts-expect-error Emscripten has it
addToLibrary(
  Object.fromEntries(
    UNUSED.flatMap((type) => [
      [`_embind_register_${type}`, () => {}],
      [`_embind_register_${type}__deps`, []],
    ]),
  ),
);

// @ts-expect-error Emscripten has it
addToLibrary({ $getTypeName: (/** @type {number} */ type) => type, $getTypeName__deps: [] });
