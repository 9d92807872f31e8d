#include "wire/moves.hpp"

#include <algorithm>
#include <cstdlib>

#include "dtype.hpp"
#include "move/blocks.hpp"
#include "move/tiling.hpp"
#include "move/way.hpp"

namespace microtome {
namespace {

/// Do runs at these points stay within a tensor of `bytes`? `run`: those at the first point. It becomes what
/// all of them reach, in bytes.
bool stay_within(Axes axes, Interval& run, Index bytes, Index points, int packed_bits) {
  Hull hull;
  for (const Axis& axis : axes)
    if (!extend(hull, axis)) return false;
  if (make_row_major(axes, points) < 0) return false;
  run = {run.begin + hull.first, run.end + hull.last};
  if (run.begin < 0 || run.end > kMaxIndex) return false;
  if (packed_bits != 0)  // whole units are read and written
    run = {run.begin / unit_elements(packed_bits) * unit_bytes(packed_bits),
           packed_bytes(run.end, packed_bits)};
  return run.end <= bytes;
}

/// Are runs along the last axis apart, so that kernels may write them?
bool is_apart(const Axes& axes, Index run) {
  return axes.empty() || axes.back().size == 1 || std::abs(axes.back().stride) >= run;
}

}  // namespace

bool read_move(Reader& in, Move& move, Index& bytes, Stream* streams, Touched& touched) {
  move.direction = static_cast<Direction>(in.next_within(0, 1));
  move.packed_bits = static_cast<int>(in.next_within(0, 7));
  move.streams = in.next_within(1, kMaxStreams);
  move.part_layout.given = in.next_within(0, 1) != 0;
  const Index rank = in.next_within(0, kMaxRank);
  const bool packed = move.packed_bits != 0;
  if (packed && !is_packing(move.packed_bits)) return false;
  if ((packed || move.part_layout.given) && move.streams != 1) return false;
  for (Index i = 0; i < rank; ++i) {
    const Index size = in.next_within(1, kMaxIndex);
    move.axes.push_back({size, in.next_within(-kMaxIndex, kMaxIndex)});
    if (move.part_layout.given)
      move.part_layout.axes.push_back({size, in.next_within(-kMaxIndex, kMaxIndex)});
  }
  const Index longest = packed ? kMaxIndex : tile_limit(move);  // packed runs can be cut
  for (Stream& stream : std::span(streams, static_cast<std::size_t>(move.streams))) {
    const Index offset = stream.offset = in.next_within(0, kMaxIndex);
    const Index run = stream.run = in.next_within(1, longest);
    if (!packed && move.direction == Direction::kJoin && !is_apart(move.axes, run)) return false;
    move.begin = &stream == streams ? offset : std::min(move.begin, offset);
    move.end = std::max(move.end, offset + run);
    move.run_sum += run;
  }
  if (move.part_layout.given) {
    move.part_layout.offset = in.next_within(0, kMaxIndex);
    if (!packed && move.direction == Direction::kCut && !is_apart(move.part_layout.axes, move.run_sum))
      return false;
  }
  bytes = in.next_within(0, kMaxIndex);
  if (move.part_layout.given) move.part_layout.length = in.next_within(0, kMaxIndex);
  if (in.malformed()) return false;

  const Index points = packed ? move.run_sum : 1;  // Tiling makes an axis of a packed run
  touched.whole = {move.begin, move.end};
  if (!stay_within(move.axes, touched.whole, bytes, points, move.packed_bits)) return false;
  const Layout& part = move.part_layout;
  touched.part = {part.offset, part.offset + move.run_sum};
  if (part.given && !stay_within(part.axes, touched.part, part.length, points, move.packed_bits))
    return false;
  return Blocks::suits(move) || Tiling::suits(move);  // they multiply sizes, which are countable here
}

}  // namespace microtome
