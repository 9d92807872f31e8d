// Moves whose elements are converted. The code is here because pages that do not convert do not load it
// (tools/build/parts.js).
#include "move/blocks.hpp"
#include "move/staging.hpp"
#include "move/way.hpp"

namespace microtome {

[[gnu::noinline]] bool Move::convert(Index width, Storage stored) {
  const Index part_width = stored.width;
  Layout& part = part_layout;
  if (run_sum != 1) {
    if (axes.size() == kMaxRank) return false;
    axes.push_back({run_sum, 1});
    if (part.is_stated) part.axes.push_back({run_sum, 1});
  }
  if (!part.is_stated) {
    part.is_stated = true;
    part.axes = axes;
    part.length = make_row_major(part.axes);
    if (stored.packed_bits != 0 && part.length > 0)
      part.length = packed_bytes(part.length, stored.packed_bits);
  }
  const auto widen = [](Axes& side, Index bytes) {
    for (int a = 0; a < side.size(); ++a) {
      if (!is_countable(side[a].stride, bytes)) return false;
      side[a].stride *= side[a].size == 1 ? 0 : bytes;
    }
    return true;
  };
  if (part.length < 0 || !is_countable(part.length, part_width) || !is_countable(part.offset, part_width) ||
      !is_countable(begin, width) || !widen(axes, width) || !widen(part.axes, part_width))
    return false;
  part.offset *= part_width;
  part.length *= part_width;
  begin *= width;
  end = begin + width;
  run_sum = width;
  part_run = part_width;
  part_bits = stored.packed_bits;
  return true;
}

[[gnu::noinline]] Choice choose_converted(Move move, Index width, Storage stored, Index most_in_loop) {
  const int rank = move.axes.size();
  const float elements = static_cast<float>(move.points()) * static_cast<float>(move.run_sum);
  Choice choice;
  const bool is_few = elements <= static_cast<float>(most_in_loop);
  choice.ways = always(is_few ? Way::kFew : Way::kStaged);
  if (is_few) return choice;
  if (move.convert(width, stored) && Blocks::suits(move)) choose_block(Blocks(move), rank, choice);
  return choice;
}

bool Staging::can_hold(const Move& move) const {
  const Layout& part = move.part_layout;
  const Index points = count_points(part.axes);
  if (part_ != nullptr) return false;
  if (part_bits_ == 0) return part.length <= kBlock && points * move.part_run == part.length;
  // elements that do not fill the part's bytes would need its other bits
  return part.length <= kPackedAt && points % unit_elements(part_bits_) == 0 &&
         packed_bytes(points, part_bits_) == part.length;
}

}  // namespace microtome
