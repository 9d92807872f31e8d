#include "move/blocks.hpp"

#include <algorithm>
#include <cmath>

#include "move/way.hpp"

namespace microtome {
namespace {

/// One more copy takes as long as copying this many more bytes.
constexpr Index kBytesOfCopy = 4096;
/// The same for one more run of a copy that collects them.
constexpr Index kBytesOfSpaced = 64;

/// Most bytes of a side of a box. Larger boxes take fewer copies, but do not fit the second-level cache: then
/// each byte takes as long as copying `per_byte` more bytes.
struct Limit {
  Index bytes;
  double per_byte;
};
constexpr Limit kLimits[] = {{kTile, 0}, {3 * kTile, 0.25}, {kBlock, 1}};

/// Most bytes between two rows that are copied together with them.
constexpr Index kGap = 1024;
/// The same between runs that a copy can collect instead, if they are not too few and not too long.
constexpr Index kSpacedGap = 24;
constexpr Index kFewSpaced = 8, kLongestSpaced = 16;

/// Makes an axis of packed runs, so that blocks can cut them: `set` cannot copy packed runs, so nothing else
/// limits their length.
Move cuttable(Move move) {
  if (move.packed_bits == 0 || move.run_sum == 1) return move;
  if (move.part_layout.is_stated) move.part_layout.axes.push_back({move.run_sum, 1});
  move.axes.push_back({move.run_sum, 1});
  move.run_sum = 1;
  move.end = move.begin + 1;
  return move;
}

/// The axes of the part.
Axes part_axes(const Move& move) {
  if (move.part_layout.is_stated) return move.part_layout.axes;
  Axes axes = move.axes;
  make_row_major(axes, move.run_sum);
  return axes;
}

/// The axes by stride, the fastest first.
void sort_axes(const Axes& axes, int* order) {
  for (int i = 0; i < axes.size(); ++i) {
    int k = i;
    for (; k > 0 && magnitude(axes[i].stride) < magnitude(axes[order[k - 1]].stride); --k)
      order[k] = order[k - 1];
    order[k] = i;
  }
}

/// Does each axis step over all runs along the faster ones? Then rows that share bytes of packed elements
/// follow one another.
bool nest(const Axes& axes, Index run) {
  int order[kMaxRank];
  sort_axes(axes, order);
  for (int i = 0; i < axes.size(); ++i) {
    const Axis axis = axes[order[i]];
    if (axis.size > 1 && magnitude(axis.stride) < run) return false;
    run += (axis.size - 1) * magnitude(axis.stride);
  }
  return true;
}

}  // namespace

int fastest_axis(const Axes& axes, int except) {
  int found = -1;
  for (int a = 0; a < axes.size(); ++a)
    if (a != except && axes[a].size > 1 && axes[a].stride != 0 &&
        (found < 0 || magnitude(axes[a].stride) <= magnitude(axes[found].stride)))
      found = a;
  return found;
}

Layer::Layer(const Side& side, Index run) : first(side.origin), span(run), axes(side.axes) {
  if (side.gap == kAnyGap) {  // one row
    const Hull hull = hull_of(axes);
    first += hull.first;
    span += hull.last - hull.first;
    origin = -hull.first;
    return;
  }
  int order[kMaxRank];
  sort_axes(axes, order);
  const int rank = axes.size();
  int inner = 0;
  Hull hull;
  for (Index span_of_box = run; inner < rank; ++inner) {
    const Axis axis = axes[order[inner]];
    const Index size = side.box[order[inner]], gap = magnitude(axis.stride) - span_of_box;
    const bool may_space = side.is_spaced && span_of_box == run && run <= kLongestSpaced;
    if (may_space && gap > kSpacedGap && size >= kFewSpaced) spacing = magnitude(axis.stride);
    if (spacing != 0 || (size > 1 && gap > side.gap)) break;
    span_of_box += (size - 1) * magnitude(axis.stride);
    extend(hull, axis);
  }
  first += hull.first;
  span += hull.last - hull.first;
  origin = side.origin - first;
  // an odd number of cache lines; otherwise columns would compete for a few cache sets
  pitch = spacing != 0 ? span : ((span + 63) / 64 | 1) * 64;
  for (int i = rank; i-- > inner;) {  // the fastest row axis last
    Axis row = axes[order[i]];
    if (row.stride < 0) {
      first += (row.size - 1) * row.stride;
      row.stride = -row.stride;
    }
    rows.push_back(row);
  }
  Index stride = pitch;
  for (int i = inner; i < rank; ++i) {
    Axis& axis = axes[order[i]];
    const bool is_back = axis.stride < 0;
    axis.stride = is_back ? -stride : stride;
    if (is_back) origin += (axis.size - 1) * stride;
    stride *= axis.size;
  }
}

bool Blocks::suits(const Move& move) {
  Index bytes = move.run_sum;
  for (const Axis& axis : move.axes) {
    if (!is_countable(bytes, axis.size)) return false;
    bytes *= axis.size;
  }
  if (move.packed_bits != 0) return move.run_sum == 1 || move.axes.size() < kMaxRank;
  return std::max({move.end - move.begin, move.run_sum, move.part_span()}) <= tile_limit(move);
}

bool Blocks::have_rows(const Move& move) {
  if (move.part_run != 0) return true;
  if (move.streams != 1) return false;
  const Axes part = part_axes(move);
  const int x = fastest_axis(move.axes), y = fastest_axis(part);
  if (x < 0 || y < 0) return false;
  if (move.packed_bits == 0) return x != y;
  const Index stride = std::max(magnitude(move.axes[x].stride), magnitude(part[y].stride));
  const bool is_cut = move.direction == Direction::kCut;
  return (x != y || stride - move.run_sum > kGap) && nest(is_cut ? part : move.axes, move.run_sum);
}

Blocks::Blocks(const Move& move, const Index* box)
    : move_(cuttable(move)),
      part_(part_axes(move_)),
      part_run_(move_.part_run != 0 ? move_.part_run : move_.part_span()),
      gap_(kAnyGap),
      limit_(tile_limit(move)) {
  assert(suits(move));
  if (have_rows(move))
    gap_ = kGap,
    limit_ = kBlock / (move.packed_bits != 0 || move.part_bits != 0 ? 2 : 1);  // packed and unpacked
  if (box != nullptr)
    std::copy_n(box, part_.size(), sizes_);
  else if (have_rows())
    search();
  else
    fill_tile();
  count_ = count_of(sizes_);
}

/// Whole axes from the inside out, while they fit, then as many indices of the next one as fit.
void Blocks::fill_tile() {
  std::fill_n(sizes_, part_.size(), 1);
  Index whole = run_of(true), part = part_run_, points = 1;
  for (int a = part_.size(); a-- > 0;) {
    const auto most = [&](const Axis& axis, Index bytes) {
      return axis.stride == 0 ? axis.size : (limit_ - bytes) / magnitude(axis.stride) + 1;
    };
    const Index fit =
        std::min({limit_ / (points * move_.run_sum), most(move_.axes[a], whole), most(part_[a], part)});
    const Index size = sizes_[a] = std::min(part_[a].size, fit);
    if (size < part_[a].size) return;
    points *= size;
    whole += (size - 1) * magnitude(move_.axes[a].stride);
    part += (size - 1) * magnitude(part_[a].stride);
  }
}

Index Blocks::count_of(const Index* sizes) const {
  Index count = 1;
  for (int a = 0; a < part_.size(); ++a) count *= (part_[a].size - 1) / sizes[a] + 1;
  return count;
}

void Blocks::search() {
  int x = fastest_axis(move_.axes), y = fastest_axis(part_);
  const int shared = x == y ? x : -1;  // rows of both sides
  if (shared >= 0) x = fastest_axis(move_.axes, shared), y = fastest_axis(part_, shared);
  const Index run = std::max(move_.run_sum, part_run_);
  double bytes = static_cast<double>(run), best = 0;
  for (const Axis& axis : part_) bytes *= static_cast<double>(axis.size);
  const Index most = limit_;
  for (const Limit& limit : kLimits) {
    limit_ = std::min(limit.bytes, most);
    for (int shape = 0; shape < 3; ++shape) {  // grows along y first, along x first, or from a square
      Index sizes[kMaxRank];
      std::fill_n(sizes, part_.size(), 1);
      grow(sizes, shared);
      if (shape == 2) {
        if (x < 0 || y < 0 || x == y) continue;
        const auto edge =
            static_cast<Index>(std::sqrt(static_cast<double>(limit_) / static_cast<double>(run)));
        sizes[x] = std::min(edge / 2 + 1, part_[x].size);
        sizes[y] = std::min(edge / 2 + 1, part_[y].size);
        if (cost_of(sizes) == 0) continue;
      }
      grow_all(sizes, shape == 1 ? x : y, shape == 1 ? y : x);
      const double cost = cost_of(sizes) + bytes * limit.per_byte;
      if (best != 0 && cost >= best) continue;
      best = cost;
      std::copy_n(sizes, part_.size(), sizes_);
      if (count_of(sizes) == 1 && limit_ == kTile) return;  // it cannot be better
    }
  }
}

void Blocks::grow_all(Index* sizes, int first, int second) const {
  grow(sizes, first);
  grow(sizes, second);
  for (int a = part_.size(); a-- > 0;) grow(sizes, a);
}

void Blocks::grow(Index* sizes, int axis) const {
  if (axis < 0) return;
  const Index least = sizes[axis];
  for (Index size = part_[axis].size; size > least; size = (size + 1) / 2) {
    sizes[axis] = size;
    if (cost_of(sizes) != 0) return;
  }
  sizes[axis] = least;
}

double Blocks::cost_of(const Index* sizes) const {
  const Index run = std::max(move_.run_sum, part_run_);
  Index points = 1, cost = 0;
  double boxes = 1;
  Side whole = side_of(true, sizes), part = side_of(false, sizes);
  for (int a = 0; a < part_.size(); ++a) {
    const Index size = whole.axes[a].size = part.axes[a].size = sizes[a];
    if (size > limit_ / (points * run)) return 0;  // points may share the bytes of a layer
    for (const Side* side : {&whole, &part})
      if (!is_countable(side->axes[a].stride, size)) return 0;
    points *= size;
    const Index along = (part_[a].size - 1) / size + 1;
    boxes *= static_cast<double>(along);
  }
  for (const bool of_whole : {true, false}) {
    const Layer layer(of_whole ? whole : part, run_of(of_whole));
    if (layer.copies() > kMaxStreams || layer.bytes() > limit_) return 0;
    const bool is_written = of_whole == (move_.direction == Direction::kJoin);
    const Index copied = layer.span * (is_written && !layer.is_full(run_of(of_whole)) ? 2 : 1);  // gaps stay
    cost +=
        layer.copies() * kBytesOfCopy + layer.count() * (copied + (layer.spacing != 0 ? kBytesOfSpaced : 0));
  }
  return boxes * static_cast<double>(cost);
}

Index Blocks::first(Index i, int axis) const {
  const auto boxes = [&](int a) { return (part_[a].size - 1) / sizes_[a] + 1; };
  for (int a = part_.size(); --a > axis;) i /= boxes(a);
  return i % boxes(axis) * sizes_[axis];
}

Side Blocks::side_of(bool of_whole, const Index* sizes) const {
  return {.axes = of_whole ? move_.axes : part_,
          .origin = of_whole ? move_.begin : move_.part_layout.offset,
          .box = sizes,
          .gap = gap_,
          .is_spaced = move_.part_run != 0 && (of_whole ? move_.packed_bits : move_.part_bits) == 0};
}

Side Blocks::side(Index i, bool of_whole) const {
  Side side = side_of(of_whole, sizes_);
  for (int a = 0; a < side.axes.size(); ++a) {
    const Index begin = first(i, a);
    side.origin += begin * side.axes[a].stride;
    side.axes[a].size = std::min(sizes_[a], side.axes[a].size - begin);
  }
  return side;
}

}  // namespace microtome
