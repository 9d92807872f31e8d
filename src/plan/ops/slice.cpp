// ONNX Slice: along some axes, every steps[i]-th index from starts[i] until ends[i]. The rules are NumPy's,
// with one exception: a start before the first element is clamped to it also if the step is negative (spec
// 13). Bounds are clamped, so no value is too large; lengths are computed from clamped bounds, so nothing
// overflows.
#include <algorithm>

#include "plan/ops/ops.hpp"

namespace microtome::ops {
namespace {

struct Range {
  Index start = 0;
  Index count = 0;
};

/// The indices start, start + step, ... before `end` on an axis of `size`.
Range clamp_range(Index start, Index end, Index step, Index size) {
  if (size == 0) return {};  // stepping backwards, the bounds [0, size - 1] would be no interval
  if (start < 0) start += size;
  if (end < 0) end += size;
  if (step > 0) {
    start = std::clamp<Index>(start, 0, size);
    end = std::clamp<Index>(end, 0, size);
    return {start, end <= start ? 0 : (end - start - 1) / step + 1};
  }
  start = std::clamp<Index>(start, 0, size - 1);
  end = std::clamp<Index>(end, -1, size - 1);
  if (start <= end) return {start, 0};
  const auto span = static_cast<std::uint64_t>(start - end - 1);
  const auto magnitude = 0 - static_cast<std::uint64_t>(step);  // -step overflows for the least integer
  return {start, static_cast<Index>(span / magnitude) + 1};
}

Result<void> check_lengths(const Call& call, std::size_t count) {
  for (const char* const name : {"ends", "axes", "steps"}) {
    const Argument* list = call.find(name);
    if (list != nullptr && list->values.size() != count)
      return fail(Errc::kLengthMismatch, name, "length % but starts has length %", list->values.size(),
                  count);
  }
  return {};
}

Result<Plan> plan_slice(const Call& call) {
  const auto starts = call.find("starts")->values;
  const auto ends = call.find("ends")->values;
  const Argument* axes = call.find("axes");
  const Argument* steps = call.find("steps");
  if (const auto ok = check_lengths(call, starts.size()); !ok) return failure(ok);
  if (axes == nullptr && starts.size() > static_cast<std::size_t>(call.data.rank()))
    return fail(Errc::kTooManyAxes, "starts", "length % but the data has rank %", starts.size(),
                call.data.rank());

  View view = call.data;
  std::uint64_t seen = 0;
  static_assert(kMaxRank <= 64);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto axis =
        resolve_axis(call.data, axes != nullptr ? axes->values[i] : static_cast<Index>(i), "axes");
    if (!axis) return failure(axis);
    if ((seen >> *axis) & 1u)
      return fail(Errc::kRepeatedAxis, "axes", "axis % is named more than once", *axis);
    seen |= std::uint64_t{1} << *axis;
    const Index step = steps != nullptr ? steps->values[i] : 1;
    if (step == 0) return fail(Errc::kZeroStep, "steps", "the step of axis % is 0; it must not be", *axis);
    const Range range = clamp_range(starts[i], ends[i], step, call.data.axes[*axis].size);
    view.take(*axis, range.start, step, range.count);
  }
  return Plan{.whole = view};
}

constexpr Parameter attribute(Literal name, bool optional) {
  return {.name = name, .kind = Kind::kAttribute, .shape = kIntegers, .optional = optional};
}
constexpr Parameter indices(Literal name, bool optional) {
  return {.name = name, .optional = optional, .types = kInt32OrInt64, .tie = Tie::kEachOther};
}

constexpr Parameter kAttributes[] = {attribute("starts", false), attribute("ends", false),
                                     attribute("axes", true)};
constexpr Parameter kInputs[] = {indices("starts", false), indices("ends", false), indices("axes", true),
                                 indices("steps", true)};

constexpr Operator kRows[] = {
    {kOnnx, "Slice", 1, "data", kA15, kAttributes, plan_slice},
    {kOnnx, "Slice", 10, "data", kA15, kInputs, plan_slice},
    {kOnnx, "Slice", 11, "data", kA15, kInputs, plan_slice},
    {kOnnx, "Slice", 13, "data", kA16, kInputs, plan_slice},
};

}  // namespace

std::span<const Operator> slice() { return kRows; }

}  // namespace microtome::ops
