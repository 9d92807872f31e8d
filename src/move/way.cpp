#include "move/way.hpp"

#include <algorithm>
#include <cassert>

#include "move/blocks.hpp"
#include "move/script.hpp"
#include "move/tiling.hpp"

namespace microtome {
namespace {

// Nanoseconds, of moves that were carried out in every way with Node 20 and 24 on 2-core x86-64 machines.
// Only their ratios matter.
constexpr float kCopyByte = 0.022F;     // memcpy in cache: per byte
constexpr float kRunCall = 25;          // `set`: per run; half of it is making the view
constexpr float kFarRunCall = 45;       // `set` in main memory: per run, which waits for its first bytes
constexpr float kFarByte = 0.036F;      // main memory: per byte read or written
constexpr float kFarJump = 5;           // a loop in main memory: per run far from the one before
constexpr float kFarRunJump = 100;      // `set` in main memory: per run far from the one before
constexpr float kScalarStart = 15;      // a loop in JavaScript: per stream
constexpr float kScalarWords = 100;     // the same: per array, to view it as words
constexpr float kScalarLine = 3;        // the same: per innermost loop
constexpr float kScalarEntry = 0.7F;    // the same: per entry
constexpr float kScalarByte = 0.03F;    // the same: per byte
constexpr float kFewLine = 6;           // a loop over few entries, without words: per line
constexpr float kFewEntry = 0.85F;      // the same: per entry
constexpr float kReverse = 150;         // the host's `reverse`: per line
constexpr float kReverseByte = 0.045F;  // the same: per byte
constexpr float kFill = 30;             // the host's `fill`: per line
constexpr float kFillByte = 0.012F;     // the same: per byte
constexpr float kStagedStart = 500;     // staging: per move
constexpr float kStagedTile = 60;       // staging: per tile, for the call
constexpr float kWholeCopy = 60;        // staging: per tile, to copy the whole's bytes if not in the arena
constexpr float kPartCopy = 40;         // staging: per stream and tile, to copy the part's likewise
constexpr float kStagedRun = 0.1F;      // a kernel: per run
constexpr float kSingleRun = 0.5F;      // a kernel that moves one run after another: per run
constexpr float kTurnedRun = 0.15F;     // a kernel that turns rows into columns: per run
constexpr float kStagedByte = 0.02F;    // a kernel: per byte written

/// Larger outputs and their sources do not stay in the caches.
constexpr float kFarBytes = 5 << 20;
constexpr float kCacheLine = 64;
/// `set` waits for memory if the gap before a run is longer.
constexpr Index kFarGap = 320;

/// Nanoseconds of a byte that comes from main memory, or goes there.
float far_byte(float bytes) { return bytes > kFarBytes ? kFarByte : 0; }

/// Nanoseconds of `set`, run by run.
float run_cost(const Move& move, float runs, float bytes) {
  if (bytes <= kFarBytes) return runs * kRunCall + bytes * kCopyByte;
  const bool jumps = move.streams > 1 ||  // each stream skips the runs of the others
                     (!move.axes.empty() && magnitude(move.axes.back().stride) > move.run_sum + kFarGap);
  return runs * (jumps ? kFarRunCall + kFarRunJump : kFarRunCall) + bytes * kCopyByte;
}

/// Nanoseconds of moving lines by the host, if the innermost lines are entries in reverse order or one entry
/// that repeats; 0 otherwise. Hosts reverse bytes slowly.
float line_cost(const Move& move, Index width, float points, float bytes) {
  if (move.streams != 1 || move.run_sum != width || move.axes.empty()) return 0;
  const Axis whole = move.axes.back();
  const Index part = move.part_layout.given ? move.part_layout.axes.back().stride : width;
  if (whole.size <= kLongLine) return 0;
  const float lines = points / static_cast<float>(whole.size);
  const bool is_cut = move.direction == Direction::kCut;
  const Index from = is_cut ? whole.stride : part, to = is_cut ? part : whole.stride;
  if (to != width) return 0;
  if (from == 0) return lines * kFill + bytes * (kFillByte + far_byte(bytes));
  return from == -width && width >= 2 ? lines * kReverse + bytes * (kReverseByte + far_byte(bytes)) : 0;
}

/// The move without the axis that repeats a part of the output: the host copies that part
/// (web/lib/move/repeats.ts).
[[gnu::noinline]] Move without_repeats(Move move, Index width) {
  if (move.direction != Direction::kCut || move.streams != 1 || move.part_layout.given) return move;
  int axis = 0;
  while (axis < move.axes.size() && move.axes[axis].stride != 0) ++axis;
  if (axis == move.axes.size()) return move;
  Index bytes = move.run_sum;
  for (int a = axis + 1; a < move.axes.size(); ++a) bytes *= move.axes[a].size;
  const Index size = move.axes[axis].size;
  const bool is_filled = bytes == width && (width == 1 || bytes * size < kLeastDoubled);
  if (is_filled || bytes * (size - 1) < kLeastRepeated) return move;
  move.axes.erase(axis);
  return move;
}

/// The axis that loops in JavaScript go along (web/lib/move/scalar.ts): the run, if that has several entries,
/// or the last axis; of the last three a longer one, if that is short.
Axis inner_axis(const Move& move, Index width) {
  const Index run = move.run_sum / move.streams;
  const int last = move.axes.size() - 1;
  const bool is_run = run > width || last < 0;
  Axis inner = is_run ? Axis{run / width, run} : move.axes[last];
  for (int a = is_run ? last : last - 1; a >= 0 && a > last - (is_run ? 2 : 3); --a)
    if (inner.size < kFewColumns && move.axes[a].size > inner.size) inner = move.axes[a];
  return inner;
}

/// Nanoseconds of loops along an axis that take `near` in the caches. Whole cache lines come into them, and
/// while a loop works, those that it is about to reach.
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

/// Bytes that loops in JavaScript copy at once: 32-bit words, if all runs of narrower entries are whole ones.
/// Where arrays begin, which only web/lib/move/scalar.ts looks at, hardly ever forbids it.
Index word_of(const Move& move, Index width) {
  Index all = move.offsets_and_runs | move.part_layout.offset;
  for (const Axis axis : move.axes) all |= axis.stride;
  for (const Axis axis : move.part_layout.axes) all |= axis.stride;
  return all % 4 != 0 || width > 4 ? width : 4;
}

float scalar_cost(const Move& move, Index width, float bytes) {
  const auto streams = static_cast<float>(move.streams);
  const float values = bytes / static_cast<float>(width);
  if (values <= static_cast<float>(std::max<Index>(kFewInAll, kFewPerStream * move.streams))) {
    const Index entries = move.run_sum / move.streams / width;
    const Index line = move.axes.empty() ? entries : std::max(entries, move.axes.back().size);
    const float lines = values / static_cast<float>(std::max<Index>(line, 1));
    return streams * kScalarStart + lines * kFewLine + values * kFewEntry;
  }
  const Index word = word_of(move, width);
  const float entries = bytes / static_cast<float>(word);
  const Axis inner = inner_axis(move, word);
  const float lines = entries / static_cast<float>(inner.size);
  const float near = kScalarStart + kScalarWords * (1 + streams) + lines * kScalarLine +
                     entries * kScalarEntry + bytes * kScalarByte;
  return bytes > kFarBytes ? far_cost(move, inner, near, bytes) : near;
}

/// Does a kernel move several runs at once (points.cpp)? Not runs that fill a vector, nor short rows of what
/// is written.
bool has_kernel(const Move& move) {
  constexpr Index kVector = 16, kLongRow = 64;
  const Index run = move.run_sum;
  if (move.streams > 1) return true;
  if (run >= kVector) return false;
  const bool is_cut = move.direction == Direction::kCut;
  bool is_table = false, is_row = false, is_fast = false;
  for (int a = 0; a < move.axes.size(); ++a) {
    const Axis axis = move.axes[a];
    const Index dense = a == move.axes.size() - 1 ? run : 0;  // of other axes the strides do not matter
    const Index part = move.part_layout.given ? move.part_layout.axes[a].stride : dense;
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

/// Nanoseconds of the host's copies of one side, in which `spread` bytes are copied for each byte that moves.
/// Gaps between the bytes that are written have to stay as they are, so they are copied in first.
[[gnu::noinline]] float copy_cost(float copies, float copy, float bytes, float spread, bool is_written) {
  const float once = copies * copy + bytes * spread * (kCopyByte + far_byte(bytes));
  return is_written && spread > 1 ? 2 * once : once;
}

StagedCost staged_cost(const Move& move, float points) {
  const bool is_cut = move.direction == Direction::kCut;
  const float bytes = points * static_cast<float>(move.run_sum);
  if (Blocks::suits(move)) {
    const Blocks blocks(move);
    const auto count = static_cast<float>(blocks.count());
    const auto cost = [&](const Side& side, float copy, bool is_written) {
      const Layer layer(side, move.run_sum);
      const auto rows = static_cast<float>(layer.count());
      const auto filled = static_cast<float>(count_points(layer.axes) * move.run_sum);
      return copy_cost(count * rows, copy, bytes, rows * static_cast<float>(layer.span) / filled, is_written);
    };
    return {kStagedStart + count * kStagedTile + points * kTurnedRun + bytes * kStagedByte,
            cost(blocks.whole(0), kWholeCopy, !is_cut), cost(blocks.part(0), kPartCopy, is_cut)};
  }
  const Tiling tiling(move);
  const auto tiles = static_cast<float>(tiling.count());
  const auto streams = static_cast<float>(move.streams);
  const auto filled = static_cast<float>(tiling.most_points() * move.run_sum);
  const float run = has_kernel(move) ? kStagedRun : kSingleRun;
  return {kStagedStart + tiles * kStagedTile + points * streams * run + bytes * kStagedByte,
          copy_cost(tiles, kWholeCopy, bytes, static_cast<float>(tiling.most_of_whole()) / filled, !is_cut),
          copy_cost(tiles * streams, kPartCopy, bytes, static_cast<float>(tiling.most_of_part()) / filled,
                    is_cut)};
}

}  // namespace

[[gnu::noinline]] Ways choose(const Move& given, Index width) {
  assert(width > 0);
  if (given.packed_bits != 0) return always(Way::kStaged);  // only kernels know how to take bytes apart
  const Move move = without_repeats(given, width);
  const auto points = static_cast<float>(move.points());
  const float runs = points * static_cast<float>(move.streams);
  const float bytes = points * static_cast<float>(move.run_sum);
  const float by_runs = run_cost(move, runs, bytes);
  const float by_lines = line_cost(move, width, points, bytes);
  const float by_entries = by_lines > 0 ? by_lines : scalar_cost(move, width, bytes);
  const Way in_script = by_entries < by_runs ? Way::kScalar : Way::kRuns;
  const float cost = by_entries < by_runs ? by_entries : by_runs;
  if (cost < kStagedStart || !(Blocks::suits(move) || Tiling::suits(move))) return always(in_script);
  const StagedCost staged = staged_cost(move, points);
  Ways ways = 0;
  for (int in_arena = 0; in_arena < kArenaCases; ++in_arena) {
    const float whole = (in_arena & kWholeInArena) != 0 ? 0 : staged.whole;
    const float parts = (in_arena & kPartsInArena) != 0 ? 0 : staged.parts;
    const bool is_best = staged.kernels + whole + parts < cost;
    ways |= static_cast<Ways>(is_best ? Way::kStaged : in_script) << kWayBits * in_arena;
  }
  return ways;
}

}  // namespace microtome
