// Moves all runs of a box, one at each of its points, with the kernels that fit its axes best.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plan/view.hpp"

namespace microtome {

/// The innermost rows of a box, one after another.
class Rows {
 public:
  explicit Rows(const Axes& axes) : axes_(axes), outer_(axes.empty() ? 0 : axes.size() - 1) {
    for (int i = 0; i < outer_; ++i) index_[i] = 0;
  }
  /// Where the row begins.
  Index offset() const { return offset_; }
  /// Goes to the next row; false after the last.
  bool next() {
    for (int i = outer_; i-- > 0;) {
      const Axis axis = axes_[i];
      offset_ += axis.stride;
      if (++index_[i] < axis.size) return true;
      offset_ -= axis.size * axis.stride;
      index_[i] = 0;
    }
    return false;
  }
  /// The axis along a row. A single index gets the stride 0: its own may be too large to be an offset.
  Axis inner() const { return axes_.empty() || axes_.back().size == 1 ? Axis{1, 0} : axes_.back(); }

 private:
  const Axes& axes_;
  int outer_;
  Index offset_ = 0;
  Index index_[kMaxRank];
};

/// Moves all points of a box: from one side, whose axes have the strides of `from`, to the other.
void copy_box(const Axes& from, const Axes& to, std::size_t run, const std::uint8_t* in, std::uint8_t* out);

}  // namespace microtome
