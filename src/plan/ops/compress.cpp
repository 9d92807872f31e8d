// ONNX Compress: the slices of an axis where a condition is true, or the elements of the flattened data.
#include "plan/ops/listed.hpp"

namespace microtome::ops {
namespace {

Result<void> plan_compress(const Call& call, Plan& plan) {
  if (auto ok = check_rank(call); !ok) return ok;
  return list_where(call, call.data, call.find("axis"), plan.whole, plan.list);
}

constexpr Parameter kParameters[] = {
    kCondition,
    {.name = "axis", .kind = Kind::kAttribute, .shape = kInteger, .optional = true},
};

constexpr Operator kRows[] = {
    copying({kOnnx, "Compress", 9, "input", kA15, kParameters, plan_compress}),
    copying({kOnnx, "Compress", 11, "input", kA15, kParameters, plan_compress}),
};

}  // namespace

constinit const std::span<const Operator> compress = kRows;

}  // namespace microtome::ops
