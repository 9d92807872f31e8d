// The native side of embind, for the two types that our functions have. It takes the place of Emscripten's
// libembind, which registers forty types, strings of four kinds among them, and the script for each: a third
// of all that a page would load.
#include <emscripten/bind.h>
#include <emscripten/wire.h>

using emscripten::internal::InitFunc;
using emscripten::internal::TypeID;

namespace {
InitFunc* first = nullptr;
}  // namespace

extern "C" {

/// Emscripten's script asks for it to say which type of a function was not registered; here all are.
const char* __getTypeName(const std::type_info*) { return ""; }

void _embind_initialize_bindings() {
  for (const InitFunc* each = first; each != nullptr; each = each->next) each->init_func();
}

void _embind_register_bindings(InitFunc* functions) {
  functions->next = first;
  first = functions;
}

}  // extern "C"

EMSCRIPTEN_BINDINGS(types) {
  emscripten::internal::_embind_register_void(TypeID<void>::get(), "void");
  emscripten::internal::_embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
