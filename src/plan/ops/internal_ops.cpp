// Copy, an operator that no document has and only web/lib calls: it makes strided tensors dense, and dense
// ones strided.
#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

/// All of a tensor, whatever its strides.
Result<void> plan_copy(const Call& call, Plan& plan) {
  plan.whole = call.data;
  return {};
}

constexpr Operator kRows[] = {
    hidden({kInternal, "Copy", 1, "data", kAllTypes, {}, plan_copy}),
};

}  // namespace

constinit const std::span<const Operator> internal_ops = kRows;

}  // namespace microtome::ops
