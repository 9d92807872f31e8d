// Lists of positions, for operators that read or write one axis at listed indices or under a mask.
#pragma once

#include "plan/ops/ops.hpp"

namespace microtome::ops {

/// Which indices are legal in addition to 0 to size - 1.
struct Legal {
  bool negative = false;  ///< counted from the end
  bool outside = false;   ///< nothing is there, so zeros
};

/// Turns indices into positions; an index where the data has no element becomes -1. Returns whether there are
/// such.
Result<bool> resolve_indices(std::span<Index> list, int axis, Index size, Legal legal);

/// Views `data` at the indices of one axis: the axes of the indices replace it.
Result<void> list_indices(const View& data, int axis, const Argument& indices, View& view, Listed& list);

/// Views `data` where the argument `condition` is true: the slices of `axis`, or without one the elements in
/// row-major order. The values of the condition are the positions of what is true, in ascending order.
Result<void> list_where(const Call& call, const View& data, const Argument* axis, View& view, Listed& list);

inline constexpr Parameter kCondition = {.name = "condition", .types = types("bool"), .is_mask = true};

}  // namespace microtome::ops
