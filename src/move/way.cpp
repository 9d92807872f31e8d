#include "move/way.hpp"

#include <algorithm>

#include "move/blocks.hpp"

namespace microtome {
namespace {

// Nanoseconds, fitted to moves that were carried out in every way, with Node 20 and 24 on 2-core x86-64
// machines. Only their ratios matter.
constexpr float kCopyByte = 0.022F;      // memcpy in cache: per byte
constexpr float kRunCall = 25;           // `set`: per run
constexpr float kRunView = 25;           // the same: per run, to make its view, which a bound plan keeps
constexpr float kFarRunCall = 45;        // `set` in main memory: per run, which waits for its first bytes
constexpr float kFarByte = 0.036F;       // main memory: per byte read or written
constexpr float kFarJump = 5;            // a loop in main memory: per run far from the one before
constexpr float kFarRunJump = 100;       // `set` in main memory: per run far from the one before
constexpr float kScalarStart = 15;       // a loop in JavaScript: per stream
constexpr float kScalarViews = 100;      // the same: per array, to view it as integers
constexpr float kScalarLine = 3;         // the same: per innermost loop
constexpr float kScalarEntry = 0.7F;     // the same: per entry
constexpr float kScalarByte = 0.03F;     // the same: per byte
constexpr float kFewLine = 3;            // a loop over few entries, without views: per line
constexpr float kFewEntry = 0.85F;       // the same: per entry
constexpr float kReverse = 150;          // `reverse`: per line
constexpr float kReverseByte = 0.045F;   // the same: per byte
constexpr float kFill = 30;              // `fill`: per line
constexpr float kFillByte = 0.012F;      // the same: per byte
constexpr float kStagedStart = 500;      // staging: per move
constexpr float kStagedTile = 60;        // staging: per tile, for the call
constexpr float kWholeCopy = 60;         // staging: per tile, to copy the whole's bytes if not in the arena
constexpr float kPartCopy = 40;          // staging: per stream and tile, to copy the part's bytes likewise
constexpr float kStagedRun = 0.1F;       // a kernel: per run
constexpr float kListedRun = 1.5F;       // a loop along a list: per run
constexpr float kSingleRun = 0.5F;       // a kernel that moves one run after another: per run
constexpr float kTransposedRun = 0.15F;  // a kernel that turns rows into columns: per run
constexpr float kStagedByte = 0.02F;     // a kernel: per byte written

// Thresholds of what JavaScript does.

/// Up to so much in all, or this many entries per stream, loops over the arrays themselves take less time
/// than loops over views. Of entries that a view as integers takes several at a time, it is less.
constexpr Index kFewBytes = 8192, kFewItems = 512, kFewPerStream = 16;
/// The innermost loop goes along an axis of at least this many items, if there is one among the last three.
/// The same number of columns is copied side by side, because the cache has room for a line of each, however
/// far apart they are.
constexpr Index kFewColumns = 8;
/// A table of this many items stays in the cache, however it is read.
constexpr Index kMostCached = 512;
/// Items of an innermost loop, chosen so that the items of the next line are still cached.
constexpr Index kBlockItems = 256;
/// `reverse` and `fill` carry out longer lines of reversed or repeated entries.
constexpr Index kLongLine = 64;
/// A kernel carries out repetitions of fewer bytes in a row.
constexpr Index kLeastRepeated = 8192;

/// Larger outputs, and their sources, do not stay in the caches.
constexpr float kFarBytes = 5 << 20;
constexpr float kCacheLine = 64;
/// `set` waits for memory if the gap before a run is longer.
constexpr Index kFarGap = 320;

/// Nanoseconds of a byte that is read from main memory, or written to it.
float far_byte(float bytes) { return bytes > kFarBytes ? kFarByte : 0; }

/// Nanoseconds of `set`, run by run.
float run_cost(const Move& move, float runs, float bytes) {
  if (bytes <= kFarBytes) return runs * kRunCall + bytes * kCopyByte;
  const bool jumps = move.streams > 1 ||  // each stream skips the runs of the others
                     (!move.axes.empty() && magnitude(move.axes.back().stride) > move.run_sum + kFarGap);
  return runs * (jumps ? kFarRunCall + kFarRunJump : kFarRunCall) + bytes * kCopyByte;
}

/// Nanoseconds of moving lines by `reverse` or `fill`, if the innermost lines are reversed entries or one
/// repeated entry, and which of the two; 0 otherwise. JavaScript engines reverse bytes slowly.
float line_cost(const Move& move, Index width, float points, float bytes, Way& way) {
  if (move.streams != 1 || move.run_sum != width || move.axes.empty()) return 0;
  const Axis whole = move.axes.back();
  const Index part = move.part_layout.is_stated ? move.part_layout.axes.back().stride : width;
  if (whole.size <= kLongLine) return 0;
  const float lines = points / static_cast<float>(whole.size);
  const bool is_cut = move.direction == Direction::kCut;
  const Index from = is_cut ? whole.stride : part, to = is_cut ? part : whole.stride;
  if (to != width) return 0;
  if (from == 0) {
    way = Way::kFill;
    return lines * kFill + bytes * (kFillByte + far_byte(bytes));
  }
  if (from != -width || width < 2) return 0;
  way = Way::kReverse;
  return lines * kReverse + bytes * (kReverseByte + far_byte(bytes));
}

/// The axis that repeats a part of the output, which `copyWithin` then copies; -1: none. A single entry is
/// left to `fill`.
int repeated_axis(const Move& move, Index width) {
  if (move.direction != Direction::kCut || move.streams != 1 || move.part_layout.is_stated) return -1;
  int axis = 0;
  while (axis < move.axes.size() && move.axes[axis].stride != 0) ++axis;
  if (axis == move.axes.size()) return -1;
  Index bytes = move.run_sum;
  for (int a = axis + 1; a < move.axes.size(); ++a) bytes *= move.axes[a].size;
  return bytes == width || bytes * (move.axes[axis].size - 1) < kLeastRepeated ? -1 : axis;
}

/// Bytes from one index of an axis to the next on the side that is read.
Index stride_read(const Move& move, int axis) {
  if (move.direction == Direction::kCut) return move.axes[axis].stride;
  if (move.part_layout.is_stated) return move.part_layout.axes[axis].stride;
  Index stride = move.run_sum / move.streams;
  for (int a = move.axes.size(); --a > axis;) stride *= move.axes[a].size;
  return stride;
}

/// Decides how loops in JavaScript go through items of `choice.item` bytes.
void shape_loop(const Move& move, Choice& choice) {
  const int rank = move.axes.size();
  const Index run = move.run_sum / move.streams / choice.item;
  const int last = run > 1 || rank == 0 ? rank : rank - 1;  // the run is an axis, unless it is one item
  const auto axis_at = [&](int a) {
    if (a == rank) return Axis{run, choice.item};
    return a < 0 ? Axis{1, 0} : Axis{move.axes[a].size, stride_read(move, a)};
  };
  const Axis first = axis_at(last), second = axis_at(last - 1), third = axis_at(last - 2);
  const bool is_turned = second.size >= kFewColumns && magnitude(first.stride) > magnitude(second.stride) &&
                         first.size * second.size > kMostCached;
  int inner = last;
  Index size = first.size;
  if (size < kFewColumns && second.size > size) inner = last - 1, size = second.size;
  if (size < kFewColumns && third.size > size && !is_turned) inner = last - 2;
  const bool is_pass = inner == last - 1 && first.size <= kLines;  // over all lines
  const bool is_whole = (inner == last || is_pass) && move.streams == 1;
  choice.inner = inner;
  choice.depth = is_turned || (inner == last - 1 && !is_pass) ? 2 : 3;
  choice.block = is_turned && inner == last ? kFewColumns : is_whole ? 0 : kBlockItems;
}

/// Nanoseconds of loops along an axis that would take `near` if all data were cached. Caches load whole
/// lines, and prefetch lines while a loop works.
float far_cost(const Move& move, const Axis& inner, float near, float bytes) {
  if (move.axes.empty()) return near;
  const auto runs = static_cast<float>(move.points() * move.streams);
  const float reach = bytes / runs + kCacheLine;
  const Axis& last = move.axes.back();
  const auto step = static_cast<float>(magnitude(inner.stride));
  const auto line = static_cast<float>(magnitude(last.stride));
  const float memory = (runs * std::min({step, line, reach}) + bytes) * kFarByte;
  const float gap = last.size >= kFewColumns ? line : step - line * static_cast<float>(last.size - 1);
  return gap > reach ? near + memory + runs * kFarJump : std::max(near, memory);
}

/// Bytes that loops in JavaScript copy at once: 32-bit integers, if all runs of narrower entries consist of
/// them.
Index item_of(const Move& move, Index width) {
  Index all = move.offsets_and_runs;
  for (const Axis axis : move.axes) all |= axis.stride;
  for (const Axis axis : move.part_layout.axes) all |= axis.stride;
  return all % 4 != 0 || width > 4 ? width : 4;
}

/// Decides how loops in JavaScript go, and returns how many nanoseconds they take.
float loop_cost(const Move& move, Index width, float bytes, Choice& choice) {
  const Index item = choice.item = item_of(move, width);
  shape_loop(move, choice);
  const auto streams = static_cast<float>(move.streams);
  const float entries = bytes / static_cast<float>(item);
  const Index run = move.run_sum / move.streams;
  const Axis inner = choice.inner == move.axes.size() ? Axis{run / item, run} : move.axes[choice.inner];
  const float lines = entries / static_cast<float>(inner.size);
  const float near = kScalarStart + kScalarViews * (1 + streams) + lines * kScalarLine +
                     entries * kScalarEntry + bytes * kScalarByte;
  return bytes > kFarBytes ? far_cost(move, inner, near, bytes) : near;
}

/// The same for few entries, along the run or the last axis.
float few_cost(const Move& move, Index width, float entries, Choice& choice) {
  choice.item = item_of(move, width);  // where it is carried out like a loop
  const int last = move.axes.size() - 1;
  const Index run = move.run_sum / move.streams / width;
  const bool is_axis = last >= 0 && move.axes[last].size > run;
  choice.inner = is_axis ? last : last + 1;
  const auto line = static_cast<float>(is_axis ? move.axes[last].size : run);
  return static_cast<float>(move.streams) * kScalarStart + entries / line * kFewLine + entries * kFewEntry;
}

/// Chooses for a move with a list.
void choose_listed(const Move& move, Index width, Choice& choice) {
  choice.item = std::min<Index>(item_of(move, width), 4);
  const auto points = static_cast<float>(move.points());
  const float bytes = points * static_cast<float>(move.run_sum);
  const float entries = bytes / static_cast<float>(choice.item);
  const float loop = kScalarStart + 2 * kScalarViews + points * kListedRun + entries * kScalarEntry;
  const bool is_loop = move.packed_bits != 0 || loop < run_cost(move, points, bytes);
  choice.ways = always(is_loop ? Way::kLoop : Way::kRuns);
}

/// Does a kernel move several runs at once (copy_box.cpp)? Not if runs fill a vector, or rows of the output
/// are short.
bool has_kernel(const Move& move) {
  constexpr Index kVector = 16, kLongRow = 64;
  const Index run = move.run_sum;
  const bool is_cut = move.direction == Direction::kCut;
  if (move.streams > 1)  // in one array, a vector must hold them
    return !move.part_layout.is_stated || std::max(move.end - move.begin, move.part_span()) <= kVector;
  if (run >= kVector) return false;
  bool is_table = false, is_row = false, is_fast = false;
  for (int a = 0; a < move.axes.size(); ++a) {
    const Axis axis = move.axes[a];
    const Index dense = a == move.axes.size() - 1 ? run : 0;  // of other axes the strides do not matter
    const Index part = move.part_layout.is_stated ? move.part_layout.axes[a].stride : dense;
    const Index from = is_cut ? axis.stride : part, to = is_cut ? part : axis.stride;
    is_table |= from == run;
    if (to != run) continue;
    is_row = true;
    const Index hull = (axis.size - 1) * magnitude(from) + run;
    is_fast = from == 0 || axis.size >= kLongRow || hull <= (axis.size > 2 ? kVector : kVector / 2);
  }
  return is_row && (is_table || is_fast);
}

struct StagedCost {
  float kernels;
  float whole;  // copies of it; none if it is in the arena
  float parts;  // copies of them; none if they are
};

/// Nanoseconds of the copies by `set` of one side, in which `spread` bytes are copied for each byte that
/// moves. Gaps in an output must stay as they are, so they are copied in first.
[[gnu::noinline]] float copy_cost(float copies, float copy, float bytes, float spread, bool is_written) {
  const float once = copies * copy + bytes * spread * (kCopyByte + far_byte(bytes));
  return is_written && spread > 1 ? 2 * once : once;
}

void set_box(const Blocks& blocks, int rank, Choice& choice) {
  choice.has_box = true;
  std::copy_n(blocks.box(), rank, choice.box);
}

/// Also finds the block of a move with rows on both sides.
[[gnu::noinline]] StagedCost staged_cost(const Move& move, float points, Choice& choice) {
  const Blocks blocks(move);
  // to find the sizes of tiles again is as fast as to read them from the record
  if (blocks.have_rows()) set_box(blocks, move.axes.size(), choice);
  const bool is_cut = move.direction == Direction::kCut;
  const auto streams = static_cast<float>(move.streams), count = static_cast<float>(blocks.count());
  const float bytes = points * static_cast<float>(move.run_sum);
  const auto cost = [&](bool of_whole, float copy) {
    const Layer layer = blocks.layer(0, of_whole);
    const auto rows = static_cast<float>(layer.count());
    const auto filled = static_cast<float>(count_points(layer.axes) * move.run_sum);
    return copy_cost(count * rows, copy, bytes, rows * static_cast<float>(layer.span) / filled,
                     of_whole != is_cut);
  };
  const float run = blocks.have_rows() ? kTransposedRun : has_kernel(move) ? kStagedRun : kSingleRun;
  return {kStagedStart + count * kStagedTile + points * streams * run + bytes * kStagedByte,
          cost(true, kWholeCopy), cost(false, kPartCopy * streams)};
}

/// Chooses for a move without a repeated axis.
void choose_once(const Move& move, Index width, Choice& choice) {
  const auto points = static_cast<float>(move.points());
  const float runs = points * static_cast<float>(move.streams);
  const float bytes = points * static_cast<float>(move.run_sum);
  const float entries = bytes / static_cast<float>(width);
  const Index few = item_of(move, width) == width ? kFewBytes / std::max<Index>(width, 4) : kFewItems;
  const bool is_few = entries <= static_cast<float>(std::max<Index>(few, kFewPerStream * move.streams));
  Way way = is_few ? Way::kFew : Way::kLoop;
  float cost = line_cost(move, width, points, bytes, way);
  if (cost == 0)
    cost = is_few ? few_cost(move, width, entries, choice) : loop_cost(move, width, bytes, choice);
  const float by_runs = run_cost(move, runs, bytes) + (is_few ? runs * kRunView : 0);
  if (by_runs <= cost) way = Way::kRuns, cost = by_runs;
  choice.ways = always(way);
  if (cost < kStagedStart || !Blocks::suits(move)) return;
  const StagedCost staged = staged_cost(move, points, choice);
  for (int in_arena = 0; in_arena < kArenaCases; ++in_arena) {
    const float whole = (in_arena & kWholeInArena) != 0 ? 0 : staged.whole;
    const float parts = (in_arena & kPartsInArena) != 0 ? 0 : staged.parts;
    if (staged.kernels + whole + parts >= cost) continue;
    const int shift = kWayBits * in_arena;
    choice.ways += (static_cast<Ways>(Way::kStaged) - static_cast<Ways>(way)) * (1 << shift);
  }
}

/// Is the innermost line one element, repeated, in units of whole bytes?
bool fills_line(const Move& move) {
  if (unit_bytes(move.packed_bits) != 1 || move.run_sum != 1 || move.axes.empty()) return false;
  const Axis whole = move.axes.back();
  const Index part = move.part_layout.is_stated ? move.part_layout.axes.back().stride : 1;
  const bool is_cut = move.direction == Direction::kCut;
  return (is_cut ? whole.stride : part) == 0 && (is_cut ? part : whole.stride) == 1 && whole.size > kLongLine;
}

/// Chooses for packed elements. A loop takes as long as copying kSparse others for each of them.
void choose_packed(const Move& move, Choice& choice) {
  constexpr Index kFewPacked = 128, kSparse = 32, kShortRun = 8, kElementsOfCopy = 256;
  choice.ways = always(Way::kStaged);
  if (fills_line(move)) return void(choice.ways = always(Way::kFill));
  if (!Blocks::suits(move)) return;
  const Blocks blocks(move);
  bool is_sparse = false;
  for (const bool of_whole : {true, false}) {
    const Layer layer = blocks.layer(0, of_whole);
    const Index moved = count_points(layer.axes) * blocks.run_of(of_whole);
    is_sparse = is_sparse || layer.count() * (layer.span + kElementsOfCopy) > kSparse * moved;
  }
  if (move.points() * move.run_sum <= kFewPacked || (is_sparse && move.run_sum <= kShortRun))
    choice.ways = always(Way::kLoop);
  else if (blocks.have_rows())
    choose_block(blocks, move.axes.size(), choice);
}

}  // namespace

[[gnu::noinline]] void choose_block(const Blocks& blocks, int rank, Choice& choice) {
  set_box(blocks, rank, choice);
  if (blocks.rank() > rank) choice.block = blocks.box()[rank];
}

[[gnu::noinline]] Choice choose(const Move& move, Index width) {
  const int rank = move.axes.size();
  Choice choice;
  choice.item = width;
  choice.inner = rank;
  if (width == 0) {
    choice.ways = always(Way::kLoop);
    return choice;
  }
  if (move.listed >= 0) {
    choose_listed(move, width, choice);
    return choice;
  }
  if (move.packed_bits != 0) {
    choose_packed(move, choice);
    return choice;
  }
  const int repeated = choice.repeated = repeated_axis(move, width);
  if (repeated < 0) {
    choose_once(move, width, choice);
    return choice;
  }
  Move once = move;
  once.axes.erase(repeated);
  choose_once(once, width, choice);
  if (choice.inner >= repeated) ++choice.inner;  // counts the repeated axis, too
  if (!choice.has_box) return choice;
  std::copy_backward(choice.box + repeated, choice.box + rank - 1, choice.box + rank);
  choice.box[repeated] = 1;
  return choice;
}

}  // namespace microtome
