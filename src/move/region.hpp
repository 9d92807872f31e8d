// Regions: a view in bytes, with as few axes as say the same. Everything that moves works on these, so that
// equal work looks equal whatever operator, version, rank or element type it comes from.
#pragma once

#include "plan/view.hpp"
#include "storage.hpp"

namespace microtome {

/// `run` consecutive bytes at `offset + sum(index[i] * axes[i].stride)`, for all indices in row-major order,
/// written one behind the other. Where `packed_bits` is not 0, read "elements" for "bytes".
struct Region {
  Axes axes;
  Index offset = 0;
  Index run = 0;  ///< 0: nothing moves
  int packed_bits = 0;
};

/// Unit axes are dropped, chained axes merged, and a contiguous tail is folded into the run. Runs of packed
/// elements that all begin and end at whole bytes of their own are bytes like any other.
Region normalize(const View& view, Storage storage);

}  // namespace microtome
