// What operators decide: which elements of one tensor, the whole, each of its parts has. A cut makes parts
// from the whole; a join makes the whole from parts. The decision is a rule instead of a list, because there
// may be a million parts that differ only in one size.
#pragma once

#include <algorithm>

#include "plan/tensors.hpp"
#include "plan/view.hpp"

namespace microtome {

/// Sizes of the pieces that an axis is cut into: a list, or chunks of one size with the rest at the end.
struct Pieces {
  Index count = 0;
  std::span<const Index> list = {};  ///< not owned; empty: chunks
  Index rest = -1;                   ///< size for an entry of -1
  Index chunk = 0;
  Index total = 0;

  static Pieces of(std::span<const Index> list, Index rest = -1) {
    return {.count = static_cast<Index>(list.size()), .list = list, .rest = rest};
  }
  static Pieces of_chunks(Index count, Index chunk, Index total) {
    return {.count = count, .list = {}, .chunk = chunk, .total = total};
  }
  Index size(Index i) const {
    if (!list.empty())
      return list[static_cast<std::size_t>(i)] < 0 ? rest : list[static_cast<std::size_t>(i)];
    if (chunk == 0 || i > total / chunk) return 0;  // also keeps i * chunk from overflowing
    const Index left = total - i * chunk;
    return left < 0 ? 0 : left < chunk ? left : chunk;
  }
};

/// The positions of a cache that an update goes to, for each item of the batch.
struct Positions {
  int axis = -1;                      ///< -1: there are none
  std::span<const Index> start = {};  ///< not owned; empty: 0 for every item
  Index count = 0;                    ///< of consecutive positions
};

/// Where a cut reads, if positions are listed. The list has the indices of some axes, in row-major order; the
/// strides of these axes in the whole do not matter.
struct Listed {
  std::span<const Index> positions = {};  ///< in units of `stride`; below 0, in a gap: zeros
  bool has_gaps = false;
  Index stride = 0;
  int batches = 0;  ///< number of leading axes of the whole that the list has
  int first = -1;   ///< first of the other axes that it has; -1: there is no list
  int count = 0;    ///< their number
};

/// A function that is called with each part of a plan. `whole` views the elements of part number `part` in
/// the whole. `of_part`, of the same sizes, views them in the part of a join; it is null in a cut. This is
/// not a template, so that the module has the loop over a plan, a kilobyte of wasm, only once. The function
/// must outlive it.
class Visit {
 public:
  template <class F>
  explicit Visit(const F& f)
      : f_(&f), call_([](const void* of, Index part, const View& whole, const View* of_part) {
          (*static_cast<const F*>(of))(part, whole, of_part);
        }) {}
  void operator()(Index part, const View& whole, const View* of_part) const {
    call_(f_, part, whole, of_part);
  }

 private:
  const void* f_;
  void (*call_)(const void* f, Index part, const View& whole, const View* of_part);
};

/// A cut of `whole` into pieces along one axis, or a join. In a join, either the parts follow one another
/// along an axis, or part 0 is all of the whole and part 1 replaces some of its elements, or the operator
/// says where each region comes from.
struct Plan {
  View whole;            ///< what all outputs of a cut cover together; the output of a join
  Tensors parts = {};    ///< of a join
  int axis = -1;         ///< along which the parts follow one another; -1: a cut has one part, a join two
  bool dropped = false;  ///< each part has size 1 there, and lacks the axis
  Pieces pieces = {};    ///< of a cut
  std::span<const Index> merges = {};  ///< how many axes of a cut's `whole` each axis of the output merges;
                                       ///< not owned; empty: one each
  int target = -1;                     ///< element type that the elements become; -1: they do not change
  Index most_in_loop = 0;              ///< most elements that a loop in JavaScript converts
  AxisSet unmerged = 0;                ///< axes of `whole` that moves must not merge with others
  Listed list = {};
  View over = {};  ///< what part 1 covers, if `positions` has no axis
  Positions positions = {};
  void (*regions)(const Plan&, const Visit&) = nullptr;  ///< calls `visit` for each region of a join
  Index begin[kMaxRank];  ///< for `regions`: where part 0 begins on each axis of the whole; else not set
  int mode = 0;           ///< for `regions`: the operator's own number

  bool joins() const { return parts.count() != 0; }
  /// Number of outputs.
  Index count() const { return joins() || axis < 0 ? 1 : pieces.count; }

  /// Rank and sizes of a cut's only output, if its axes are merged.
  Axes merged() const {
    Axes axes;
    int a = 0;
    for (const Index count : merges) {
      Index size = 1;
      for (Index k = 0; k < count; ++k) size *= whole.axes[a++].size;
      axes.push_back({size, 0});
    }
    return axes;
  }

  /// Calls `visit` for each part in order.
  void each(const Visit& visit) const;
  /// Calls `visit` for a region that a value fills: part 1, whose only element is repeated at every index.
  static void visit_value(const View& region, const Visit& visit);

 private:
  void each_position(const View& update, const Visit& visit) const;
};

/// Cuts one axis into consecutive pieces, whose sizes add up to at most its size.
inline void chop(Plan& plan, const View& view, int axis, const Pieces& pieces = {}, bool dropped = false) {
  plan.whole = view;
  plan.axis = axis;
  plan.dropped = dropped;
  plan.pieces = pieces;
}

}  // namespace microtome
