// The wire: calls arrive as words, plans leave as words, and so do the copies that each tile needs. Nothing
// here knows wasm or JavaScript, so all of it is tested natively. web/lib/core/wire.js is the other end.
//
// A request to plan:
//   row of the operator table, element type, 1 if the node's output count is given, that count,
//   entries of the data's array (-1: no data), rank, sizes, 1 if strided (then: offset, strides), number of
//   axes to drop, those axes, then each parameter of the row: kAbsent, or its type (kUntyped: plain numbers),
//   rank, number of values, values
// The response:
//   entries that the data's array must have, number of outputs, axis in which their sizes differ (-1: none),
//   rank, sizes, the outputs' sizes along that axis, number of moves, then each move:
//   Ways (move/way.hpp), packed bits, number of streams, number of axes, sizes and strides, offset and run of
//   each stream, all in bytes, or in elements if packed bits is not 0
// A request to move:
//   a move of the response, the source's bytes, and, if something is in the arena, the place there of the
//   source and of each stream's output (-1: elsewhere); outputs must not overlap the source
// The response to a request to move, and to each step:
//   what to copy in for the next tile (at, begin, size; all 0 after the last), then what each stream has
//   written (at, begin, size). Nothing has to be copied from or to a place in the arena.
#pragma once

#include <cstdlib>
#include <memory>
#include <string_view>

#include "move/staging.hpp"
#include "text.hpp"
#include "wire/call.hpp"
#include "wire/moves.hpp"
#include "words.hpp"

namespace microtome {

class Wire {
 public:
  Wire() { response_.reserve(4 + 3 * kMaxStreams); }  // so that no step makes memory grow

  /// The buffer for a request of `words` words; nullptr if there is not enough memory.
  double* request(std::size_t words) { return request_.reserve(words) ? request_.data() : nullptr; }

  /// Plans the request in the first `words` words of the buffer. False if it fails: see failure().
  bool plan(std::size_t words);
  /// Begins a move. Gives the number of tiles; 0 if the move cannot be staged. The response says what to copy
  /// in for the first tile.
  Index begin(std::size_t words);
  /// Moves tile `i`, counted from 0. Tiles are moved in order, each once.
  void step(Index i);

  std::size_t response_capacity() const { return response_.capacity(); }
  std::span<double> response() { return {response_.data(), response_.size()}; }
  /// `code \n param \n what` of the last plan that failed. A 0 follows it.
  std::string_view failure() const { return failure_.view(); }
  std::span<std::uint8_t> area() { return staging_.area(); }

  /// Reserves the arena, once: memory in which sources and outputs may be. False if there is not enough.
  /// After that, no move makes memory grow.
  bool set_arena(Index bytes);
  std::span<std::uint8_t> arena() { return {arena_.get(), arena_bytes_}; }

 private:
  bool fail_with(const Error& error);
  /// Reads where in the arena source and outputs are: `source`, if it is there, and each stream's `out`.
  /// False if a place is not in the arena, or an output overlaps the source.
  bool read_places(Reader& in, const Move& move, Index bytes, const std::uint8_t*& source);
  std::uint8_t* in_arena(Index place) { return place < 0 ? nullptr : arena_.get() + place; }

  Words request_;
  Words response_;
  char failure_memory_[1024];
  Text failure_{failure_memory_};
  Stream streams_[kMaxStreams];
  Staging staging_;
  std::unique_ptr<std::uint8_t, decltype(&std::free)> arena_{nullptr, &std::free};
  std::size_t arena_bytes_ = 0;
};

}  // namespace microtome
