// OpenVINO VariadicSplit: cuts one axis into pieces of listed sizes. One size may be -1: that piece takes
// what the others leave.
#include "plan/ops/ops.hpp"
#include "plan/ops/pieces.hpp"

namespace microtome::ops {
namespace {

Result<void> plan_variadic_split(const Call& call, Plan& plan) {
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  const auto lengths = call.find("split_lengths")->values;
  const Index size = call.data.axes[*axis].size;
  chop(plan, call.data, *axis);
  return check_sizes(lengths, "split_lengths", *axis, size, plan.pieces, Rest::kAllowed);
}

constexpr Parameter kParameters[] = {
    {.name = "axis", .shape = kScalarOrOne, .types = kIntegerTypes},
    {.name = "split_lengths", .types = kIntegerTypes, .per = Per::kOutput},
};

constexpr Operator kRows[] = {
    {kOpenVino, "VariadicSplit", 1, "data", kNumbersAndStrings, kParameters, plan_variadic_split},
};

}  // namespace

constinit const std::span<const Operator> variadic_split = kRows;

}  // namespace microtome::ops
