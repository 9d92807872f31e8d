// The embind surface: numbers and views of memory, no logic. web/lib/core.js is its only caller.
#include <emscripten/bind.h>

#include "describe.hpp"
#include "plan/operator.hpp"
#include "wire.hpp"

namespace {

using emscripten::typed_memory_view;
using emscripten::val;

microtome::Wire& wire() {
  static microtome::Wire instance;
  return instance;
}

val to_view(std::string_view text) {
  return val(typed_memory_view(text.size(), reinterpret_cast<const unsigned char*>(text.data())));
}

/// The tables, as JSON in UTF-8; to be read before any other call.
val describe() { return to_view(microtome::describe()); }

/// Row of the version in effect at `opset` of the operator that `row` is a version of; -1 if `opset` is too
/// old.
int find(int row, double opset) {
  const auto rows = microtome::operators();
  const auto& op = rows[static_cast<std::size_t>(row)];
  const auto* found = microtome::find(op.domain, op.op_type, microtome::Reader::to_index(opset));
  return found == nullptr ? -1 : static_cast<int>(found - rows.data());
}

/// The buffer for a request of at least `words` words; null if memory does not reach that far.
val request(double words) {
  double* const data = wire().request(static_cast<std::size_t>(words));
  return data == nullptr ? val::null() : val(typed_memory_view(wire().request_capacity(), data));
}

/// Words in the response, 0 on failure.
double plan(double words) {
  return wire().plan(static_cast<std::size_t>(words)) ? static_cast<double>(wire().response().size()) : 0;
}

/// The whole buffer of responses. It moves when a response is longer than it.
val response() { return val(typed_memory_view(wire().response_capacity(), wire().response().data())); }

val failure() { return to_view(wire().failure()); }

double begin(double words) { return static_cast<double>(wire().begin(static_cast<std::size_t>(words))); }

void step(double tile) { wire().step(static_cast<microtome::Index>(tile)); }

/// The staging area, which never moves.
val area() { return val(typed_memory_view(wire().area().size(), wire().area().data())); }

/// The arena, which never moves, made of so many bytes; null if memory does not reach that far.
val arena(double bytes) {
  if (!wire().set_arena(microtome::Reader::to_index(bytes))) return val::null();
  return val(typed_memory_view(wire().arena().size(), wire().arena().data()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(microtome) {
  emscripten::function("describe", &describe);
  emscripten::function("find", &find);
  emscripten::function("request", &request);
  emscripten::function("plan", &plan);
  emscripten::function("response", &response);
  emscripten::function("failure", &failure);
  emscripten::function("begin", &begin);
  emscripten::function("step", &step);
  emscripten::function("area", &area);
  emscripten::function("arena", &arena);
}
