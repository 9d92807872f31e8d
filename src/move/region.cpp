#include "move/region.hpp"

namespace microtome {
namespace {

/// Converts a packed region to bytes, if every run begins and ends with a whole unit.
void to_bytes_if_whole(Region& region) {
  const Index bytes = unit_bytes(region.packed_bits), unit = unit_elements(region.packed_bits);
  Layout& part_layout = region.part_layout;
  bool whole = region.offset % unit == 0 && region.run % unit == 0 && part_layout.offset % unit == 0;
  for (const Axis& axis : region.axes) whole = whole && axis.stride % unit == 0;
  for (const Axis& axis : part_layout.axes) whole = whole && axis.stride % unit == 0;
  if (!whole) return;
  for (Axes* const axes : {&region.axes, &part_layout.axes})
    for (int i = 0; i < axes->size(); ++i) (*axes)[i].stride = (*axes)[i].stride / unit * bytes;
  region.offset = region.offset / unit * bytes;
  part_layout.offset = part_layout.offset / unit * bytes;
  region.run = region.run / unit * bytes;
  region.packed_bits = 0;
}

/// Are the elements of two neighbouring axes those of one axis of the inner stride?
bool chains(Axis outer, Axis inner) { return outer.stride == inner.size * inner.stride; }

}  // namespace

Region normalize(const View& view, Storage storage, const View* part, AxisSet unmerged, bool is_listed) {
  Region region;
  if (view.is_empty()) return region;  // the other sizes may be too large to multiply
  const Index width = storage.width;
  region.offset = view.offset * width;
  region.run = width;
  region.packed_bits = storage.packed_bits;
  region.part_layout.is_stated = part != nullptr;
  if (part != nullptr) region.part_layout.offset = part->offset * width;
  Axes &axes = region.axes, &parts = region.part_layout.axes;
  for (int a = 0; a < view.rank(); ++a) {
    Axis axis{view.axes[a].size, view.axes[a].stride * width};
    Axis of_part{axis.size, part != nullptr ? part->axes[a].stride * width : 0};
    const bool is_unmerged = holds(unmerged, a);
    if (axis.size == 1 && !(is_unmerged && is_listed)) continue;
    const bool ends_group = is_unmerged || holds(region.unmerged, axes.size() - 1);
    if (is_unmerged) region.unmerged |= set_of(axes.size());
    if (!axes.empty() && !ends_group && chains(axes.back(), axis) &&
        (part == nullptr || chains(parts.back(), of_part))) {
      axis.size = of_part.size = axes.back().size * axis.size;
      axes.pop_back();
      if (part != nullptr) parts.pop_back();
    }
    axes.push_back(axis);
    if (part != nullptr) parts.push_back(of_part);
  }
  if (!axes.empty() && !holds(region.unmerged, axes.size() - 1) && axes.back().stride == width &&
      (part == nullptr || parts.back().stride == width)) {
    region.run = axes.back().size * width;
    axes.pop_back();
    if (part != nullptr) parts.pop_back();
  }
  if (region.packed_bits != 0) to_bytes_if_whole(region);
  return region;
}

}  // namespace microtome
