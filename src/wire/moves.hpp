// Reads moves. wire.hpp says what the words are.
#pragma once

#include "move/move.hpp"
#include "move/way.hpp"
#include "words.hpp"

namespace microtome {

/// Most words of a request to move: the move, the bytes of the whole, places in the arena.
inline constexpr std::size_t kMostMoveWords = 5 + 3 * kMaxRank + 2 * kMaxStreams + 4 + kMaxStreams;

/// Bytes [begin, end) of a tensor.
struct Interval {
  Index begin = 0;
  Index end = 0;
};

/// From the first byte to the last that a move reads or writes: of the whole, and of a part that has a
/// layout.
struct Touched {
  Interval whole;
  Interval part;
};

/// Reads a move, the bytes of its whole, and what it reaches. False if it cannot be staged, or if it reaches
/// outside its whole or its part: moves come from plans, which do not, but only this check keeps wrong words
/// from becoming wrong addresses. Wire checks what else it is given: tiles, and elements to convert.
bool read_move(Reader& in, Move& move, Index& bytes, Stream* streams, Touched& touched);

}  // namespace microtome
