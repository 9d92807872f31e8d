// Regions: a view in bytes, with as few axes as possible. Movement works on regions only, so that equal work
// looks equal, whatever operator, version, rank or element type it comes from.
#pragma once

#include "plan/view.hpp"
#include "storage.hpp"

namespace microtome {

/// `run` consecutive bytes at `offset + sum(index[i] * axes[i].stride)`, for all indices in row-major order,
/// written one after another. If `packed_bits` is not 0, the unit is elements instead of bytes.
struct Region {
  Axes axes;
  Index offset = 0;
  Index run = 0;  ///< 0: nothing moves
  int packed_bits = 0;
};

/// Drops axes of size 1, merges chained axes, and folds a contiguous tail into the run. Runs of packed
/// elements that all begin and end with whole units become runs of bytes.
Region normalize(const View& view, Storage storage);

}  // namespace microtome
