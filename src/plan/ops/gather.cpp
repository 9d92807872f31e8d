// ONNX and OpenVINO Gather: elements at listed indices of an axis. The indices are a tensor of any rank,
// whose axes replace that axis. With batches, the indices and the data share their first axes, and each item
// of the batch has its own indices.
#include <algorithm>
#include <numeric>

#include "plan/ops/listed.hpp"

namespace microtome::ops {
namespace {

/// How many of the first axes are batches.
Result<int> resolve_batches(const Call& call, int axis, const Argument& indices) {
  const Argument* given = call.find("batch_dims");
  if (given == nullptr) return 0;
  const Index count = given->values[0], most = std::min(call.data.rank(), indices.rank);
  if (count < -most || count > most)
    return fail(Errc::kBadAxis, "batch_dims", "% is outside [%, %]", count, -most, most);
  const auto batches = static_cast<int>(count < 0 ? count + indices.rank : count);
  if (batches > axis)
    return fail(Errc::kBadAxis, "batch_dims", "% axes are batches, and axis % is one of them", batches, axis);
  for (int a = 0; a < batches; ++a)
    if (indices.sizes[static_cast<std::size_t>(a)] != call.data.axes[a].size)
      return fail(Errc::kShapeMismatch, "indices", "size % on axis %, which is a batch, but $ has size %",
                  indices.sizes[static_cast<std::size_t>(a)], a, call.op->data, call.data.axes[a].size);
  return batches;
}

/// Counts positions from one place in the data instead of from the beginning of their batch, in a unit that
/// divides all strides. So all batches share one list, and no position is below 0.
void merge_batches(std::span<Index> positions, Listed& list, View& whole) {
  Axes axes;  // of the batches
  Index unit = magnitude(list.stride), batches = 1, shift = 0;
  for (int a = 0; a < list.batches; ++a) {
    axes.push_back(whole.axes[a]);
    batches *= axes.back().size;
    if (axes.back().size == 1) axes.back().stride = 0;
    unit = std::gcd(unit, magnitude(axes.back().stride));
  }
  if (unit == 0) return;  // so is every stride
  if (list.stride < 0) unit = -unit;
  for (int a = 0; a < list.batches; ++a) {
    axes[a].stride /= unit;
    shift += std::max<Index>(0, -axes[a].stride) * (axes[a].size - 1);
  }
  const std::size_t each = positions.size() / static_cast<std::size_t>(batches);
  for (Index batch = 0; batch < batches; ++batch) {
    Index left = batch, first = shift;
    for (int a = list.batches; a-- > 0; left /= axes[a].size) first += left % axes[a].size * axes[a].stride;
    for (Index& position : positions.subspan(static_cast<std::size_t>(batch) * each, each))
      if (position >= 0) position = position * (list.stride / unit) + first;
  }
  whole.offset -= shift * unit;
  list.stride = unit;
}

Result<void> plan_gather(const Call& call, Plan& plan, Legal legal) {
  if (auto ok = check_rank(call); !ok) return ok;
  const auto axis = resolve_axis(call.data, call.integer("axis"), "axis");
  if (!axis) return failure(axis);
  const Argument& indices = *call.find("indices");
  const auto batches = resolve_batches(call, *axis, indices);
  if (!batches) return failure(batches);
  const Axes& data = call.data.axes;
  const int rank = data.size() - 1 + indices.rank - *batches;
  if (rank > kMaxRank)
    return fail(Errc::kBadRank, "indices", "the output would have rank %; at most % is supported", rank,
                kMaxRank);
  const auto has_gaps = resolve_indices(indices.values, *axis, data[*axis].size, legal);
  if (!has_gaps) return failure(has_gaps);

  View& whole = plan.whole;
  whole.offset = call.data.offset;
  for (int a = 0; a < *axis; ++a) whole.axes.push_back(data[a]);
  for (int a = *batches; a < indices.rank; ++a)
    whole.axes.push_back({indices.sizes[static_cast<std::size_t>(a)], 0});
  for (int a = *axis + 1; a < data.size(); ++a) whole.axes.push_back(data[a]);
  Axes sizes = whole.axes;
  if (make_row_major(sizes) < 0)
    return fail(Errc::kTooLarge, "indices", "the output would have more than 2^53 - 1 elements");
  plan.list = {.positions = indices.values,
               .has_gaps = *has_gaps,
               .stride = data[*axis].size > 1 ? data[*axis].stride : 0,  // else it may be any number
               .batches = *batches,
               .first = *axis,
               .count = indices.rank - *batches};
  // without elements, strides may be any numbers
  if (*batches > 0 && data[*axis].size > 0 && !whole.is_empty())
    merge_batches(indices.values, plan.list, whole);
  return {};
}

template <Legal legal>
Result<void> gather_by(const Call& call, Plan& plan) {
  return plan_gather(call, plan, legal);
}
constexpr auto gather_any = gather_by<{.negative = true}>;
constexpr auto gather_from_start = gather_by<{}>;
constexpr auto gather_or_zero = gather_by<{.negative = true, .outside = true}>;

constexpr Parameter indices(TypeSet types) { return {.name = "indices", .shape = kAnyRank, .types = types}; }
constexpr Parameter kOpenVinoIndices = indices(kIntegerTypes);
constexpr Parameter kOpenVinoAxis = {.name = "axis", .shape = kScalarOrOne, .types = kIntegerTypes};

constexpr Parameter kParameters[] = {indices(kInt32OrInt64), kAxis};
constexpr Parameter kParameters1[] = {kOpenVinoIndices, kOpenVinoAxis};
constexpr Parameter kParameters7[] = {
    kOpenVinoIndices,
    kOpenVinoAxis,
    {.name = "batch_dims", .kind = Kind::kAttribute, .shape = kInteger, .optional = true, .fallback = 0},
};

constexpr Operator kRows[] = {
    copying({kOnnx, "Gather", 1, "data", kA15, kParameters, gather_any}),
    copying({kOnnx, "Gather", 11, "data", kA15, kParameters, gather_any}),
    copying({kOnnx, "Gather", 13, "data", kA16, kParameters, gather_any}),
};
constexpr Operator kOpenVinoRows[] = {
    copying({kOpenVino, "Gather", 1, "data", kNumbersAndStrings, kParameters1, gather_from_start}),
    copying({kOpenVino, "Gather", 7, "data", kNumbersAndStrings, kParameters7, gather_from_start}),
    copying({kOpenVino, "Gather", 8, "data", kNumbersAndStrings, kParameters7, gather_or_zero}),
};

}  // namespace

constinit const std::span<const Operator> gather = kRows;
constinit const std::span<const Operator> openvino_gather = kOpenVinoRows;

}  // namespace microtome::ops
