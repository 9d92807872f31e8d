#include "move/tiling.hpp"

#include <algorithm>

#include "move/way.hpp"

namespace microtome {
namespace {

Index magnitude(Index i) { return i < 0 ? -i : i; }
Index reach(Axis axis) { return (axis.size - 1) * magnitude(axis.stride); }

/// Packed runs as an axis, so that they can be cut: they may be as long as they like, because nothing but
/// tiles can carry them out.
Job cuttable(Job job) {
  if (job.packed_bits == 0 || job.run_sum == 1) return job;
  job.axes.push_back({job.run_sum, 1});
  job.run_sum = 1;
  job.end = job.begin + 1;
  return job;
}

}  // namespace

bool Tiling::possible(const Job& job) {
  if (job.packed_bits != 0) return job.run_sum == 1 || job.axes.size() < kMaxRank;
  return job.end - job.begin <= tile_limit(job) && job.run_sum <= tile_limit(job);
}

Tiling::Tiling(const Job& job) : job_(cuttable(job)), inner_(job_.axes.size()) {
  assert(possible(job));
  const Index limit = tile_limit(job);
  Index source = job_.end - job_.begin;
  Index output = job_.run_sum;
  // whole axes from the inside out, as long as the box fits
  while (inner_ > 0) {
    const Axis axis = job_.axes[inner_ - 1];
    if (output > limit / axis.size || reach(axis) > limit - source) break;
    source += reach(axis);
    output *= axis.size;
    inner_points_ *= axis.size;
    --inner_;
  }
  if (inner_ == 0) return;
  // then as many indices of the next one as still fit
  const Axis axis = job_.axes[inner_ - 1];
  chunk_ = std::min(axis.size, limit / output);
  if (axis.stride != 0) chunk_ = std::min(chunk_, (limit - source) / magnitude(axis.stride) + 1);
  chunks_ = (axis.size - 1) / chunk_ + 1;
  count_ = chunks_;
  for (int i = 0; i < inner_ - 1; ++i) count_ *= job_.axes[i].size;
}

Tile Tiling::tile(Index i) const {
  Tile tile{.axes = {}, .points = inner_points_};
  if (inner_ > 0) {
    const Axis axis = job_.axes[inner_ - 1];
    const Index start = i % chunks_ * chunk_;
    const Index size = std::min(chunk_, axis.size - start);
    Index outer = i / chunks_;
    tile.first = (outer * axis.size + start) * inner_points_;
    tile.points = size * inner_points_;
    tile.origin = start * axis.stride;
    for (int a = inner_ - 1; a-- > 0;) {
      tile.origin += outer % job_.axes[a].size * job_.axes[a].stride;
      outer /= job_.axes[a].size;
    }
    tile.axes.push_back({size, axis.stride});
  }
  for (int a = inner_; a < job_.axes.size(); ++a) tile.axes.push_back(job_.axes[a]);
  tile.begin = tile.origin + job_.begin;
  tile.end = tile.origin + job_.end;
  for (const Axis& axis : tile.axes)
    (axis.stride < 0 ? tile.begin : tile.end) += (axis.size - 1) * axis.stride;
  return tile;
}

Index Tiling::largest_source() const {
  Index size = job_.end - job_.begin;
  for (int a = inner_; a < job_.axes.size(); ++a) size += reach(job_.axes[a]);
  if (inner_ > 0) size += reach({chunk_, job_.axes[inner_ - 1].stride});
  return size;
}

}  // namespace microtome
