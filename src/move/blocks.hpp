// Blocks: cuts a move whose sides have different fastest axes, such as a transposed matrix, into boxes with
// long rows on both sides. A tile of such a move would have a few bytes from each of many rows. A side is
// the whole or the part; one copy takes one row.
#pragma once

#include "move/move.hpp"

namespace microtome {

/// The points of a box on one side.
struct Side {
  Axes axes;
  Index origin = 0;            ///< address of the first point
  const Index* box = nullptr;  ///< sizes of the largest box: the last one along an axis may be smaller
  Index gap = 0;               ///< most bytes between two rows that are copied together with them
};

/// The rows of a side in the staging area: `span` bytes each, `pitch` apart. A layer that has room for the
/// largest box has room for every box.
struct Layer {
  Axes rows;        ///< an address for each row, with strides of the tensor
  Index first = 0;  ///< address of the first row
  Index span = 0;
  Index pitch = 0;
  Axes axes;         ///< of the side, with strides of the area
  Index origin = 0;  ///< of the first point, from the first byte of the first row

  Layer(const Side& side, Index run);
  Index count() const { return count_points(rows); }
  Index bytes() const { return count() == 1 ? span : count() * pitch; }
  /// Do the runs of the points fill the rows?
  bool is_full(Index run) const;

  /// Calls `f(at, address)` for each row: its place in the area and in the tensor.
  template <class F>
  void each(F&& f) const {
    Index index[kMaxRank] = {}, address = first, at = 0;
    while (true) {
      f(at, address);
      at += pitch;
      int a = rows.size();
      for (; a-- > 0;) {
        address += rows[a].stride;
        if (++index[a] < rows[a].size) break;
        address -= rows[a].size * rows[a].stride;
        index[a] = 0;
      }
      if (a < 0) return;
    }
  }
};

class Blocks {
 public:
  /// Does the move have one stream of bytes, whose fastest axes in the whole and in the part differ?
  static bool suits(const Move& move);

  Blocks() = default;
  /// Blocks of these sizes, one per axis.
  Blocks(const Move& move, const Index* box);
  /// Blocks of the sizes that take the least time.
  static Blocks search(const Move& move);

  const Index* box() const { return box_; }
  /// Do the blocks fit into the staging area?
  bool fits() const { return copies_of(box_) != 0; }

  Index count() const { return count_; }
  Side whole(Index i) const { return side(i, move_.axes, move_.begin, kGap); }
  Side part(Index i) const { return side(i, part_, move_.part_layout.offset, part_gap()); }

 private:
  static constexpr Index kGap = 1024;
  Index part_gap() const { return move_.writes_part_only ? 0 : kGap; }
  Side side(Index i, const Axes& axes, Index origin, Index gap) const;
  /// Blocks of these sizes.
  double count_of(const Index* sizes) const;
  /// Copies of a box of these sizes, for both sides; 0 if it does not fit.
  Index copies_of(const Index* sizes) const;
  void grow(Index* sizes, int axis) const;
  void grow_all(Index* sizes, int first, int second) const;

  Move move_;
  Axes part_;
  Index limit_ = 0;           // bytes that a side of a box may take
  Index box_[kMaxRank] = {};  // sizes of a block
  Index count_ = 0;
};

}  // namespace microtome
