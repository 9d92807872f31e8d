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

Region normalize(const View& view, Storage storage, const View* part) {
  if (view.elements() == 0) return {};  // the other sizes may be too large to multiply
  const Index width = storage.width;
  Region region{.axes = {}, .offset = view.offset * width, .run = width, .packed_bits = storage.packed_bits};
  region.spread.given = part != nullptr;
  if (part != nullptr) region.spread.offset = part->offset * width;
  Axes &axes = region.axes, &parts = region.spread.axes;
  for (int a = 0; a < view.rank(); ++a) {
    const Index size = view.axes[a].size;
    if (size == 1) continue;
    const Index stride = view.axes[a].stride * width;
    const Index of_part = part != nullptr ? part->axes[a].stride * width : 0;
    const auto chains = [=](const Axes& outer, Index inner) { return outer.back().stride == size * inner; };
    Index chained = 1;
    if (!axes.empty() && chains(axes, stride) && (part == nullptr || chains(parts, of_part))) {
      chained = axes.back().size;
      axes.pop_back();
      if (part != nullptr) parts.pop_back();
    }
    axes.push_back({chained * size, stride});
    if (part != nullptr) parts.push_back({chained * size, of_part});
  }
  if (!axes.empty() && axes.back().stride == width && (part == nullptr || parts.back().stride == width)) {
    region.run = axes.back().size * width;
    axes.pop_back();
    if (part != nullptr) parts.pop_back();
  }
  if (region.packed_bits != 0) to_bytes_if_whole(region);
  return region;
}

}  // namespace microtome
