// Staging: carries out a move tile by tile in a fixed area of memory. The caller copies source bytes in
// (`load`), lets a kernel work (`move`), and copies the outputs' bytes out (`store`). Nothing is allocated,
// whatever the size of the move. A source or an output in the arena takes no copy: kernels read or write it
// in place.
#pragma once

#include <span>

#include "move/move.hpp"
#include "move/tiling.hpp"
#include "move/way.hpp"

namespace microtome {

/// Bytes [at, at + size) of the area are bytes [begin, begin + size) of a source or an output.
struct Copy {
  Index at = 0;
  Index begin = 0;
  Index size = 0;
};

class Staging {
 public:
  /// Begins a move, which Tiling::possible allows. `source_bytes` bounds the last group of packed elements.
  /// The caller keeps `streams` until the move is done. `source` is the source if it is read in place; null:
  /// it is loaded.
  void start(const Move& move, std::span<const Stream> streams, Index source_bytes,
             const std::uint8_t* source = nullptr);

  Index tiles() const { return tiling_.count(); }
  /// What tile `i` needs before it can move, unless the source is read in place.
  Copy load(Index i) const;
  /// Moves tile `i`; tiles move in order, each once.
  void move(Index i);
  /// Calls `f(copy)` with what each stream of the last tile has written. A stream with an `out` has it there
  /// already.
  template <class F>
  void each_store(F&& f) const {
    if (packed_bits_ != 0) return void(f(Copy{kLargeTile, written_, packed_}));
    Index at = kLargeTile;
    for (const Stream& stream : streams_) {
      const Index size = tile_.points * stream.run;
      f(Copy{at, tile_.first * stream.run, size});
      at += size;
    }
  }

  std::span<std::uint8_t> area() { return area_; }

 private:
  void move_bytes(const Tile& tile);
  void move_packed(const Tile& tile, bool last);
  /// `run` packed elements from every point of a tile, of which the first point is element `first` of
  /// `source`. Elements from `end` on are not read.
  struct PackedRuns {
    Axes axes;
    Index run;
    const std::uint8_t* source;
    Index first;
    Index end;
    std::uint8_t* output;
  };
  void shift(const PackedRuns& runs);
  void repack(const PackedRuns& runs, Index elements);

  Tiling tiling_{Move{}};
  std::span<const Stream> streams_;
  int packed_bits_ = 0;
  Index source_bytes_ = 0;
  const std::uint8_t* source_ = nullptr;
  Tile tile_;                        // the last one that was moved
  Index waiting_ = 0;                // packed elements of earlier tiles that do not fill a group yet
  Index written_ = 0;                // bytes of packed output before those of this tile
  Index packed_ = 0;                 // bytes of packed output of this tile
  std::uint8_t group_[kGroup] = {};  // the group of the waiting elements

  alignas(16) std::uint8_t area_[2 * kLargeTile + 64];    // source bytes, then output bytes
  alignas(16) std::uint8_t unpacked_source_[kTile + 64];  // one packed element per byte
  alignas(16) std::uint8_t unpacked_output_[kTile + 64];
};

}  // namespace microtome
