#include "wire/lists.hpp"

#include <algorithm>

namespace microtome {
namespace {

/// The moves of a cut by a list.
class ListWriter {
 public:
  /// `part`: where the elements of the output are; null: one after another.
  ListWriter(MoveWriter& writer, const Listed& list, const View& whole, const View* part)
      : writer_(writer), list_(list), is_plain_(part == nullptr) {
    if (whole.is_empty()) return;
    View dense = whole;
    dense.offset = 0;
    make_row_major(dense.axes);
    add(whole, is_plain_ ? dense : *part, list.positions, list.batches, list.first, list.count);
  }

 private:
  using List = std::span<const Index>;

  /// `first`, `count`: the axes of the list. There is a move for each batch, and for each index of an axis
  /// that cannot be merged with the next one in the output.
  [[gnu::noinline]] void add(View view, View part, List list, int batches, int first, int count) {
    if (batches > 0) return add_each(view, part, list, 0, batches - 1, first - 1, count);
    if (count == 0) {
      view.axes.insert(first, {1, 0});
      part.axes.insert(first, {1, 0});
    } else if (count > 1) {
      const Axis outer = part.axes[first], inner = part.axes[first + 1];
      view.axes[first].stride = 0;
      if (outer.size > 1 && inner.size > 1 && outer.stride != inner.size * inner.stride)
        return add_each(view, part, list, first, 0, first, count - 1);
      part.axes[first + 1] = {outer.size * inner.size, inner.size > 1 ? inner.stride : outer.stride};
      view.axes[first + 1].size = outer.size * inner.size;
      part.axes.erase(first);
      view.axes.erase(first);
      return add(view, part, list, 0, first, count - 1);
    }
    view.axes[first].stride = list_.stride;
    add_list(view, part, list, first);
  }
  [[gnu::noinline]] void add_each(const View& view, const View& part, List list, int axis, int batches,
                                  int first, int count) {
    const Index size = view.axes[axis].size;
    const std::size_t each = list.size() / static_cast<std::size_t>(size);
    is_plain_ = is_plain_ && size == 1;
    for (Index i = 0; i < size; ++i) {
      View of_view = view, of_part = part;
      of_view.take(axis, i, 1, 1), of_view.drop(axis);
      of_part.take(axis, i, 1, 1), of_part.drop(axis);
      add(of_view, of_part, list.subspan(static_cast<std::size_t>(i) * each, each), batches, first, count);
    }
  }
  /// Equally spaced positions are a slice. Several slices are worth a move each if they are long.
  [[gnu::noinline]] void add_list(const View& view, const View& part, List list, int axis) {
    constexpr std::size_t kLong = 64;
    const std::size_t most = std::max<std::size_t>(1, list.size() / kLong);
    std::size_t slices = 0;
    for (std::size_t i = 0; i < list.size() && slices <= most; i += length_of_slice(list.subspan(i)))
      ++slices;
    const Index gaps = list_.has_gaps ? std::ranges::count_if(list, [](Index at) { return at < 0; }) : 0;
    if (gaps > 0 || slices > most)
      return writer_.add_listed(view, is_plain_ ? nullptr : &part, axis, list.data() - list_.positions.data(),
                                gaps);
    for (std::size_t i = 0; i < list.size();) {
      const std::size_t length = length_of_slice(list.subspan(i));
      const Index step = length > 1 ? list[i + 1] - list[i] : 1;
      View of_view = view, of_part = part;
      of_view.take(axis, list[i], step, static_cast<Index>(length));
      of_part.take(axis, static_cast<Index>(i), 1, static_cast<Index>(length));
      writer_.add(0, of_view, is_plain_ && slices == 1 ? nullptr : &of_part, true);
      i += length;
    }
  }
  /// How many positions at the beginning of the list are equally spaced.
  static std::size_t length_of_slice(List list) {
    std::size_t length = std::min<std::size_t>(list.size(), 2);
    while (length < list.size() && list[length] - list[length - 1] == list[1] - list[0]) ++length;
    return length;
  }

  MoveWriter& writer_;
  const Listed& list_;
  bool is_plain_;
};

}  // namespace

void write_listed(MoveWriter& writer, const Listed& list, const View& whole, const View* part) {
  ListWriter(writer, list, whole, part);
}

}  // namespace microtome
