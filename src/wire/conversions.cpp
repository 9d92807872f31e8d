#include "wire/conversions.hpp"

#include <algorithm>

#include "dtype.hpp"
#include "move/blocks.hpp"
#include "move/tiling.hpp"
#include "move/way.hpp"

namespace microtome {
namespace {

using kernels::Number;

struct Row {
  int type;
  Number number;
};
constexpr Row kRows[] = {
    {dtype("bool"), Number::kBool},         {dtype("uint8"), Number::kUint8},
    {dtype("int8"), Number::kInt8},         {dtype("uint16"), Number::kUint16},
    {dtype("int16"), Number::kInt16},       {dtype("uint32"), Number::kUint32},
    {dtype("int32"), Number::kInt32},       {dtype("uint64"), Number::kUint64},
    {dtype("int64"), Number::kInt64},       {dtype("float16"), Number::kFloat16},
    {dtype("bfloat16"), Number::kBfloat16}, {dtype("float32"), Number::kFloat32},
    {dtype("float64"), Number::kFloat64},   {dtype("f8e4m3"), Number::kF8e4m3},
    {dtype("f8e5m2"), Number::kF8e5m2},     {dtype("f8e8m0"), Number::kF8e8m0},
};
static_assert(std::size(kRows) == kernels::kNumberCount);
static_assert(std::ranges::all_of(kRows, [](const Row& row) { return row.type >= 0; }));

const Row* find(Index type) {
  for (const Row& row : kRows)
    if (row.type == type) return &row;
  return nullptr;
}

std::span<const double> next_list(Reader& in) {
  const auto count = static_cast<std::size_t>(in.next_within(0, kMaxIndex));
  return count == 0 ? std::span<const double>() : in.next_list(count);
}

/// Reads the elements of the whole that move. False if some are outside it.
bool read_view(Reader& in, View& view, Index elements) {
  view.offset = in.next_within(0, kMaxIndex);
  const Index rank = in.next_within(0, kMaxRank);
  Hull hull;
  Index points = 1;
  bool is_bounded = true;
  for (Index i = 0; i < rank; ++i) {
    const Axis axis{in.next_within(1, kMaxIndex), in.next_within(-kMaxIndex, kMaxIndex)};
    is_bounded = is_bounded && extend(hull, axis) && is_countable(points, axis.size);
    points *= is_bounded ? axis.size : 1;
    view.axes.push_back(axis);
  }
  return is_bounded && view.offset + hull.first >= 0 && view.offset + hull.last < elements;
}

}  // namespace

bool read_conversion(Reader& in, Conversion& conversion, Move& move, Stream& stream, Index& bytes) {
  const Row *from = find(in.next_within(0, kDTypeCount - 1)), *to = find(in.next_within(0, kDTypeCount - 1));
  const bool comes_first = in.next_within(0, 1) != 0;
  const Index inner = in.next_within(1, kMaxIndex);
  const auto scales = next_list(in), biases = next_list(in);
  const Index elements = in.next_within(0, kMaxIndex / 8);
  View view;
  if (!read_view(in, view, elements) || in.malformed() || from == nullptr || to == nullptr) return false;
  if (!kernels::is_target(to->number) || scales.empty() != biases.empty()) return false;
  if (scales.size() > 1 && biases.size() > 1 && scales.size() != biases.size()) return false;
  conversion.start(from->number, to->number, scales, biases, inner);

  const std::size_t width = comes_first ? conversion.to_width() : conversion.from_width();
  const auto moved = static_cast<Index>(width);
  bytes = elements * moved;
  Region region = normalize(view, {.width = static_cast<int>(width)});
  if (region.run > kTile) {  // runs must fit a tile
    region.axes.push_back({region.run / moved, moved});
    region.run = moved;
  }
  move.start(region);
  move.writes_part_only = true;
  stream = {.offset = region.offset, .run = region.run};
  return Blocks::suits(move) || Tiling::suits(move);
}

}  // namespace microtome
