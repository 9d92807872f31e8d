// Staging: carries out a move tile by tile in a fixed area of memory. The caller copies bytes in
// (`copies_in`), lets a kernel work (`move`), and copies bytes out (`copies_out`). Nothing is allocated,
// whatever the size of the move. A tensor in the arena takes no copy: kernels read or write it in place.
// Elements may be converted on the way (converter.hpp).
#pragma once

#include <span>

#include "move/blocks.hpp"
#include "move/converter.hpp"
#include "move/move.hpp"
#include "move/tiling.hpp"
#include "move/way.hpp"

namespace microtome {

/// Bytes [at, at + size) of the area are bytes [begin, begin + size) of a tensor.
struct Copy {
  Index tensor = 0;  ///< number of a stream, whose part it is; kWhole: the whole
  Index at = 0;
  Index begin = 0;
  Index size = 0;
};

inline constexpr Index kWhole = -1;
/// Most copies before a tile moves: what it reads, and what it writes into, if there are gaps. Afterwards,
/// half as many.
inline constexpr std::size_t kMostCopies = 2 * (1 + kMaxStreams);

/// Where in the area the bytes of the parts are; those of the whole are before them.
inline constexpr Index kPartsAt = kBlock;
/// Room for the groups in which the packed elements of a tile begin and end, which move as a whole.
inline constexpr Index kGroupRoom = 64;
inline constexpr Index kAreaBytes = kPartsAt + kBlock + kGroupRoom;

class Staging {
 public:
  /// Begins a move, which Tiling::suits or Blocks::suits allows. `whole_bytes` bounds the last group of
  /// packed elements. `box`: sizes of a block, if it moves in blocks; null: they are searched. The caller
  /// keeps `streams` until the move is done. `whole` is the whole if it is used in place; null: its bytes are
  /// copied. `converter`: what converts the elements of such a move; the caller keeps that, too.
  /// `only_checks`: nothing is written, only fits() matters.
  void start(const Move& move, std::span<const Stream> streams, Index whole_bytes, std::uint8_t* whole,
             const Index* box = nullptr, Converter* converter = nullptr, bool only_checks = false);

  Index tiles() const { return in_blocks_ ? blocks_.count() : tiling_.count(); }
  /// The copies to make before tile `i` moves. If an output has gaps, they include its bytes, because those
  /// in the gaps must stay as they are. Valid until the next call.
  std::span<const Copy> copies_in(Index i);
  /// Moves tile `i`; tiles move in order, each once.
  void move(Index i);
  /// The copies to make after the tile that has moved last.
  std::span<const Copy> copies_out();
  /// Did all integers that were converted so far fit?
  bool fits() const { return fits_; }

  std::span<std::uint8_t> area() { return area_; }

 private:
  /// The bytes of the whole that a tile covers.
  Copy of_whole(const Tile& tile) const;
  /// Are there bytes in it that no stream has? Or in the part?
  bool has_gaps(const Tile& tile) const;
  bool has_part_gaps(const Tile& tile) const;
  /// Adds what a tile covers of the whole, or of each part; of a packed row that is written, the groups that
  /// are complete. Leaves out what is in the arena.
  void add_whole(const Tile& tile);
  void add_parts(const Tile& tile);
  /// Adds what a block covers of the whole, or of the part.
  void add_rows(Index i, bool of_whole);
  std::uint8_t* locate(Index i, bool of_whole, Axes& axes);
  void add(const Copy& copy);
  /// Packed elements [begin, end).
  struct Range {
    Index begin, end;
    Index size() const { return end - begin; }
  };
  /// The elements of a packed part that a tile covers.
  static Range part_of(const Tile& tile);
  /// Is the part of a packed move written, one element after another?
  bool makes_row(const Tile& tile) const { return reads_whole() && !tile.part_layout.given; }
  /// The bytes that a tile covers of a part that is packed or has a part_layout.
  Copy of_only_part(const Tile& tile) const;
  bool reads_whole() const { return direction_ == Direction::kCut; }
  void move_block(Index i);
  void move_bytes(const Tile& tile);
  bool move_together(Axes axes, std::uint8_t* whole, std::uint8_t** parts) const;
  void move_packed(const Tile& tile);
  /// Packed elements of one side. `first` is the first point, counted from a unit that begins at `bytes`.
  struct Packed {
    Axes axes;
    std::uint8_t* bytes;
    Index first;
  };
  /// Copies packed elements. Long runs, or runs far apart, are copied one by one; others are unpacked to one
  /// element per byte, and packed again.
  void copy_packed(Packed from, Packed to);

  Tiling tiling_{Move{}};
  bool in_blocks_ = false;
  Blocks blocks_;
  Index last_ = 0;  // the tile that was moved last
  Converter* converter_ = nullptr;
  bool only_checks_ = false;
  bool fits_ = true;
  std::span<const Stream> streams_;
  int packed_bits_ = 0;
  Direction direction_ = Direction::kCut;
  Index whole_bytes_ = 0;
  std::uint8_t* whole_ = nullptr;
  Tile tile_;                        // the same, if it is not a block
  std::uint8_t group_[kGroup] = {};  // a group that is not full yet

  Copy copies_[kMostCopies];
  std::size_t copy_count_ = 0;

  alignas(16) std::uint8_t area_[kAreaBytes];                     // bytes of the whole, and of the parts
  alignas(16) std::uint8_t unpacked_source_[kTile + kGroupRoom];  // one packed element per byte
  alignas(16) std::uint8_t unpacked_output_[kTile + kGroupRoom];
};

}  // namespace microtome
