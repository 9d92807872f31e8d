#include "move/blocks.hpp"

#include <algorithm>
#include <cmath>

#include "move/way.hpp"

namespace microtome {
namespace {

/// One more copy takes as long as this many more bytes in another copy.
constexpr double kBytesOfCopy = 4096;

/// Most bytes of a side of a box. Larger boxes take fewer copies, but leave the second-level cache, so that
/// each byte takes as long as this many more bytes of a copy.
struct Limit {
  Index bytes;
  double per_byte;
};
constexpr Limit kLimits[] = {{kTile, 0}, {3 * kTile, 0.25}, {kBlock, 1}};

/// The axis of least stride among those along which addresses change; -1 if there is none.
int fastest(const Axes& axes) {
  int found = -1;
  for (int a = 0; a < axes.size(); ++a)
    if (axes[a].size > 1 && axes[a].stride != 0 &&
        (found < 0 || magnitude(axes[a].stride) <= magnitude(axes[found].stride)))
      found = a;
  return found;
}

/// Finds the axes of the part. False if its bytes are not countable.
bool find_part_axes(const Move& move, Axes& axes) {
  axes = move.part_layout.given ? move.part_layout.axes : move.axes;
  return move.part_layout.given || make_row_major(axes, move.run_sum) >= 0;
}

}  // namespace

Layer::Layer(const Side& side, Index run) : first(side.origin), span(run), axes(side.axes) {
  int order[kMaxRank];
  const int rank = axes.size();
  for (int a = 0; a < rank; ++a) order[a] = a;
  for (int i = 1; i < rank; ++i)  // the fastest first
    for (int k = i; k > 0 && magnitude(axes[order[k]].stride) < magnitude(axes[order[k - 1]].stride); --k)
      std::swap(order[k], order[k - 1]);
  int inner = 0;
  Hull hull;
  for (Index span_of_box = run; inner < rank; ++inner) {
    const Axis axis = axes[order[inner]];
    const Index size = side.box[order[inner]];
    if (size > 1 && magnitude(axis.stride) > span_of_box + side.gap) break;
    span_of_box += (size - 1) * magnitude(axis.stride);
    extend(hull, axis);
  }
  first += hull.first;
  span += hull.last - hull.first;
  origin = side.origin - first;
  // an odd number of cache lines; otherwise columns would compete for a few cache sets
  pitch = ((span + 63) / 64 | 1) * 64;
  Index stride = pitch;
  for (int i = inner; i < rank; ++i) {  // the fastest row axis last
    Axis& axis = axes[order[rank - 1 - (i - inner)]];
    rows.push_back(axis);
  }
  for (int i = inner; i < rank; ++i) {
    Axis& axis = axes[order[i]];
    axis.stride = stride;
    stride *= axis.size;
  }
}

bool Layer::is_full(Index run) const { return run * count_points(axes) == count() * span; }

bool Blocks::suits(const Move& move) {
  if (move.streams != 1 || move.packed_bits != 0 || move.axes.size() < 2) return false;
  Axes part;
  if (move.run_sum > kTile || !find_part_axes(move, part)) return false;
  const int x = fastest(move.axes), y = fastest(part);
  return x >= 0 && y >= 0 && x != y;
}

Blocks::Blocks(const Move& move, const Index* box) : move_(move), limit_(kBlock) {
  find_part_axes(move, part_);
  std::copy_n(box, part_.size(), box_);
  count_ = static_cast<Index>(count_of(box));
}

Blocks Blocks::search(const Move& move) {
  Blocks blocks;
  blocks.move_ = move;
  find_part_axes(move, blocks.part_);
  const Axes& part = blocks.part_;
  const int x = fastest(move.axes), y = fastest(part);
  assert(x >= 0 && y >= 0);
  double bytes = static_cast<double>(move.run_sum), best = 0;
  for (const Axis& axis : part) bytes *= static_cast<double>(axis.size);
  for (int candidate = 0; candidate < 9; ++candidate) {
    const int shape = candidate % 3;
    const Index limit = blocks.limit_ = kLimits[candidate / 3].bytes;
    Index sizes[kMaxRank];
    std::fill_n(sizes, part.size(), 1);
    if (shape == 2) {
      const auto edge =
          static_cast<Index>(std::sqrt(static_cast<double>(limit) / static_cast<double>(move.run_sum)));
      sizes[x] = std::min(edge / 2 + 1, part[x].size);
      sizes[y] = std::min(edge / 2 + 1, part[y].size);
      if (blocks.copies_of(sizes) == 0) continue;
    }
    blocks.grow_all(sizes, shape == 1 ? x : y, shape == 1 ? y : x);
    const double count = blocks.count_of(sizes),
                 copies = count * static_cast<double>(blocks.copies_of(sizes));
    const double cost = copies * kBytesOfCopy + bytes * kLimits[candidate / 3].per_byte;
    if (blocks.count_ != 0 && cost >= best) continue;
    best = cost;
    blocks.count_ = static_cast<Index>(count);
    std::copy_n(sizes, part.size(), blocks.box_);
    if (blocks.count_ == 1 && limit == kTile) break;  // it cannot be better
  }
  return blocks;
}

double Blocks::count_of(const Index* sizes) const {
  double count = 1;
  for (int a = 0; a < part_.size(); ++a) count *= static_cast<double>((part_[a].size - 1) / sizes[a] + 1);
  return count;
}

void Blocks::grow_all(Index* sizes, int first, int second) const {
  grow(sizes, first);
  grow(sizes, second);
  for (int a = part_.size(); a-- > 0;) grow(sizes, a);
}

void Blocks::grow(Index* sizes, int axis) const {
  const Index least = sizes[axis];
  for (Index size = part_[axis].size; size > least; size = (size + 1) / 2) {
    sizes[axis] = size;
    if (copies_of(sizes) != 0) return;
  }
  sizes[axis] = least;
}

Index Blocks::copies_of(const Index* sizes) const {
  Index copies = 0, points = 1;
  for (int a = 0; a < part_.size(); ++a) {  // they may share bytes
    if (sizes[a] > limit_ / (points * move_.run_sum)) return 0;
    points *= sizes[a];
  }
  for (const Axes* tensor : {&move_.axes, &part_}) {
    Side side{.axes = *tensor, .box = sizes, .gap = tensor == &part_ ? part_gap() : kGap};
    for (int a = 0; a < tensor->size(); ++a) {
      side.axes[a].size = sizes[a];
      if (magnitude((*tensor)[a].stride) > kMaxIndex / std::max<Index>(1, sizes[a])) return 0;
    }
    const Layer layer(side, move_.run_sum);
    if (layer.count() > kMaxStreams || layer.bytes() > limit_) return 0;
    copies += layer.count();
  }
  return copies;
}

Side Blocks::side(Index i, const Axes& axes, Index origin, Index gap) const {
  Side side{.axes = axes, .origin = origin, .box = box_, .gap = gap};
  for (int a = axes.size(); a-- > 0;) {
    const Index chunks = (axes[a].size - 1) / box_[a] + 1, start = i % chunks * box_[a];
    i /= chunks;
    side.origin += start * axes[a].stride;
    side.axes[a].size = std::min(box_[a], axes[a].size - start);
  }
  return side;
}

}  // namespace microtome
