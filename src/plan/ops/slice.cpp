// Slices, and their inverses, which put a tensor in the place of a slice. ONNX Slice: along some axes, every
// steps[i]-th index from starts[i] up to but not including ends[i]. The rules are NumPy's, with one
// exception: a start before the first element is clamped to it even if the step is negative (spec 13). Bounds
// are clamped, so no value is too large; lengths are computed from clamped bounds, so nothing overflows.
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
  if (size == 0) return {};  // the bounds of a backward step, [0, size - 1], would not be an interval
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
  const auto back = 0 - static_cast<std::uint64_t>(step);  // -step overflows for the least integer
  return {start, static_cast<Index>(span / back) + 1};
}

/// The order of a row's parameters.
struct Order {
  std::size_t starts, ends, axes, steps;
};
constexpr Order kOnnxOrder = {.starts = 0, .ends = 1, .axes = 2, .steps = 3};
constexpr Order kOpenVinoOrder = {.starts = 0, .ends = 1, .axes = 3, .steps = 2};

Literal name_of(const Call& call, std::size_t parameter) { return call.op->parameters[parameter].name; }

Result<void> check_lengths(const Call& call, const Order& order, std::size_t count) {
  for (const std::size_t i : {order.ends, order.axes, order.steps}) {
    const Argument* list = call.argument(i);
    if (list != nullptr && list->values.size() != count)
      return fail(Errc::kLengthMismatch, name_of(call, i), "length % but $ has length %", list->values.size(),
                  name_of(call, order.starts), count);
  }
  return {};
}

/// The axis that entry `i` of the lists is about.
Result<int> resolve_axis(const Call& call, const Order& order, std::size_t i) {
  const Argument* axes = call.argument(order.axes);
  if (axes == nullptr) return static_cast<int>(i);
  return microtome::resolve_axis(call.data, axes->values[i], name_of(call, order.axes));
}

/// The start that the call gives for an axis; 0 if it gives none.
Index start_of(const Call& call, const Order& order, int axis) {
  const auto starts = call.argument(order.starts)->values;
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (const auto named = resolve_axis(call, order, i); named && *named == axis) return starts[i];
  return 0;
}

/// Drops the axes that single indices have narrowed to size 1, as NumPy does. Size 0 means that the index was
/// out of range.
Result<void> drop_axes(View& view, const Call& call, const Order& order) {
  for (std::size_t i = call.drops.size(); i-- > 0;) {
    const auto axis = static_cast<int>(call.drops[i]);
    const Index size = call.data.axes[axis].size;
    if (size == 0)
      return fail(Errc::kIndexOutOfRange, "spec", "index % is outside axis %, which is empty",
                  start_of(call, order, axis), axis);
    if (view.axes[axis].size != 1)
      return fail(Errc::kIndexOutOfRange, "spec", "index % is outside axis %, whose indices are % to %",
                  start_of(call, order, axis), axis, -size, size - 1);
    view.drop(axis);
  }
  return {};
}

/// Narrows a view of the data's sizes to the elements that a call selects.
Result<void> narrow(View& view, const Call& call, const Order& order) {
  const auto starts = call.argument(order.starts)->values;
  const auto ends = call.argument(order.ends)->values;
  const Argument* steps = call.argument(order.steps);
  if (auto ok = check_lengths(call, order, starts.size()); !ok) return ok;
  if (call.argument(order.axes) == nullptr && starts.size() > static_cast<std::size_t>(call.data.rank()))
    return fail(Errc::kTooManyAxes, name_of(call, order.starts), "length % but the data has rank %",
                starts.size(), call.data.rank());

  std::uint64_t seen = 0;
  static_assert(kMaxRank <= 64);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto axis = resolve_axis(call, order, i);
    if (!axis) return failure(axis);
    if ((seen >> *axis) & 1u)
      return fail(Errc::kRepeatedAxis, name_of(call, order.axes), "axis % is named more than once", *axis);
    seen |= std::uint64_t{1} << *axis;
    const Index step = steps != nullptr ? steps->values[i] : 1;
    if (step == 0)
      return fail(Errc::kZeroStep, name_of(call, order.steps), "the step of axis % is 0; a step cannot be 0",
                  *axis);
    const Range range = clamp_range(starts[i], ends[i], step, view.axes[*axis].size);
    view.take(*axis, range.start, step, range.count);
  }
  return drop_axes(view, call, order);
}

Result<void> plan_slice(const Call& call, Plan& plan) {
  plan.whole = call.data;
  return narrow(plan.whole, call, kOnnxOrder);
}

Result<void> plan_slice_8(const Call& call, Plan& plan) {
  if (auto ok = check_rank(call); !ok) return ok;
  plan.whole = call.data;
  return narrow(plan.whole, call, kOpenVinoOrder);
}

/// Puts the second tensor, or a value, in the place of a slice of the data.
Result<void> replace(const Call& call, const Order& order, Plan& plan) {
  plan.whole = call.data;
  if (auto ok = call.lay_out_output(plan.whole); !ok) return ok;
  plan.over = plan.whole;
  plan.parts = call.tensors;
  if (auto ok = narrow(plan.over, call, order); !ok || call.op->takes == Takes::kValue) return ok;
  return check_shape(call, plan.over, "the slice");
}

Result<void> join_slice_scatter(const Call& call, Plan& plan) {
  if (auto ok = check_rank(call); !ok) return ok;
  return replace(call, kOpenVinoOrder, plan);
}

Result<void> join_assign(const Call& call, Plan& plan) { return replace(call, kOnnxOrder, plan); }

constexpr Parameter attribute(Literal name, bool optional) {
  return {
      .name = name, .kind = Kind::kAttribute, .shape = kIntegers, .optional = optional, .per = Per::kAxis};
}
constexpr Parameter indices(Literal name, bool optional) {
  return {
      .name = name, .optional = optional, .types = kInt32OrInt64, .tie = Tie::kEachOther, .per = Per::kAxis};
}
constexpr Parameter integers(Literal name, bool optional) {
  return {.name = name, .optional = optional, .types = kIntegerTypes, .per = Per::kAxis};
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
    assigning(
        joining(kInternal, "Assign", 1, Takes::kTwo, "target", kAllTypes, kInputs, join_assign, "updates")),
    assigning(joining(kInternal, "Fill", 1, Takes::kValue, "target", kAllTypes, kInputs, join_assign)),
};

}  // namespace

constinit const std::span<const Operator> slice = kRows;
constinit const std::span<const Operator> openvino_slice = kOpenVinoRows;
constinit const std::span<const Operator> slice_scatter = kJoins;

}  // namespace microtome::ops
