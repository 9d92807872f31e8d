// Staging: carries out a move tile by tile in a fixed area of memory. The caller copies bytes in
// (`copies_in`), lets a kernel work (`move`), and copies bytes out (`copies_out`). Nothing is allocated,
// whatever the size of the move. A tensor in the arena takes no copy: kernels read or write it in place.
// Elements may be converted on the way (converter.hpp).
#pragma once

#include <span>

#include "move/blocks.hpp"
#include "move/converter.hpp"
#include "move/move.hpp"
#include "move/way.hpp"

namespace microtome {

/// Bytes [at, at + size) of the area are bytes [begin, begin + size) of a tensor. If `spacing` is not 0, they
/// are entries of the tensor's array instead, `spacing` bytes apart from byte `begin` on.
struct Copy {
  Index tensor = 0;  ///< number of a stream, whose part it is; kWhole: the whole
  Index at = 0;
  Index begin = 0;
  Index size = 0;
  Index spacing = 0;
};

inline constexpr Index kWhole = -1;
/// Most copies before a tile moves: of the bytes that it reads, and of its output, if that has gaps.
/// Afterwards there are at most half as many.
inline constexpr std::size_t kMostCopies = 2 * (1 + kMaxStreams);

/// Where the bytes of the parts begin in the area; those of the whole are before them.
inline constexpr Index kPartsAt = kBlock;
/// Room for the first and the last group of a tile's packed elements: groups are copied whole.
inline constexpr Index kGroupRoom = 64;
/// Where packed rows of a side are that have been or will be unpacked, from the beginning of the side on.
inline constexpr Index kPackedAt = kPartsAt / 2;
inline constexpr Index kAreaBytes = kPartsAt + kBlock + kGroupRoom;

class Staging {
 public:
  /// Begins a move that Blocks::suits allows. `whole_bytes` bounds the last group of packed elements. `box`:
  /// sizes of a block; null: Blocks finds them. `whole`: the whole, if it is used in place; null: its bytes
  /// are copied. `converter`: converts the elements; null: they do not change. The caller keeps `streams` and
  /// `converter` until the move is done. `only_checks`: nothing is copied out before the last tile, and then
  /// the whole output, if all integers fit and the area holds it; otherwise nothing.
  void start(const Move& move, std::span<const Stream> streams, Index whole_bytes, std::uint8_t* whole,
             const Index* box = nullptr, Converter* converter = nullptr, bool only_checks = false);

  Index tiles() const { return blocks_.count(); }
  /// The copies to make before tile `i` moves. If the output has gaps, its bytes are copied in too, because
  /// the gaps must stay as they are. Valid until the next call.
  std::span<const Copy> copies_in(Index i);
  /// Moves tile `i`; tiles move in order, each once.
  void move(Index i);
  /// The copies to make after the tile that moved last.
  std::span<const Copy> copies_out();
  /// Did all integers converted so far fit?
  bool fits() const { return fits_; }

  std::span<std::uint8_t> area() { return area_; }

 private:
  bool reads_whole() const { return direction_ == Direction::kCut; }
  /// Can the area hold the part until all tiles have moved?
  [[gnu::noinline]] bool can_hold(const Move& move) const;
  /// Are there several parts, each with its own array?
  bool has_own_parts() const { return streams_.size() > 1 && !has_layout_; }
  /// Does a packed move write its part one element after another?
  bool makes_row() const { return packed_bits_ != 0 && reads_whole() && !has_layout_; }
  /// Does block `i` have gaps between the bytes that move?
  bool has_gaps(Index i, bool of_whole) const;
  /// Adds copies of the bytes that a block covers in the whole, or in the parts. Of a packed part that is
  /// written in tiles, it adds only complete groups. It leaves out tensors in the arena.
  void add(Index i, bool of_whole);
  void add(const Copy& copy);
  void add_streams(Index i);
  /// The copy of a block of packed elements.
  Copy of_packed(Index i, bool of_whole) const;
  /// Bits of a side's packed elements, if these move in rows; 0: bytes, or no rows.
  int bits_of(bool of_whole) const { return of_whole ? whole_bits_ : part_bits_; }
  std::uint8_t* tensor_of(bool of_whole) const { return of_whole ? whole_ : part_; }
  /// The copy of such a row, in whole groups but for the last one. It takes less than 7/8 of the row's place,
  /// `at`.
  Copy packed_row(bool of_whole, Index at, Index first, Index count) const;
  void unpack_rows(const Layer& layer, bool of_whole);
  void pack_rows(const Layer& layer, bool of_whole);
  /// The axes and the first point of a side, as the kernels need them.
  std::uint8_t* locate(Index i, bool of_whole, Axes& axes);
  void move_rows(Index i);
  void move_streams(Index i);
  bool move_patterns(const Axes& axes, const Axes& part_axes, std::uint8_t* whole, std::uint8_t* part) const;
  bool move_together(Axes axes, std::uint8_t* whole, std::uint8_t** parts) const;
  void move_packed(Index i);
  /// Packed elements [begin, end).
  struct Range {
    Index begin, end;
    Index size() const { return end - begin; }
  };
  /// Packed elements of one side. `first` is the first point, counted from a unit that begins at `bytes`.
  struct Packed {
    Axes axes;
    std::uint8_t* bytes;
    Index first;
  };
  /// Fills runs with one element each.
  bool fill_packed(Packed from, Packed to);
  /// Copies packed elements. Long runs, or runs far apart, are copied one by one; others are unpacked to one
  /// element per byte, moved, and packed again.
  void copy_packed(Packed from, Packed to);

  Blocks blocks_;
  Index last_ = 0;  // the tile that was moved last
  Converter* converter_ = nullptr;
  bool only_checks_ = false;
  bool fits_ = true;
  std::span<const Stream> streams_;
  int packed_bits_ = 0;  // of packed elements in tiles
  Direction direction_ = Direction::kCut;
  Index whole_bytes_ = 0;
  std::uint8_t* whole_ = nullptr;
  std::uint8_t* part_ = nullptr;     // of the first stream
  Index held_ = 0;                   // bytes of the part that stay in the area until all tiles have moved
  Index held_at_ = 0;                // where they are
  int whole_bits_ = 0;               // of packed elements in rows
  int part_bits_ = 0;                // the same
  bool has_layout_ = false;          // the part, or the array of the parts
  Index run_sum_ = 0;                // of the streams
  Index begin_ = 0;                  // the least of their offsets
  std::uint8_t group_[kGroup] = {};  // a group that is not full yet

  Copy copies_[kMostCopies];
  std::size_t copy_count_ = 0;

  alignas(16) std::uint8_t area_[kAreaBytes];                     // bytes of the whole, and of the parts
  alignas(16) std::uint8_t unpacked_source_[kTile + kGroupRoom];  // one packed element per byte
  alignas(16) std::uint8_t unpacked_output_[kTile + kGroupRoom];
};

}  // namespace microtome
