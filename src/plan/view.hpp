// Views: which elements of a tensor are meant, and in which order. Operators decide with a few verbs: a
// tensor begins as `dense`, or with its own strides; `take` narrows an axis, `drop` removes one. plan.hpp has
// `chop`, which cuts an axis into pieces. Offsets and strides count elements; nothing here knows bytes.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

namespace microtome {

using Index = std::int64_t;

/// Largest size or offset: numbers cross into JavaScript as doubles, which are exact up to here.
inline constexpr Index kMaxIndex = (Index{1} << 53) - 1;
inline constexpr int kMaxRank = 32;
/// A million tensors take half a gigabyte of JavaScript objects.
inline constexpr Index kMaxOutputs = Index{1} << 20;

/// A set of axes: bit a stands for axis a.
using AxisSet = std::uint32_t;
static_assert(kMaxRank <= 32);
constexpr AxisSet set_of(int axis) { return AxisSet{1} << axis; }
constexpr bool holds(AxisSet set, int axis) { return axis >= 0 && (set >> axis & 1) != 0; }

struct Axis {
  Index size;
  Index stride;
  bool operator==(const Axis&) const = default;
};

/// A short list of axes, outermost first, without allocation. Copies are frequent, so only axes in use are
/// touched.
class Axes {
 public:
  // NOLINTNEXTLINE: = default would fill an empty list with zeros
  Axes() {}
  Axes(const Axes& other) { *this = other; }
  [[gnu::noinline]] Axes& operator=(const Axes& other) {
    if (this == &other) return *this;
    size_ = other.size_;
    for (int i = 0; i < size_; ++i) axes_[i] = other.axes_[i];
    return *this;
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Axis& operator[](int i) { return assert(i >= 0 && i < size_), axes_[i]; }
  const Axis& operator[](int i) const { return assert(i >= 0 && i < size_), axes_[i]; }
  Axis& back() { return (*this)[size_ - 1]; }
  const Axis& back() const { return (*this)[size_ - 1]; }
  const Axis* begin() const { return axes_; }
  const Axis* end() const { return axes_ + size_; }
  void push_back(Axis axis) { assert(size_ < kMaxRank), axes_[size_++] = axis; }
  [[gnu::noinline]] void insert(int i, Axis axis) {
    push_back(axis);
    for (int k = size_ - 1; k > i; --k) std::swap(axes_[k], axes_[k - 1]);
  }
  void clear() { size_ = 0; }
  void pop_back() { assert(size_ > 0), --size_; }
  [[gnu::noinline]] void erase(int i) {
    for (--size_; i < size_; ++i) axes_[i] = axes_[i + 1];
  }
  bool operator==(const Axes& other) const {
    if (size_ != other.size_) return false;
    for (int i = 0; i < size_; ++i)
      if (axes_[i] != other.axes_[i]) return false;
    return true;
  }

 private:
  int size_ = 0;
  Axis axes_[kMaxRank];
};

/// How far the points of axes reach from the first one, which has index 0 on every axis.
struct Hull {
  Index first = 0;  ///< the least address, 0 or less
  Index last = 0;   ///< the largest, 0 or more
};

/// The number of points of axes, which must be countable.
inline Index count_points(const Axes& axes) {
  Index points = 1;
  for (const Axis& axis : axes) points *= axis.size;
  return points;
}

/// The elements at `offset + sum(index[i] * axes[i].stride)`, for all indices in row-major order.
struct View {
  Index offset = 0;
  Axes axes;

  int rank() const { return axes.size(); }
  bool is_empty() const {
    for (const Axis& axis : axes)
      if (axis.size == 0) return true;
    return false;
  }
  /// Number of elements. Cannot overflow: the product of sizes was checked when the first view was made.
  Index elements() const { return is_empty() ? 0 : count_points(axes); }
  /// Narrows one axis to `count` indices: start, start + step, ... All of them are on the axis.
  [[gnu::noinline]] void take(int axis, Index start, Index step, Index count) {
    Axis& a = axes[axis];
    if (count > 0) offset += start * a.stride;
    if (count > 1) a.stride *= step;  // with fewer, the step may be any number, and the product may overflow
    a.size = count;
  }
  /// Removes an axis of size 1.
  void drop(int axis) {
    assert(axes[axis].size == 1);
    axes.erase(axis);
  }
};

/// Where a tensor's elements are in its array, if they are not in row-major order from the first entry on.
/// Counts elements in plan/, and bytes in move/ (elements if they are packed).
struct Layout {
  bool is_stated = false;
  Index length = 0;  ///< of the array, where it is known
  Index offset = 0;
  Axes axes = {};  ///< with the tensor's strides; plan/ does not read their sizes
};

constexpr Index magnitude(Index i) { return i < 0 ? -i : i; }

/// Is the product countable? The test is exact: doubles hold every countable number, and no other number is
/// rounded to one.
constexpr bool is_countable(Index a, Index b) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  constexpr auto kMost = static_cast<double>(kMaxIndex);
  return product >= -kMost && product <= kMost;
}

/// Extends a hull by an axis of one index or more. False if the axis reaches farther than can be counted.
constexpr bool extend(Hull& hull, Axis axis) {
  if (!is_countable(axis.size - 1, axis.stride)) return false;
  (axis.stride < 0 ? hull.first : hull.last) += (axis.size - 1) * axis.stride;
  return true;
}

/// The hull of axes that are known to stay within a tensor.
inline Hull hull_of(const Axes& axes) {
  Hull hull;
  for (const Axis& axis : axes) extend(hull, axis);
  return hull;
}

/// Gives the axes row-major strides, of which the innermost is `stride`. Returns the stride that another axis
/// would have, so by default the number of elements; -1 if it is not countable. If a size is 0, the others
/// may be of any size, and no stride changes.
[[gnu::noinline]] inline Index make_row_major(Axes& axes, Index stride = 1) {
  for (const Axis& axis : axes)
    if (axis.size == 0) return 0;
  for (int i = axes.size(); i-- > 0;) {
    Axis& axis = axes[i];
    axis.stride = stride;
    if (!is_countable(stride, axis.size)) return -1;
    stride *= axis.size;
  }
  return stride;
}

inline bool is_row_major(const View& view) {
  Index stride = 1;
  for (int a = view.rank(); a-- > 0; stride *= view.axes[a].size)
    if (view.axes[a].size != 1 && view.axes[a].stride != stride) return false;
  return view.offset == 0;
}

/// A row-major tensor of these sizes, whose elements are countable.
inline View dense(std::span<const Index> sizes) {
  View view;
  for (const Index size : sizes) view.axes.push_back({size, 0});
  make_row_major(view.axes);
  return view;
}

}  // namespace microtome
