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

/// So many runs are copied one by one in any case, because repacking takes a while to begin.
constexpr Index kFewRuns = 4;
/// An element of an output with gaps is unpacked before it is packed, which takes as long as reading so many.
constexpr Index kGapWork = 4;

}  // namespace

void Staging::start(const Move& move, std::span<const Stream> streams, Index whole_bytes, std::uint8_t* whole,
                    const Index* box, Converter* converter, bool only_checks) {
  assert(static_cast<Index>(streams.size()) == move.streams);
  in_blocks_ = Blocks::suits(move);
  if (in_blocks_)
    blocks_ = Blocks(move, box);
  else
    tiling_ = Tiling(move);
  streams_ = streams;
  packed_bits_ = move.packed_bits;
  direction_ = move.direction;
  whole_bytes_ = whole_bytes;
  whole_ = whole;
  converter_ = converter;
  only_checks_ = only_checks;
  fits_ = true;
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
  const Range part = part_of(tile);
  const Index begin = part.begin / kGroup * packed_bits_;
  const bool waits = makes_row(tile) && last_ != tiles() - 1;
  const Index end = waits ? part.end / kGroup * packed_bits_ : packed_bytes(part.end, packed_bits_);
  return {0, kPartsAt, begin, end - begin};
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

std::span<const Copy> Staging::copies_in(Index i) {
  copy_count_ = 0;
  if (in_blocks_) {
    const bool cuts = reads_whole();
    add_rows(i, cuts);
    const Index run = blocks_.run_of(!cuts);
    const Layer written(cuts ? blocks_.part(i) : blocks_.whole(i), run);
    if (!only_checks_ && !written.is_full(run)) add_rows(i, !cuts);
  } else {
    const Tile tile = tiling_.tile(i);
    if (!reads_whole() || has_part_gaps(tile)) add_parts(tile);
    if (reads_whole() || has_gaps(tile)) add_whole(tile);
  }
  return {copies_, copy_count_};
}

std::span<const Copy> Staging::copies_out() {
  copy_count_ = 0;
  if (only_checks_) return {};
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
  const Layer layer(of_whole ? blocks_.whole(i) : blocks_.part(i), blocks_.run_of(of_whole));
  const Index begin = of_whole ? 0 : kPartsAt, tensor = of_whole ? kWhole : 0;
  layer.each([&](Index at, Index address) { add({tensor, begin + at, address, layer.span}); });
}

void Staging::move(Index i) {
  last_ = i;
  if (in_blocks_) return move_block(i);
  tile_ = tiling_.tile(i);
  packed_bits_ == 0 ? move_bytes(tile_) : move_packed(tile_);
}

/// Gives the axes and the first point of a side, where the kernels find it.
std::uint8_t* Staging::locate(Index i, bool of_whole, Axes& axes) {
  const Side side = of_whole ? blocks_.whole(i) : blocks_.part(i);
  std::uint8_t* const tensor = of_whole ? whole_ : streams_[0].part;
  if (tensor != nullptr) {
    axes = side.axes;
    return tensor + side.origin;
  }
  const Layer layer(side, blocks_.run_of(of_whole));
  axes = layer.axes;
  return area_ + (of_whole ? 0 : kPartsAt) + layer.origin;
}

void Staging::move_block(Index i) {
  Axes from, to;
  std::uint8_t *in = locate(i, true, from), *out = locate(i, false, to);
  if (converter_ == nullptr) {
    if (!reads_whole()) std::swap(from, to), std::swap(in, out);
    return copy_box(from, to, to_size(streams_[0].run), in, out);
  }
  const int along = converter_->along();
  const Index first = along < 0 ? 0 : blocks_.first(i, along);
  fits_ = converter_->move(from, to, first, in, only_checks_ ? nullptr : out) && fits_;
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
bool Staging::move_together(Axes axes, std::uint8_t* whole, std::uint8_t** parts) const {
  const Axis inner = axes.back();
  axes.pop_back();
  const std::size_t width = to_size(streams_[0].run), k = streams_.size(), count = to_size(inner.size);
  const auto stride = static_cast<std::ptrdiff_t>(inner.stride);
  const auto turn = [&](Index row, std::size_t points) {
    return reads_whole() ? kernels::turn({whole + row, stride}, {.each = parts}, width, points, k)
                         : kernels::turn({.each = parts}, {whole + row, stride}, width, k, points);
  };
  if (!turn(0, 0)) return false;  // there is no kernel
  each_point(axes, axes, [&](Index row, Index) {
    turn(row, count);
    for (std::size_t j = 0; j < k; ++j) parts[j] += count * width;
  });
  return true;
}

void Staging::move_packed(const Tile& tile) {
  const Range range = part_of(tile);
  const Index group = tile.begin / kGroup, part_group = range.begin / kGroup;
  std::uint8_t* const part = streams_[0].part;
  const Packed of_whole{tile.axes, whole_ == nullptr ? area_ : whole_ + group * packed_bits_,
                        tile.origin + streams_[0].offset - group * kGroup};
  const Packed of_part{tile.part_layout.given ? tile.part_layout.axes : row_major(tile.axes, 1),
                       part == nullptr ? area_ + kPartsAt : part + part_group * packed_bits_,
                       (tile.part_layout.given ? tile.part_layout.offset : tile.first) - part_group * kGroup};
  if (!reads_whole()) return copy_packed(of_part, of_whole);
  if (!makes_row(tile)) return copy_packed(of_whole, of_part);
  // Elements that do not fill a group wait for the next tile, whose output begins with them.
  const auto bytes = [&](Index elements) { return to_size(packed_bytes(elements, packed_bits_)); };
  const auto unit = to_size(unit_bytes(packed_bits_));
  const Index end = of_part.first + tile.points;
  std::memset(of_part.bytes + bytes(end) - unit, 0, unit);
  std::memcpy(of_part.bytes, group_, bytes(of_part.first));
  copy_packed(of_whole, of_part);
  const Index whole_groups = end / kGroup * kGroup;
  std::memcpy(group_, of_part.bytes + bytes(whole_groups), bytes(end - whole_groups));
}

void Staging::copy_packed(Packed from, Packed to) {
  Index run = 1;
  if (!from.axes.empty() && from.axes.back().stride == 1 && to.axes.back().stride == 1) {
    run = from.axes.back().size;
    from.axes.pop_back(), to.axes.pop_back();
  }
  const Index points = count_points(from.axes), unit = unit_elements(packed_bits_);
  const auto reach = [&](const Packed& side) {
    const Hull hull = hull_of(side.axes);
    return Range{side.first + hull.first, side.first + hull.last + run};
  };
  const Range read = reach(from), written = reach(to);
  const bool is_dense = points * run == written.size();
  const Index work = read.size() + written.size() * (is_dense ? 1 : kGapWork);
  if (work >= repack_break_even(packed_bits_) * (points - kFewRuns))
    return each_point(from.axes, to.axes, [&](Index a, Index b) {
      kernels::copy_packed(from.bytes, to_size(from.first + a), packed_bits_, to_size(run), to.bytes,
                           to_size(to.first + b));
    });
  const auto unpack = [&](const std::uint8_t* bytes, Index begin, Index end, std::uint8_t* out) {
    kernels::unpack(bytes + packed_bytes(begin, packed_bits_), packed_bits_, to_size(end - begin), out);
  };
  const Index begin = read.begin / unit * unit;
  unpack(from.bytes, begin, read.end, unpacked_source_);
  // Only whole units can be written, so the bits beside and between the points are read and written again.
  const Index first = written.begin / unit * unit, last = (written.end - 1) / unit * unit;
  unpack(to.bytes, first, is_dense ? first + unit : last, unpacked_output_);
  unpack(to.bytes, last, last + unit, unpacked_output_ + (last - first));
  copy_box(from.axes, to.axes, to_size(run), unpacked_source_ + (from.first - begin),
           unpacked_output_ + (to.first - first));
  kernels::pack(unpacked_output_, packed_bits_, to_size(last + unit - first),
                to.bytes + packed_bytes(first, packed_bits_));
}

}  // namespace microtome
