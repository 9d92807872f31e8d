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
  /// Blocks of the sizes that take the least time.
  explicit Blocks(const Move& move);
  /// Blocks of these sizes, one per axis.
  Blocks(const Move& move, const Index* box);
  /// For a move of single elements that are converted, and have `part_run` bytes in the part: there, strides
  /// count those. A box may be cut into pieces along one axis, so that its wider side stays in the
  /// second-level cache.
  Blocks(const Move& move, Index part_run);
  /// Are they for that? Searching takes longer than converting a few thousand elements.
  bool are_for(const Move& move, Index part_run) const;

  const Index* box() const { return sizes_; }
  /// Do the blocks fit into the staging area?
  bool fits() const { return cost_of(sizes_) != 0; }

  /// Boxes, or pieces, if boxes are cut: those of a box follow one another.
  Index count() const { return count_; }
  /// Sides of box or piece `i`. Of a box that is cut, the pieces share one side, which is the whole box's.
  Side whole(Index i) const { return side(i, true); }
  Side part(Index i) const { return side(i, false); }
  /// Bytes of a run.
  Index run_of(bool of_whole) const { return of_whole || !converts() ? move_.run_sum : part_run_; }
  /// Is this side the whole box's?
  bool shares(bool of_whole) const { return cut_ >= 0 && of_whole != cuts_whole_; }
  /// Is `i` the first, or the last, that has this side?
  bool begins(Index i, bool of_whole) const { return !shares(of_whole) || i % chunks_ % pieces_ == 0; }
  bool ends(Index i, bool of_whole) const { return begins(i + 1, of_whole) || i % chunks_ + 1 == chunks_; }
  /// The axis along which boxes are cut; -1: none.
  int cut() const { return cut_; }
  /// Where box or piece `i` begins along an axis. `of_box`: the box that it is a piece of.
  Index first(Index i, int axis, bool of_box = false) const;

 private:
  static constexpr Index kGap = 1024;
  /// A row with a gap in it is copied twice if it is written.
  static constexpr Index kConvertedGap = 256;

  struct Cut {
    int axis = -1;
    Index step = 0;  ///< 0: no piece fits
  };

  bool converts() const { return part_run_ != 0; }
  /// The points of a box of these sizes.
  Side box_of(const Index* sizes, bool of_whole) const;
  Index gap(bool of_whole) const { return of_whole || !converts() ? kGap : kConvertedGap; }
  Side side(Index i, bool of_whole) const;
  void search();
  /// Boxes of these sizes.
  Index count_of(const Index* sizes) const;
  /// How to cut a box of these sizes.
  Cut cut_of(const Index* sizes) const;
  /// The copies of all boxes of these sizes, as the number of bytes that take as long; 0: a box does not fit.
  double cost_of(const Index* sizes) const;
  void grow(Index* sizes, int axis) const;
  void grow_all(Index* sizes, int first, int second) const;

  Move move_;
  Axes part_;
  Index part_run_ = 0;          // 0: elements are not converted
  Index limit_ = 0;             // bytes that a side of a box may take
  Index sizes_[kMaxRank] = {};  // of a box
  Index piece_[kMaxRank] = {};  // of a piece
  Index count_ = 0;
  int cut_ = -1;
  bool cuts_whole_ = false;
  Index step_ = 1;    // indices of a piece along the axis
  Index pieces_ = 1;  // of a box
  Index chunks_ = 1;  // pieces of all boxes along the axis
};

}  // namespace microtome
