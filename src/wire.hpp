// The wire: calls arrive as words; plans, and the copies that each tile needs, leave as words. Nothing here
// knows wasm or JavaScript, so all of it is tested natively. The other end is web/lib/core: request.ts and
// wire.ts.
//
// Below, a list begins with its length.
//
// A request to plan:
//
//   part         words
//   call         row of the operator table; flags, as sums of: 1, the node's output count is given; 2, the
//                first tensor may have any element type; 4, views are wanted instead of moves; 8, the parts
//                with strides are in one array; 16, negative indices count from the end in any case; that
//                count; number of tensors
//   each tensor  element type; entries of its array (-1: no data); list of sizes; 1 if it has strides, which
//                then follow: offset, strides
//   drops        list of axes to drop
//   each         kAbsent; or type (kUntyped: plain numbers), rank, sizes if it may have any rank, list of
//   parameter    values (two words each if the parameter is an int64)
//   outputs      0 if all are in row-major order; or their number, and of each: entries of its array (-1: it
//                is in row-major order), rank, offset, strides
//
// The response:
//
//   outputs      their number; the axis along which their sizes differ (-1: none); rank; sizes; the size of
//                each output along that axis
//   views        if they are wanted, instead of all that follows: of each output, its offset in the data, and
//                its strides
//   counts       number of moves, number of positions
//   moves        the record of each (wire/record.hpp)
//   positions    of listed axes, each of which uses some of these: one for each index, which counts strides
//   of
//                the axis in the whole. A position below 0 is a gap: its elements consist of bytes of
//                -1 - position
//
// A request to move:
//
//   record       as it came. If elements are converted, it counts elements
//   sizes        of the whole, and of the first stream's part: bytes; elements, if they are converted (of a
//                packed whole, still bytes)
//   places       offset in the arena of the whole, and of each stream's part (-1: elsewhere). The bytes that
//                move in a part and in the whole must not overlap
//   conversion   if elements are converted: rows of both element types; flags, as sums of: 1, nothing is
//                copied out until all integers are known to fit (then the whole output, if the area holds it,
//                else nothing); 2, floats of 8 bits do not saturate; 4, it divides by the scales
//   numbers      of a conversion: number of tables, and their bytes, table_size() elements each; without
//                tables, lists of zero points, scales and biases. Of each there is none, one, or one for each
//                index of the record's axes `along`, in row-major order of these axes
//
// The response to it, and to each tile that moves: the copies out of that tile, and then those into the next.
// Both are lists (wire/record.hpp). Before the first tile, there is only the second. Tensors in the arena
// need no copies.
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

class Session {
 public:
  Session() { response_.reserve(kMostCopyWords); }

  /// The buffer for a request of `words` words; nullptr if there is not enough memory.
  double* request(std::size_t words) {
    if (words > request_.capacity()) tiles_ = 0;  // the numbers of a conversion are in the old buffer
    return request_.reserve(words) ? request_.data() : nullptr;
  }

  /// Plans the request in the first `words` words of the buffer. False if it fails: see failure().
  bool plan(std::size_t words);
  /// Begins a move. Returns the number of tiles; 0 if the move cannot be staged. The response says what to
  /// copy in for the first tile.
  Index begin(std::size_t words);
  /// Is `i` the next tile? Tiles are counted from 0, and moved in order, each once.
  bool can_move(Index i) const { return i == next_tile_ && i < tiles_; }
  /// Moves tile `i`. False if an integer converted so far does not fit.
  bool move_tile(Index i);

  std::size_t response_capacity() const { return response_.capacity(); }
  std::span<double> response() { return {response_.data(), response_.size()}; }
  /// The whole buffer of responses. Take it again when response_moved() says so.
  std::span<double> response_buffer() { return kept_ = {response_.data(), response_.capacity()}; }
  /// Has the buffer moved since response_buffer() gave it?
  bool response_moved() const {
    return kept_.data() != response_.data() || kept_.size() != response_capacity();
  }
  /// `code \n param \n what` of the last plan that failed. A 0 follows it.
  std::string_view failure() const { return failure_.view(); }
  std::span<std::uint8_t> area() { return staging_.area(); }

  /// Reserves the arena, once: memory in which sources and outputs may be. False if there is not enough.
  /// After that, no move makes memory grow.
  bool set_arena(Index bytes);
  std::span<std::uint8_t> arena() { return {arena_.get(), arena_bytes_}; }

 private:
  bool fail_with(const Error& error);
  /// Reads where in the arena the tensors are: the `whole`, if it is there, and each stream's `part`. False
  /// if an offset is not in the arena, or if the bytes that move in a part and in the whole overlap.
  bool read_offsets(Reader& in, const ParsedMove& parsed, std::uint8_t*& whole);
  std::uint8_t* in_arena(Index offset) { return offset < 0 ? nullptr : arena_.get() + offset; }

  /// Room for the longest list of copies after a tile, and the longest before the next: begin and move_tile
  /// never move the response.
  static constexpr std::size_t kMostCopyWords = 2 + record::kCopy * (kMostCopies / 2 + kMostCopies);

  /// Appends a list of copies, for which there is room.
  void write_copies(std::span<const Copy> copies);

  Words request_;
  Words response_;
  std::span<double> kept_;  ///< as response_buffer() gave it last
  Index tiles_ = 0;
  Index next_tile_ = 0;
  char failure_memory_[1024];
  Text failure_{failure_memory_};
  Stream streams_[kMaxStreams];
  Staging staging_;
  Converter converter_;
  std::unique_ptr<std::uint8_t, decltype(&std::free)> arena_{nullptr, &std::free};
  std::size_t arena_bytes_ = 0;
};

}  // namespace microtome
