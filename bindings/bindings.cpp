// The embind surface: numbers, no logic. Memory is told by its address, because a view of it would have to be
// made anew whenever memory grows: web/lib/instance.js knows when. What is 0 is not there. web/lib/ is the
// only caller.
#include <emscripten/bind.h>

#include "plan/operator.hpp"
#include "wire.hpp"

namespace {

microtome::Wire& wire() {
  static microtome::Wire instance;
  return instance;
}

double address(const void* memory) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(memory)); }

/// Row of the version in effect at `opset` of the operator that `row` is a version of; -1 if `opset` is too
/// old.
double find(double row, double opset) {
  const auto rows = microtome::operators();
  const auto& op = rows[static_cast<std::size_t>(row)];
  const auto* found = microtome::find(op.domain, op.op_type, microtome::Reader::to_index(opset));
  return found == nullptr ? -1 : static_cast<double>(found - rows.data());
}

/// The buffer for a request of at least `words` words, if memory reaches that far.
double request(double words) { return address(wire().request(static_cast<std::size_t>(words))); }

/// Words in the response, 0 on failure.
double plan(double words) {
  return wire().plan(static_cast<std::size_t>(words)) ? static_cast<double>(wire().response().size()) : 0;
}

/// The buffer of responses. It moves when a response is longer than all before it.
double response() { return address(wire().response().data()); }

/// Of the last plan that failed: ASCII that ends with a 0.
double failure() { return address(wire().failure().data()); }

double begin(double words) { return static_cast<double>(wire().begin(static_cast<std::size_t>(words))); }

void step(double tile) { wire().step(static_cast<microtome::Index>(tile)); }

/// The staging area, which never moves.
double area() { return address(wire().area().data()); }
double area_bytes() { return static_cast<double>(wire().area().size()); }

/// The arena, which never moves, made of so many bytes, if memory reaches that far.
double arena(double bytes) {
  return wire().set_arena(microtome::Reader::to_index(bytes)) ? address(wire().arena().data()) : 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(microtome) {
  emscripten::function("find", &find);
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
