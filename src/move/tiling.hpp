// Tiling: a move cut into boxes whose source bytes, and whose output bytes, fit one tile. Boxes are taken in
// order and cover whole inner axes, so every stream of a tile is one consecutive piece of its output.
#pragma once

#include "move/move.hpp"

namespace microtome {

/// One box. Units as in Region.
struct Tile {
  Axes axes;  ///< of the box: the axes of the move, the outer ones narrowed or left out; of a packed move,
              ///< runs of more than one element are the last of them
  Index origin = 0;  ///< address of its first point, before a stream's offset is added
  Index begin = 0;   ///< the source bytes it reads lie in [begin, end)
  Index end = 0;
  Index first = 0;  ///< its points are [first, first + points) of the move's
  Index points = 0;
};

class Tiling {
 public:
  /// A move whose runs at one point are farther apart, or longer, than a tile, cannot be staged.
  static bool possible(const Move& move);

  explicit Tiling(const Move& move);

  Index count() const { return count_; }
  Tile tile(Index i) const;
  /// Upper bound of end - begin over all tiles.
  Index largest_source() const;

 private:
  Move move_;
  int inner_ = 0;           // axes from here on are whole in every tile
  Index inner_points_ = 1;  // points of those
  Index chunk_ = 1;         // indices per tile of the axis before them
  Index chunks_ = 1;        // tiles along that axis
  Index count_ = 1;
};

}  // namespace microtome
