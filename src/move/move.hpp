// Moves: what is carried out together. Parts that are interleaved in the whole (planes of an image, channels
// of a sound, columns of a table) have the same axes, and differ only in where their runs begin and how long
// they are. One move carries them all, so that the whole is read or written once instead of once per part.
#pragma once

#include "move/region.hpp"

namespace microtome {

/// Which way elements go.
enum class Direction : std::uint8_t {
  kCut,   ///< from the whole to its parts
  kJoin,  ///< from the parts to the whole
};

/// One part's share of a move.
struct Stream {
  Index offset;
  Index run;
  Index part_offset = 0;         ///< of a part with a layout: beyond the layout's offset
  std::uint8_t* part = nullptr;  ///< the part, if that is in the arena
};

/// The axes that all streams of a move share, and sums over the streams. They are enough to choose a way and
/// to cut tiles. Units as in Region.
struct Move {
  Axes axes;
  int packed_bits = 0;
  Direction direction = Direction::kCut;
  Layout part_layout = {};  ///< of its one part, or of several in one array; `length` is the array's bytes
  Index part_run = 0;       ///< if single elements are converted: bytes of one in the part
  int listed = -1;          ///< axis along which the whole is read at positions in a list; -1: there is none
  Index streams = 0;
  Index run_sum = 0;           ///< of all streams
  Index begin = 0;             ///< least offset of a stream
  Index end = 0;               ///< largest offset + run of a stream
  Index part_gap = 0;          ///< bytes between the runs of the streams in such an array
  Index offsets_and_runs = 0;  ///< of all streams, or'ed: its low zero bits say what all are multiples of

  /// Makes the region the first stream.
  void start(const Region& region);
  /// Adds the region as a stream, if that pays: it has the same axes, and if there are any, runs are so short
  /// and so close that reading them together is faster. Parts with a layout are in one array.
  bool add(const Region& region);

  /// Makes a move of elements one of bytes: of single elements, which have so many in the whole and in the
  /// part, and lie in a layout there. False if it has too many axes, or its bytes are not countable.
  bool convert(Index width, Index part_width);

  /// Bytes from the first run at a point to the last one in the array of the parts; all if each has its own.
  Index part_span() const { return run_sum + part_gap; }
  /// Number of runs per stream.
  Index points() const { return count_points(axes); }
};

/// Bytes of a stream's part; kMaxIndex if there are more.
Index part_bytes(const Move& move, const Stream& stream);

}  // namespace microtome
