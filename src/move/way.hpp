// Ways: how a move is carried out, and the numbers that decide it. way.cpp has the costs. JavaScript takes
// the way that is chosen here; web/lib/move/steps.ts says what a new way needs.
#pragma once

#include "move/move.hpp"

namespace microtome {

class Blocks;

enum class Way : std::uint8_t {
  kRuns,     ///< `set`, run by run: the JavaScript engine's memcpy
  kStaged,   ///< tiles through the staging area, with kernels
  kFew,      ///< few entries: a loop in JavaScript over the arrays themselves
  kLoop,     ///< a loop in JavaScript over views of the arrays as integers
  kReverse,  ///< `reverse`, for lines of entries in reverse order
  kFill,     ///< `fill`, for lines of one entry
};
inline constexpr std::size_t kWayCount = 6;

/// Most source bytes, and most output bytes, of one tile. Both halves fit the second-level cache.
inline constexpr Index kTile = Index{128} << 10;

/// Most bytes of each side of a block (blocks.hpp): a whole image or matrix of a few megabytes takes one
/// copy.
inline constexpr Index kBlock = Index{17} << 18;

/// With more streams, tiles are as large as blocks: each stream's part of a tile is copied separately, and
/// would otherwise be too small.
inline constexpr Index kFewStreams = 16;
constexpr Index tile_limit(const Move& move) { return move.streams <= kFewStreams ? kTile : kBlock; }

/// Break-even between repacking and shifting: packed elements read and written per run. Units of three bytes
/// have no vector kernel for repacking. Measured with the kernels alone, natively.
constexpr Index repack_break_even(int packed_bits) { return unit_bytes(packed_bits) == 3 ? 96 : 512; }

/// Longer runs gain nothing from being read together with others.
inline constexpr Index kLongestJoined = 1024;

/// Most streams of one move.
inline constexpr Index kMaxStreams = 1024;

/// Which arrays of a move are in the arena, one bit each. The arena is wasm memory, so staging its arrays
/// needs no copy.
inline constexpr int kWholeInArena = 1;
inline constexpr int kPartsInArena = 2;
inline constexpr int kArenaCases = 4;

/// The way for each combination of these bits, in one number; the lowest bits are for no array in the arena.
using Ways = int;
inline constexpr int kWayBits = 3;
constexpr Ways always(Way way) { return static_cast<Ways>(way) * 0b001'001'001'001; }

/// Lines that a loop in JavaScript copies side by side.
inline constexpr Index kLines = 4;

/// How a move is carried out.
struct Choice {
  Ways ways = 0;
  /// The axis that repeats what the others move (stride 0), if it is worth a `copyWithin`; -1: none. All that
  /// follows is about the move without that axis.
  int repeated = -1;
  /// kLoop, and kFew in a bound plan or with a repeated axis: bytes that are copied at once, if all arrays
  /// begin at multiples of this number; if not, single entries are.
  Index item = 0;
  /// kFew, kLoop: the axis of the move along which the innermost loop goes; the rank means the run.
  int inner = 0;
  /// kLoop: how many of the last axes, with a run of several items, the three inner loops go along: 2 or 3.
  int depth = 0;
  /// kLoop: items of the innermost loop before the next line begins; 0: all. Packed or converted: elements of
  /// a run in a block.
  Index block = 0;
  /// kStaged: has the move blocks (blocks.hpp), and of which sizes?
  bool has_box = false;
  Index box[kMaxRank];

  // NOLINTNEXTLINE: = default would fill the box with zeros
  Choice() {}
};

/// Finds the block of a move with rows on both sides, whose record has `rank` axes.
[[gnu::noinline]] void choose_block(const Blocks& blocks, int rank, Choice& choice);

/// Picks the cheapest way for each combination by estimated time. `width` is the bytes per array entry.
/// 0: the entries are strings. web/lib has no choice of ways for them, so theirs is only reported.
Choice choose(const Move& move, Index width);

/// The same for a move that converts elements of `width` bytes into elements that are stored so. The sizes
/// of its blocks count elements; `block` is that of a run. `most_in_loop`: most elements that a loop in
/// JavaScript converts.
Choice choose_converted(Move move, Index width, Storage stored, Index most_in_loop);

}  // namespace microtome
