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
  /// Are elements converted, or does the move have one stream of bytes, whose fastest axes in the whole and
  /// in the part differ?
  static bool suits(const Move& move);

  Blocks() = default;
  /// Blocks of these sizes, one per axis. Null: of those that take the least time.
  explicit Blocks(const Move& move, const Index* box = nullptr);

  const Index* box() const { return sizes_; }
  /// Does a block fit into the staging area?
  bool fits() const { return cost_of(sizes_) != 0; }

  Index count() const { return count_; }
  /// Sides of block `i`.
  Side whole(Index i) const { return side(i, true); }
  Side part(Index i) const { return side(i, false); }
  /// Bytes of a run.
  Index run_of(bool of_whole) const { return of_whole ? move_.run_sum : part_run_; }
  /// Where block `i` begins along an axis.
  Index first(Index i, int axis) const;

 private:
  Side side(Index i, bool of_whole) const;
  void search();
  Index count_of(const Index* sizes) const;
  /// The copies of all boxes of these sizes, as the number of bytes that take as long; 0: a box does not fit.
  double cost_of(const Index* sizes) const;
  void grow(Index* sizes, int axis) const;
  void grow_all(Index* sizes, int first, int second) const;

  Move move_;
  Axes part_;
  Index part_run_ = 0;
  Index limit_ = 0;             // bytes that a side of a box may take
  Index sizes_[kMaxRank] = {};  // of a box
  Index count_ = 0;
};

}  // namespace microtome
