#include "wire/call.hpp"

#include <algorithm>
#include <limits>

#include "dtype.hpp"

namespace microtome {
namespace {

/// Of an array's entries, which may be any number: more than kMaxIndex are as many.
constexpr Index kMostEntries = std::numeric_limits<Index>::max();

/// Reads the sizes of `view`, with row-major strides. Gives the number of elements.
Result<Index> read_sizes(Reader& in, View& view, Literal param) {
  const Index rank = in.next_within(0, kMaxIndex);
  if (rank > kMaxRank) return fail(Errc::kBadRank, param, "rank %; at most % is supported", rank, kMaxRank);
  for (Index i = 0; i < rank; ++i) {
    Fraction bad;
    const Index size = in.next_integer(bad);
    if (bad.at >= 0 || size < 0)
      return fail(Errc::kBadInput, param, "size of axis % is %; it must be an integer of 0 or more", i,
                  bad.at >= 0 ? bad.value : static_cast<double>(size));
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
  const Index offset = in.next_integer(of_offset);
  const auto strides = in.next_indices(static_cast<std::size_t>(rank), of_strides);
  if (in.malformed()) return malformed();
  if (of_offset.at >= 0)
    return fail(Errc::kNotInteger, param, "the offset is %; it must be an integer", of_offset.value);
  if (of_strides.at >= 0)
    return fail(Errc::kNotInteger, param, "the stride of axis % is %; it must be an integer", of_strides.at,
                of_strides.value);
  return Layout{.given = true, .entries = elements, .offset = offset, .strides = strides};
}

/// Elements that an array of so many entries holds, which may be unknown (-1).
Index elements_of(int type, Index entries) {
  const DType& dtype = kDTypes[type];
  return entries < 0 ? kMaxIndex : std::min(entries, kMaxIndex) / dtype.entries() * dtype.group();
}

/// Reads one tensor: its type and view. `entries` becomes the number of entries that its array must have.
Result<int> read_tensor(Reader& in, Literal param, View& view, Index& entries) {
  const auto type = static_cast<int>(in.next_within(0, kDTypeCount - 1));
  const DType& dtype = kDTypes[type];
  const Index given = std::min(in.next_within(-1, kMostEntries), kMaxIndex);
  const auto elements = read_sizes(in, view, param);
  if (!elements) return failure(elements);
  const bool strided = in.next_within(0, 1) != 0;
  if (in.malformed()) return malformed();
  if (strided) {
    entries = given;
    const auto layout = read_layout(in, view.rank(), elements_of(type, given), param);
    if (!layout) return failure(layout);
    if (const auto ok = lay_out(view, *layout, Errc::kBadInput, param); !ok) return failure(ok);
    return type;
  }
  entries = dtype.length(*elements);
  if (given >= 0 && given != entries)
    return fail(Errc::kBadInput, param, "% $ elements take an array of length %, not %", *elements,
                dtype.name, entries, given);
  return type;
}

/// Reads the tensors, of which the first is the data. `entries` becomes the number of entries of its array.
Result<void> read_tensors(Reader& in, Call& call, Index& entries) {
  const Operator& op = *call.op;
  const bool is_two = op.takes == Takes::kTwo;
  const bool is_list = op.takes == Takes::kAny || op.takes == Takes::kSequence;
  const Index one_or_two = is_two ? 2 : 1;
  const Index count = is_list ? in.next_within(0, kMaxIndex) : in.next_within(one_or_two, one_or_two);
  if (in.malformed()) return malformed();
  if (count == 0) return fail(Errc::kMissing, op.data, "there is no tensor; at least one is needed");
  const std::size_t begin = in.at();
  for (Index i = 0; i < count; ++i) {
    View other;
    Index others = 0;
    const auto type = read_tensor(in, i == 1 && is_two ? op.second : op.data, i == 0 ? call.data : other,
                                  i == 0 ? entries : others);
    if (!type) {
      Error error = type.error();
      if (is_list) error.tensor = static_cast<int>(i);
      return std::unexpected(error);
    }
    if (i == 0) call.type = *type;
  }
  if (op.takes != Takes::kOne) call.tensors = Tensors(in.indices_since(begin), count);
  return {};
}

/// Reads where the outputs' elements are to be, if not in row-major order. A join's is for the call; a cut's
/// are read again when the views are made.
Result<void> read_layouts(Reader& in, Call& call, Layouts& layouts) {
  layouts.count = in.next_within(0, kMaxIndex);
  const std::size_t begin = in.at();
  for (Index i = 0; i < layouts.count; ++i) {
    const Index entries = in.next_within(-1, kMostEntries), rank = in.next_within(0, kMaxRank);
    const auto layout = read_layout(in, static_cast<int>(rank), elements_of(call.type, entries), "out");
    if (!layout) return failure(layout);
    if (call.op->takes != Takes::kOne && entries >= 0) call.out = *layout;
  }
  layouts.numbers = in.indices_since(begin);
  return {};
}

void read_arguments(Reader& in, Call& call) {
  const auto& parameters = call.op->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Index type = in.next_within(kAbsent, kDTypeCount - 1);
    if (type == kAbsent) continue;
    const Index rank = in.next_within(0, kMaxIndex);
    const Index count = rank == 0 ? in.next_within(1, 1) : in.next_within(0, kMaxIndex);
    Fraction fraction;
    const auto size = static_cast<std::size_t>(count);
    const auto values = parameters[i].exact ? in.next_wide(size, fraction) : in.next_indices(size, fraction);
    call.arguments[i] = {
        .type = static_cast<int>(type),
        .rank = static_cast<int>(std::min<Index>(rank, kMaxRank + 1)),  // every parameter refuses such a rank
        .values = values,
        .fraction_at = fraction.at,
        .fraction = fraction.value};
    call.present[i] = true;
  }
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
  call.has_num_outputs = in.next_within(0, 1) != 0;
  const double num_outputs = in.next();
  if (!Reader::is_integer(num_outputs))
    return fail(Errc::kNotInteger, "num_outputs", "is %; it must be an integer", num_outputs);
  call.num_outputs = Reader::to_index(num_outputs);
  if (const auto ok = read_tensors(in, call, entries); !ok) return ok;
  Fraction fraction;
  call.drops = in.next_indices(static_cast<std::size_t>(in.next_within(0, kMaxRank)), fraction);
  Index last = -1;
  for (const Index axis : call.drops) {
    if (axis <= last || axis >= call.data.rank()) return malformed();
    last = axis;
  }
  read_arguments(in, call);
  if (const auto ok = read_layouts(in, call, layouts); !ok) return ok;
  if (in.malformed()) return malformed();
  return {};
}

}  // namespace microtome
