// OpenVINO ScatterUpdate, and AssignAt and FillAt: a tensor, or a value, replaces the elements at
// listed indices of an axis, or where a condition is true. If an index occurs twice, the later one in
// row-major order wins, so the moves keep that order.
#include "plan/ops/listed.hpp"

namespace microtome::ops {
namespace {

/// Puts the second tensor, or a value, in the place of what `list` views of the output.
template <class F>
Result<void> replace(const Call& call, Plan& plan, const F& list) {
  if (auto ok = check_rank(call); !ok) return ok;
  plan.whole = call.data;
  if (auto ok = call.lay_out_output(plan.whole); !ok) return ok;
  plan.parts = call.tensors;
  if (auto ok = list(); !ok || call.op->takes == Takes::kValue) return ok;
  return check_shape(call, plan.over, "the slice");
}

Result<void> replace_indices(const Call& call, Plan& plan, Index axis, Legal legal) {
  return replace(call, plan, [&]() -> Result<void> {
    const Argument& indices = *call.find("indices");
    const auto at = resolve_axis(call.data, axis, "axis");
    if (!at) return failure(at);
    if (auto ok = resolve_indices(indices.values, *at, call.data.axes[*at].size, legal); !ok)
      return failure(ok);
    return list_indices(plan.whole, *at, indices, plan.over, plan.list);
  });
}

Result<void> join_scatter_update(const Call& call, Plan& plan) {
  return replace_indices(call, plan, call.integer("axis"), {.negative = call.has_negatives});
}

Result<void> join_at(const Call& call, Plan& plan) {
  const Argument* axis = call.find("axis");
  if (call.find("indices") != nullptr)
    return replace_indices(call, plan, axis == nullptr ? 0 : axis->values[0], {.negative = true});
  return replace(call, plan, [&] { return list_where(call, plan.whole, axis, plan.over, plan.list); });
}

constexpr Parameter indices(TypeSet types, bool optional) {
  return {.name = "indices", .shape = kAnyRank, .optional = optional, .types = types};
}
constexpr Parameter optional(Parameter parameter) {
  parameter.optional = true;
  return parameter;
}

constexpr Parameter kParameters[] = {
    indices(kIntegerTypes, false),
    {.name = "axis", .shape = kScalarOrOne, .types = kIntegerTypes},
};
/// Callers give either the indices or the condition.
constexpr Parameter kOurParameters[] = {
    indices(kInt32OrInt64, true),
    optional(kCondition),
    {.name = "axis", .shape = kInteger, .optional = true},
};

constexpr Operator kRows[] = {
    after_first_parameter(joining(kOpenVino, "ScatterUpdate", 3, Takes::kTwo, "data", kNumbers, kParameters,
                                  join_scatter_update, "updates")),
    assigning(joining(kInternal, "AssignAt", 1, Takes::kTwo, "target", kAllTypes, kOurParameters, join_at,
                      "updates")),
    assigning(joining(kInternal, "FillAt", 1, Takes::kValue, "target", kAllTypes, kOurParameters, join_at)),
};

}  // namespace

constinit const std::span<const Operator> scatter_update = kRows;

}  // namespace microtome::ops
