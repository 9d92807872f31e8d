// Moves carried out by Staging alone, tile by tile. Before every tile the whole area is marked, so that a
// write beside the tile's outputs is seen. Sources and outputs that are reached in place are blocks of
// exactly their size (block.hpp), and nothing of the area may be read that was not loaded.
#pragma once

#include <initializer_list>
#include <vector>

#include "elements.hpp"
#include "move/move.hpp"

namespace microtome::testing {

using Streams = std::vector<Stream>;

Move move_of(std::initializer_list<Axis> axes, const Streams& streams, int packed_bits = 0);

/// One past the highest address that the move reads; the lowest must not be negative.
Index reach_of(const Move& move);

/// The outputs of all streams; empty if a tile broke a rule. `place` says what is reached in place, one bit
/// each (move/way.hpp); the rest goes through the area.
std::vector<Bytes> carry_out(const Move& move, Streams streams, const Bytes& source, Index& tiles, int place);

}  // namespace microtome::testing
