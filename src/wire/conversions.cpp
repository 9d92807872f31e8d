#include "wire/conversions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dtype.hpp"

namespace microtome {
namespace {

using kernels::Number;

struct Row {
  int type;
  Number number;
};
/// Packed elements are unpacked first, so unsigned ones are bytes.
constexpr Row kRows[] = {
    {dtype("bool"), Number::kBool},         {dtype("uint8"), Number::kUint8},
    {dtype("int8"), Number::kInt8},         {dtype("uint16"), Number::kUint16},
    {dtype("int16"), Number::kInt16},       {dtype("uint32"), Number::kUint32},
    {dtype("int32"), Number::kInt32},       {dtype("uint64"), Number::kUint64},
    {dtype("int64"), Number::kInt64},       {dtype("float16"), Number::kFloat16},
    {dtype("bfloat16"), Number::kBfloat16}, {dtype("float32"), Number::kFloat32},
    {dtype("float64"), Number::kFloat64},   {dtype("f8e4m3"), Number::kF8e4m3},
    {dtype("f8e5m2"), Number::kF8e5m2},     {dtype("f8e8m0"), Number::kF8e8m0},
    {dtype("f4e2m1"), Number::kF4e2m1},     {dtype("nf4"), Number::kNf4},
    {dtype("i4"), Number::kInt4},           {dtype("u1"), Number::kUint8},
    {dtype("u2"), Number::kUint8},          {dtype("u3"), Number::kUint8},
    {dtype("u4"), Number::kUint8},          {dtype("u6"), Number::kUint8},
};
static_assert(std::ranges::all_of(kRows, [](const Row& row) { return row.type >= 0; }));

const Row* find(Index type) {
  for (const Row& row : kRows)
    if (row.type == type) return &row;
  return nullptr;
}

std::span<const double> next_list(Reader& in) { return in.next_list(in.next_within(0, kMaxIndex)); }

std::span<const std::uint8_t> bytes_of(std::span<const double> words) {
  return {reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()};
}

/// The axes of a move, with strides of lists that have an entry for each index of some of them.
struct Entries {
  Axes axes;
  Index count = 1;

  Entries(const Axes& all, AxisSet along) : axes(all) {
    for (int a = axes.size(); a-- > 0;) {
      axes[a].stride = holds(along, a) ? count : 0;
      if (holds(along, a)) count *= axes[a].size;  // countable, as all of the move is
    }
  }
};

/// Is it an integer that doubles hold, together with its neighbours?
bool is_zero_point(double zero) { return std::fabs(zero) <= 0x1p53 && zero == std::trunc(zero); }

/// Reads how elements are converted.
bool read_numbers(Reader& in, Converter& converter, Index from, Index to, Index flags,
                  const Entries& entries) {
  const Row *source = find(from), *target = find(to);
  const Arithmetic how{.zeros = next_list(in),
                       .scales = next_list(in),
                       .biases = next_list(in),
                       .divides = (flags & kDivides) != 0};
  if (in.malformed() || source == nullptr || target == nullptr) return false;
  const int bits = kDTypes[to].storage().packed_bits;
  const Number made = target->number == Number::kInt4 ? Number::kInt8 : target->number;
  if (!kernels::is_target(made)) return false;
  for (const auto& list : {how.zeros, how.scales, how.biases})
    if (list.size() > 1 && std::ssize(list) != entries.count) return false;
  const bool is_one_integer = kernels::is_integer(source->number) != kernels::is_integer(made);
  if (!how.zeros.empty() && !(is_one_integer && std::ranges::all_of(how.zeros, is_zero_point))) return false;
  converter.start(source->number, {made, bits, (flags & kKeepsInfinity) == 0}, how, entries.axes);
  return true;
}

bool read_tables(Reader& in, Converter& converter, Index count, Index from, Index to,
                 const Entries& entries) {
  const Index width = kDTypes[to].storage().width, read = kDTypes[from].storage().width;
  if (read > 2 || width > Index{sizeof(double)} || kDTypes[from].is_string() || kDTypes[to].is_string())
    return false;
  const Index bytes = table_size(read) * width;
  if (count != entries.count || count > kMaxIndex / bytes) return false;
  const auto words = in.next_list(count * bytes / Index{sizeof(double)});
  if (in.malformed()) return false;
  converter.start(bytes_of(words), read, width, entries.axes);
  return true;
}

}  // namespace

bool read_conversion(Reader& in, Converter& converter, const ParsedMove& parsed, bool& only_checks) {
  const Move& move = parsed.move;
  const Index from = in.next_within(0, kDTypeCount - 1), to = in.next_within(0, kDTypeCount - 1);
  const Index flags = in.next_within(0, kOnlyChecks | kKeepsInfinity | kDivides);
  only_checks = (flags & kOnlyChecks) != 0;
  const Index tables = in.next_within(0, kMaxIndex);
  if (in.malformed() || move.packed_bits != kDTypes[from].storage().packed_bits ||
      move.part_bits != kDTypes[to].storage().packed_bits || (only_checks && tables != 0))
    return false;
  const Entries entries(move.axes, parsed.along);
  const bool ok = tables == 0 ? read_numbers(in, converter, from, to, flags, entries)
                              : read_tables(in, converter, tables, from, to, entries);
  return ok && converter.from_width() == move.run_sum && converter.to_width() == move.part_run;
}

}  // namespace microtome
