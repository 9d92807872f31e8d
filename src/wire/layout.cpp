#include "wire/layout.hpp"

#include <algorithm>

#include "dtype.hpp"

namespace microtome {

Failed refuse_request() { return fail(Errc::kBadInput, "", "the request is malformed"); }

Index elements_of(int type, Index entries) {
  const DType& dtype = kDTypes[type];
  return entries < 0 ? kMaxIndex : std::min(entries, kMaxIndex) / dtype.entries() * dtype.group();
}

Result<void> read_layout(Reader& in, int rank, Index length, Layout& layout, Literal param) {
  Fraction of_offset, of_strides;
  layout.is_stated = true;
  layout.length = length;
  layout.offset = in.next_integer(of_offset);
  layout.axes.clear();
  for (int i = 0; i < rank; ++i) layout.axes.push_back({0, in.next_integer(of_strides, i)});
  if (in.malformed()) return refuse_request();
  if (of_offset.at >= 0)
    return fail(Errc::kNotInteger, param, "the offset is %; it must be an integer", of_offset.value);
  if (of_strides.at >= 0)
    return fail(Errc::kNotInteger, param, "the stride of axis % is %; it must be an integer", of_strides.at,
                of_strides.value);
  return {};
}

Result<void> Layouts::read_one(Reader& in, Layout& layout) const {
  const Index entries = in.next_within(-1, kMostEntries), rank = in.next_within(0, kMaxRank);
  auto ok = read_layout(in, static_cast<int>(rank), elements_of(type_, entries), layout, "out");
  layout.is_stated = entries >= 0;
  return ok;
}

Result<void> Layouts::read(Reader& in, int type, Layout* out) {
  type_ = type;
  count_ = in.next_within(0, kMaxIndex);
  words_ = Reader(in.rest());
  Layout layout;
  for (Index i = 0; i < count_; ++i) {
    if (auto ok = read_one(in, layout); !ok) return ok;
    if (out != nullptr && layout.is_stated) *out = layout;
  }
  return {};
}

bool Layouts::next(Layout& layout) {
  if (count_ == 0) return false;
  [[maybe_unused]] const auto ok = read_one(words_, layout);
  assert(ok);
  return layout.is_stated;
}

}  // namespace microtome
