// ONNX Split: cuts one axis into pieces of listed sizes, or into a number of pieces. The list is either an
// attribute or an input in version 1, an attribute in 2 and 11, and an input from 13 on. Up to 13, the number
// is the node's output count, and must divide the axis. From 18 on, it is an attribute, and the last pieces
// may be smaller or empty.
#include "plan/ops/ops.hpp"
#include "plan/ops/pieces.hpp"

namespace microtome::ops {
namespace {

// Parameters of Split-1.
constexpr int kInputOf1 = 0, kAttributeOf1 = 2;

Result<void> split_by_list(const Call& call, int axis, const Argument& split, Plan& plan) {
  if (split.values.empty()) return fail(Errc::kEmptySplit, "split", "is empty; it needs at least one entry");
  if (call.has_num_outputs && static_cast<Index>(split.values.size()) != call.num_outputs)
    return fail(Errc::kCountMismatch, "split", "length % but the node has % outputs", split.values.size(),
                call.num_outputs);
  chop(plan, call.data, axis);
  return check_sizes(split.values, "split", axis, call.data.axes[axis].size, plan.pieces);
}

Result<void> split_equally(const Call& call, int axis, Plan& plan) {
  if (!call.has_num_outputs)
    return fail(Errc::kMissing, "num_outputs", "without split, the number of outputs must be given");
  if (auto ok = check_count(call.num_outputs, "num_outputs"); !ok) return ok;
  const Index size = call.data.axes[axis].size;
  if (size % call.num_outputs != 0)
    return fail(Errc::kNotDivisible, "num_outputs", "axis % of size % cannot be cut into % equal parts", axis,
                size, call.num_outputs);
  chop(plan, call.data, axis, Pieces::of_chunks(call.num_outputs, size / call.num_outputs, size));
  return {};
}

/// Versions 2 and 11 take the list as an attribute, 13 as an input.
Result<void> plan_split(const Call& call, Plan& plan) {
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  const Argument* split = call.find("split");
  return split != nullptr ? split_by_list(call, *axis, *split, plan) : split_equally(call, *axis, plan);
}

/// Version 1 takes the list as either.
Result<void> plan_split_1(const Call& call, Plan& plan) {
  if (call.argument(kInputOf1) != nullptr && call.argument(kAttributeOf1) != nullptr)
    return fail(Errc::kConflict, "split", "is given both as an input and as an attribute");
  return plan_split(call, plan);
}

/// Cuts `chunks` pieces of ceil(size / chunks), as far as the axis reaches. A node with fewer outputs gets
/// the first ones.
Result<void> split_into_chunks(const Call& call, int axis, Index chunks, Plan& plan) {
  if (chunks < 1) return fail(Errc::kBadCount, "num_outputs", "% outputs; at least 1 is needed", chunks);
  if (call.has_num_outputs && call.num_outputs > chunks)
    return fail(Errc::kCountMismatch, "num_outputs", "% chunks but the node has % outputs", chunks,
                call.num_outputs);
  const Index count = call.has_num_outputs ? call.num_outputs : chunks;
  const Index size = call.data.axes[axis].size;
  chop(plan, call.data, axis, Pieces::of_chunks(count, size / chunks + (size % chunks != 0), size));
  return check_count(count, "num_outputs");
}

Result<void> plan_split_18(const Call& call, Plan& plan) {
  const Argument* split = call.find("split");
  const Argument* num_outputs = call.find("num_outputs");
  if (split != nullptr && num_outputs != nullptr)
    return fail(Errc::kConflict, "num_outputs",
                "is given together with split; exactly one of them is allowed");
  if (split == nullptr && num_outputs == nullptr)
    return fail(Errc::kMissing, "split", "either the input split or the attribute num_outputs must be given");
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  return split != nullptr ? split_by_list(call, *axis, *split, plan)
                          : split_into_chunks(call, *axis, num_outputs->values[0], plan);
}

constexpr TypeSet kFloats = types("float16 float32 float64");
constexpr Parameter kSplitAttribute = {
    .name = "split", .kind = Kind::kAttribute, .shape = kIntegers, .optional = true, .per = Per::kOutput};
constexpr Parameter kSplitInput = {.name = "split", .optional = true, .types = kInt64, .per = Per::kOutput};
/// Split-1 declares the lengths to be of the data's own type.
constexpr Parameter kSplitOfData = {
    .name = "split", .optional = true, .types = kFloats, .tie = Tie::kData, .per = Per::kOutput};
constexpr Parameter kNumOutputs = {
    .name = "num_outputs", .kind = Kind::kAttribute, .shape = kInteger, .optional = true};

constexpr Parameter kParameters1[] = {kSplitOfData, kAxis, kSplitAttribute};
constexpr Parameter kParameters2[] = {kAxis, kSplitAttribute};
constexpr Parameter kParameters13[] = {kSplitInput, kAxis};
constexpr Parameter kParameters18[] = {kSplitInput, kAxis, kNumOutputs};

constexpr Operator kRows[] = {
    {kOnnx, "Split", 1, "input", kFloats, kParameters1, plan_split_1},
    {kOnnx, "Split", 2, "input", kA15, kParameters2, plan_split},
    {kOnnx, "Split", 11, "input", kA15, kParameters2, plan_split},
    {kOnnx, "Split", 13, "input", kA16, kParameters13, plan_split},
    {kOnnx, "Split", 18, "input", kA16, kParameters18, plan_split_18},
};

}  // namespace

constinit const std::span<const Operator> split = kRows;

}  // namespace microtome::ops
