// Writes plans and moves as words, and reads moves. wire.hpp says what the words are.
#pragma once

#include "move/move.hpp"
#include "move/way.hpp"
#include "plan/view.hpp"
#include "words.hpp"

namespace microtome {

/// Most words of a request to move: the move, the source's bytes, places in the arena.
inline constexpr std::size_t kMostMoveWords = 4 + 2 * kMaxRank + 2 * kMaxStreams + 2 + kMaxStreams;

/// Appends a plan, and the moves that carry it out, for data stored as row `type` of the element-type table.
void write_plan(const Plan& plan, int type, Words& out);

/// Reads a move and its source's bytes. False if it cannot be staged, or if it reads outside its source:
/// moves come from plans, which do not, but only this check keeps wrong words from becoming wrong addresses.
bool read_move(Reader& in, Move& move, Index& bytes, Stream* streams);

}  // namespace microtome
