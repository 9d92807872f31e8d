// A JavaScript library for Emscripten's linker. embind registers every type that bindings may have, and each registration brings
// code that converts values. No function of bindings/bindings.cpp takes or returns these types, so they are not registered.
const UNUSED = ['bigint', 'integer', 'std_string', 'std_wstring', 'void'];

addToLibrary(
  Object.fromEntries(
    UNUSED.flatMap((type) => [
      [`_embind_register_${type}`, () => {}],
      [`_embind_register_${type}__deps`, []],
    ]),
  ),
);
