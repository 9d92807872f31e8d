// ONNX TensorScatter: an update replaces some positions of a cache. Each item of the batch has its own
// positions.
#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

/// Sets the positions that the update replaces.
Result<void> resolve_positions(const Call& call, int axis, Positions& positions) {
  const Index size = call.data.axes[axis].size, batch = call.data.axes[0].size;
  const Index count = call.second.axes[axis].size;
  positions.axis = axis;
  positions.count = count;
  const Argument* given = call.find("write_indices");
  if (given == nullptr) return {};
  if (static_cast<Index>(given->values.size()) != batch)
    return fail(Errc::kShapeMismatch, "write_indices", "length % but the batch has size %",
                given->values.size(), batch);
  positions.start = given->values;
  if (call.integer("mode") != 0) return {};
  for (std::size_t b = 0; b < given->values.size(); ++b) {
    const Index start = given->values[b];
    if (start < 0 || start > size - count)
      return fail(Errc::kIndexOutOfRange, "write_indices",
                  "entry % is %; for an update of size % it must be in [0, %]", b, start, count,
                  size - count);
  }
  return {};
}

Result<void> join_tensor_scatter(const Call& call, Plan& plan) {
  if (call.data.rank() < 2)
    return fail(Errc::kBadAxis, "axis", "past_cache has rank %; at least 2 is needed", call.data.rank());
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  if (*axis == 0)
    return fail(Errc::kBadAxis, "axis", "is axis 0, which is the batch; it must be another axis");
  if (auto ok = check_shape(call, call.data, "past_cache", *axis); !ok) return ok;
  if (auto ok = resolve_positions(call, *axis, plan.positions); !ok) return ok;
  plan.parts = call.tensors;
  plan.whole = call.data;
  return call.lay_out_output(plan.whole);
}

constexpr TypeSet kTypes = kA16 | types("u4 i4 f4e2m1 f8e4m3 f8e5m2 f8e8m0");
constexpr Parameter kParameters[] = {
    {.name = "write_indices", .optional = true, .types = kInt64, .int64 = true},
    {.name = "axis", .kind = Kind::kAttribute, .shape = kInteger, .optional = true, .fallback = -2},
    {.name = "mode",
     .kind = Kind::kAttribute,
     .shape = kWord,
     .optional = true,
     .fallback = 0,
     .choices = "linear circular"},
};

constexpr Operator kRows[] = {
    joining(kOnnx, "TensorScatter", 24, Takes::kTwo, "past_cache", kTypes, kParameters, join_tensor_scatter,
            "update"),
};

}  // namespace

constinit const std::span<const Operator> tensor_scatter = kRows;

}  // namespace microtome::ops
