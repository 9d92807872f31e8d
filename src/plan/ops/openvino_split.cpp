// OpenVINO Split: cuts one axis into equal pieces.
#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

Result<void> plan_split(const Call& call, Plan& plan) {
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  const Index count = call.integer("num_splits"), size = call.data.axes[*axis].size;
  if (count < 1) return fail(Errc::kBadCount, "num_splits", "% pieces; at least 1 is needed", count);
  if (size % count != 0)
    return fail(Errc::kNotDivisible, "num_splits", "axis % of size % cannot be cut into % equal parts", *axis,
                size, count);
  chop(plan, call.data, *axis, Pieces::of_chunks(count, size / count, size));
  return check_count(count, "num_splits");
}

constexpr Parameter kParameters[] = {
    {.name = "axis", .shape = kScalarOrOne, .types = kIntegerTypes},
    {.name = "num_splits", .kind = Kind::kAttribute, .shape = kInteger},
};

constexpr Operator kRows[] = {
    {kOpenVino, "Split", 1, "data", kNumbersAndStrings, kParameters, plan_split},
};

}  // namespace

constinit const std::span<const Operator> openvino_split = kRows;

}  // namespace microtome::ops
