// ONNX SplitToSequence: cuts one axis into single indices, into chunks of one size, or into pieces of listed
// sizes. keepdims applies to single indices only: it is ignored if split is given.
#include "plan/ops/ops.hpp"
#include "plan/ops/pieces.hpp"

namespace microtome::ops {
namespace {

Index ceil_div(Index size, Index chunk) { return size / chunk + (size % chunk != 0); }

Result<void> plan_split_to_sequence(const Call& call, Plan& plan) {
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  const Index size = call.data.axes[*axis].size;
  const Argument* split = call.find("split");

  if (split != nullptr && split->rank == 1) {
    chop(plan, call.data, *axis);
    return check_sizes(split->values, "split", *axis, size, plan.pieces);
  }
  const Index chunk = split != nullptr ? split->values[0] : 1;
  if (chunk < 1) return fail(Errc::kBadSize, "split", "a chunk of size %; it must be 1 or more", chunk);
  const Index count = ceil_div(size, chunk);
  const bool dropped = split == nullptr && call.integer("keepdims") == 0;
  chop(plan, call.data, *axis, Pieces::of_chunks(count, chunk, size), dropped);
  return check_count(count, split != nullptr ? "split" : "axis");
}

constexpr Parameter kParameters[] = {
    {.name = "split",
     .shape = kScalarOrVector,
     .optional = true,
     .types = kInt32OrInt64,
     .per = Per::kOutput},
    kAxis,
    {.name = "keepdims", .kind = Kind::kAttribute, .shape = kInteger, .optional = true, .fallback = 1},
};

constexpr Operator kRows[] = {
    {kOnnx, "SplitToSequence", 11, "input", kA15, kParameters, plan_split_to_sequence, true},
    {kOnnx, "SplitToSequence", 24, "input", kA16, kParameters, plan_split_to_sequence, true},
};

}  // namespace

constinit const std::span<const Operator> split_to_sequence = kRows;

}  // namespace microtome::ops
