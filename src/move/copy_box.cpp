#include "move/copy_box.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "move/kernels/kernels.hpp"

namespace microtome {
namespace {

/// Both sides of a box. Axes of size 1 are left out: their strides may be too large for an address.
struct CopyBox {
  Axes from, to;

  int size() const { return to.size(); }
  CopyBox(const Axes& from_axes, const Axes& to_axes) {
    for (int a = 0; a < from_axes.size(); ++a)
      if (from_axes[a].size > 1) from.push_back(from_axes[a]), to.push_back(to_axes[a]);
  }
  void erase(int a) { from.erase(a), to.erase(a); }
  /// The axis along which points are `stride` bytes apart; -1 if there is none.
  static int at_stride(const Axes& axes, Index stride) {
    for (int a = axes.size(); a-- > 0;)
      if (axes[a].stride == stride) return a;
    return -1;
  }
  /// The axis with the most points.
  int longest() const {
    int found = size() - 1;
    for (int a = found; a-- > 0;)
      if (to[a].size > to[found].size) found = a;
    return found;
  }
};

/// Turns a table of `rows` x `columns` runs: they follow one another along a row in `in`, along a column in
/// `out`.
[[gnu::noinline]] void turn_table(const std::uint8_t* in, std::ptrdiff_t in_pitch, std::size_t run,
                                  std::size_t rows, std::size_t columns, std::uint8_t* out,
                                  std::ptrdiff_t out_pitch) {
  if (kernels::transpose_lines({in, in_pitch}, {out, out_pitch}, run, rows, columns)) return;
  const auto step = static_cast<std::ptrdiff_t>(run);
  kernels::copy_rows(in, step, in_pitch, run, columns, rows, out, out_pitch, step);
}

/// Turns many small tables at once. On one side their short lines follow one another along a third axis, as
/// a row of pixels continues in the next patch. A buffer gathers them into long lines, which one kernel
/// turns.
class BatchedTranspose {
 public:
  /// A table of two axes: along `x`, runs follow one another in `from`; along `y`, in `to`.
  BatchedTranspose(const CopyBox& box, int x, int y, Index run)
      : run_(run), reads_on_(next(box.from, y) >= 0) {
    const int line = reads_on_ ? y : x, other = reads_on_ ? x : y;
    const int next_line = reads_on_ ? next(box.from, y) : next(box.to, x);
    if (next_line < 0 || next_line == line || next_line == other) return;
    if (box.to[line].size < kLeast || box.to[line].size > kMost || box.to[other].size > kFew) return;
    axes_[0] = line, axes_[1] = other, axes_[2] = next_line;
    bytes_ = box.to[line].size * run;
    count_ = std::min(box.to[next_line].size, kBuffer / (bytes_ * box.to[other].size));
  }
  bool is_worth() const { return count_ >= 4; }

  /// Takes the three axes out of the box.
  void take(CopyBox& box) {
    for (int i = 0; i < 3; ++i) from_[i] = box.from[axes_[i]], to_[i] = box.to[axes_[i]];
    for (int a = box.size(); a-- > 0;)
      if (a == axes_[0] || a == axes_[1] || a == axes_[2]) box.erase(a);
  }
  void move(const std::uint8_t* in, std::uint8_t* out) const {
    std::uint8_t buffer[kBuffer];
    for (Index left = to_[2].size; left > 0; left -= count_) {
      const Index lines = std::min(left, count_), pitch = lines * bytes_, points = lines * to_[0].size;
      if (reads_on_)
        turn_table(in, to_step(from_[0].stride), to_size(run_), to_size(points), to_size(to_[1].size), buffer,
                   to_step(pitch));
      for (Index k = 0; k < to_[1].size; ++k) {
        std::uint8_t* const row = buffer + k * pitch;
        if (reads_on_)
          kernels::copy_strided(row, to_step(bytes_), to_size(bytes_), to_size(lines),
                                out + k * to_[1].stride, to_step(to_[2].stride));
        else
          kernels::copy_strided(in + k * from_[1].stride, to_step(from_[2].stride), to_size(bytes_),
                                to_size(lines), row, to_step(bytes_));
      }
      if (!reads_on_)
        turn_table(buffer, to_step(pitch), to_size(run_), to_size(to_[1].size), to_size(points), out,
                   to_step(to_[0].stride));
      in += lines * from_[2].stride;
      out += lines * to_[2].stride;
    }
  }

 private:
  /// Points of a line: fewer are moved faster one by one, more are worth a separate call.
  static constexpr Index kLeast = 8, kMost = 64;
  static constexpr Index kFew = 16;           ///< lines of a table
  static constexpr Index kBuffer = 16 << 10;  ///< half of a first-level cache

  /// The axis that begins where another one ends; -1 if there is none.
  static int next(const Axes& axes, int a) { return CopyBox::at_stride(axes, axes[a].size * axes[a].stride); }

  Index run_;
  bool reads_on_;     ///< lines continue in `from`; else in `to`
  int axes_[3] = {};  ///< along a line, from line to line of a table, from table to table
  Axis from_[3], to_[3];
  Index bytes_ = 0;  ///< of a line
  Index count_ = 0;  ///< of tables that are turned together
};

/// Is a table of the axes `x` and `y`, as in BatchedTranspose, worth a separate call?
bool is_worth_a_call(const CopyBox& box, int x, int y) {
  const Index rows = box.to[y].size, columns = box.to[x].size;
  const Index least = box.from[y].stride == 0 ? 16 : 0;  // fewer elements are repeated faster one by one
  if (columns < least) return false;
  return box.size() == 2 || std::max(rows, columns) >= 32 ||
         (std::min(rows, columns) >= 4 && rows * columns >= 64);
}

/// The outermost axis along which the same bytes repeat one after another, if that fills enough for a call;
/// -1 if there is none.
int find_repeated(const CopyBox& box, Index run) {
  constexpr Index kFewBytes = 128;
  int found = -1;
  for (int a = 0; a < box.size(); ++a) {
    const Index period = box.to[a].stride;
    if (box.from[a].stride != 0 || period <= run || period * box.to[a].size <= kFewBytes) continue;
    Index bytes = run;
    Hull hull;
    for (const Axis& axis : box.to) {
      if (magnitude(axis.stride) >= period) continue;
      extend(hull, axis);
      bytes *= axis.size;
    }
    const bool is_dense = hull.first == 0 && hull.last + run == period && bytes == period;
    if (is_dense && (found < 0 || period > box.to[found].stride)) found = a;
  }
  return found;
}

/// Bytes of a cache line.
constexpr Index kLine = 64;
/// Lines at multiples of this distance compete for few sets of a first-level cache of 32 KiB.
constexpr Index kCompeting = 2048;
/// Number of competing lines that stay in the cache.
constexpr Index kFewLines = 16;

/// Moves the pattern at the points of a box, row by row. False if rows are short.
bool move_rows(CopyBox box, const Pattern& pattern, const std::uint8_t* in, std::uint8_t* out) {
  constexpr Index kFewRows = 8;
  const int a = CopyBox::at_stride(box.to, pattern.size);
  if (a < 0 || box.from[a].stride == 0 || box.to[a].size < kFewRows) return false;
  const Axis rows = box.from[a];
  box.erase(a);
  each_point(box.from, box.to, [&](Index i, Index o) {
    kernels::copy_patterns(in + i, to_step(rows.stride), to_size(pattern.hull), pattern.from,
                           to_size(pattern.size), to_size(rows.size), out + o);
  });
  return true;
}

/// Moves rows that are so short that a vector holds several. False if there are none.
bool move_patterns(CopyBox box, Index run, const std::uint8_t* in, std::uint8_t* out) {
  constexpr Index kVector = Pattern::kVector;
  Hull hull;
  Pattern pattern;
  if (run > kVector) return false;
  pattern.add(0, 0, run);
  auto& [from, span, size, bytes] = pattern;
  int a = CopyBox::at_stride(box.to, size);
  for (; a >= 0 && size * box.to[a].size <= kVector; a = CopyBox::at_stride(box.to, size)) {
    const Axis axis = box.from[a];
    Hull wider = hull;
    if (!extend(wider, axis) || wider.last - wider.first + run > kVector) break;
    const Index before = hull.first - wider.first;  // bytes by which the hull begins earlier
    hull = wider;
    for (Index i = 0; i < size; ++i) from[i] = static_cast<std::uint8_t>(from[i] + before);
    const Index points = axis.size;
    for (Index k = 1; k < points; ++k)
      for (Index i = 0; i < size; ++i)
        from[k * size + i] = static_cast<std::uint8_t>(from[i] + k * axis.stride);
    size *= points;
    box.erase(a);
  }
  span = hull.last - hull.first + run;
  return size > run && move_rows(box, pattern, in + hull.first, out);
}

void move_box(CopyBox box, Index run, const std::uint8_t* in, std::uint8_t* out) {
  if (const int a = find_repeated(box, run); a >= 0) {
    // First one copy goes to every place, then it is repeated there. Preparing a move for each place would
    // take longer.
    const Axis repeated = box.to[a];
    box.erase(a);
    move_box(box, run, in, out);
    for (int b = box.size(); b-- > 0;)
      if (magnitude(box.to[b].stride) < repeated.stride) box.erase(b);
    return each_point(box.from, box.to, [&](Index, Index o) {
      kernels::repeat(out + o, to_size(repeated.stride), to_size(repeated.size));
    });
  }
  if (box.size() == 0) return void(std::memcpy(out, in, to_size(run)));
  if (move_patterns(box, run, in, out)) return;
  const int x = CopyBox::at_stride(box.from, run), y = CopyBox::at_stride(box.to, run);
  const bool is_table = x >= 0 && y >= 0 && x != y;
  if (is_table && box.size() > 2) {
    BatchedTranspose batch(box, x, y, run);
    if (batch.is_worth()) {
      batch.take(box);
      return each_point(box.from, box.to, [&](Index i, Index o) { batch.move(in + i, out + o); });
    }
  }
  if (is_table && is_worth_a_call(box, x, y)) {
    const Axis in_rows = box.from[y], out_columns = box.to[x];
    box.erase(std::max(x, y)), box.erase(std::min(x, y));
    // Output lines that compete for one set of the cache are filled a few at a time, over all tables.
    const bool compete = box.size() > 0 && out_columns.stride % kCompeting == 0 && in_rows.size * run < kLine;
    const Index most = compete ? kFewLines : out_columns.size;
    for (Index first = 0; first < out_columns.size; first += most) {
      const Index columns = std::min(most, out_columns.size - first);
      each_point(box.from, box.to, [&](Index i, Index o) {
        turn_table(in + (first * run + i), to_step(in_rows.stride), to_size(run), to_size(in_rows.size),
                   to_size(columns), out + (first * out_columns.stride + o), to_step(out_columns.stride));
      });
    }
    return;
  }
  const int line = y >= 0 ? y : box.size() - 1;
  Axis in_line = box.from[line], out_line = box.to[line];
  box.erase(line);
  Axis in_rows{1, 0}, out_rows{1, 0};
  if (box.size() > 0) {
    const int rows = box.longest();
    in_rows = box.from[rows], out_rows = box.to[rows];
    box.erase(rows);
  }
  each_point(box.from, box.to, [&](Index i, Index o) {
    kernels::copy_rows(in + i, to_step(in_rows.stride), to_step(in_line.stride), to_size(run),
                       to_size(in_rows.size), to_size(in_line.size), out + o, to_step(out_rows.stride),
                       to_step(out_line.stride));
  });
}

}  // namespace

bool copy_pattern(const Axes& from, const Axes& to, const Pattern& pattern, const std::uint8_t* in,
                  std::uint8_t* out) {
  return pattern.bytes == pattern.size && move_rows(CopyBox(from, to), pattern, in, out);
}

void copy_box(const Axes& from, const Axes& to, std::size_t run, const std::uint8_t* in, std::uint8_t* out) {
  assert(run > 0);
  move_box(CopyBox(from, to), static_cast<Index>(run), in, out);
}

}  // namespace microtome
