#include "plan/ops/listed.hpp"

#include <numeric>

namespace microtome::ops {

Result<bool> resolve_indices(std::span<Index> list, int axis, Index size, Legal legal) {
  bool has_gaps = false;
  const Index least = legal.negative ? -size : 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Index index = list[i];
    if (index >= least && index < size) {
      list[i] = index < 0 ? index + size : index;
      continue;
    }
    if (size == 0 && !legal.outside)
      return fail(Errc::kIndexOutOfRange, "indices", "entry % is %, but axis % is empty", i, index, axis);
    if (!legal.outside)
      return fail(Errc::kIndexOutOfRange, "indices", "entry % is %; it must be in [%, %]", i, index, least,
                  size - 1);
    list[i] = -1;
    has_gaps = true;
  }
  return has_gaps;
}

namespace {

Result<void> check_elements(const View& view, Literal param) {
  Axes sizes = view.axes;
  if (make_row_major(sizes) >= 0) return {};
  return fail(Errc::kTooLarge, param, "the output would have more than 2^53 - 1 elements");
}

/// The stride of an axis, in whose units positions count. With one index, it may be any number.
Index unit_of(Axis axis) { return axis.size > 1 ? axis.stride : 0; }

/// The first position that is not in [0, size); -1: all are.
Index first_outside(std::span<const Index> positions, Index size) {
  for (const Index position : positions)
    if (position < 0 || position >= size) return position < 0 ? 0 : position;  // web/lib writes none below 0
  return -1;
}

/// Counts positions of elements in row-major order from the first place in memory instead, in a unit that
/// divides all strides.
void flatten(const View& data, std::span<Index> positions, View& view, Listed& list) {
  if (positions.empty()) return;  // without elements, sizes and strides may be too large to multiply
  Index unit = 0;
  Hull hull;
  for (const Axis& axis : data.axes) {
    unit = std::gcd(unit, magnitude(unit_of(axis)));
    extend(hull, {axis.size, unit_of(axis)});
  }
  view.offset = data.offset + hull.first;
  list.stride = unit;
  if (unit == 0) return;  // all elements are in one place
  Index dense = unit;
  bool is_dense = true;
  for (int a = data.rank(); a-- > 0; dense *= data.axes[a].size)
    is_dense = is_dense && (data.axes[a].size == 1 || data.axes[a].stride == dense);
  if (is_dense) return;
  for (Index& position : positions) {
    Index left = position, place = -hull.first;
    for (int a = data.rank(); a-- > 0; left /= data.axes[a].size)
      place += left % data.axes[a].size * unit_of(data.axes[a]);
    position = place / unit;
  }
}

}  // namespace

Result<void> list_indices(const View& data, int axis, const Argument& indices, View& view, Listed& list) {
  const int rank = data.rank() - 1 + indices.rank;
  if (rank > kMaxRank)
    return fail(Errc::kBadRank, "indices", "the slice would have rank %; at most % is supported", rank,
                kMaxRank);
  view.offset = data.offset;
  for (int a = 0; a < axis; ++a) view.axes.push_back(data.axes[a]);
  for (const Index size : indices.sizes) view.axes.push_back({size, 0});
  for (int a = axis + 1; a < data.rank(); ++a) view.axes.push_back(data.axes[a]);
  list = {
      .positions = indices.values, .stride = unit_of(data.axes[axis]), .first = axis, .count = indices.rank};
  return check_elements(view, "indices");
}

Result<void> list_where(const Call& call, const View& data, const Argument* axis, View& view, Listed& list) {
  const std::span<Index> positions = call.find("condition")->values;
  const auto count = static_cast<Index>(positions.size());
  if (axis == nullptr) {
    if (const Index outside = first_outside(positions, data.elements()); outside >= 0)
      return fail(Errc::kIndexOutOfRange, "condition", "entry % is true, but the data has % elements",
                  outside, data.elements());
    view = {.offset = data.offset, .axes = {}};
    view.axes.push_back({count, 0});
    list = {.positions = positions, .first = 0, .count = 1};
    flatten(data, positions, view, list);
    return {};
  }
  const auto at = resolve_axis(data, axis->values[0], "axis");
  if (!at) return failure(at);
  const Index size = data.axes[*at].size;
  if (const Index outside = first_outside(positions, size); outside >= 0)
    return fail(Errc::kIndexOutOfRange, "condition", "entry % is true, but axis % has size %", outside, *at,
                size);
  view = data;
  view.axes[*at] = {count, 0};
  list = {.positions = positions, .stride = unit_of(data.axes[*at]), .first = *at, .count = 1};
  return check_elements(view, "condition");
}

}  // namespace microtome::ops
