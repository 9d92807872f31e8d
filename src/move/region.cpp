#include "move/region.hpp"

namespace microtome {
namespace {

/// Converts a packed region to bytes, if every run begins and ends with a whole unit.
void to_bytes_if_whole(Region& region) {
  const Index bytes = unit_bytes(region.packed_bits), unit = unit_elements(region.packed_bits);
  bool whole = region.offset % unit == 0 && region.run % unit == 0;
  for (const Axis& axis : region.axes) whole = whole && axis.stride % unit == 0;
  if (!whole) return;
  for (int i = 0; i < region.axes.size(); ++i) region.axes[i].stride = region.axes[i].stride / unit * bytes;
  region.offset = region.offset / unit * bytes;
  region.run = region.run / unit * bytes;
  region.packed_bits = 0;
}

}  // namespace

Region normalize(const View& view, Storage storage) {
  if (view.elements() == 0) return {};  // the other sizes may be too large to multiply
  const Index width = storage.width;
  Region region{.axes = {}, .offset = view.offset * width, .run = width, .packed_bits = storage.packed_bits};
  for (const Axis& axis : view.axes) {
    if (axis.size == 1) continue;
    const Axis next{axis.size, axis.stride * width};
    if (!region.axes.empty() && region.axes.back().stride == next.size * next.stride)
      region.axes.back() = {region.axes.back().size * next.size, next.stride};
    else
      region.axes.push_back(next);
  }
  if (!region.axes.empty() && region.axes.back().stride == width) {
    region.run = region.axes.back().size * width;
    region.axes.pop_back();
  }
  if (region.packed_bits != 0) to_bytes_if_whole(region);
  return region;
}

}  // namespace microtome
