// ONNX and OpenVINO Concat: tensors one after another along an axis that all of them have. ConcatFromSequence
// can also stack them along an axis that none of them has.
#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

/// Tensor `i` must have the sizes of the first, except on `axis`.
Result<void> check_part(const Call& call, Index i, const View& part, int axis) {
  const Literal param = call.op->data;
  const View& first = call.data;
  if (part.rank() != first.rank())
    return fail(Errc::kShapeMismatch, param, "tensor % has rank % but tensor 0 has rank %", i, part.rank(),
                first.rank());
  for (int a = 0; a < first.rank(); ++a)
    if (a != axis && part.axes[a].size != first.axes[a].size)
      return fail(Errc::kShapeMismatch, param, "tensor % has size % on axis % but tensor 0 has size %", i,
                  part.axes[a].size, a, first.axes[a].size);
  return {};
}

/// All tensors must have the sizes of the first, except on `axis`. `total` becomes the sum of their sizes
/// there.
Result<void> check_tensors(const Call& call, int axis, Index& total) {
  auto cursor = call.tensors.begin();
  Tensor part;
  total = 0;
  for (Index i = 0; i < call.tensors.count(); ++i) {
    cursor.read(part);
    if (auto ok = check_part(call, i, part.view, axis); !ok) return ok;
    if (axis < 0) continue;
    total += part.view.axes[axis].size;
    if (total > kMaxIndex)
      return fail(Errc::kTooLarge, call.op->data, "the sizes on axis % sum to more than 2^53 - 1", axis);
  }
  return {};
}

Result<void> concatenate(const Call& call, Plan& plan) {
  if (call.data.rank() == 0)
    return fail(Errc::kBadRank, call.op->data, "rank 0; scalars have no axis to join along");
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  Index total = 0;
  if (auto ok = check_tensors(call, *axis, total); !ok) return ok;
  plan.axis = *axis;
  plan.parts = call.tensors;
  plan.whole = call.data;
  plan.whole.axes[*axis].size = total;
  return call.lay_out_output(plan.whole);
}

Result<void> stack(const Call& call, Plan& plan) {
  const View& data = call.data;
  if (data.rank() == kMaxRank)
    return fail(Errc::kBadRank, call.op->data, "rank %; with one more axis, at most % is supported",
                data.rank(), kMaxRank);
  Axes& sizes = plan.whole.axes;
  for (int a = 0; a <= data.rank(); ++a) sizes.push_back({1, 0});
  const auto axis = resolve_axis(plan.whole, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  Index total = 0;
  if (auto ok = check_tensors(call, -1, total); !ok) return ok;
  for (int a = 0, from = 0; a < sizes.size(); ++a)
    sizes[a].size = a == *axis ? call.tensors.count() : data.axes[from++].size;
  plan.axis = *axis;
  plan.dropped = true;
  plan.parts = call.tensors;
  return call.lay_out_output(plan.whole);
}

Result<void> join_sequence(const Call& call, Plan& plan) {
  return call.integer("new_axis") != 0 ? stack(call, plan) : concatenate(call, plan);
}

constexpr Parameter axis(std::optional<Index> fallback) {
  return {.name = "axis",
          .kind = Kind::kAttribute,
          .shape = kInteger,
          .optional = fallback.has_value(),
          .fallback = fallback};
}
constexpr Parameter kParameters1[] = {axis(1)};
constexpr Parameter kParameters4[] = {axis({})};
constexpr Parameter kSequenceParameters[] = {
    axis({}),
    {.name = "new_axis", .kind = Kind::kAttribute, .shape = kInteger, .optional = true, .fallback = 0},
};

constexpr TypeSet kFloats = types("float16 float32 float64");

constexpr Operator kRows[] = {
    joining(kOnnx, "Concat", 1, Takes::kAny, "inputs", kFloats, kParameters1, concatenate),
    joining(kOnnx, "Concat", 4, Takes::kAny, "inputs", kA15, kParameters4, concatenate),
    joining(kOnnx, "Concat", 11, Takes::kAny, "inputs", kA15, kParameters4, concatenate),
    joining(kOnnx, "Concat", 13, Takes::kAny, "inputs", kA16, kParameters4, concatenate),
};
constexpr Operator kOpenVinoRows[] = {
    joining(kOpenVino, "Concat", 1, Takes::kAny, "inputs", kNumbers, kParameters4, concatenate),
};
constexpr Operator kSequenceRows[] = {
    joining(kOnnx, "ConcatFromSequence", 11, Takes::kSequence, "input_sequence", kA15, kSequenceParameters,
            join_sequence),
};

}  // namespace

constinit const std::span<const Operator> concat = kRows;
constinit const std::span<const Operator> openvino_concat = kOpenVinoRows;
constinit const std::span<const Operator> concat_from_sequence = kSequenceRows;

}  // namespace microtome::ops
