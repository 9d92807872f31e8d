// The check that the three splitters share: a list of sizes against the axis that it cuts.
#pragma once

#include <span>
#include <string_view>

#include "error.hpp"
#include "plan/plan.hpp"

namespace microtome::ops {

enum class Rest : bool { kForbidden, kAllowed };

/// Makes `pieces` of the sizes. Every entry must be 0 or more, and their sum must be `size`, the size of
/// `axis`. With `Rest::kAllowed` one entry may be -1: what the others leave, which must be 0 or more.
Result<void> check_sizes(std::span<const Index> sizes, Literal param, int axis, Index size, Pieces& pieces,
                         Rest rest = Rest::kForbidden);

}  // namespace microtome::ops
