// The embind surface: numbers, and views of the core's buffers as typed arrays. No logic. A view is of the
// memory as it is now: it is detached when the memory grows, and the callers, all in web/lib/core/, take
// another one then. 0 and views without entries mean failure.
#include <emscripten/bind.h>

#include "wire.hpp"

namespace {

using emscripten::val;

microtome::Wire wire;

template <class T>
val view(std::span<T> memory) {
  return val(emscripten::typed_memory_view(memory.size(), static_cast<const T*>(memory.data())));
}

/// The buffer for a request of `words` words; no entries if there is not enough memory.
val request(double words) {
  const auto size = static_cast<std::size_t>(words);
  double* const memory = wire.request(size);
  return view(std::span(memory, memory == nullptr ? 0 : size));
}

/// The number of words in the response; 0 on failure.
double plan(double words) {
  return wire.plan(static_cast<std::size_t>(words)) ? static_cast<double>(wire.response().size()) : 0;
}

/// The buffer of responses. It moves when a response is longer than all before it.
val response() { return view(std::span(wire.response().data(), wire.response_capacity())); }

/// Why the last call of `plan` failed: ASCII.
val failure() {
  const std::string_view text = wire.failure();
  return view(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

double begin(double words) { return static_cast<double>(wire.begin(static_cast<std::size_t>(words))); }

void step(double tile) { wire.step(static_cast<microtome::Index>(tile)); }

double begin_conversion(double words) {
  return static_cast<double>(wire.begin_conversion(static_cast<std::size_t>(words)));
}

/// Does every integer fit?
bool convert(double from, double count, double index, double to) {
  using microtome::Index;
  return wire.convert(static_cast<Index>(from), static_cast<Index>(count), static_cast<Index>(index),
                      static_cast<Index>(to));
}

/// The staging area, which never moves.
val area() { return view(wire.area()); }

/// Makes the arena, which never moves; no entries if there is not enough memory.
val arena(double bytes) {
  const bool is_there = wire.set_arena(microtome::Reader::to_integer(bytes));
  return view(is_there ? wire.arena() : std::span<std::uint8_t>());
}

}  // namespace

EMSCRIPTEN_BINDINGS(microtome) {
  emscripten::function("request", &request);
  emscripten::function("plan", &plan);
  emscripten::function("response", &response);
  emscripten::function("failure", &failure);
  emscripten::function("begin", &begin);
  emscripten::function("step", &step);
  emscripten::function("begin_conversion", &begin_conversion);
  emscripten::function("convert", &convert);
  emscripten::function("area", &area);
  emscripten::function("arena", &arena);
}
