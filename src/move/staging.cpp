#include "move/staging.hpp"

#include <algorithm>
#include <cstring>

#include "move/kernels/kernels.hpp"

namespace microtome {
namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// The innermost rows of a box, one after another.
class Rows {
 public:
  explicit Rows(const Axes& axes) : axes_(axes), outer_(axes.empty() ? 0 : axes.size() - 1) {
    for (int i = 0; i < outer_; ++i) index_[i] = 0;
  }
  /// Where the row begins.
  Index offset() const { return offset_; }
  /// Goes to the next row; false after the last.
  bool next() {
    for (int i = outer_; i-- > 0;) {
      const Axis axis = axes_[i];
      offset_ += axis.stride;
      if (++index_[i] < axis.size) return true;
      offset_ -= axis.size * axis.stride;
      index_[i] = 0;
    }
    return false;
  }
  /// The axis along a row. A single index gets the stride 0: its own may be too large to be an offset.
  Axis inner() const { return axes_.empty() || axes_.back().size == 1 ? Axis{1, 0} : axes_.back(); }

 private:
  const Axes& axes_;
  int outer_;
  Index offset_ = 0;
  Index index_[kMaxRank];
};

/// Are the streams side by side, with elements of one width?
bool side_by_side(const Axes& axes, std::span<const Stream> streams) {
  if (axes.empty() || axes.back().size == 1) return false;
  const Index width = streams[0].run;
  for (std::size_t j = 1; j < streams.size(); ++j)
    if (streams[j].run != width || streams[j].offset != streams[j - 1].offset + width) return false;
  return true;
}

/// The axis whose runs follow one another; -1 if there is none.
int contiguous(const Axes& axes, std::size_t run) {
  for (int a = axes.size(); a-- > 0;)
    if (axes[a].size > 1 && axes[a].stride == static_cast<Index>(run)) return a;
  return -1;
}

/// A table of `rows` x `columns` runs: one after another along the columns in `in`, along the rows in `out`.
void turn_table(const std::uint8_t* in, std::ptrdiff_t in_pitch, std::size_t run, std::size_t rows,
                std::size_t columns, std::uint8_t* out, std::ptrdiff_t out_pitch) {
  constexpr std::size_t kFew = 16;
  if (kernels::has_interleave(run, rows) && out_pitch == static_cast<std::ptrdiff_t>(rows * run)) {
    const std::uint8_t* ins[kFew];
    for (std::size_t r = 0; r < rows; ++r) ins[r] = in + static_cast<std::ptrdiff_t>(r) * in_pitch;
    return kernels::interleave(ins, run, rows, columns, out);
  }
  if (columns <= kFew && kernels::has_deinterleave(in_pitch, run, columns)) {
    std::uint8_t* outs[kFew];
    for (std::size_t c = 0; c < columns; ++c) outs[c] = out + static_cast<std::ptrdiff_t>(c) * out_pitch;
    return kernels::deinterleave(in, in_pitch, run, columns, rows, outs);
  }
  if (kernels::has_transpose(run))
    return kernels::transpose(in, in_pitch, run, rows, columns, out, out_pitch);
  for (std::size_t c = 0; c < columns; ++c, in += run, out += out_pitch)
    kernels::copy_strided(in, in_pitch, run, rows, out, static_cast<std::ptrdiff_t>(run));
}

/// Moves all points of a box: from one side, whose axes have the strides of `from`, to the other.
void move_points(Axes from, Axes to, std::size_t run, const std::uint8_t* in, std::uint8_t* out) {
  if (from.empty()) from.push_back({1, 0}), to.push_back({1, 0});
  const int y = contiguous(to, run), x = contiguous(from, run);
  const int line = y >= 0 ? y : to.size() - 1;
  const bool is_table = x >= 0 && x != line && y >= 0;
  Axis in_line = from[line], out_line = to[line];
  if (in_line.size == 1) in_line.stride = out_line.stride = 0;  // too large to be added to an address, maybe
  const Axis out_column = is_table ? to[x] : Axis{1, 0};
  for (int a = from.size(); a-- > 0;)
    if (a == line || (is_table && a == x)) from.erase(a), to.erase(a);
  from.push_back({1, 0}), to.push_back({1, 0});  // each row is one point
  Rows in_rows(from), out_rows(to);
  do {
    const std::uint8_t* const a = in + in_rows.offset();
    std::uint8_t* const b = out + out_rows.offset();
    if (is_table)
      turn_table(a, static_cast<std::ptrdiff_t>(in_line.stride), run, to_size(in_line.size),
                 to_size(out_column.size), b, static_cast<std::ptrdiff_t>(out_column.stride));
    else
      kernels::copy_strided(a, static_cast<std::ptrdiff_t>(in_line.stride), run, to_size(in_line.size), b,
                            static_cast<std::ptrdiff_t>(out_line.stride));
    out_rows.next();
  } while (in_rows.next());
}

/// Does one kernel carry all these streams?
bool has_kernel(Direction direction, const Axes& axes, std::span<const Stream> streams) {
  if (!side_by_side(axes, streams)) return false;
  const std::size_t width = to_size(streams[0].run), k = streams.size();
  const auto stride = static_cast<std::ptrdiff_t>(axes.back().stride);
  return direction == Direction::kCut
             ? kernels::has_deinterleave(stride, width, k)
             : stride == static_cast<std::ptrdiff_t>(k * width) && kernels::has_interleave(width, k);
}

/// The axes of a part whose runs follow one another.
Axes row_major(Axes axes, Index run) {
  make_row_major(axes, run);
  return axes;
}

/// Where a stream's share of the tile is: in its part, or in the area.
std::uint8_t* share(const Stream& stream, const Tile& tile, std::uint8_t* area) {
  if (tile.part_layout.given)
    return stream.part == nullptr ? area + (tile.part_layout.offset - tile.part_begin)
                                  : stream.part + tile.part_layout.offset;
  return stream.part == nullptr ? area : stream.part + tile.first * stream.run;
}

}  // namespace

void Staging::start(const Move& move, std::span<const Stream> streams, Index whole_bytes,
                    std::uint8_t* whole) {
  assert(static_cast<Index>(streams.size()) == move.streams);
  in_blocks_ = Blocks::suits(move);
  if (in_blocks_)
    blocks_ = Blocks(move);
  else
    tiling_ = Tiling(move);
  streams_ = streams;
  packed_bits_ = move.packed_bits;
  direction_ = move.direction;
  whole_bytes_ = whole_bytes;
  whole_ = whole;
  waiting_ = written_ = packed_ = 0;
}

Copy Staging::of_whole(const Tile& tile) const {
  if (packed_bits_ == 0) return {kWhole, 0, tile.begin, tile.end - tile.begin};
  const Index first = tile.begin / kGroup;
  const Index last = (tile.end - 1) / kGroup + 1;
  const Index begin = first * packed_bits_;
  return {kWhole, 0, begin, std::min(last * packed_bits_, whole_bytes_) - begin};
}

Copy Staging::of_only_part(const Tile& tile) const {
  if (packed_bits_ == 0) return {0, kBlock, tile.part_begin, tile.part_end - tile.part_begin};
  if (direction_ == Direction::kCut && !tile.part_layout.given) return {0, kBlock, written_, packed_};
  const Range part = part_of(tile);
  const Index begin = units_before(part.begin);
  return {0, kBlock, begin, packed_bytes(part.end, packed_bits_) - begin};
}

bool Staging::has_gaps(const Tile& tile) const {
  if (packed_bits_ != 0) return true;  // other elements may be in the same bytes
  Index size = 0;
  for (const Stream& stream : streams_) size += tile.points * stream.run;
  return size < tile.end - tile.begin;
}

bool Staging::has_part_gaps(const Tile& tile) const {
  if (!tile.part_layout.given) return false;
  return packed_bits_ != 0 || tile.points * streams_[0].run < tile.part_end - tile.part_begin;
}

Staging::Range Staging::part_of(const Tile& tile) {
  if (tile.part_layout.given) return {tile.part_begin, tile.part_end};
  return {tile.first, tile.first + tile.points};
}

Index Staging::units_before(Index element) const {
  return element / unit_elements(packed_bits_) * unit_bytes(packed_bits_);
}

std::span<const Copy> Staging::copies_in(Index i) {
  copy_count_ = 0;
  if (in_blocks_) {
    const bool cuts = reads_whole();
    add_rows(i, cuts);
    const Layer written(cuts ? blocks_.part(i) : blocks_.whole(i), streams_[0].run);
    if (!written.is_full(streams_[0].run)) add_rows(i, !cuts);
  } else {
    const Tile tile = tiling_.tile(i);
    if (!reads_whole() || has_part_gaps(tile)) add_parts(tile);
    if (reads_whole() || has_gaps(tile)) add_whole(tile);
  }
  return {copies_, copy_count_};
}

std::span<const Copy> Staging::copies_out() {
  copy_count_ = 0;
  if (in_blocks_)
    add_rows(last_, !reads_whole());
  else if (reads_whole())
    add_parts(tile_);
  else
    add_whole(tile_);
  return {copies_, copy_count_};
}

void Staging::add(const Copy& copy) {
  assert(copy_count_ < std::size(copies_));
  copies_[copy_count_++] = copy;
}

void Staging::add_whole(const Tile& tile) {
  if (whole_ == nullptr) add(of_whole(tile));
}

void Staging::add_parts(const Tile& tile) {
  if (packed_bits_ != 0 || tile.part_layout.given) {
    if (streams_[0].part == nullptr) add(of_only_part(tile));
    return;
  }
  Copy copy{.at = kBlock};
  for (const Stream& stream : streams_) {
    copy.begin = tile.first * stream.run;
    copy.size = tile.points * stream.run;
    if (stream.part == nullptr) add(copy);
    ++copy.tensor;
    copy.at += copy.size;
  }
}

void Staging::add_rows(Index i, bool of_whole) {
  if ((of_whole ? whole_ : streams_[0].part) != nullptr) return;
  const Layer layer(of_whole ? blocks_.whole(i) : blocks_.part(i), streams_[0].run);
  const Index begin = of_whole ? 0 : kBlock, tensor = of_whole ? kWhole : 0;
  layer.each([&](Index at, Index address) { add({tensor, begin + at, address, layer.span}); });
}

void Staging::move(Index i) {
  if (in_blocks_) return move_block(i);
  tile_ = tiling_.tile(i);
  if (packed_bits_ == 0) return move_bytes(tile_);
  if (reads_whole() && !tile_.part_layout.given) return cut_packed(tile_, i == tiles() - 1);
  move_packed(tile_);
}

void Staging::move_block(Index i) {
  last_ = i;
  const std::size_t run = to_size(streams_[0].run);
  // axes and first point of each side, where the kernels find it
  const auto locate = [&](const Side& side, std::uint8_t* tensor, std::uint8_t* area, Axes& axes) {
    const Layer layer(side, streams_[0].run);
    axes = tensor == nullptr ? layer.axes : side.axes;
    return tensor == nullptr ? area + layer.origin : tensor + side.origin;
  };
  Axes from, to;
  std::uint8_t *in = locate(blocks_.whole(i), whole_, area_, from),
               *out = locate(blocks_.part(i), streams_[0].part, area_ + kBlock, to);
  if (!reads_whole()) std::swap(from, to), std::swap(in, out);
  move_points(from, to, run, in, out);
}

void Staging::move_bytes(const Tile& tile) {
  const Index origin =
      tile.origin - (whole_ == nullptr ? tile.begin : 0);  // may be negative; with an offset not
  std::uint8_t* const whole = whole_ == nullptr ? area_ : whole_;
  const bool cuts = reads_whole();
  const std::size_t k = streams_.size();
  std::uint8_t* parts[kMaxStreams];
  Index at = kBlock;  // in the area: streams without `part`, one after another
  for (std::size_t j = 0; j < k; ++j) {
    parts[j] = share(streams_[j], tile, area_ + at);
    at += tile.points * streams_[j].run;
  }
  if (has_kernel(direction_, tile.axes, streams_)) {
    Rows rows(tile.axes);
    const Axis inner = rows.inner();
    const std::size_t width = to_size(streams_[0].run), count = to_size(inner.size);
    std::uint8_t* const first = whole + (origin + streams_[0].offset);
    do {
      if (cuts)
        kernels::deinterleave(first + rows.offset(), static_cast<std::ptrdiff_t>(inner.stride), width, k,
                              count, parts);
      else
        kernels::interleave(parts, width, k, count, first + rows.offset());
      for (std::size_t j = 0; j < k; ++j) parts[j] += count * width;
    } while (rows.next());
    return;
  }
  for (std::size_t j = 0; j < k; ++j) {
    const Stream& stream = streams_[j];
    const Axes axes = tile.part_layout.given ? tile.part_layout.axes : row_major(tile.axes, stream.run);
    std::uint8_t* const a = whole + (origin + stream.offset);
    if (cuts)
      move_points(tile.axes, axes, to_size(stream.run), a, parts[j]);
    else
      move_points(axes, tile.axes, to_size(stream.run), parts[j], a);
  }
}

/// Elements that do not fill a group wait for the next tile, whose output begins with them.
void Staging::cut_packed(const Tile& tile, bool last) {
  written_ += packed_;
  // the source is read from a whole group on
  const Index group = tile.begin / kGroup;
  std::uint8_t* const out = streams_[0].part;
  PackedRuns runs{.axes = tile.axes,
                  .run = 1,
                  .source = whole_ == nullptr ? area_ : whole_ + group * packed_bits_,
                  .first = tile.origin + streams_[0].offset - group * kGroup,
                  .end = tile.end - group * kGroup,
                  .output = out == nullptr ? area_ + kBlock : out + written_};
  if (!runs.axes.empty() && runs.axes.back().stride == 1) {
    runs.run = runs.axes.back().size;
    runs.axes.pop_back();
  }
  const Index elements = waiting_ + tile.points;
  const Index read_and_written = tile.end - tile.begin + tile.points;
  if (read_and_written >= repack_break_even(packed_bits_) * (tile.points / runs.run))
    shift(runs, elements);
  else
    repack(runs, elements);
  waiting_ = last ? 0 : elements % kGroup;
  packed_ = packed_bytes(elements - waiting_, packed_bits_);
  std::memcpy(group_, runs.output + packed_, to_size(packed_bytes(waiting_, packed_bits_)));
}

void Staging::move_packed(const Tile& tile) {
  const Stream& stream = streams_[0];
  const Range range = part_of(tile);
  const Index group = tile.begin / kGroup;
  std::uint8_t* const whole = whole_ == nullptr ? area_ : whole_ + group * packed_bits_;
  std::uint8_t* const part =
      stream.part == nullptr ? area_ + kBlock : stream.part + units_before(range.begin);
  Axes axes = tile.axes, part_axes = tile.part_layout.given ? tile.part_layout.axes : row_major(axes, 1);
  Index run = 1;
  if (!axes.empty() && axes.back().stride == 1 && part_axes.back().stride == 1) {
    run = axes.back().size;
    axes.pop_back(), part_axes.pop_back();
  }
  const Index first = (tile.part_layout.given ? tile.part_layout.offset : tile.first) -
                      range.begin / unit_elements(packed_bits_) * unit_elements(packed_bits_);
  copy_runs(axes, whole, tile.origin + stream.offset - group * kGroup, part_axes, part, first, run);
}

void Staging::copy_runs(const Axes& axes, std::uint8_t* whole, Index first, const Axes& part_axes,
                        std::uint8_t* part, Index part_first, Index run) const {
  Rows rows(axes), part_rows(part_axes);
  const Axis inner = rows.inner(), part_inner = part_rows.inner();
  do {
    for (Index i = 0; i < inner.size; ++i) {
      const std::size_t a = to_size(first + rows.offset() + i * inner.stride);
      const std::size_t b = to_size(part_first + part_rows.offset() + i * part_inner.stride);
      if (reads_whole())
        kernels::copy_packed(whole, a, packed_bits_, to_size(run), part, b);
      else
        kernels::copy_packed(part, b, packed_bits_, to_size(run), whole, a);
    }
    part_rows.next();
  } while (rows.next());
}

/// Moves each run by itself, and makes the bits after the last one 0.
void Staging::shift(const PackedRuns& runs, Index elements) {
  const int unit = unit_bytes(packed_bits_);
  std::memset(runs.output + packed_bytes(elements, packed_bits_) - unit, 0, static_cast<std::size_t>(unit));
  std::memcpy(runs.output, group_, to_size(packed_bytes(waiting_, packed_bits_)));
  copy_runs(runs.axes, runs.source, runs.first, row_major(runs.axes, runs.run), runs.output, waiting_,
            runs.run);
}

/// Unpacks what is read to one element per byte, gathers, and packs again.
void Staging::repack(const PackedRuns& runs, Index elements) {
  kernels::unpack(runs.source, packed_bits_, to_size(runs.end), unpacked_source_);
  kernels::unpack(group_, packed_bits_, to_size(waiting_), unpacked_output_);
  move_points(runs.axes, row_major(runs.axes, runs.run), to_size(runs.run), unpacked_source_ + runs.first,
              unpacked_output_ + waiting_);
  kernels::pack(unpacked_output_, packed_bits_, to_size(elements), runs.output);
}

}  // namespace microtome
