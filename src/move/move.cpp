#include "move/move.hpp"

#include <algorithm>

#include "move/way.hpp"

namespace microtome {

void Move::start(const Region& region) {
  axes = region.axes;
  packed_bits = region.packed_bits;
  part_layout = region.part_layout;
  part_run = 0;
  part_bits = 0;
  listed = -1;
  streams = 1;
  run_sum = region.run;
  begin = region.offset;
  end = region.offset + region.run;
  part_gap = 0;
  offsets_and_runs = region.offset | region.run | region.part_layout.offset;
}

bool Move::add(const Region& region) {
  const Index first = std::min(begin, region.offset);
  const Index last = std::max(end, region.offset + region.run);
  if (packed_bits != 0 || region.packed_bits != 0) return false;
  const Layout& layout = region.part_layout;
  if (streams == kMaxStreams || region.axes != axes || layout.is_stated != part_layout.is_stated ||
      layout.axes != part_layout.axes)
    return false;
  const Index part_first = std::min(part_layout.offset, layout.offset);
  const Index part_last = std::max(part_layout.offset + part_span(), layout.offset + region.run);
  const bool interleaved = !axes.empty();
  if (interleaved && (region.run > kLongestJoined || run_sum / streams > kLongestJoined ||
                      last - first > kTile || part_last - part_first > kTile))
    return false;
  begin = first;
  end = last;
  run_sum += region.run;
  part_layout.offset = part_first;
  part_gap = layout.is_stated ? part_last - part_first - run_sum : 0;
  offsets_and_runs |= region.offset | region.run | layout.offset;
  ++streams;
  return true;
}

Index part_bytes(const Move& move, const Stream& stream) {
  if (move.part_layout.is_stated) return move.part_layout.length;
  const Index points = move.points();
  if (points > kMaxIndex / stream.run) return kMaxIndex;
  const Index elements = points * stream.run;
  if (move.packed_bits == 0) return elements;
  return packed_bytes(elements, move.packed_bits);
}

}  // namespace microtome
