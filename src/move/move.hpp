// Moves: the unit of work. Parts that are interleaved in the whole (planes of an image, channels of a sound,
// columns of a table) have the same axes, and differ only in where their runs begin and how long they are.
// One move carries all of them, so that the whole is read or written once instead of once per part.
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
  Index part_offset = 0;         ///< of a part with a layout: counted from the layout's offset
  std::uint8_t* part = nullptr;  ///< the part, if it is in the arena
};

/// The axes that all streams of a move share, and sums over the streams. They are enough to choose a way and
/// to cut tiles. Units as in Region.
struct Move {
  Axes axes;
  int packed_bits = 0;
  Direction direction = Direction::kCut;
  Layout part_layout = {};  ///< of its one part, or of several in one array; `length` is the array's bytes
  Index part_run = 0;       ///< if single elements are converted: bytes of one in the part
  int part_bits = 0;        ///< the same: bits of one, if the part has packed elements, which are counted
  int listed = -1;          ///< axis along which the whole is read at listed positions; -1: none
  Index streams = 0;
  Index run_sum = 0;   ///< of all streams
  Index begin = 0;     ///< least offset of a stream
  Index end = 0;       ///< largest offset + run of a stream
  Index part_gap = 0;  ///< bytes between the runs of the streams in such an array
  Index offsets_and_runs =
      0;  ///< of all streams, or'ed: its low zero bits give the power of 2 that divides all

  /// Makes the region the first stream.
  void start(const Region& region);
  /// Adds the region as a stream, if that pays: it must have the same axes. If there are any, its runs must
  /// be short and close enough to be read faster together. Parts with a layout are in one array.
  bool add(const Region& region);

  /// Makes a move of elements one of bytes. It then moves single elements, which have `width` bytes in the
  /// whole and are stored as `stored` says in the part, and the part has a layout. False if there are too
  /// many axes or bytes.
  bool convert(Index width, Storage stored);

  /// Bytes from the first run at a point to the last one, in the array of the parts. If each part has its own
  /// array: the bytes of all runs.
  Index part_span() const { return run_sum + part_gap; }
  /// Number of runs per stream.
  Index points() const { return count_points(axes); }
};

/// Bytes of a stream's part; kMaxIndex if there are more.
Index part_bytes(const Move& move, const Stream& stream);

}  // namespace microtome
