// Moves all runs of a box, one at each of its points, with the kernels that fit its axes best.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plan/view.hpp"

namespace microtome {

/// Calls `f` with the offsets of each point from the first one, on both sides, in row-major order.
template <class F>
void each_point(const Axes& from, const Axes& to, F&& f) {
  Index index[kMaxRank] = {}, a = 0, b = 0;
  while (true) {
    f(a, b);
    int i = from.size();
    for (; i-- > 0;) {
      a += from[i].stride, b += to[i].stride;
      if (++index[i] < from[i].size) break;
      a -= from[i].size * from[i].stride, b -= from[i].size * to[i].stride;
      index[i] = 0;
    }
    if (i < 0) return;
  }
}

/// Moves all points of a box: from one side, whose axes have the strides of `from`, to the other.
void copy_box(const Axes& from, const Axes& to, std::size_t run, const std::uint8_t* in, std::uint8_t* out);

}  // namespace microtome
