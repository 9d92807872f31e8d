// Converts the elements of a block while they move from one strided side to the other, piece by piece,
// through buffers that stay in the second-level cache.
#pragma once

#include "move/blocks.hpp"
#include "move/conversion.hpp"

namespace microtome {

/// Elements of a table: one for each number of so many bytes, 1 or 2.
constexpr Index table_size(Index bytes) { return Index{1} << (8 * bytes); }

class Converter {
 public:
  /// `entries`: for each axis of every box, the step from one index to the next in lists of several numbers.
  /// The caller keeps the lists until the next start.
  void start(kernels::Number from, const Target& to, const Arithmetic& how, const Axes& entries);
  /// Elements of `from` bytes, 1 or 2, become elements of `width` bytes, by one table of table_size(from)
  /// elements, or by one for each entry.
  void start(std::span<const std::uint8_t> tables, Index from, Index width, const Axes& entries);

  /// Bytes of an element.
  Index from_width() const { return from_width_; }
  Index to_width() const { return to_width_; }
  /// Converts the elements of a block. The axes of both sides have its sizes. Nothing is written if `out` is
  /// null. Returns whether all integers fit; the results of others are unspecified.
  [[gnu::noinline]] bool move(const Blocks& blocks, Index block, const Axes& from, const Axes& to,
                              const std::uint8_t* in, std::uint8_t* out);

 private:
  /// Elements that are converted at once, or the block around them. Its axes are in the order that elements
  /// have in the buffers.
  struct Piece {
    Axes from = {};
    Axes to = {};
    Axes entries = {};
    Index first = 0;
    const std::uint8_t* in = nullptr;
    std::uint8_t* out = nullptr;
  };
  /// Bytes of a buffer. Those that fit the first-level cache are no faster.
  static constexpr Index kBuffer = Index{64} << 10;

  bool is_turned_last() const;
  Piece in_order(const Axes& from, const Axes& to) const;
  /// Sizes of the pieces; the last one along each axis may be smaller.
  void choose_sizes(const Piece& box, Index* sizes) const;
  bool convert(const Piece& piece);
  void look_up(const Piece& piece);
  Index table_bytes() const { return table_size(from_width_) * to_width_; }
  const std::uint8_t* join_tables(Index first, Index count);

  Conversion conversion_;
  std::span<const std::uint8_t> tables_;  // empty: elements are computed
  Index from_width_ = 1;
  Index to_width_ = 1;
  Axes entries_;
  Index joined_ = 0, joined_first_ = 0;  // tables that `gathered_` has as one; 0: none
  alignas(16) std::uint8_t gathered_[kBuffer];
  alignas(16) std::uint8_t converted_[kBuffer];
};

}  // namespace microtome
