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

constexpr TypeSet kT1 = types(
    "bool bfloat16 float16 float32 float64 i4 int8 int16 int32 int64 u1 u2 u3 u4 u6 uint8 uint16 uint32 "
    "uint64 nf4 "
    "f8e4m3 f8e5m2 f8e8m0 f4e2m1 string");
constexpr TypeSet kT2 = types("int8 int16 int32 int64 uint8 uint16 uint32 uint64");

constexpr Parameter kParameters[] = {
    {.name = "axis", .shape = kScalarOrOne, .types = kT2},
    {.name = "split_lengths", .types = kT2},
};

constexpr Operator kRows[] = {
    {kOpenVino, "VariadicSplit", 1, "data", kT1, kParameters, plan_variadic_split},
};

}  // namespace

std::span<const Operator> variadic_split() { return kRows; }

}  // namespace microtome::ops
