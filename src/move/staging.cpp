#include "move/staging.hpp"

#include <algorithm>
#include <cstring>

#include "check.hpp"
#include "move/copy_box.hpp"
#include "move/kernels/kernels.hpp"

namespace microtome {
namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// Are the streams side by side, with elements of one width?
bool side_by_side(const Axes& axes, std::span<const Stream> streams) {
  if (axes.empty() || axes.back().size == 1) return false;
  const Index width = streams[0].run;
  for (std::size_t j = 1; j < streams.size(); ++j)
    if (streams[j].run != width || streams[j].offset != streams[j - 1].offset + width) return false;
  return true;
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

void Staging::start(const Move& move, std::span<const Stream> streams, Index whole_bytes, std::uint8_t* whole,
                    const Index* box) {
  assert(static_cast<Index>(streams.size()) == move.streams);
  in_blocks_ = Blocks::suits(move);
  if (in_blocks_)
    blocks_ = box == nullptr ? Blocks::search(move) : Blocks(move, box);
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
  if (packed_bits_ == 0) return {0, kPartsAt, tile.part_begin, tile.part_end - tile.part_begin};
  if (direction_ == Direction::kCut && !tile.part_layout.given) return {0, kPartsAt, written_, packed_};
  const Range part = part_of(tile);
  const Index begin = units_before(part.begin);
  return {0, kPartsAt, begin, packed_bytes(part.end, packed_bits_) - begin};
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
  check(copy_count_ < std::size(copies_));
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
  Copy copy{.at = kPartsAt};
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
  const Index begin = of_whole ? 0 : kPartsAt, tensor = of_whole ? kWhole : 0;
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
               *out = locate(blocks_.part(i), streams_[0].part, area_ + kPartsAt, to);
  if (!reads_whole()) std::swap(from, to), std::swap(in, out);
  copy_box(from, to, run, in, out);
}

void Staging::move_bytes(const Tile& tile) {
  const Index origin =
      tile.origin - (whole_ == nullptr ? tile.begin : 0);  // may be negative until an offset is added
  std::uint8_t* const whole = whole_ == nullptr ? area_ : whole_;
  const bool cuts = reads_whole();
  const std::size_t k = streams_.size();
  std::uint8_t* parts[kMaxStreams];
  Index at = kPartsAt;  // in the area: streams without `part`, one after another
  for (std::size_t j = 0; j < k; ++j) {
    parts[j] = share(streams_[j], tile, area_ + at);
    at += tile.points * streams_[j].run;
  }
  if (side_by_side(tile.axes, streams_) &&
      move_together(tile.axes, whole + (origin + streams_[0].offset), parts))
    return;
  for (std::size_t j = 0; j < k; ++j) {
    const Stream& stream = streams_[j];
    const Axes axes = tile.part_layout.given ? tile.part_layout.axes : row_major(tile.axes, stream.run);
    std::uint8_t* const a = whole + (origin + stream.offset);
    if (cuts)
      copy_box(tile.axes, axes, to_size(stream.run), a, parts[j]);
    else
      copy_box(axes, tile.axes, to_size(stream.run), parts[j], a);
  }
}

/// Moves streams side by side, row by row, if one kernel carries them all. `parts` are then where they end.
bool Staging::move_together(const Axes& axes, std::uint8_t* whole, std::uint8_t** parts) const {
  Rows rows(axes);
  const Axis inner = rows.inner();
  const std::size_t width = to_size(streams_[0].run), k = streams_.size(), count = to_size(inner.size);
  const auto stride = static_cast<std::ptrdiff_t>(inner.stride);
  do {
    std::uint8_t* const row = whole + rows.offset();
    const bool is_moved = reads_whole() ? kernels::turn({row, stride}, {.each = parts}, width, count, k)
                                        : kernels::turn({.each = parts}, {row, stride}, width, k, count);
    if (!is_moved) return false;
    for (std::size_t j = 0; j < k; ++j) parts[j] += count * width;
  } while (rows.next());
  return true;
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
                  .output = out == nullptr ? area_ + kPartsAt : out + written_};
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
      stream.part == nullptr ? area_ + kPartsAt : stream.part + units_before(range.begin);
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
  copy_box(runs.axes, row_major(runs.axes, runs.run), to_size(runs.run), unpacked_source_ + runs.first,
           unpacked_output_ + waiting_);
  kernels::pack(unpacked_output_, packed_bits_, to_size(elements), runs.output);
}

}  // namespace microtome
