// OpenVINO VariadicSplit: cuts one axis into the pieces of a list. One entry may be -1: what the others
// leave.
#include "plan/ops/ops.hpp"
#include "plan/ops/pieces.hpp"

namespace microtome::ops {
namespace {

Result<Plan> plan_variadic_split(const Call& call) {
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  const auto lengths = call.find("split_lengths")->values;
  const Index size = call.data.axes[*axis].size;
  const auto pieces = check_sizes(lengths, "split_lengths", *axis, size, Rest::kAllowed);
  if (!pieces) return failure(pieces);
  return chop(call.data, *axis, *pieces);
}

constexpr Parameter kParameters[] = {
    {.name = "axis", .shape = kScalarOrOne, .types = kIntegerTypes},
    {.name = "split_lengths", .types = kIntegerTypes},
};

constexpr Operator kRows[] = {
    {kOpenVino, "VariadicSplit", 1, "data", kNumbersAndStrings, kParameters, plan_variadic_split},
};

}  // namespace

std::span<const Operator> variadic_split() { return kRows; }

}  // namespace microtome::ops
