// Moves: what is carried out together. Outputs that are interleaved in the source (planes of an image,
// channels of a sound, columns of a table) have the same axes, and differ only in where their runs begin and
// how long they are. One move carries them all, so that the source is read once instead of once per output.
#pragma once

#include "move/region.hpp"

namespace microtome {

/// One output's part of a move.
struct Stream {
  Index offset;
  Index run;
  std::uint8_t* out = nullptr;  ///< its output, if that is in the arena
};

/// The axes that all streams of a move share, and sums over the streams. They are enough to choose a way and
/// to cut tiles. Units as in Region.
struct Move {
  Axes axes;
  int packed_bits = 0;
  Index streams = 0;
  Index run_sum = 0;  ///< of all streams
  Index begin = 0;    ///< least offset of a stream
  Index end = 0;      ///< largest offset + run of a stream

  static Move of(const Region& region);
  /// Adds the region as a stream, if that pays: it has the same axes, and if there are any, runs are so short
  /// and so close that reading them together is faster.
  bool add(const Region& region);

  /// Number of runs per stream.
  Index points() const;
};

/// Bytes of a stream's output; kMaxIndex if there are more.
Index output_bytes(const Move& move, const Stream& stream);

}  // namespace microtome
