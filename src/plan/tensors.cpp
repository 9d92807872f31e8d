#include "plan/tensors.hpp"

#include "dtype.hpp"

namespace microtome {
namespace {

/// Reads the sizes, with row-major strides. `elements` becomes their number.
Result<void> read_sizes(Reader& in, Axes& axes, Index& elements, Literal param) {
  const Index rank = in.next_within(0, kMaxIndex);
  if (rank > kMaxRank) return fail(Errc::kBadRank, param, "rank %; at most % is supported", rank, kMaxRank);
  for (Index i = 0; i < rank; ++i) {
    Fraction bad;
    const Index size = in.next_integer(bad);
    if (bad.at >= 0 || size < 0)
      return fail(Errc::kBadInput, param, "size of axis % is %; it must be an integer of 0 or more", i,
                  bad.at >= 0 ? bad.value : static_cast<double>(size));
    if (size > kMaxIndex) return fail(Errc::kTooLarge, param, "size of axis % is beyond 2^53 - 1", i);
    axes.push_back({size, 0});
  }
  elements = make_row_major(axes);
  if (elements < 0) return fail(Errc::kTooLarge, param, "more than 2^53 - 1 elements");
  return {};
}

}  // namespace

std::unexpected<Error> refuse_request() { return fail(Errc::kBadInput, "", "the request is malformed"); }

Index elements_of(int type, Index entries) {
  const DType& dtype = kDTypes[type];
  return entries < 0 ? kMaxIndex : std::min(entries, kMaxIndex) / dtype.entries() * dtype.group();
}

Result<void> read_tensor(Reader& in, Tensor& tensor, Literal param) {
  tensor.type = static_cast<int>(in.next_within(0, kDTypeCount - 1));
  tensor.view.offset = 0;
  tensor.view.axes = {};
  const Index entries = std::min(in.next_within(-1, kMostEntries), kMaxIndex);
  Index elements = 0;
  if (auto ok = read_sizes(in, tensor.view.axes, elements, param); !ok) return ok;
  const bool strided = in.next_within(0, 1) != 0;
  if (in.malformed()) return refuse_request();
  if (strided) {
    Layout layout;
    if (auto ok = read_layout(in, tensor.view.rank(), elements_of(tensor.type, entries), layout, param); !ok)
      return ok;
    return lay_out(tensor.view, layout, Errc::kBadInput, param);
  }
  const DType& dtype = kDTypes[tensor.type];
  const Index needed = dtype.length(elements);
  if (entries < 0 || entries == needed) return {};
  return fail(Errc::kBadInput, param, "% $ elements take an array of length %, not %", elements, dtype.name,
              needed, entries);
}

Result<void> read_layout(Reader& in, int rank, Index length, Layout& layout, Literal param) {
  Fraction of_offset, of_strides;
  layout.given = true;
  layout.length = length;
  layout.offset = in.next_integer(of_offset);
  layout.axes = {};
  for (int i = 0; i < rank; ++i) layout.axes.push_back({0, in.next_integer(of_strides, i)});
  if (in.malformed()) return refuse_request();
  if (of_offset.at >= 0)
    return fail(Errc::kNotInteger, param, "the offset is %; it must be an integer", of_offset.value);
  if (of_strides.at >= 0)
    return fail(Errc::kNotInteger, param, "the stride of axis % is %; it must be an integer", of_strides.at,
                of_strides.value);
  return {};
}

Result<void> lay_out(View& view, const Layout& layout, Errc code, Literal param) {
  if (!layout.given) return {};
  if (layout.axes.size() != view.rank())
    return fail(code, param, "% strides for rank %", layout.axes.size(), view.rank());
  if (view.is_empty()) return {};
  Hull hull;
  bool bounded = true;
  view.offset = layout.offset;
  for (int i = 0; i < view.rank(); ++i) {
    Axis& axis = view.axes[i];
    axis.stride = axis.size > 1 ? layout.axes[i].stride : 0;
    bounded = bounded && extend(hull, axis);
  }
  if (bounded && view.offset + hull.first >= 0 && view.offset + hull.last < layout.length) return {};
  return fail(code, param, "strides reach outside the % elements of its data", layout.length);
}

}  // namespace microtome
