#include "move/tiling.hpp"

#include <algorithm>

#include "move/way.hpp"

namespace microtome {
namespace {

/// The bytes between the first and the last point of an axis.
Index reach(Axis axis) { return (axis.size - 1) * magnitude(axis.stride); }

/// Makes an axis of packed runs, so that tiles can split them: the host cannot copy packed runs, so they have
/// any length.
Move cuttable(Move move) {
  if (move.packed_bits == 0 || move.run_sum == 1) return move;
  if (move.part_layout.given) move.part_layout.axes.push_back({move.run_sum, 1});
  move.axes.push_back({move.run_sum, 1});
  move.run_sum = 1;
  move.end = move.begin + 1;
  return move;
}

}  // namespace

bool Tiling::suits(const Move& move) {
  if (move.packed_bits != 0) return move.run_sum == 1 || move.axes.size() < kMaxRank;
  return move.end - move.begin <= tile_limit(move) && move.run_sum <= tile_limit(move);
}

Tiling::Tiling(const Move& move) : move_(cuttable(move)), inner_(move_.axes.size()) {
  assert(suits(move));
  const Index limit = tile_limit(move);
  Index whole = move_.end - move_.begin;
  Index part = move_.run_sum;
  // Most indices of an axis that fit. The first bound is the output's, and limits axes of stride 0 too.
  const auto most = [&](int a) {
    const Axis axis = move_.axes[a];
    Index count = std::min(axis.size, limit / (inner_points_ * move_.run_sum));
    if (axis.stride != 0) count = std::min(count, (limit - whole) / magnitude(axis.stride) + 1);
    if (!move_.part_layout.given) return count;
    const Index part_stride = move_.part_layout.axes[a].stride;
    if (part_stride != 0) count = std::min(count, (limit - part) / magnitude(part_stride) + 1);
    return count;
  };
  // whole axes from the inside out, while the box fits
  while (inner_ > 0 && most(inner_ - 1) == move_.axes[inner_ - 1].size) {
    const Axis axis = move_.axes[--inner_];
    whole += reach(axis);
    if (move_.part_layout.given) part += reach(move_.part_layout.axes[inner_]);
    inner_points_ *= axis.size;
  }
  if (inner_ == 0) return;
  // then as many indices of the next axis as fit
  const Axis axis = move_.axes[inner_ - 1];
  chunk_ = most(inner_ - 1);
  chunks_ = (axis.size - 1) / chunk_ + 1;
  count_ = chunks_;
  for (int i = 0; i < inner_ - 1; ++i) count_ *= move_.axes[i].size;
}

Tile Tiling::tile(Index i) const {
  Tile tile{.axes = {}, .points = inner_points_};
  const Layout& part_layout = move_.part_layout;
  tile.part_layout.given = part_layout.given;
  tile.part_layout.offset = part_layout.offset;
  if (inner_ > 0) {
    const int last = inner_ - 1;
    const Axis axis = move_.axes[last];
    const Index start = i % chunks_ * chunk_;
    const Index size = std::min(chunk_, axis.size - start);
    Index outer = i / chunks_;
    tile.first = (outer * axis.size + start) * inner_points_;
    tile.points = size * inner_points_;
    tile.origin = start * axis.stride;
    if (part_layout.given) {
      tile.part_layout.offset += start * part_layout.axes[last].stride;
      tile.part_layout.axes.push_back({size, part_layout.axes[last].stride});
    }
    for (int a = last; a-- > 0;) {
      const Index index = outer % move_.axes[a].size;
      tile.origin += index * move_.axes[a].stride;
      if (part_layout.given) tile.part_layout.offset += index * part_layout.axes[a].stride;
      outer /= move_.axes[a].size;
    }
    tile.axes.push_back({size, axis.stride});
  }
  for (int a = inner_; a < move_.axes.size(); ++a) {
    tile.axes.push_back(move_.axes[a]);
    if (part_layout.given) tile.part_layout.axes.push_back(part_layout.axes[a]);
  }
  const Hull hull = hull_of(tile.axes), part_hull = hull_of(tile.part_layout.axes);
  tile.begin = tile.origin + move_.begin + hull.first;
  tile.end = tile.origin + move_.end + hull.last;
  tile.part_begin = tile.part_layout.offset + part_hull.first;
  tile.part_end = tile.part_layout.offset + move_.run_sum + part_hull.last;
  return tile;
}

Index Tiling::most_of_part() const {
  return move_.part_layout.given ? span(move_.part_layout.axes, move_.run_sum)
                                 : most_points() * move_.run_sum;
}

Index Tiling::span(const Axes& axes, Index size) const {
  for (int a = inner_; a < axes.size(); ++a) size += reach(axes[a]);
  return inner_ > 0 ? size + reach({chunk_, axes[inner_ - 1].stride}) : size;
}

}  // namespace microtome
