// Tiling: cuts a move into boxes whose bytes fit one tile, in the whole and in the parts. Boxes follow in
// order and cover whole inner axes, so that each stream of a tile is one consecutive piece of its part,
// unless that has a layout.
#pragma once

#include "move/move.hpp"

namespace microtome {

/// One box. Units as in Region.
struct Tile {
  Axes axes;  ///< of the move, the outer ones narrowed or left out; packed runs longer than 1 are the last
              ///< axis
  Index origin = 0;  ///< address of its first point, before a stream's offset is added
  Index begin = 0;   ///< it covers bytes [begin, end) of the whole only
  Index end = 0;
  Layout part_layout = {};  ///< of the move's part, for these axes; its offset is that of the first point
  Index part_begin = 0;     ///< if it is given: the tile covers bytes [part_begin, part_end) of the part only
  Index part_end = 0;
  Index first = 0;  ///< its points are points [first, first + points) of the move
  Index points = 0;
};

class Tiling {
 public:
  /// Can tiles carry it out? Not if the runs at one point are farther apart, or longer, than a tile.
  static bool suits(const Move& move);

  explicit Tiling(const Move& move);

  Index count() const { return count_; }
  Tile tile(Index i) const;
  /// Upper bounds over all tiles: points, end - begin, and the same of the part.
  Index most_points() const { return chunk_ * inner_points_; }
  Index most_of_whole() const { return span(move_.axes, move_.end - move_.begin); }
  Index most_of_part() const;

 private:
  /// Bytes from the first to the last point of a tile, whose points have `size` bytes.
  Index span(const Axes& axes, Index size) const;

  Move move_;
  int inner_ = 0;           // axes from here on are whole in every tile
  Index inner_points_ = 1;  // points of those
  Index chunk_ = 1;         // indices per tile of the axis before them
  Index chunks_ = 1;        // tiles along that axis
  Index count_ = 1;
};

}  // namespace microtome
