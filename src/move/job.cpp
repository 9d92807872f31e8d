#include "move/job.hpp"

#include <algorithm>

#include "move/way.hpp"

namespace microtome {

Job Job::of(const Region& region) {
  return {.axes = region.axes,
          .packed_bits = region.packed_bits,
          .streams = 1,
          .run_sum = region.run,
          .begin = region.offset,
          .end = region.offset + region.run};
}

bool Job::add(const Region& region) {
  const Index first = std::min(begin, region.offset);
  const Index last = std::max(end, region.offset + region.run);
  if (region.run == 0 || run_sum == 0 || packed_bits != 0 || region.packed_bits != 0) return false;
  if (streams == kMaxStreams || region.axes != axes) return false;
  const bool interleaved = !axes.empty();
  if (interleaved && (region.run > kLongRun || run_sum / streams > kLongRun || last - first > kTile))
    return false;
  begin = first;
  end = last;
  run_sum += region.run;
  ++streams;
  return true;
}

Index Job::points() const {
  Index n = 1;
  for (const Axis& axis : axes) n *= axis.size;
  return n;
}

}  // namespace microtome
