// The embind surface: numbers, no logic. Memory is told by its address, because a view of it would have to be
// made anew whenever memory grows: web/lib/core/instance.js knows when. What is 0 is not there. web/lib/ is
// the only caller.
#include <emscripten/bind.h>

#include "wire.hpp"

namespace {

microtome::Wire wire;

double address(const void* memory) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(memory)); }

/// The buffer for a request of at least `words` words, if memory reaches that far.
double request(double words) { return address(wire.request(static_cast<std::size_t>(words))); }

/// Words in the response, 0 on failure.
double plan(double words) {
  return wire.plan(static_cast<std::size_t>(words)) ? static_cast<double>(wire.response().size()) : 0;
}

/// The buffer of responses. It moves when a response is longer than all before it.
double response() { return address(wire.response().data()); }

/// Of the last plan that failed: ASCII that ends with a 0.
double failure() { return address(wire.failure().data()); }

double begin(double words) { return static_cast<double>(wire.begin(static_cast<std::size_t>(words))); }

void step(double tile) { wire.step(static_cast<microtome::Index>(tile)); }

/// The staging area, which never moves.
double area() { return address(wire.area().data()); }
double area_bytes() { return static_cast<double>(wire.area().size()); }

/// The arena, which never moves, made of so many bytes, if memory reaches that far.
double arena(double bytes) {
  return wire.set_arena(microtome::Reader::to_index(bytes)) ? address(wire.arena().data()) : 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(microtome) {
  emscripten::function("request", &request);
  emscripten::function("plan", &plan);
  emscripten::function("response", &response);
  emscripten::function("failure", &failure);
  emscripten::function("begin", &begin);
  emscripten::function("step", &step);
  emscripten::function("area", &area);
  emscripten::function("area_bytes", &area_bytes);
  emscripten::function("arena", &arena);
}
