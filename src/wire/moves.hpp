// Reads moves. wire.hpp says what the words are.
#pragma once

#include "move/move.hpp"
#include "move/way.hpp"
#include "words.hpp"

namespace microtome {

/// Most words of a request to move: the move, the bytes of the whole, places in the arena.
inline constexpr std::size_t kMostMoveWords = 5 + 3 * kMaxRank + 2 * kMaxStreams + 4 + kMaxStreams;

/// Reads a move and the bytes of its whole. False if it cannot be staged, or if it reaches outside its whole:
/// moves come from plans, which do not, but only this check keeps wrong words from becoming wrong addresses.
bool read_move(Reader& in, Move& move, Index& bytes, Stream* streams);

}  // namespace microtome
