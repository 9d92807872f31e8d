// Slices, and their inverses, which put a tensor in the place of a slice. ONNX Slice: along some axes, every
// steps[i]-th index from starts[i] until ends[i]. The rules are NumPy's, with one exception: a start before
// the first element is clamped to it also if the step is negative (spec 13). Bounds are clamped, so no value
// is too large; lengths are computed from clamped bounds, so nothing overflows.
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

/// The parameters as an operator calls them.
struct Names {
  Literal starts, ends, axes, steps;
};
constexpr Names kOnnxNames = {"starts", "ends", "axes", "steps"};
constexpr Names kOpenVinoNames = {"start", "stop", "axes", "step"};

Result<void> check_lengths(const Call& call, const Names& names, std::size_t count) {
  for (const Literal name : {names.ends, names.axes, names.steps}) {
    const Argument* list = call.find(name);
    if (list != nullptr && list->values.size() != count)
      return fail(Errc::kLengthMismatch, name, "length % but $ has length %", list->values.size(),
                  names.starts, count);
  }
  return {};
}

/// Drops the axes that single indices have narrowed to size 1, as NumPy does. Size 0 means that the index was
/// out of range.
Result<void> drop_axes(View& view, const Call& call, std::span<const Index> starts_of_axes) {
  for (std::size_t i = call.drops.size(); i-- > 0;) {
    const auto axis = static_cast<int>(call.drops[i]);
    const Index size = call.data.axes[axis].size, start = starts_of_axes[static_cast<std::size_t>(axis)];
    if (size == 0)
      return fail(Errc::kIndexOutOfRange, "spec", "index % is outside axis %, which is empty", start, axis);
    if (view.axes[axis].size != 1)
      return fail(Errc::kIndexOutOfRange, "spec", "index % is outside axis %, whose indices are % to %",
                  start, axis, -size, size - 1);
    view.drop(axis);
  }
  return {};
}

/// The elements of a tensor of the data's sizes that a call selects.
Result<View> narrow(View view, const Call& call, const Names& names) {
  const auto starts = call.find(names.starts)->values;
  const auto ends = call.find(names.ends)->values;
  const Argument* axes = call.find(names.axes);
  const Argument* steps = call.find(names.steps);
  if (const auto ok = check_lengths(call, names, starts.size()); !ok) return failure(ok);
  if (axes == nullptr && starts.size() > static_cast<std::size_t>(call.data.rank()))
    return fail(Errc::kTooManyAxes, names.starts, "length % but the data has rank %", starts.size(),
                call.data.rank());

  std::uint64_t seen = 0;
  static_assert(kMaxRank <= 64);
  Index starts_of_axes[kMaxRank] = {};
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto axis =
        resolve_axis(call.data, axes != nullptr ? axes->values[i] : static_cast<Index>(i), names.axes);
    if (!axis) return failure(axis);
    if ((seen >> *axis) & 1u)
      return fail(Errc::kRepeatedAxis, names.axes, "axis % is named more than once", *axis);
    seen |= std::uint64_t{1} << *axis;
    const Index step = steps != nullptr ? steps->values[i] : 1;
    if (step == 0)
      return fail(Errc::kZeroStep, names.steps, "the step of axis % is 0; it must not be", *axis);
    const Range range = clamp_range(starts[i], ends[i], step, call.data.axes[*axis].size);
    view.take(*axis, range.start, step, range.count);
    starts_of_axes[*axis] = starts[i];
  }
  if (const auto ok = drop_axes(view, call, starts_of_axes); !ok) return failure(ok);
  return view;
}

Result<Plan> plan_slice(const Call& call) {
  const auto view = narrow(call.data, call, kOnnxNames);
  if (!view) return failure(view);
  return Plan{.whole = *view};
}

/// OpenVINO's data has at least one axis.
Result<void> check_rank(const Call& call) {
  if (call.data.rank() > 0) return {};
  return fail(Errc::kBadRank, call.op->data, "rank 0; it needs at least one axis");
}

Result<Plan> plan_slice_8(const Call& call) {
  if (const auto ok = check_rank(call); !ok) return failure(ok);
  const auto view = narrow(call.data, call, kOpenVinoNames);
  if (!view) return failure(view);
  return Plan{.whole = *view};
}

/// The data, and over what a slice takes of it, the second tensor.
Result<Plan> replace(const Call& call, const Names& names) {
  const auto whole = call.output(call.data);
  if (!whole) return failure(whole);
  const auto over = narrow(*whole, call, names);
  if (!over) return failure(over);
  auto next = call.tensors.begin();
  next();
  const View updates = next().view;
  if (const auto ok = check_shape(call, updates, *over, "the slice"); !ok) return failure(ok);
  return Plan{.whole = *whole, .parts = call.tensors, .over = *over};
}

Result<Plan> join_slice_scatter(const Call& call) {
  if (const auto ok = check_rank(call); !ok) return failure(ok);
  return replace(call, kOpenVinoNames);
}

Result<Plan> join_assign(const Call& call) { return replace(call, kOnnxNames); }

constexpr Parameter attribute(Literal name, bool optional) {
  return {.name = name, .kind = Kind::kAttribute, .shape = kIntegers, .optional = optional};
}
constexpr Parameter indices(Literal name, bool optional) {
  return {.name = name, .optional = optional, .types = kInt32OrInt64, .tie = Tie::kEachOther};
}
constexpr Parameter integers(Literal name, bool optional) {
  return {.name = name, .optional = optional, .types = kIntegerTypes};
}

constexpr Parameter kAttributes[] = {attribute("starts", false), attribute("ends", false),
                                     attribute("axes", true)};
constexpr Parameter kInputs[] = {indices("starts", false), indices("ends", false), indices("axes", true),
                                 indices("steps", true)};

constexpr Parameter kOpenVinoInputs[] = {integers("start", false), integers("stop", false),
                                         integers("step", false), integers("axes", true)};

constexpr Operator kRows[] = {
    {kOnnx, "Slice", 1, "data", kA15, kAttributes, plan_slice},
    {kOnnx, "Slice", 10, "data", kA15, kInputs, plan_slice},
    {kOnnx, "Slice", 11, "data", kA15, kInputs, plan_slice},
    {kOnnx, "Slice", 13, "data", kA16, kInputs, plan_slice},
};
constexpr Operator kOpenVinoRows[] = {
    {kOpenVino, "Slice", 8, "data", kNumbersAndStrings, kOpenVinoInputs, plan_slice_8},
};

constexpr Operator kJoins[] = {
    joining(kOpenVino, "SliceScatter", 15, Takes::kTwo, "data", kNumbers, kOpenVinoInputs, join_slice_scatter,
            "updates"),
    joining(kOurs, "Assign", 1, Takes::kTwo, "target", kAllTypes, kInputs, join_assign, "updates"),
};

}  // namespace

std::span<const Operator> slice() { return kRows; }
std::span<const Operator> openvino_slice() { return kOpenVinoRows; }
std::span<const Operator> slice_scatter() { return kJoins; }

}  // namespace microtome::ops
