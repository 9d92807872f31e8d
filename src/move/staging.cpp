#include "move/staging.hpp"

#include <algorithm>
#include <cstring>

#include "check.hpp"
#include "move/copy_box.hpp"
#include "move/kernels/kernels.hpp"

namespace microtome {
namespace {

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

/// Up to this number, runs are always copied one by one, because repacking takes a while to begin.
constexpr Index kFewRuns = 4;
/// An element of an output with gaps is unpacked before it is packed, which takes as long as reading this
/// many.
constexpr Index kGapWork = 4;

}  // namespace

void Staging::start(const Move& move, std::span<const Stream> streams, Index whole_bytes, std::uint8_t* whole,
                    const Index* box, Converter* converter, bool only_checks) {
  assert(static_cast<Index>(streams.size()) == move.streams);
  blocks_ = Blocks(move, box);
  has_layout_ = move.part_layout.is_stated;
  const int bits = move.packed_bits;
  const bool have_rows = blocks_.have_rows();
  packed_bits_ = have_rows ? 0 : bits;
  whole_bits_ = have_rows ? bits : 0;
  part_bits_ = converter != nullptr ? move.part_bits : whole_bits_;
  run_sum_ = part_bits_ != 0 ? 1 : move.run_sum;  // the run is an axis of the blocks
  begin_ = move.begin;
  streams_ = streams;
  direction_ = move.direction;
  whole_bytes_ = whole_bytes;
  whole_ = whole;
  converter_ = converter;
  part_ = streams[0].part;
  const Layout& part = move.part_layout;
  const bool holds = only_checks && can_hold(move);
  held_ = holds ? part.length : 0;
  held_at_ = kPartsAt + (part_bits_ != 0 ? kPackedAt : 0);
  if (holds) part_ = area_ + held_at_;
  only_checks_ = only_checks && !holds;
  fits_ = true;
}

bool Staging::has_gaps(Index i, bool of_whole) const {
  // other packed elements may be in the same bytes
  if (packed_bits_ != 0) return of_whole || has_layout_;
  if (bits_of(of_whole) != 0) return true;
  if (!of_whole && has_own_parts()) return false;
  const Layer layer = blocks_.layer(i, of_whole);
  return !layer.is_full(converter_ != nullptr && !of_whole ? blocks_.run_of(false) : run_sum_);
}

std::span<const Copy> Staging::copies_in(Index i) {
  copy_count_ = 0;
  add(i, reads_whole());
  if (!only_checks_ && has_gaps(i, !reads_whole())) add(i, !reads_whole());
  return {copies_, copy_count_};
}

std::span<const Copy> Staging::copies_out() {
  copy_count_ = 0;
  if (held_ != 0 && fits_ && last_ == tiles() - 1) add({0, held_at_, 0, held_});
  if (!only_checks_ && fits_) add(last_, !reads_whole());
  return {copies_, copy_count_};
}

void Staging::add(const Copy& copy) {
  check(copy_count_ < std::size(copies_));
  copies_[copy_count_++] = copy;
}

void Staging::add(Index i, bool of_whole) {
  if (!of_whole && has_own_parts()) return add_streams(i);
  if (tensor_of(of_whole) != nullptr) return;
  if (packed_bits_ != 0) return add(of_packed(i, of_whole));
  const Layer layer = blocks_.layer(i, of_whole);
  const Index begin = of_whole ? 0 : kPartsAt, tensor = of_whole ? kWhole : 0;
  layer.each([&](Index at, Index address) {
    add(bits_of(of_whole) != 0
            ? packed_row(of_whole, at, address, layer.span)
            : Copy{tensor, begin + at, address, layer.span * layer.together(), layer.spacing});
  });
}

Copy Staging::packed_row(bool of_whole, Index at, Index first, Index count) const {
  const int bits = bits_of(of_whole);
  const Index begin = first / kGroup * bits;
  return {of_whole ? kWhole : 0, (of_whole ? 0 : kPartsAt) + kPackedAt + at / 8 * 7, begin,
          packed_bytes(first + count, bits) - begin};
}

void Staging::unpack_rows(const Layer& layer, bool of_whole) {
  const int bits = bits_of(of_whole);
  layer.each([&](Index at, Index first) {
    const Copy packed = packed_row(of_whole, at, first, layer.span);
    std::uint8_t* const tensor = tensor_of(of_whole);
    const std::uint8_t* in = tensor == nullptr ? area_ + packed.at : tensor + packed.begin;
    std::uint8_t* out = area_ + (of_whole ? 0 : kPartsAt) + at;
    Index count = layer.span;
    if (const Index before = first % kGroup; before != 0) {  // of the first group
      std::uint8_t group[kGroup];
      const Index some = std::min(kGroup - before, count);
      kernels::unpack(in, bits, to_size(before + some), group);
      std::memcpy(out, group + before, to_size(some));
      in += bits, out += some, count -= some;
    }
    kernels::unpack(in, bits, to_size(count), out);
  });
}

/// Elements that do not fill a unit leave the others in it as they are.
void Staging::pack_rows(const Layer& layer, bool of_whole) {
  const int bits = bits_of(of_whole);
  std::uint8_t* const tensor = tensor_of(of_whole);
  Copy last;
  layer.each([&](Index at, Index first) {
    const Copy packed = packed_row(of_whole, at, first, layer.span);
    std::uint8_t* out = tensor == nullptr ? area_ + packed.at : tensor + packed.begin;
    // Rows may share bytes. In the area, each has its own copy of them, and the last one is copied out last.
    const Index shared = last.begin + last.size - packed.begin;
    if (tensor == nullptr && shared > 0 && shared <= std::min(last.size, packed.size))
      std::memcpy(out, area_ + last.at + (last.size - shared), to_size(shared));
    last = packed;
    const std::uint8_t* in = area_ + (of_whole ? 0 : kPartsAt) + at;
    Index count = layer.span;
    const auto pack_some = [&](Index before, Index some) {
      std::uint8_t group[kGroup] = {}, packed_group[kGroup];
      std::memcpy(group + before, in, to_size(some));
      kernels::pack(group, bits, kGroup, packed_group);
      kernels::copy_packed(packed_group, to_size(before), bits, to_size(some), out, to_size(before));
      in += some, count -= some;
    };
    if (const Index before = first % kGroup; before != 0) {
      pack_some(before, std::min(kGroup - before, count));
      out += bits;
    }
    const Index whole_groups = count / kGroup;
    kernels::pack(in, bits, to_size(whole_groups * kGroup), out);
    in += whole_groups * kGroup, out += whole_groups * bits, count -= whole_groups * kGroup;
    if (count > 0) pack_some(0, count);
  });
}

void Staging::add_streams(Index i) {
  const Layer all = blocks_.layer(i, false);
  const Index first = all.first / run_sum_, points = all.span / run_sum_;
  Copy copy{.at = kPartsAt};
  for (const Stream& stream : streams_) {
    copy.begin = first * stream.run;
    copy.size = points * stream.run;
    if (stream.part == nullptr) add(copy);
    ++copy.tensor;
    copy.at += copy.size;
  }
}

Copy Staging::of_packed(Index i, bool of_whole) const {
  const Layer layer = blocks_.layer(i, of_whole);
  const Index first = layer.first, last = layer.first + layer.span, begin = first / kGroup * packed_bits_;
  if (of_whole)
    return {kWhole, 0, begin, std::min(((last - 1) / kGroup + 1) * packed_bits_, whole_bytes_) - begin};
  const bool waits = makes_row() && last_ != tiles() - 1;
  return {0, kPartsAt, begin,
          (waits ? last / kGroup * packed_bits_ : packed_bytes(last, packed_bits_)) - begin};
}

void Staging::move(Index i) {
  last_ = i;
  if (packed_bits_ != 0) return move_packed(i);
  streams_.size() == 1 ? move_rows(i) : move_streams(i);
}

std::uint8_t* Staging::locate(Index i, bool of_whole, Axes& axes) {
  const Side side = blocks_.side(i, of_whole);
  std::uint8_t* const tensor = tensor_of(of_whole);
  const bool is_packed = bits_of(of_whole) != 0;
  if (tensor != nullptr && !is_packed) {
    axes = side.axes;
    return tensor + side.origin;
  }
  const Layer layer(side, blocks_.run_of(of_whole));
  if (is_packed && (of_whole == reads_whole() || !layer.is_full(1))) unpack_rows(layer, of_whole);
  axes = layer.axes;
  return area_ + (of_whole ? 0 : kPartsAt) + layer.origin;
}

void Staging::move_rows(Index i) {
  Axes from, to;
  std::uint8_t *in = locate(i, true, from), *out = locate(i, false, to);
  if (converter_ == nullptr) {
    if (!reads_whole()) std::swap(from, to), std::swap(in, out);
    copy_box(from, to, to_size(run_sum_), in, out);
    if (bits_of(!reads_whole()) != 0) pack_rows(blocks_.layer(i, !reads_whole()), !reads_whole());
    return;
  }
  fits_ = converter_->move(blocks_, i, from, to, in, only_checks_ ? nullptr : out) && fits_;
  if (part_bits_ != 0 && !only_checks_) pack_rows(blocks_.layer(i, false), false);
}

void Staging::move_streams(Index i) {
  Axes axes, part_axes;
  std::uint8_t* const whole = locate(i, true, axes);
  std::uint8_t* parts[kMaxStreams];
  const std::size_t k = streams_.size();
  if (has_own_parts()) {
    const Layer all = blocks_.layer(i, false);
    const Index first = all.first / run_sum_, points = all.span / run_sum_;
    Index at = kPartsAt;  // in the area: streams that are not in the arena, one after another
    for (std::size_t j = 0; j < k; ++j) {
      const Stream& stream = streams_[j];
      parts[j] = stream.part == nullptr ? area_ + at : stream.part + first * stream.run;
      at += points * stream.run;
    }
    if (side_by_side(axes, streams_) && move_together(axes, whole + (streams_[0].offset - begin_), parts))
      return;
  } else {
    std::uint8_t* const part = locate(i, false, part_axes);
    if (move_patterns(axes, part_axes, whole, part)) return;
    for (std::size_t j = 0; j < k; ++j) parts[j] = part + streams_[j].part_offset;
  }
  for (std::size_t j = 0; j < k; ++j) {
    const Stream& stream = streams_[j];
    if (has_own_parts()) part_axes = row_major(axes, stream.run);
    std::uint8_t* const a = whole + (stream.offset - begin_);
    if (reads_whole())
      copy_box(axes, part_axes, to_size(stream.run), a, parts[j]);
    else
      copy_box(part_axes, axes, to_size(stream.run), parts[j], a);
  }
}

/// Moves all streams of parts in one array at once, if they are so close at each point that a vector holds
/// them, and leave no gaps in what is written.
bool Staging::move_patterns(const Axes& axes, const Axes& part_axes, std::uint8_t* whole,
                            std::uint8_t* part) const {
  Pattern pattern;
  for (const Stream& stream : streams_) {
    Index from = stream.offset - begin_, to = stream.part_offset;
    if (!reads_whole()) std::swap(from, to);
    if (!pattern.add(from, to, stream.run)) return false;
  }
  return reads_whole() ? copy_pattern(axes, part_axes, pattern, whole, part)
                       : copy_pattern(part_axes, axes, pattern, part, whole);
}

/// Moves streams that are side by side, row by row, if there is a kernel for all of them. `parts` then point
/// to their ends.
bool Staging::move_together(Axes axes, std::uint8_t* whole, std::uint8_t** parts) const {
  const Axis inner = axes.back();
  axes.pop_back();
  const std::size_t width = to_size(streams_[0].run), k = streams_.size(), count = to_size(inner.size);
  const auto stride = static_cast<std::ptrdiff_t>(inner.stride);
  const auto turn = [&](Index row, std::size_t points) {
    return reads_whole() ? kernels::transpose_lines({whole + row, stride}, {.each = parts}, width, points, k)
                         : kernels::transpose_lines({.each = parts}, {whole + row, stride}, width, k, points);
  };
  if (!turn(0, 0)) return false;  // there is no kernel
  each_point(axes, axes, [&](Index row, Index) {
    turn(row, count);
    for (std::size_t j = 0; j < k; ++j) parts[j] += count * width;
  });
  return true;
}

void Staging::move_packed(Index i) {
  const auto locate_packed = [&](bool of_whole) {
    const Side side = blocks_.side(i, of_whole);
    const Index group = Layer(side, 1).first / kGroup;
    std::uint8_t* const tensor = of_whole ? whole_ : streams_[0].part;
    return Packed{side.axes,
                  tensor == nullptr ? area_ + (of_whole ? 0 : kPartsAt) : tensor + group * packed_bits_,
                  side.origin - group * kGroup};
  };
  const Packed of_whole = locate_packed(true), of_part = locate_packed(false);
  if (!reads_whole()) return copy_packed(of_part, of_whole);
  if (!makes_row()) return copy_packed(of_whole, of_part);
  // Elements that do not fill a group wait for the next tile, whose output begins with them.
  const auto bytes = [&](Index elements) { return to_size(packed_bytes(elements, packed_bits_)); };
  const auto unit = to_size(unit_bytes(packed_bits_));
  const Index end = of_part.first + count_points(of_part.axes);
  std::memset(of_part.bytes + bytes(end) - unit, 0, unit);
  std::memcpy(of_part.bytes, group_, bytes(of_part.first));
  copy_packed(of_whole, of_part);
  const Index whole_groups = end / kGroup * kGroup;
  std::memcpy(group_, of_part.bytes + bytes(whole_groups), bytes(end - whole_groups));
}

bool Staging::fill_packed(Packed from, Packed to) {
  constexpr Index kLeast = 2 * kGroup;
  if (from.axes.empty() || from.axes.back().stride != 0 || to.axes.back().stride != 1) return false;
  const Index count = to.axes.back().size;
  if (count < kLeast) return false;
  from.axes.pop_back(), to.axes.pop_back();
  // so many of one element that a run can begin at any place of a group
  const std::size_t groups = to_size(count / kGroup + 2);
  int filled = -1;
  each_point(from.axes, to.axes, [&](Index a, Index b) {
    std::uint8_t group[kGroup] = {};
    kernels::copy_packed(from.bytes, to_size(from.first + a), packed_bits_, 1, group, 0);
    kernels::unpack(group, packed_bits_, 1, group);
    if (filled != group[0]) {
      filled = group[0];
      std::memset(group, filled, kGroup);
      kernels::pack(group, packed_bits_, kGroup, unpacked_source_);
      kernels::repeat(unpacked_source_, to_size(packed_bits_), groups);
    }
    const Index first = to.first + b;
    kernels::copy_packed(unpacked_source_, to_size(first % kGroup), packed_bits_, to_size(count), to.bytes,
                         to_size(first));
  });
  return true;
}

void Staging::copy_packed(Packed from, Packed to) {
  if (fill_packed(from, to)) return;
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
  // Only whole units can be written, so the bits beside and between the points are read and written back.
  const Index first = written.begin / unit * unit, last = (written.end - 1) / unit * unit;
  unpack(to.bytes, first, is_dense ? first + unit : last, unpacked_output_);
  unpack(to.bytes, last, last + unit, unpacked_output_ + (last - first));
  copy_box(from.axes, to.axes, to_size(run), unpacked_source_ + (from.first - begin),
           unpacked_output_ + (to.first - first));
  kernels::pack(unpacked_output_, packed_bits_, to_size(last + unit - first),
                to.bytes + packed_bytes(first, packed_bits_));
}

}  // namespace microtome
