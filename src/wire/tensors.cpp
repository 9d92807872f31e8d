#include "wire/tensors.hpp"

#include "dtype.hpp"
#include "plan/operator.hpp"
#include "wire/layout.hpp"

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
      return fail(Errc::kBadInput, param, "the size of axis % is %; it must be an integer of 0 or more", i,
                  bad.at >= 0 ? bad.value : static_cast<double>(size));
    if (size > kMaxIndex) return fail(Errc::kTooLarge, param, "the size of axis % is beyond 2^53 - 1", i);
    axes.push_back({size, 0});
  }
  elements = make_row_major(axes);
  if (elements < 0) return fail(Errc::kTooLarge, param, "more than 2^53 - 1 elements");
  return {};
}

}  // namespace

void Tensors::Cursor::read(Tensor& tensor) {
  [[maybe_unused]] const auto ok = read_tensor(in_, tensor, "");
  assert(ok);
}

Result<void> read_tensor(Reader& in, Tensor& tensor, Literal param) {
  tensor.type = static_cast<int>(in.next_within(0, kDTypeCount - 1));
  tensor.view.offset = 0;
  tensor.view.axes.clear();
  const Index entries = std::min(in.next_within(-1, kMostEntries), kMaxIndex);
  Index elements = 0;
  if (auto ok = read_sizes(in, tensor.view.axes, elements, param); !ok) return ok;
  tensor.is_strided = in.next_within(0, 1) != 0;
  if (in.malformed()) return refuse_request();
  if (tensor.is_strided) {
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

}  // namespace microtome
