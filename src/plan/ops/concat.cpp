// ONNX and OpenVINO Concat: tensors one after another along an axis that all of them have. ConcatFromSequence
// can also stack them along an axis that none of them has.
#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

/// Tensor `i` must have the sizes of the first, but on `axis`.
Result<void> check_sizes(const Call& call, Index i, const View& part, int axis) {
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

Result<Plan> concatenate(const Call& call) {
  if (call.data.rank() == 0)
    return fail(Errc::kBadRank, call.op->data, "rank 0; scalars have no axis to join along");
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  Index total = 0;
  auto next = call.tensors.begin();
  for (Index i = 0; i < call.tensors.count(); ++i) {
    const View part = next().view;
    if (const auto ok = check_sizes(call, i, part, *axis); !ok) return failure(ok);
    total += part.axes[*axis].size;
    if (total > kMaxIndex)
      return fail(Errc::kTooLarge, call.op->data, "the sizes on axis % sum to more than 2^53 - 1", *axis);
  }
  View sizes = call.data;
  sizes.axes[*axis].size = total;
  const auto whole = call.output(sizes);
  if (!whole) return failure(whole);
  return Plan{.whole = *whole, .axis = *axis, .parts = call.tensors};
}

Result<Plan> stack(const Call& call) {
  View sizes;
  if (call.data.rank() == kMaxRank)
    return fail(Errc::kBadRank, call.op->data, "rank %; with one more axis, at most % is supported",
                call.data.rank(), kMaxRank);
  for (int a = 0; a <= call.data.rank(); ++a) sizes.axes.push_back({1, 0});
  const auto axis = resolve_axis(sizes, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  auto next = call.tensors.begin();
  for (Index i = 0; i < call.tensors.count(); ++i)
    if (const auto ok = check_sizes(call, i, next().view, -1); !ok) return failure(ok);
  for (int a = 0, from = 0; a < sizes.rank(); ++a)
    sizes.axes[a].size = a == *axis ? call.tensors.count() : call.data.axes[from++].size;
  const auto whole = call.output(sizes);
  if (!whole) return failure(whole);
  return Plan{.whole = *whole, .axis = *axis, .dropped = true, .parts = call.tensors};
}

Result<Plan> join_sequence(const Call& call) {
  return call.integer("new_axis") != 0 ? stack(call) : concatenate(call);
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

std::span<const Operator> concat() { return kRows; }
std::span<const Operator> openvino_concat() { return kOpenVinoRows; }
std::span<const Operator> concat_from_sequence() { return kSequenceRows; }

}  // namespace microtome::ops
