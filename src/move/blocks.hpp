// Blocks: cuts a move into boxes whose bytes fit into the staging area, on both sides. A block is one box of
// a move. A side is the whole or its parts. If both sides have the same fastest axis, a box is a tile: it
// consists of whole inner axes, so that it takes one piece of each side. Otherwise, as in a transposed
// matrix, a tile would have a few bytes from each of many rows. So boxes have long rows on both sides, and a
// copy takes one row. blocks.cpp has the costs.
#pragma once

#include <limits>

#include "move/move.hpp"

namespace microtome {

/// The axis of least stride among those along which addresses change, `except` aside; -1 if there is none.
int fastest_axis(const Axes& axes, int except = -1);

/// The points of a box on one side.
struct Side {
  Axes axes;
  Index origin = 0;            ///< address of the first point
  const Index* box = nullptr;  ///< sizes of the largest box: the last one along an axis may be smaller
  Index gap = 0;               ///< most bytes between two rows that are copied together with them
  bool is_spaced = false;      ///< may one copy collect runs that are farther apart?
};
inline constexpr Index kAnyGap = std::numeric_limits<Index>::max();

/// The rows of a side in the staging area: `span` bytes each, `pitch` apart, in the order of their addresses
/// in the tensor. A layer with room for the largest box has room for every box.
struct Layer {
  Axes rows;          ///< one point per row, with strides of the tensor, which are positive
  Index spacing = 0;  ///< stride of the last of these axes, if one copy takes all its rows, each a run; or 0
  Index first = 0;    ///< address of the first row
  Index span = 0;
  Index pitch = 0;
  Axes axes;         ///< of the side, with strides of the area
  Index origin = 0;  ///< the first point, counted from the first byte of the first row

  Layer(const Side& side, Index run);
  Index count() const { return count_points(rows); }
  /// Rows that one copy takes.
  Index together() const { return spacing == 0 ? 1 : rows.back().size; }
  Index copies() const { return count() / together(); }
  Index bytes() const { return count() == 1 ? span : count() * pitch; }
  /// Do runs of `run` bytes at each point fill the rows?
  bool is_full(Index run) const { return run * count_points(axes) == count() * span; }

  /// Calls `f(at, address)` for each copy: the place of its first row in the area and in the tensor.
  template <class F>
  void each(F&& f) const {
    Index index[kMaxRank] = {}, address = first, at = 0;
    while (true) {
      f(at, address);
      at += pitch * together();
      int a = rows.size() - (spacing != 0);
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
  /// Can blocks carry the move out? Not if the runs at one point are longer than a tile, or farther apart; if
  /// its bytes are not countable; or if packed runs would need an axis too many.
  static bool suits(const Move& move);
  /// Does the move convert, or have one stream whose fastest axes in the whole and in the part differ? Or are
  /// runs of packed elements far apart? Then its boxes have rows on both sides; boxes of other moves are
  /// tiles.
  static bool have_rows(const Move& move);

  Blocks() = default;
  /// Blocks of these sizes, one per axis. Null: of the sizes that take the least time.
  explicit Blocks(const Move& move, const Index* box = nullptr);

  const Index* box() const { return sizes_; }
  /// Axes of a block: those of the move, and the run if it became one.
  int rank() const { return part_.size(); }
  /// Does a block fit into the staging area?
  bool fits() const { return cost_of(sizes_) != 0; }
  bool have_rows() const { return gap_ != kAnyGap; }

  Index count() const { return count_; }
  /// A side of block `i`. Parts that have their own arrays count as if their runs followed one another.
  Side side(Index i, bool of_whole) const;
  Layer layer(Index i, bool of_whole) const { return {side(i, of_whole), run_of(of_whole)}; }
  /// Bytes from the first to the last that move at one point. For parts that have their own arrays: all that
  /// move.
  Index run_of(bool of_whole) const { return of_whole ? move_.end - move_.begin : part_run_; }
  /// Where block `i` begins along an axis.
  Index first(Index i, int axis) const;

 private:
  /// A side of all boxes.
  Side side_of(bool of_whole, const Index* sizes) const;
  void search();
  void fill_tile();
  Index count_of(const Index* sizes) const;
  /// The cost of the copies of all boxes of these sizes, in bytes that take as long; 0: a box does not fit.
  double cost_of(const Index* sizes) const;
  void grow(Index* sizes, int axis) const;
  void grow_all(Index* sizes, int first, int second) const;

  Move move_;
  Axes part_;
  Index part_run_ = 0;
  Index gap_ = 0;
  Index limit_ = 0;             // bytes that a side of a box may take
  Index sizes_[kMaxRank] = {};  // of a box
  Index count_ = 0;
};

}  // namespace microtome
