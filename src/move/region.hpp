// Regions: the elements of a part in its whole, in bytes, with as few axes as possible. Movement works on
// regions only, so that equal work looks equal, whichever operator, version, rank or element type it comes
// from.
#pragma once

#include "plan/view.hpp"
#include "storage.hpp"

namespace microtome {

/// `run` consecutive bytes of the whole at `offset + sum(index[i] * axes[i].stride)`, for all indices in
/// row-major order. In the part, they follow one another. If `packed_bits` is not 0, the unit is elements
/// instead of bytes.
struct Region {
  Axes axes;
  Index offset = 0;
  Index run = 0;  ///< 0: nothing moves
  int packed_bits = 0;
  AxisSet unmerged = 0;  ///< axes that were not to be merged
  Layout part_layout =
      {};  ///< where the runs of the part are, if not one after another from its first byte on
};

/// Drops axes of size 1, merges chained axes, and folds a contiguous tail into the run. Runs of packed
/// elements that all begin and end with whole units become runs of bytes. `part`: where the elements of the
/// part are, if not one after another. `unmerged`: axes that stay as they are, unless they have size 1 and
/// are not listed.
[[gnu::noinline]] Region normalize(const View& view, Storage storage, const View* part = nullptr,
                                   AxisSet unmerged = 0, bool is_listed = false);

}  // namespace microtome
