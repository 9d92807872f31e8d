#include "move/blocks.hpp"

#include <algorithm>
#include <cmath>

#include "move/way.hpp"

namespace microtome {
namespace {

/// One more copy takes as long as this many more bytes in another copy.
constexpr Index kBytesOfCopy = 4096;

/// Most bytes of a side of a box. Larger boxes take fewer copies, but leave the second-level cache, so that
/// each byte takes as long as this many more bytes of a copy.
struct Limit {
  Index bytes;
  double per_byte;
};
constexpr Limit kLimits[] = {{kTile, 0}, {3 * kTile, 0.25}, {kBlock, 1}};

/// Bytes of a cache line that a piece reads or writes at least.
constexpr Index kLeastOfLine = 16;

/// The axis of least stride among those along which addresses change, but for one; -1 if there is none.
int fastest(const Axes& axes, int except = -1) {
  int found = -1;
  for (int a = 0; a < axes.size(); ++a)
    if (a != except && axes[a].size > 1 && axes[a].stride != 0 &&
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

Blocks::Blocks(const Move& move) : move_(move) {
  assert(suits(move));
  find_part_axes(move, part_);
  search();
}

Blocks::Blocks(const Move& move, Index part_run)
    : move_(move), part_(move.part_layout.axes), part_run_(part_run), cuts_whole_(part_run < move.run_sum) {
  assert(move.part_layout.given);
  search();
}

Blocks::Blocks(const Move& move, const Index* box) : move_(move), limit_(kBlock) {
  find_part_axes(move, part_);
  std::copy_n(box, part_.size(), sizes_);
  count_ = count_of(box);
}

Index Blocks::count_of(const Index* sizes) const {
  Index count = 1;
  for (int a = 0; a < part_.size(); ++a) count *= (part_[a].size - 1) / sizes[a] + 1;
  return count;
}

bool Blocks::are_for(const Move& move, Index part_run) const {
  return part_run_ == part_run && move_.run_sum == move.run_sum && move_.begin == move.begin &&
         move_.axes == move.axes && part_ == move.part_layout.axes &&
         move_.part_layout.offset == move.part_layout.offset;
}

void Blocks::search() {
  int x = fastest(move_.axes), y = fastest(part_);
  const int shared = x == y ? x : -1;  // rows of both sides
  if (shared >= 0) x = fastest(move_.axes, shared), y = fastest(part_, shared);
  const Index run = converts() ? std::min(move_.run_sum, part_run_) : move_.run_sum;
  double bytes = static_cast<double>(run), best = 0;
  for (const Axis& axis : part_) bytes *= static_cast<double>(axis.size);
  for (int candidate = 0; candidate < 9; ++candidate) {
    const int shape = candidate % 3;
    if (converts() && candidate / 3 == 1) continue;  // the wider side is cut into tiles anyway
    limit_ = kLimits[candidate / 3].bytes;
    Index sizes[kMaxRank];
    std::fill_n(sizes, part_.size(), 1);
    grow(sizes, shared);
    if (shape == 2) {
      if (x < 0 || y < 0 || x == y) continue;
      const auto edge = static_cast<Index>(std::sqrt(static_cast<double>(limit_) / static_cast<double>(run)));
      sizes[x] = std::min(edge / 2 + 1, part_[x].size);
      sizes[y] = std::min(edge / 2 + 1, part_[y].size);
      if (cost_of(sizes) == 0) continue;
    }
    grow_all(sizes, shape == 1 ? x : y, shape == 1 ? y : x);
    const double cost = cost_of(sizes) + bytes * kLimits[candidate / 3].per_byte;
    if (count_ != 0 && cost >= best) continue;
    best = cost;
    std::copy_n(sizes, part_.size(), sizes_);
    count_ = count_of(sizes);
    if (count_ == 1 && limit_ == kTile) return;  // it cannot be better
  }
  if (!converts()) return;
  const Cut cut = cut_of(sizes_);
  cut_ = cut.axis;
  if (cut_ < 0) return;
  step_ = cut.step;
  const Index size = part_[cut_].size;
  count_ /= (size - 1) / sizes_[cut_] + 1;
  if (sizes_[cut_] < size) sizes_[cut_] -= sizes_[cut_] % step_;
  std::copy_n(sizes_, part_.size(), piece_);
  piece_[cut_] = step_;
  pieces_ = (sizes_[cut_] - 1) / step_ + 1;
  chunks_ = (size - 1) / step_ + 1;
  count_ *= chunks_;
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

Side Blocks::box_of(const Index* sizes, bool of_whole) const {
  Side side{.axes = of_whole ? move_.axes : part_, .box = sizes, .gap = gap(of_whole)};
  for (int a = 0; a < side.axes.size(); ++a) side.axes[a].size = sizes[a];
  return side;
}

Blocks::Cut Blocks::cut_of(const Index* sizes) const {
  Side side = box_of(sizes, cuts_whole_);
  const Index run = run_of(cuts_whole_);
  if (Layer(side, run).bytes() <= kTile) return {.axis = -1, .step = 1};
  int slowest = -1;
  for (int a = 0; a < side.axes.size(); ++a)
    if (sizes[a] > 1 &&
        (slowest < 0 || magnitude(side.axes[a].stride) > magnitude(side.axes[slowest].stride)))
      slowest = a;
  if (slowest < 0 || limit_ == kTile) return {.axis = -1, .step = 0};
  const Index stride = magnitude(side.axes[slowest].stride);
  side.axes[slowest].size = 1;
  const Layer one(side, run);
  if (one.bytes() > kTile || one.count() > kMaxStreams) return {.axis = -1, .step = 0};
  const bool is_row = one.count() == 1 && stride <= one.span + side.gap;
  const Index most = is_row ? (kTile - one.span) / std::max<Index>(1, stride) + 1
                            : std::min(kTile / one.pitch, Index{kMaxStreams}) / one.count();
  const Index step = std::min(most, sizes[slowest]);
  // pieces that read or write a few bytes of each cache line of the other side take too long
  const Index other = magnitude((cuts_whole_ ? part_ : move_.axes)[slowest].stride);
  return {.axis = slowest, .step = other != 0 && step * other < kLeastOfLine ? 0 : step};
}

double Blocks::cost_of(const Index* sizes) const {
  const Index run = converts() ? std::min(move_.run_sum, part_run_) : move_.run_sum;
  Index points = 1;
  double boxes = 1, cost = 0;
  for (int a = 0; a < part_.size(); ++a) {
    if (sizes[a] > limit_ / (points * run)) return 0;  // points may share bytes
    for (const Axes* axes : {&move_.axes, &part_})
      if (magnitude((*axes)[a].stride) > kMaxIndex / std::max<Index>(1, sizes[a])) return 0;
    points *= sizes[a];
    const Index along = (part_[a].size - 1) / sizes[a] + 1;
    boxes *= static_cast<double>(along);
  }
  for (const bool of_whole : {true, false}) {
    Side side = box_of(sizes, of_whole);
    Index pieces = 1;
    if (converts() && of_whole == cuts_whole_) {
      const Cut cut = cut_of(sizes);
      if (cut.step == 0) return 0;
      if (cut.axis >= 0) {
        pieces = (sizes[cut.axis] - 1) / cut.step + 1;
        side.axes[cut.axis].size = cut.step;
      }
    }
    const Layer layer(side, run_of(of_whole));
    if (layer.count() > kMaxStreams || layer.bytes() > limit_) return 0;
    const bool is_twice = !of_whole && !layer.is_full(run_of(of_whole));
    const Index bytes = converts() ? layer.span * (is_twice ? 2 : 1) : 0;
    cost += static_cast<double>(pieces * layer.count()) * static_cast<double>(kBytesOfCopy + bytes);
  }
  return boxes * cost;
}

Index Blocks::first(Index i, int axis, bool of_box) const {
  const Index chunk = i % chunks_;
  if (axis == cut_) return of_box ? chunk / pieces_ * sizes_[axis] : chunk * step_;
  i /= chunks_;
  const auto boxes = [&](int a) { return a == cut_ ? 1 : (part_[a].size - 1) / sizes_[a] + 1; };
  for (int a = part_.size(); --a > axis;) i /= boxes(a);
  return i % boxes(axis) * sizes_[axis];
}

Side Blocks::side(Index i, bool of_whole) const {
  const bool is_box = cut_ < 0 || shares(of_whole);
  Side side{.axes = of_whole ? move_.axes : part_,
            .origin = of_whole ? move_.begin : move_.part_layout.offset,
            .box = is_box ? sizes_ : piece_,
            .gap = gap(of_whole)};
  for (int a = 0; a < side.axes.size(); ++a) {
    const Index begin = first(i, a, is_box);
    side.origin += begin * side.axes[a].stride;
    side.axes[a].size = std::min(side.box[a], side.axes[a].size - begin);
  }
  return side;
}

}  // namespace microtome
