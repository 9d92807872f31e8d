#include "move/region.hpp"

namespace microtome {
namespace {

constexpr Index kGroup = 8;  // packed elements of any type fill whole bytes 8 by 8

bool is_contiguous(const Axes& axes, Index run) { return !axes.empty() && axes.back().stride == run; }

/// Says the region in bytes, if every run begins and ends with a whole group.
void to_bytes_if_whole(Region& region) {
  Axes axes = region.axes;
  Index run = 1;
  if (is_contiguous(axes, run)) {
    run = axes.back().size;
    axes.pop_back();
  }
  bool whole = region.offset % kGroup == 0 && run % kGroup == 0;
  for (const Axis& axis : axes) whole = whole && axis.stride % kGroup == 0;
  if (!whole) return;
  const Index bits = region.packed_bits;
  for (int i = 0; i < axes.size(); ++i) axes[i].stride = axes[i].stride / kGroup * bits;
  region = {
      .axes = axes, .offset = region.offset / kGroup * bits, .run = run / kGroup * bits, .packed_bits = 0};
}

}  // namespace

Region normalize(const View& view, Storage storage) {
  if (view.elements() == 0) return {};  // first of all: the sizes of such a view have no product
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
  if (storage.packed_bits != 0) {
    to_bytes_if_whole(region);
  } else if (is_contiguous(region.axes, width)) {
    region.run = region.axes.back().size * width;
    region.axes.pop_back();
  }
  return region;
}

}  // namespace microtome
