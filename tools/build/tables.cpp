// Prints the core's tables; tools/build/deliver.js runs it and makes a script of them.
#include <emscripten/console.h>

#include "describe.hpp"

// Not std::puts, which needs members of libc that set-up does not build (tools/wasm/members.txt).
int main() { emscripten_out(microtome::describe().data()); }
