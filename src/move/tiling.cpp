#include "move/tiling.hpp"

#include <algorithm>

#include "move/way.hpp"

namespace microtome {
namespace {

Index magnitude(Index i) { return i < 0 ? -i : i; }
Index reach(Axis axis) { return (axis.size - 1) * magnitude(axis.stride); }

/// Makes an axis of packed runs, so that they can be cut. They may have any length, because only tiles can
/// carry them out.
Move cuttable(Move move) {
  if (move.packed_bits == 0 || move.run_sum == 1) return move;
  move.axes.push_back({move.run_sum, 1});
  move.run_sum = 1;
  move.end = move.begin + 1;
  return move;
}

}  // namespace

bool Tiling::possible(const Move& move) {
  if (move.packed_bits != 0) return move.run_sum == 1 || move.axes.size() < kMaxRank;
  return move.end - move.begin <= tile_limit(move) && move.run_sum <= tile_limit(move);
}

Tiling::Tiling(const Move& move) : move_(cuttable(move)), inner_(move_.axes.size()) {
  assert(possible(move));
  const Index limit = tile_limit(move);
  Index source = move_.end - move_.begin;
  Index output = move_.run_sum;
  // whole axes from the inside out, while the box fits
  while (inner_ > 0) {
    const Axis axis = move_.axes[inner_ - 1];
    if (output > limit / axis.size || reach(axis) > limit - source) break;
    source += reach(axis);
    output *= axis.size;
    inner_points_ *= axis.size;
    --inner_;
  }
  if (inner_ == 0) return;
  // then as many indices of the next axis as fit
  const Axis axis = move_.axes[inner_ - 1];
  chunk_ = std::min(axis.size, limit / output);
  if (axis.stride != 0) chunk_ = std::min(chunk_, (limit - source) / magnitude(axis.stride) + 1);
  chunks_ = (axis.size - 1) / chunk_ + 1;
  count_ = chunks_;
  for (int i = 0; i < inner_ - 1; ++i) count_ *= move_.axes[i].size;
}

Tile Tiling::tile(Index i) const {
  Tile tile{.axes = {}, .points = inner_points_};
  if (inner_ > 0) {
    const Axis axis = move_.axes[inner_ - 1];
    const Index start = i % chunks_ * chunk_;
    const Index size = std::min(chunk_, axis.size - start);
    Index outer = i / chunks_;
    tile.first = (outer * axis.size + start) * inner_points_;
    tile.points = size * inner_points_;
    tile.origin = start * axis.stride;
    for (int a = inner_ - 1; a-- > 0;) {
      tile.origin += outer % move_.axes[a].size * move_.axes[a].stride;
      outer /= move_.axes[a].size;
    }
    tile.axes.push_back({size, axis.stride});
  }
  for (int a = inner_; a < move_.axes.size(); ++a) tile.axes.push_back(move_.axes[a]);
  tile.begin = tile.origin + move_.begin;
  tile.end = tile.origin + move_.end;
  for (const Axis& axis : tile.axes)
    (axis.stride < 0 ? tile.begin : tile.end) += (axis.size - 1) * axis.stride;
  return tile;
}

Index Tiling::largest_source() const {
  Index size = move_.end - move_.begin;
  for (int a = inner_; a < move_.axes.size(); ++a) size += reach(move_.axes[a]);
  if (inner_ > 0) size += reach({chunk_, move_.axes[inner_ - 1].stride});
  return size;
}

}  // namespace microtome
