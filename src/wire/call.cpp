#include "wire/call.hpp"

#include <algorithm>

#include "dtype.hpp"

namespace microtome {
namespace {

/// A word that should be an integer; `bad` tells that it is not.
Index read_integer(Reader& in, Fraction& bad) {
  const auto number = in.next_indices(1, bad);
  return number.empty() ? 0 : number[0];
}

/// Reads the sizes of `view`, with row-major strides. Gives the number of elements.
Result<Index> read_sizes(Reader& in, View& view, Literal param) {
  Fraction bad;
  const Index rank = read_integer(in, bad);
  if (in.overrun() || bad.at >= 0 || rank < 0) return malformed();
  if (rank > kMaxRank) return fail(Errc::kBadRank, param, "rank %; at most % is supported", rank, kMaxRank);
  for (Index i = 0; i < rank; ++i) {
    const Index size = read_integer(in, bad);
    if (in.overrun()) return malformed();
    if (bad.at >= 0)
      return fail(Errc::kBadInput, param, "size of axis % is %; it must be an integer of 0 or more", i,
                  bad.value);
    if (size < 0)
      return fail(Errc::kBadInput, param, "size of axis % is %; it must be an integer of 0 or more", i, size);
    if (size > kMaxIndex) return fail(Errc::kTooLarge, param, "size of axis % is beyond 2^53 - 1", i);
    view.axes.push_back({size, 0});
  }
  const Index elements = make_row_major(view);
  if (elements < 0) return fail(Errc::kTooLarge, param, "more than 2^53 - 1 elements");
  return elements;
}

/// Reads offset and strides for a tensor of this rank, whose array has `elements` elements.
Result<Layout> read_layout(Reader& in, int rank, Index elements, Literal param) {
  Fraction of_offset, of_strides;
  const auto offset = in.next_indices(1, of_offset);
  const auto strides = in.next_indices(static_cast<std::size_t>(rank), of_strides);
  if (in.overrun()) return malformed();
  if (of_offset.at >= 0)
    return fail(Errc::kNotInteger, param, "the offset is %; it must be an integer", of_offset.value);
  if (of_strides.at >= 0)
    return fail(Errc::kNotInteger, param, "the stride of axis % is %; it must be an integer", of_strides.at,
                of_strides.value);
  return Layout{.given = true, .entries = elements, .offset = offset[0], .strides = strides};
}

/// Elements that an array of so many entries holds, which may be unknown (-1).
Index elements_of(int type, Index entries) {
  const DType& dtype = kDTypes[type];
  return entries < 0 ? kMaxIndex : std::min(entries, kMaxIndex) / dtype.entries() * dtype.group();
}

/// Reads one tensor: its type and view. `entries` becomes the number of entries that its array must have.
Result<int> read_tensor(Reader& in, Literal param, View& view, Index& entries) {
  Fraction bad;
  const Index type = read_integer(in, bad), given = std::min(read_integer(in, bad), kMaxIndex);
  if (in.overrun() || bad.at >= 0 || type < 0 || type >= kDTypeCount) return malformed();
  const DType& dtype = kDTypes[type];
  const auto elements = read_sizes(in, view, param);
  if (!elements) return failure(elements);
  const bool strided = read_integer(in, bad) != 0;
  if (in.overrun() || bad.at >= 0) return malformed();
  if (strided) {
    entries = given;
    const auto layout = read_layout(in, view.rank(), elements_of(static_cast<int>(type), given), param);
    if (!layout) return failure(layout);
    if (const auto ok = lay_out(view, *layout, Errc::kBadInput, param); !ok) return failure(ok);
    return static_cast<int>(type);
  }
  entries = dtype.length(*elements);
  if (given >= 0 && given != entries)
    return fail(Errc::kBadInput, param, "% $ elements take an array of length %, not %", *elements,
                dtype.name, entries, given);
  return static_cast<int>(type);
}

/// Reads the tensors, of which the first is the data. `entries` becomes the number of entries of its array.
Result<void> read_tensors(Reader& in, Call& call, Index& entries) {
  const Operator& op = *call.op;
  const Index count = in.next_index(-1);
  const bool fits = op.takes == Takes::kOne ? count == 1 : op.takes != Takes::kTwo || count == 2;
  if (count < 0 || !fits) return malformed();
  if (count == 0) return fail(Errc::kMissing, op.data, "there is no tensor; at least one is needed");
  const std::size_t begin = in.at();
  for (Index i = 0; i < count; ++i) {
    View other;
    Index others = 0;
    const auto type = read_tensor(in, i == 1 && op.takes == Takes::kTwo ? op.second : op.data,
                                  i == 0 ? call.data : other, i == 0 ? entries : others);
    if (!type) return failure(type);
    if (i == 0) call.type = *type;
  }
  if (op.takes != Takes::kOne) call.tensors = Tensors(in.indices_since(begin), count);
  return {};
}

/// Reads where the outputs' elements are to be, if not in row-major order. A join's is for the call; a cut's
/// are read again when the views are made.
Result<void> read_layouts(Reader& in, Call& call, Layouts& layouts) {
  layouts.count = in.next_index(-1);
  if (layouts.count < 0) return malformed();
  const std::size_t begin = in.at();
  for (Index i = 0; i < layouts.count; ++i) {
    Fraction bad;
    const Index entries = read_integer(in, bad), rank = read_integer(in, bad);
    if (in.overrun() || bad.at >= 0 || rank < 0 || rank > kMaxRank) return malformed();
    const auto layout = read_layout(in, static_cast<int>(rank), elements_of(call.type, entries), "out");
    if (!layout) return failure(layout);
    if (call.op->takes != Takes::kOne && entries >= 0) call.out = *layout;
  }
  layouts.numbers = in.indices_since(begin);
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
    const auto size = static_cast<std::size_t>(count);
    const auto values = parameters[i].exact ? in.next_wide(size, fraction) : in.next_indices(size, fraction);
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

}  // namespace

std::unexpected<Error> malformed() { return fail(Errc::kBadInput, "", "the request is malformed"); }

Layout Layouts::next(int type) {
  const Index entries = numbers[at], rank = numbers[at + 1];
  const Layout layout{.given = entries >= 0,
                      .entries = elements_of(type, entries),
                      .offset = numbers[at + 2],
                      .strides = numbers.subspan(at + 3, static_cast<std::size_t>(rank))};
  at += 3 + static_cast<std::size_t>(rank);
  return layout;
}

Result<void> read_call(Reader& in, Call& call, Index& entries, Layouts& layouts) {
  call.has_num_outputs = in.next_index() != 0;
  const double num_outputs = in.next();
  if (!Reader::is_integer(num_outputs))
    return fail(Errc::kNotInteger, "num_outputs", "is %; it must be an integer", num_outputs);
  call.num_outputs = Reader::to_index(num_outputs);
  if (const auto ok = read_tensors(in, call, entries); !ok) return ok;
  Fraction fraction;
  const Index drops = in.next_index(0);
  call.drops = in.next_indices(static_cast<std::size_t>(std::max<Index>(drops, 0)), fraction);
  Index last = -1;
  for (const Index axis : call.drops) {
    if (axis <= last || axis >= call.data.rank()) return malformed();
    last = axis;
  }
  if (in.overrun()) return malformed();
  if (const auto ok = read_arguments(in, call); !ok) return ok;
  return read_layouts(in, call, layouts);
}

}  // namespace microtome
