// Moves: regions that move together. Outputs that are interleaved in the source (planes of an image, channels
// of a sound, columns of a table) have the same axes and differ only in where their runs begin and how long
// they are; one move carries them, so that the source is read once and not once per output.
#pragma once

#include "move/region.hpp"

namespace microtome {

/// One output's part of a move.
struct Stream {
  Index offset;
  Index run;
  std::uint8_t* out = nullptr;  ///< where its output lies; null: where the staging area cannot reach
};

/// What all streams of a move share, and their sums: enough to choose a way and to cut tiles. Units as in
/// Region.
struct Move {
  Axes axes;
  int packed_bits = 0;
  Index streams = 0;
  Index run_sum = 0;  ///< of all streams
  Index begin = 0;    ///< where the first run of any stream begins, at index 0 of all axes ...
  Index end = 0;      ///< ... and where the last of them ends

  static Move of(const Region& region);
  /// Takes the region in, if that is of use: same axes and, where those are strided, runs short enough that
  /// reading them apart would be waste.
  bool add(const Region& region);

  /// Number of runs per stream.
  Index points() const;
};

/// Bytes of a stream's output; more than there can be in memory where they would be beyond counting.
Index output_bytes(const Move& move, const Stream& stream);

}  // namespace microtome
