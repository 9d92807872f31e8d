// The embind surface: numbers, and views of the core's buffers as typed arrays. No logic. 0 and views without
// entries mean failure.
//
// How long a view may be kept. When the memory grows, all views are detached, and their length becomes 0.
// Only `request`, `plan` and `arena` make it grow. In addition:
//   request()   moves only in request(), which returns it
//   response()  moves only in plan(); plan and begin report it by a negative number
//   failure()   never moves, and is valid until the next plan()
//   area()      never moves
//   arena()     never moves; its instance never plans, so its memory does not grow afterwards
// A call that does not return, because the JavaScript stack overflows, leaves its frames on the C stack.
// stackSave and stackRestore, which Emscripten exports, remove them. Nothing else has to be undone.
#include <emscripten/bind.h>

#include "wire.hpp"

namespace {

using emscripten::val;

microtome::Session session;

constexpr auto to_integer = &microtome::Reader::to_integer;

template <class T>
val view(std::span<T> memory) {
  return val(emscripten::typed_memory_view(memory.size(), static_cast<const T*>(memory.data())));
}

/// The buffer for a request of `words` words; no entries if there is not enough memory.
val request(double words) {
  const auto size = static_cast<std::size_t>(words);
  double* const memory = session.request(size);
  return view(std::span(memory, memory == nullptr ? 0 : size));
}

/// A positive number that comes with a response; negative if response() must be called again.
double with_response(microtome::Index number) {
  return static_cast<double>(session.response_moved() ? -number : number);
}

/// The number of words in the response; 0 on failure.
double plan(double words) {
  if (!session.plan(static_cast<std::size_t>(words))) return 0;
  return with_response(static_cast<microtome::Index>(session.response().size()));
}

val response() { return view(session.response_buffer()); }

/// Why the last call of `plan` failed: ASCII.
val failure() {
  const std::string_view text = session.failure();
  return view(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

/// The number of tiles; 0 on failure.
double begin(double words) { return with_response(session.begin(static_cast<std::size_t>(words))); }

/// 0 if an integer converted so far does not fit.
double move_tile(double tile) { return session.move_tile(to_integer(tile)); }

/// The staging area.
val area() { return view(session.area()); }

/// Makes the arena; no entries if there is not enough memory.
val arena(double bytes) {
  const bool is_there = session.set_arena(to_integer(bytes));
  return view(is_there ? session.arena() : std::span<std::uint8_t>());
}

}  // namespace

EMSCRIPTEN_BINDINGS(microtome) {
  emscripten::function("request", &request);
  emscripten::function("plan", &plan);
  emscripten::function("response", &response);
  emscripten::function("failure", &failure);
  emscripten::function("begin", &begin);
  emscripten::function("moveTile", &move_tile);
  emscripten::function("area", &area);
  emscripten::function("arena", &arena);
}
