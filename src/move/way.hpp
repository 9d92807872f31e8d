// Ways: how a move is carried out, and the numbers that decide it. way.cpp has the costs.
// web/lib/move/ways.ts says what a new way needs.
#pragma once

#include "move/move.hpp"

namespace microtome {

enum class Way : std::uint8_t {
  kRuns,    ///< the host's memcpy, run by run
  kStaged,  ///< tiles through the staging area, with kernels
  kScalar,  ///< a loop in JavaScript; for some long lines the host's `reverse` or `fill`
};

/// Most source bytes, and most output bytes, of one tile. Both halves fit the second-level cache.
inline constexpr Index kTile = Index{128} << 10;

/// Most bytes of each side of a block (blocks.hpp): a whole image or matrix of a few megabytes takes one
/// copy.
inline constexpr Index kBlock = Index{17} << 18;

/// More streams than these get tiles as large as blocks: each stream's part of a tile is copied by itself,
/// and would be too small.
inline constexpr Index kFewStreams = 16;
constexpr Index tile_limit(const Move& move) { return move.streams <= kFewStreams ? kTile : kBlock; }

/// Break-even between repacking and shifting: packed elements read and written per run. Units of three bytes
/// have no vector kernel for repacking. Measured with the kernels alone, natively.
constexpr Index repack_break_even(int packed_bits) { return unit_bytes(packed_bits) == 3 ? 96 : 512; }

/// Longer runs gain nothing from being read together with others.
inline constexpr Index kLongestJoined = 1024;

/// Most streams of one move.
inline constexpr Index kMaxStreams = 1024;

/// Which arrays of a move are in the arena, one bit each. The arena is wasm memory: what is there needs no
/// copy to be staged.
inline constexpr int kWholeInArena = 1;
inline constexpr int kPartsInArena = 2;
inline constexpr int kArenaCases = 4;

/// The way for each combination of those bits, in one number; the lowest bits are for no array in the arena.
using Ways = int;
inline constexpr int kWayBits = 2;
constexpr Ways always(Way way) { return static_cast<Ways>(way) * 0b01'01'01'01; }

/// Picks the cheapest way for each combination by estimated time. An axis that repeats (stride 0) is costed
/// once, because JavaScript copies the result. `width` is the bytes per array entry. Strings are always
/// kScalar.
Ways choose(const Move& given, Index width);
inline constexpr Way kStringWay = Way::kScalar;

}  // namespace microtome
