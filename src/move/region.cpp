#include "move/region.hpp"

namespace microtome {
namespace {

/// Converts a packed region to bytes, if every run begins and ends with a whole unit.
void to_bytes_if_whole(Region& region) {
  const Index bytes = unit_bytes(region.packed_bits), unit = unit_elements(region.packed_bits);
  Spread& spread = region.spread;
  bool whole = region.offset % unit == 0 && region.run % unit == 0 && spread.offset % unit == 0;
  for (const Axis& axis : region.axes) whole = whole && axis.stride % unit == 0;
  for (const Axis& axis : spread.axes) whole = whole && axis.stride % unit == 0;
  if (!whole) return;
  for (Axes* const axes : {&region.axes, &spread.axes})
    for (int i = 0; i < axes->size(); ++i) (*axes)[i].stride = (*axes)[i].stride / unit * bytes;
  region.offset = region.offset / unit * bytes;
  spread.offset = spread.offset / unit * bytes;
  region.run = region.run / unit * bytes;
  region.packed_bits = 0;
}

}  // namespace

Region normalize(const View& view, const View& part, Storage storage) {
  if (view.elements() == 0) return {};
  const Index width = storage.width;
  Region region{.axes = {}, .offset = view.offset * width, .run = width, .packed_bits = storage.packed_bits};
  region.spread.given = true;
  region.spread.offset = part.offset * width;
  Axes &axes = region.axes, &parts = region.spread.axes;
  for (int a = 0; a < view.rank(); ++a) {
    const Axis axis{view.axes[a].size, view.axes[a].stride * width};
    const Axis of_part{axis.size, part.axes[a].stride * width};
    if (axis.size == 1) continue;
    const auto chains = [](const Axes& outer, Axis inner) {
      return outer.back().stride == inner.size * inner.stride;
    };
    if (!axes.empty() && chains(axes, axis) && chains(parts, of_part)) {
      const Index size = axes.back().size * axis.size;
      axes.back() = {size, axis.stride};
      parts.back() = {size, of_part.stride};
    } else {
      axes.push_back(axis);
      parts.push_back(of_part);
    }
  }
  if (!axes.empty() && axes.back().stride == width && parts.back().stride == width) {
    region.run = axes.back().size * width;
    axes.pop_back();
    parts.pop_back();
  }
  if (region.packed_bits != 0) to_bytes_if_whole(region);
  return region;
}

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
