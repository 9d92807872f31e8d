// Moves carried out by Staging alone, tile by tile. Before every tile the whole area is marked, so that a
// write beside the tile's own bytes is seen. Tensors that are reached in place are blocks of exactly their
// size (block.hpp), and nothing of the area may be read that was not loaded.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "elements.hpp"
#include "move/move.hpp"

namespace microtome::testing {

using Streams = std::vector<Stream>;

Move move_of(std::initializer_list<Axis> axes, const Streams& streams, int packed_bits = 0);

/// One past the highest address of the whole that the move reads or writes; the lowest must not be negative.
Index reach_of(const Move& move);

/// What the tensors of a move hold.
struct Held {
  Bytes whole;
  std::vector<Bytes> parts;  ///< one for each stream
  bool operator==(const Held&) const = default;
};

/// What the tensors hold after the move; nothing if a tile broke a rule. `place` says what is reached in
/// place, one bit each (move/way.hpp); the rest goes through the area.
Held carry_out(const Move& move, Streams streams, const Held& before, Index& tiles, int place);

/// The same by a loop over all bytes, or over all elements if they are packed, of which each is one byte of
/// `held`. Nothing if one of them would be written twice.
std::optional<Held> naive(const Move& move, const Streams& streams, Held held);

/// Gives the part of a move a layout of these strides, in the order of the move's axes.
Move with_layout(Move move, Index offset, const std::vector<Index>& strides);
/// Bytes of the stream's part, or elements if they are packed.
Index reach_of_part(const Move& move, const Stream& stream);

/// Stages the move in both directions and from and to every place, and compares with the loop. Joins that
/// would write something twice are left out.
bool moves_both_ways(Move move, const Streams& streams, std::optional<bool> many_tiles = true);

}  // namespace microtome::testing
