// Moves all runs of a box, one at each of its points, with the kernels that fit its axes best. It tries, in
// this order: repetitions, short rows by patterns, many small tables, one table (`transpose_lines`), and
// rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "plan/view.hpp"

namespace microtome {

// Of a box, whose bytes are in memory.
constexpr std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }
constexpr std::ptrdiff_t to_step(Index i) { return static_cast<std::ptrdiff_t>(i); }

/// Calls `f` for each point, in row-major order, with its offsets from the first point on both sides.
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

/// Runs that move together at each point, because a vector holds them: byte b that is written is byte
/// `from[b]` that is read.
struct Pattern {
  static constexpr Index kVector = 16;

  std::uint8_t from[kVector] = {};
  Index hull = 0;   ///< bytes that are read, with the gaps between them
  Index size = 0;   ///< the same for those that are written
  Index bytes = 0;  ///< of all runs

  /// Adds a run. False if a vector does not hold it.
  bool add(Index in, Index out, Index run) {
    if (std::max(in, out) > kVector - run) return false;
    for (Index i = 0; i < run; ++i) from[out + i] = static_cast<std::uint8_t>(in + i);
    hull = std::max(hull, in + run);
    size = std::max(size, out + run);
    bytes += run;
    return true;
  }
};

/// Moves the pattern at all points of a box. False, and nothing has moved, if the output has gaps, or rows
/// have few points.
bool copy_pattern(const Axes& from, const Axes& to, const Pattern& pattern, const std::uint8_t* in,
                  std::uint8_t* out);

/// Moves all points of a box: from one side, whose axes have the strides of `from`, to the other.
void copy_box(const Axes& from, const Axes& to, std::size_t run, const std::uint8_t* in, std::uint8_t* out);

}  // namespace microtome
