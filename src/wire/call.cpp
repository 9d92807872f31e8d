#include "wire/call.hpp"

#include <algorithm>

#include "dtype.hpp"

namespace microtome {
namespace {

/// Reads the sizes of `view`, with row-major strides. Gives the number of elements.
Result<Index> read_sizes(Reader& in, View& view, Literal param) {
  const Index rank = in.next_index(-1);
  if (rank < 0) return malformed();
  if (rank > kMaxRank) return fail(Errc::kBadRank, param, "rank %; at most % is supported", rank, kMaxRank);
  for (Index i = 0; i < rank; ++i) {
    const double size = in.next();
    if (!Reader::is_integer(size) || size < 0)
      return fail(Errc::kBadInput, param, "size of axis % is %; it must be an integer of 0 or more", i, size);
    if (size > static_cast<double>(kMaxIndex))
      return fail(Errc::kTooLarge, param, "size of axis % is beyond 2^53 - 1", i);
    view.axes.push_back({static_cast<Index>(size), 0});
  }
  const Index elements = make_row_major(view);
  if (elements < 0) return fail(Errc::kTooLarge, param, "more than 2^53 - 1 elements");
  return elements;
}

/// Reads offset and strides of `view`, and checks that it reaches only elements [0, elements).
Result<void> read_strides(Reader& in, View& view, bool empty, Literal param, Index elements) {
  Fraction of_offset, of_strides;
  const auto offset = in.next_indices(1, of_offset);
  const auto strides = in.next_indices(static_cast<std::size_t>(view.rank()), of_strides);
  if (in.overrun()) return malformed();
  if (of_offset.at >= 0)
    return fail(Errc::kNotInteger, param, "the offset is %; it must be an integer", of_offset.value);
  if (of_strides.at >= 0)
    return fail(Errc::kNotInteger, param, "the stride of axis % is %; it must be an integer", of_strides.at,
                of_strides.value);
  if (empty) return {};
  Index first = view.offset = offset[0], last = first;
  bool bounded = true;
  for (int i = 0; i < view.rank(); ++i) {
    Axis& axis = view.axes[i];
    axis.stride = axis.size > 1 ? strides[static_cast<std::size_t>(i)] : 0;
    bounded = bounded && is_countable(axis.size - 1, axis.stride);
    if (bounded) (axis.stride < 0 ? first : last) += (axis.size - 1) * axis.stride;
  }
  if (bounded && first >= 0 && last < elements) return {};
  return fail(Errc::kBadInput, param, "strides reach outside the % elements of its data", elements);
}

/// Reads the view of the data. `entries` becomes the number of entries that its array must have.
Result<void> read_data(Reader& in, Call& call, Index& entries) {
  const DType& dtype = kDTypes[call.type];
  const Literal param = call.op->data;
  const Index given = std::min(in.next_index(-1), kMaxIndex);
  const auto elements = read_sizes(in, call.data, param);
  if (!elements) return failure(elements);
  if (in.next_index() != 0) {
    entries = given;
    return read_strides(in, call.data, *elements == 0, param,
                        given < 0 ? kMaxIndex : given / dtype.entries() * dtype.group());
  }
  entries = dtype.length(*elements);
  if (given >= 0 && given != entries)
    return fail(Errc::kBadInput, param, "% $ elements take an array of length %, not %", *elements,
                dtype.name, entries, given);
  return {};
}

Result<void> read_arguments(Reader& in, Call& call) {
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Index type = in.next_index(kAbsent);
    if (type == kAbsent) continue;
    if (type < kUntyped || type >= kDTypeCount) return malformed();
    const Index rank = in.next_index(-1);
    const Index count = in.next_index(-1);
    if (rank < 0 || count < 0 || (rank == 0 && count != 1)) return malformed();
    Fraction fraction;
    const auto values = in.next_indices(static_cast<std::size_t>(count), fraction);
    if (in.overrun()) return malformed();
    call.arguments[i] = {
        .type = static_cast<int>(type),
        .rank = static_cast<int>(std::min<Index>(rank, kMaxRank + 1)),  // every parameter refuses such a rank
        .values = values,
        .fraction_at = fraction.at,
        .fraction = fraction.value};
    call.present[i] = true;
  }
  if (in.overrun()) return malformed();  // a missing word was read as kAbsent
  return {};
}

/// The start that Slice was given for an axis.
Index start_of(const Call& call, int axis) {
  const Argument *starts = call.find("starts"), *axes = call.find("axes");
  Index start = 0;
  for (std::size_t i = 0; starts != nullptr && i < starts->values.size(); ++i) {
    const Index named = axes == nullptr ? static_cast<Index>(i) : axes->values[i];
    if (named == axis || named + call.data.rank() == axis) start = starts->values[i];
  }
  return start;
}

/// Drops axes that a single index has narrowed to size 1, as NumPy does. Size 0 means that the index was out
/// of range.
Result<void> drop_axes(Plan& plan, const Call& call, std::span<const Index> axes) {
  View& view = plan.whole;
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (axes[i] < 0 || axes[i] >= view.rank() || plan.axis >= 0) return malformed();
    const int axis = static_cast<int>(axes[i]);
    const Index size = call.data.axes[axis].size;
    if (size == 0)
      return fail(Errc::kIndexOutOfRange, "spec", "index % is outside axis %, which is empty",
                  start_of(call, axis), axis);
    if (view.axes[axis].size != 1)
      return fail(Errc::kIndexOutOfRange, "spec", "index % is outside axis %, whose indices are % to %",
                  start_of(call, axis), axis, -size, size - 1);
    view.drop(axis);
  }
  return {};
}

}  // namespace

std::unexpected<Error> malformed() { return fail(Errc::kBadInput, "", "the request is malformed"); }

Result<Plan> read_and_plan(Reader& in, Call& call, Index& entries) {
  const Index type = in.next_index(-1);
  if (type < 0 || type >= kDTypeCount) return malformed();
  call.type = static_cast<int>(type);
  call.has_num_outputs = in.next_index() != 0;
  const double num_outputs = in.next();
  if (!Reader::is_integer(num_outputs))
    return fail(Errc::kNotInteger, "num_outputs", "is %; it must be an integer", num_outputs);
  call.num_outputs = Reader::to_index(num_outputs);
  if (const auto ok = read_data(in, call, entries); !ok) return failure(ok);
  Fraction fraction;
  const Index drops = in.next_index(0);
  const auto dropped = in.next_indices(static_cast<std::size_t>(std::max<Index>(drops, 0)), fraction);
  if (in.overrun()) return malformed();
  if (const auto ok = read_arguments(in, call); !ok) return failure(ok);
  auto plan = microtome::plan(call);
  if (!plan) return plan;
  if (const auto ok = drop_axes(*plan, call, dropped); !ok) return failure(ok);
  return plan;
}

}  // namespace microtome
