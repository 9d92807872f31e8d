#include "move/converter.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "move/copy_box.hpp"
#include "move/kernels/kernels.hpp"

namespace microtome {
namespace {

/// Shorter runs are gathered before they are converted, or scattered afterwards.
constexpr Index kLeastRun = 256;

/// The number of elements that follow one another from the first one on.
Index run_of(const Axes& axes, Index width) {
  Index run = 1;
  int a = axes.size() - 1;
  for (; a >= 0 && axes[a].stride == run * width; --a) run *= axes[a].size;
  return run;
}

/// Moves elements, with as few axes as possible.
void move_elements(const Axes& from, const Axes& to, Index width, const std::uint8_t* in, std::uint8_t* out) {
  Axes ins, outs;
  const auto chains = [](Axis outer, Axis inner) { return outer.stride == inner.size * inner.stride; };
  for (int a = 0; a < from.size(); ++a) {
    Index size = from[a].size;
    if (!ins.empty() && chains(ins.back(), from[a]) && chains(outs.back(), to[a])) {
      size *= ins.back().size;
      ins.pop_back(), outs.pop_back();
    }
    ins.push_back({size, from[a].stride}), outs.push_back({size, to[a].stride});
  }
  Index run = width;
  if (!ins.empty() && ins.back().stride == width && outs.back().stride == width) {
    run *= ins.back().size;
    ins.pop_back(), outs.pop_back();
  }
  copy_box(ins, outs, to_size(run), in, out);
}

}  // namespace

void Converter::start(kernels::Number from, const Target& to, const Arithmetic& how, const Axes& entries) {
  conversion_.start(from, to, how);
  from_width_ = static_cast<Index>(conversion_.from_width());
  to_width_ = static_cast<Index>(conversion_.to_width());
  tables_ = {};
  entries_ = entries;
}

void Converter::start(std::span<const std::uint8_t> tables, Index from, Index width, const Axes& entries) {
  assert(!tables.empty());
  from_width_ = from;
  to_width_ = width;
  tables_ = tables;
  joined_ = 0;
  entries_ = entries;
}

/// Do elements change their order after they are converted, because they are fewer bytes then?
bool Converter::is_turned_last() const {
  return tables_.empty() && conversion_.is_uniform() && to_width_ < from_width_;
}

/// Sorts the axes as the side that keeps its order has them.
Converter::Piece Converter::in_order(const Axes& from, const Axes& to) const {
  const bool is_source = is_turned_last();
  const Axes& side = is_source ? from : to;
  // repeated axes are outermost
  const auto reach = [&](int a) {
    return side[a].stride == 0 ? std::numeric_limits<Index>::max() : magnitude(side[a].stride);
  };
  int order[kMaxRank], rank = 0;
  for (int a = 0; a < side.size(); ++a) {
    if (side[a].size == 1) continue;
    int i = rank++;
    for (; i > 0 && reach(order[i - 1]) < reach(a); --i) order[i] = order[i - 1];
    order[i] = a;
  }
  Piece box;
  for (int i = 0; i < rank; ++i) {
    box.from.push_back(from[order[i]]), box.to.push_back(to[order[i]]);
    box.entries.push_back({to[order[i]].size, entries_[order[i]].stride});
  }
  return box;
}

void Converter::choose_sizes(const Piece& box, Index* sizes) const {
  constexpr Index kColumns = 64;
  const int rank = box.to.size();
  Index room = kBuffer / std::max(from_width_, to_width_);
  std::fill_n(sizes, rank, 1);
  const auto grow = [&](int a, Index most) {
    assert(a >= 0 && a < rank);
    if (sizes[a] != 1 || (!tables_.empty() && box.entries[a].stride > 1)) return;
    sizes[a] = std::min(box.to[a].size, std::max<Index>(1, most));
    room /= sizes[a];
  };
  if (rank == 0) return;
  // pieces have long rows on both sides
  const int last = rank - 1, other = fastest_axis(is_turned_last() ? box.to : box.from);
  if (other >= 0 && other != last) {
    const Index rows = room / std::min(box.to[other].size, kColumns);
    grow(last, rows < kColumns ? rows : rows / kColumns * kColumns);
    grow(other, room);
  }
  for (int a = last; a >= 0; --a) grow(a, room);
}

bool Converter::move(const Blocks& blocks, Index block, const Axes& from, const Axes& to,
                     const std::uint8_t* in, std::uint8_t* out) {
  Index first = 0;  // entry
  for (int a = 0; a < entries_.size(); ++a)
    if (entries_[a].stride != 0) first += blocks.first(block, a) * entries_[a].stride;
  const Piece box = in_order(from, to);
  const int rank = box.to.size();
  Index sizes[kMaxRank], index[kMaxRank] = {};
  choose_sizes(box, sizes);
  bool fits = true;
  int a = 0;
  do {
    Piece piece{.first = first, .in = in, .out = out};
    for (int i = 0; i < rank; ++i) {
      const Index size = std::min(sizes[i], box.to[i].size - index[i]);
      piece.from.push_back({size, box.from[i].stride}), piece.to.push_back({size, box.to[i].stride});
      piece.entries.push_back({size, box.entries[i].stride});
      piece.in += index[i] * box.from[i].stride;
      if (out != nullptr) piece.out += index[i] * box.to[i].stride;
      piece.first += index[i] * box.entries[i].stride;
    }
    if (tables_.empty())
      fits = convert(piece) && fits;
    else
      look_up(piece);
    for (a = rank - 1; a >= 0; --a) {
      assert(a < kMaxRank);
      index[a] += sizes[a];
      if (index[a] < box.to[a].size) break;
      index[a] = 0;
    }
  } while (a >= 0);
  return fits;
}

bool Converter::convert(const Piece& piece) {
  const Index points = count_points(piece.to), least = std::min(points, kLeastRun);
  Axes from = piece.from, to = piece.to;
  const std::uint8_t* in = piece.in;
  std::uint8_t* out = piece.out;
  if (run_of(from, from_width_) < least) {
    make_row_major(from, from_width_);
    move_elements(piece.from, from, from_width_, in, gathered_);
    in = gathered_;
  }
  const bool scatters = out == nullptr || run_of(to, to_width_) < least;
  if (scatters) {
    make_row_major(to, to_width_);
    out = converted_;
  }
  conversion_.take_entries(piece.first, piece.entries);

  const Index run = std::min(run_of(from, from_width_), run_of(to, to_width_));
  for (Index left = run; !to.empty() && to.back().size <= left; from.pop_back(), to.pop_back())
    left /= to.back().size;
  bool fits = true;
  Index index = 0;
  each_point(from, to, [&](Index at, Index made) {
    fits = conversion_.run(in + at, to_size(run), index, out + made) && fits;
    index += run;
  });
  if (scatters && piece.out != nullptr) {
    to = piece.to;
    make_row_major(to, to_width_);
    move_elements(to, piece.to, to_width_, converted_, piece.out);
  }
  return fits;
}

/// Joins the tables of neighbouring elements into one, whose entries hold an element of each.
const std::uint8_t* Converter::join_tables(Index first, Index count) {
  if (joined_ == count && joined_first_ == first) return gathered_;
  joined_ = count, joined_first_ = first;
  const Index bytes = table_bytes();
  const auto from = tables_.data() + first * bytes;
  kernels::copy_rows(from, to_step(to_width_), to_step(bytes), to_size(to_width_), to_size(bytes / to_width_),
                     to_size(count), gathered_, to_step(count * to_width_), to_step(to_width_));
  return gathered_;
}

void Converter::look_up(const Piece& piece) {
  Axes from = piece.from, to = piece.to;
  int along = -1;  // the axis of neighbouring tables; along others, choose_sizes has left one index
  for (int a = 0; a < to.size(); ++a)
    if (piece.entries[a].stride == 1) along = a;
  Axis tables{1, 0}, made{1, 0}, line{1, 0}, made_line{1, 0};
  const auto take = [&](int a, Axis& in, Axis& out) {
    in = from[a], out = to[a];
    from.erase(a), to.erase(a);
  };
  if (along >= 0) take(along, tables, made);
  int longest = to.size() - 1;
  for (int a = longest; a-- > 0;)
    if (to[a].size > to[longest].size) longest = a;
  if (longest >= 0) take(longest, line, made_line);
  Index width = to_width_;
  const Index joined = tables.size * width;
  const bool joins = from_width_ == 1 && tables.size > 1 && tables.stride == 0 && made.stride == width &&
                     kernels::can_look_up(to_size(joined));
  if (joins) width = joined, tables.size = 1;
  for (Index i = 0; i < tables.size; ++i) {
    const Index first = piece.first + i;
    const std::uint8_t* const table =
        joins ? join_tables(first, joined / to_width_) : tables_.data() + first * table_bytes();
    const std::uint8_t* const in = piece.in + i * tables.stride;
    std::uint8_t* const out = piece.out + i * made.stride;
    each_point(from, to, [&](Index at, Index put) {
      kernels::look_up(in + at, to_size(from_width_), to_step(line.stride), table, to_size(width),
                       to_size(line.size), out + put, to_step(made_line.stride));
    });
  }
}

}  // namespace microtome
