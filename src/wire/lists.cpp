#include "wire/lists.hpp"

#include <algorithm>

namespace microtome {
namespace {

/// Equally spaced positions of a list.
struct Some {
  const Index* first;
  std::size_t size;
  Index step;

  Index operator[](std::size_t i) const { return first[static_cast<Index>(i) * step]; }
  /// How many positions from number `begin` on are equally spaced.
  std::size_t length_of_slice(std::size_t begin) const {
    std::size_t i = std::min(size, begin + 2);
    while (i < size && (*this)[i] - (*this)[i - 1] == (*this)[begin + 1] - (*this)[begin]) ++i;
    return i - begin;
  }
};

/// The moves of a part by a list.
class ListWriter {
 public:
  ListWriter(MoveWriter& writer, const Listed& list, Index number, bool is_written, bool is_plain)
      : writer_(writer), list_(list), number_(number), is_written_(is_written), is_plain_(is_plain) {}

  /// Neighbouring axes of the list become one if they can be merged in the part. If several are left, there
  /// is a move for each index of all but the longest one; of all but the innermost one if the listed
  /// positions are written, because then later indices must be written later.
  Axes write(View view, View part) {
    int end = list_.first + list_.count;
    if (list_.batches + list_.count == 0) {
      view.axes.insert(list_.first, {1, 0});
      part.axes.insert(list_.first, {1, 0});
      ++end;
    }
    Index step = 1;
    for (int a = end; a-- > 0;) {
      if (a < list_.first && a >= list_.batches) continue;
      Axis& axis = part.axes[a];
      const Index size = axis.size;
      view.axes[a].stride = 0;
      const int last = step_.size() - 1;
      if (last >= 0 && part.axes[at_[last]].size == 1)
        at_[last] = a;
      else if (last < 0 || !merge(axis, part.axes[at_[last]])) {
        at_[last + 1] = a;
        step_.push_back({size, step});
      }
      step *= size;
    }
    int longest = 0;
    for (int i = 0; i < step_.size(); ++i) {
      step_[i].size = view.axes[at_[i]].size = part.axes[at_[i]].size;
      if (step_[i].size > step_[longest].size && !is_written_) longest = i;
    }
    for (int a = 0; a < end; ++a) view.axes[a].size = part.axes[a].size;
    view.axes[at_[longest]].stride = list_.stride;
    is_plain_ = is_plain_ && step_.size() == 1;
    Axes order;
    for (int i = step_.size(); i-- > 0;)
      if (i != longest) order.push_back(step_[i]);
    order.push_back(step_[longest]);
    longest_ = longest;
    add(view, part, list_.positions.data(), step_.size());
    return order;
  }

 private:
  /// Makes one axis of two, if that is possible: the outer one then has size 1.
  static bool merge(Axis& outer, Axis& inner) {
    if (outer.size > 1 && outer.stride != inner.size * inner.stride) return false;
    inner.size *= outer.size;
    outer.size = 1;
    return true;
  }

  /// The moves for the indices of the first `axes` axes of the list.
  [[gnu::noinline]] void add(const View& view, const View& part, const Index* positions, int axes) {
    if (axes == 0) return add_list(view, part, positions);
    if (--axes == longest_) return add(view, part, positions, axes);
    for (Index i = 0; i < step_[axes].size; ++i) {
      View of_view = view, of_part = part;
      of_view.take(at_[axes], i, 1, 1), of_part.take(at_[axes], i, 1, 1);
      add(of_view, of_part, positions + i * step_[axes].stride, axes);
    }
  }

  /// Equally spaced positions are a slice. Several slices are worth a move each if they are long.
  [[gnu::noinline]] void add_list(const View& view, const View& part, const Index* positions) {
    constexpr std::size_t kLong = 64;
    const Axis along = step_[longest_];
    const int axis = at_[longest_];
    const Some list{positions, static_cast<std::size_t>(along.size), along.stride};
    const std::size_t most = std::max<std::size_t>(1, list.size / kLong);
    std::size_t slices = 0;
    for (std::size_t i = 0; i < list.size && slices <= most; i += list.length_of_slice(i)) ++slices;
    Index gaps = 0;
    for (std::size_t i = 0; list_.has_gaps && i < list.size; ++i) gaps += list[i] < 0 ? 1 : 0;
    const Index begin = written_;
    written_ += along.size;
    if (gaps > 0 || slices > most)
      return writer_.add_listed(number_, view, is_plain_ ? nullptr : &part, axis, begin, gaps);
    for (std::size_t i = 0; i < list.size;) {
      const std::size_t length = list.length_of_slice(i);
      const Index step = length > 1 ? list[i + 1] - list[i] : 1;
      // of those that are written in one place, only the last one stays
      const std::size_t skipped = is_written_ && step == 0 ? length - 1 : 0;
      const auto count = static_cast<Index>(length - skipped);
      View of_view = view, of_part = part;
      of_view.take(axis, list[i], step, count);
      of_part.take(axis, static_cast<Index>(i + skipped), 1, count);
      writer_.add(number_, of_view, is_plain_ && slices == 1 && skipped == 0 ? nullptr : &of_part, true);
      i += length;
    }
  }

  MoveWriter& writer_;
  const Listed& list_;
  Index number_;
  bool is_written_;
  bool is_plain_;
  Axes step_;           ///< axes of the list, innermost first, and positions from one index to the next
  int at_[kMaxRank]{};  ///< which axes of the view they are
  int longest_ = 0;
  Index written_ = 0;  ///< positions that moves use so far
};

/// Returns where the next position goes.
[[gnu::noinline]] double* write_axis(const Axes& order, int axis, const Index* position, double nowhere,
                                     double* words) {
  for (Index i = 0; i < order[axis].size; ++i, position += order[axis].stride) {
    if (axis + 1 < order.size())
      words = write_axis(order, axis + 1, position, nowhere, words);
    else
      *words++ = *position < 0 ? nowhere : static_cast<double>(*position);
  }
  return words;
}

}  // namespace

Axes write_listed(MoveWriter& writer, const Listed& list, Index number, bool is_written, const View& whole,
                  const View* part) {
  View dense = whole;
  if (whole.is_empty()) {
    dense.axes.clear();
    dense.axes.push_back({static_cast<Index>(list.positions.size()), 1});
    return dense.axes;
  }
  dense.offset = 0;
  make_row_major(dense.axes);
  return ListWriter(writer, list, number, is_written, part == nullptr)
      .write(whole, part == nullptr ? dense : *part);
}

void write_positions(const Listed& list, const Axes& order, double nowhere, double* words) {
  write_axis(order, 0, list.positions.data(), nowhere, words);
}

}  // namespace microtome
