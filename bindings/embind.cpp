// The native end of embind for one thread: each group of bindings registers itself as it is constructed, and
// Emscripten's own list of them serves threads that start later.
#include <emscripten/bind.h>

extern "C" void _embind_register_bindings(emscripten::internal::InitFunc*) {}
