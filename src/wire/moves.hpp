// Plans and moves into words, and moves out of words: the second half of the wire (wire.hpp says what the
// words are).
#pragma once

#include "move/move.hpp"
#include "move/way.hpp"
#include "plan/view.hpp"
#include "words.hpp"

namespace microtome {

/// Words of a request to move, at most: the move, the source's bytes, places in the arena.
inline constexpr std::size_t kMostMoveWords = 4 + 2 * kMaxRank + 2 * kMaxStreams + 2 + kMaxStreams;

/// Appends a plan, and the moves that carry it out, for data stored as row `type` of the element-type table.
void write_plan(const Plan& plan, int type, Words& out);

/// Reads a move up to the source's bytes. Gives the number of streams, 0 if it is none that can be moved.
Index read_move(Reader& in, Move& move, Stream* streams);

/// Can the move be staged, and does all that it reads lie in a source of this many bytes? Moves come from
/// plans, so they do; but nothing that arrives as words is believed.
bool is_sound(const Move& move, Index bytes);

}  // namespace microtome
