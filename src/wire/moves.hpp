// Reads moves. wire.hpp says what the words are.
#pragma once

#include "move/move.hpp"
#include "move/way.hpp"
#include "wire/record.hpp"
#include "words.hpp"

namespace microtome {

/// Most words of a request to move: the record, the number of bytes of the whole and of the first stream's
/// part, and where the whole and each part is in the arena.
inline constexpr std::size_t kMostMoveWords =
    record::kHeader + record::kAxis * kMaxRank + record::kStream * kMaxStreams + 2 + 1 + kMaxStreams;

/// Bytes [begin, end) of a tensor.
struct Interval {
  Index begin = 0;
  Index end = 0;
};

/// The range of bytes that a move reads or writes: in the whole, and in a part that has a layout.
struct Touched {
  Interval whole;
  Interval part;
};

/// A move that has been read.
struct ParsedMove {
  Move move;                 ///< with `part_run` if it converts (conversions.hpp reads how)
  Index bytes = 0;           ///< of the whole
  Index box[kMaxRank] = {};  ///< sizes of a block; the first is 0 if they are still to be chosen
  Touched touched;
  AxisSet along = 0;  ///< axes along which the conversion differs
};

/// Reads a record, without its repeated axis, and the numbers of bytes of its arrays. A record that counts
/// elements becomes a move of bytes. False if the move cannot be staged, or if it reaches outside its whole
/// or its part. A record from a plan never does, but only this check keeps wrong words from becoming wrong
/// addresses. Session checks the other words: tiles, and conversions.
bool read_move(Reader& in, ParsedMove& parsed, Stream* streams);

}  // namespace microtome
