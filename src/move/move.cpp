#include "move/move.hpp"

#include <algorithm>

#include "move/way.hpp"

namespace microtome {

void Move::start(const Region& region) {
  axes = region.axes;
  packed_bits = region.packed_bits;
  part_layout = region.part_layout;
  streams = 1;
  run_sum = region.run;
  begin = region.offset;
  end = region.offset + region.run;
  offsets_and_runs = region.offset | region.run;
}

bool Move::add(const Region& region) {
  const Index first = std::min(begin, region.offset);
  const Index last = std::max(end, region.offset + region.run);
  if (region.run == 0 || run_sum == 0 || packed_bits != 0 || region.packed_bits != 0) return false;
  if (streams == kMaxStreams || part_layout.given || region.part_layout.given || region.axes != axes)
    return false;
  const bool interleaved = !axes.empty();
  if (interleaved &&
      (region.run > kLongestJoined || run_sum / streams > kLongestJoined || last - first > kTile))
    return false;
  begin = first;
  end = last;
  run_sum += region.run;
  offsets_and_runs |= region.offset | region.run;
  ++streams;
  return true;
}

Index part_bytes(const Move& move, const Stream& stream) {
  if (move.part_layout.given) return move.part_layout.length;
  const Index points = move.points();
  if (points > kMaxIndex / stream.run) return kMaxIndex;
  const Index elements = points * stream.run;
  if (move.packed_bits == 0) return elements;
  return packed_bytes(elements, move.packed_bits);
}

}  // namespace microtome
