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

/// One stream of a tile: `run` bytes from every point, one after another.
void gather_box(const Axes& axes, const std::uint8_t* source, Index run, std::uint8_t* output) {
  Rows rows(axes);
  const Axis inner = rows.inner();
  do {
    kernels::gather(source + rows.offset(), static_cast<std::ptrdiff_t>(inner.stride), to_size(run),
                    to_size(inner.size), output);
    output += inner.size * run;
  } while (rows.next());
}

/// Does one kernel carry all these streams? They are side by side, with elements of one width.
bool interleaved(const Axes& axes, std::span<const Stream> streams) {
  if (axes.empty() || axes.back().size == 1) return false;
  const Index width = streams[0].run;
  for (std::size_t j = 1; j < streams.size(); ++j)
    if (streams[j].run != width || streams[j].offset != streams[j - 1].offset + width) return false;
  return kernels::has_deinterleave(static_cast<std::ptrdiff_t>(axes.back().stride), to_size(width),
                                   streams.size());
}

/// Where a stream's part of the tile goes: into the output, or into the area.
std::uint8_t* output(const Stream& stream, const Tile& tile, std::uint8_t* area) {
  return stream.out == nullptr ? area : stream.out + tile.first * stream.run;
}

}  // namespace

void Staging::start(const Move& move, std::span<const Stream> streams, Index source_bytes,
                    const std::uint8_t* source) {
  assert(static_cast<Index>(streams.size()) == move.streams);
  tiling_ = Tiling(move);
  streams_ = streams;
  packed_bits_ = move.packed_bits;
  source_bytes_ = source_bytes;
  source_ = source;
  waiting_ = written_ = packed_ = 0;
}

Copy Staging::load(Index i) const {
  const Tile tile = tiling_.tile(i);
  if (packed_bits_ == 0) return {0, tile.begin, tile.end - tile.begin};
  const Index first = tile.begin / kGroup;
  const Index last = (tile.end - 1) / kGroup + 1;
  const Index begin = first * packed_bits_;
  return {0, begin, std::min(last * packed_bits_, source_bytes_) - begin};
}

void Staging::move(Index i) {
  tile_ = tiling_.tile(i);
  if (packed_bits_ == 0)
    move_bytes(tile_);
  else
    move_packed(tile_, i == tiles() - 1);
}

void Staging::move_bytes(const Tile& tile) {
  const std::uint8_t* const source = source_ == nullptr ? area_ : source_;
  const Index origin = tile.origin - (source_ == nullptr ? tile.begin : 0);
  std::uint8_t* area = area_ + kLargeTile;  // for the streams without `out`, one after another
  if (interleaved(tile.axes, streams_)) {
    Rows rows(tile.axes);
    const Axis inner = rows.inner();
    const Index width = streams_[0].run;
    const std::uint8_t* const first = source + (origin + streams_[0].offset);
    std::uint8_t* outs[kMaxStreams];
    for (std::size_t j = 0; j < streams_.size(); ++j)
      outs[j] = output(streams_[j], tile, area + static_cast<Index>(j) * tile.points * width);
    do {
      kernels::deinterleave(first + rows.offset(), static_cast<std::ptrdiff_t>(inner.stride), to_size(width),
                            streams_.size(), to_size(inner.size), outs);
      for (std::size_t j = 0; j < streams_.size(); ++j) outs[j] += inner.size * width;
    } while (rows.next());
    return;
  }
  for (const Stream& stream : streams_) {
    gather_box(tile.axes, source + (origin + stream.offset), stream.run, output(stream, tile, area));
    area += tile.points * stream.run;
  }
}

/// Elements that do not fill a group wait for the next tile, whose output begins with them.
void Staging::move_packed(const Tile& tile, bool last) {
  written_ += packed_;
  // the source is read from a whole group on
  const Index group = tile.begin / kGroup;
  std::uint8_t* const out = streams_[0].out;
  PackedRuns runs{.axes = tile.axes,
                  .run = 1,
                  .source = source_ == nullptr ? area_ : source_ + group * packed_bits_,
                  .first = tile.origin + streams_[0].offset - group * kGroup,
                  .end = tile.end - group * kGroup,
                  .output = out == nullptr ? area_ + kLargeTile : out + written_};
  if (!runs.axes.empty() && runs.axes.back().stride == 1) {
    runs.run = runs.axes.back().size;
    runs.axes.pop_back();
  }
  const Index elements = waiting_ + tile.points;
  const Index read_and_written = tile.end - tile.begin + tile.points;
  if (read_and_written >= repack_break_even(packed_bits_) * (tile.points / runs.run))
    shift(runs);
  else
    repack(runs, elements);
  waiting_ = last ? 0 : elements % kGroup;
  packed_ = packed_bytes(elements - waiting_, packed_bits_);
  std::memcpy(group_, runs.output + packed_, to_size(packed_bytes(waiting_, packed_bits_)));
}

void Staging::shift(const PackedRuns& runs) {
  std::memcpy(runs.output, group_, to_size(packed_bytes(waiting_, packed_bits_)));
  Rows rows(runs.axes);
  const Axis inner = rows.inner();
  Index to = waiting_;
  do {
    Index from = runs.first + rows.offset();
    for (Index i = 0; i < inner.size; ++i, from += inner.stride, to += runs.run)
      kernels::copy_packed(runs.source, to_size(from), packed_bits_, to_size(runs.run), runs.output,
                           to_size(to));
  } while (rows.next());
}

/// Unpacks what is read to one element per byte, gathers, and packs again.
void Staging::repack(const PackedRuns& runs, Index elements) {
  kernels::unpack(runs.source, packed_bits_, to_size(runs.end), unpacked_source_);
  kernels::unpack(group_, packed_bits_, to_size(waiting_), unpacked_output_);
  gather_box(runs.axes, unpacked_source_ + runs.first, runs.run, unpacked_output_ + waiting_);
  kernels::pack(unpacked_output_, packed_bits_, to_size(elements), runs.output);
}

}  // namespace microtome
