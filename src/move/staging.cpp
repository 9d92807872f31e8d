#include "move/staging.hpp"

#include <algorithm>
#include <cstring>

#include "move/kernels/kernels.hpp"

namespace microtome {
namespace {

constexpr Index kGroup = 8;  // packed elements of any type fill whole bytes 8 by 8

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// Calls `row(source, points_before)` for every innermost row of the box.
template <class Row>
void each_row(const Axes& axes, int depth, const std::uint8_t* source, Index& points, const Row& row) {
  if (depth >= axes.size() - 1) {
    row(source, points);
    points += axes.empty() ? 1 : axes.back().size;
    return;
  }
  for (Index i = 0; i < axes[depth].size; ++i)
    each_row(axes, depth + 1, source + i * axes[depth].stride, points, row);
}

/// One stream of a tile: `run` bytes from every point, one behind the other.
void gather_box(const Axes& axes, const std::uint8_t* source, Index run, std::uint8_t* output) {
  // a single index has no stride: it may be so long that it leads out of all memory
  const Axis inner = axes.empty() || axes.back().size == 1 ? Axis{1, 0} : axes.back();
  Index points = 0;
  each_row(axes, 0, source, points, [&](const std::uint8_t* in, Index before) {
    kernels::gather(in, static_cast<std::ptrdiff_t>(inner.stride), to_size(run), to_size(inner.size),
                    output + before * run);
  });
}

/// So many streams of a kernel carry these, which lie side by side with elements of one width; 0 if none can.
std::size_t interleaved(const Axes& axes, std::span<const Stream> streams) {
  if (axes.empty() || axes.back().size == 1) return 0;
  const Index width = streams[0].run;
  for (std::size_t j = 1; j < streams.size(); ++j)
    if (streams[j].run != width || streams[j].offset != streams[j - 1].offset + width) return 0;
  const auto stride = static_cast<std::ptrdiff_t>(axes.back().stride);
  if (kernels::has_deinterleave(stride, to_size(width), streams.size())) return streams.size();
  const bool lacks_one = streams.size() == 3 && stride == 4 * width;  // RGB of RGBA
  return lacks_one && kernels::has_deinterleave(stride, to_size(width), 4) ? 4 : 0;
}

/// Where a stream's part of the tile goes: to its place in the output, or into the area.
std::uint8_t* output(const Stream& stream, const Tile& tile, std::uint8_t* area) {
  return stream.out == nullptr ? area : stream.out + tile.first * stream.run;
}

}  // namespace

void Staging::start(const Job& job, std::span<const Stream> streams, Index source_bytes,
                    const std::uint8_t* source) {
  assert(static_cast<Index>(streams.size()) == job.streams);
  tiling_ = Tiling(job);
  streams_ = streams;
  packed_bits_ = job.packed_bits;
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
  const Index origin = tile.origin - (source_ == nullptr ? tile.begin : 0);  // a stream's offset is to come
  std::uint8_t* area = area_ + kLargeTile;  // where the streams go that have no `out`, one behind the other
  if (const std::size_t k = interleaved(tile.axes, streams_); k > 0) {
    const Axis inner = tile.axes.back();
    const Index width = streams_[0].run;
    Index points = 0;
    const std::uint8_t* first = source + (origin + streams_[0].offset);
    each_row(tile.axes, 0, first, points, [&](const std::uint8_t* in, Index before) {
      std::uint8_t* outs[kMaxStreams];
      for (std::size_t j = 0; j < k; ++j)
        outs[j] = j < streams_.size()
                      ? output(streams_[j], tile, area + static_cast<Index>(j) * tile.points * width) +
                            before * width
                      : unpacked_output_;  // which nobody reads now
      kernels::deinterleave(in, static_cast<std::ptrdiff_t>(inner.stride), to_size(width), k,
                            to_size(inner.size), outs);
    });
    return;
  }
  for (const Stream& stream : streams_) {
    gather_box(tile.axes, source + (origin + stream.offset), stream.run, output(stream, tile, area));
    area += tile.points * stream.run;
  }
}

/// Packed elements are moved as bytes. Those that do not fill a group wait for the next tile.
void Staging::move_packed(const Tile& tile, bool last) {
  const Index skipped = tile.begin % kGroup;  // the copy in began with a whole group
  const std::uint8_t* const source =
      source_ == nullptr ? area_ : source_ + tile.begin / kGroup * packed_bits_;
  kernels::unpack(source, packed_bits_, to_size(tile.end - tile.begin + skipped), unpacked_source_);
  gather_box(tile.axes, unpacked_source_ + (tile.origin + streams_[0].offset - tile.begin + skipped), 1,
             unpacked_output_ + waiting_);
  written_ += packed_;
  const Index elements = waiting_ + tile.points;
  const Index ready = last ? elements : elements - elements % kGroup;
  std::uint8_t* const out = streams_[0].out;
  kernels::pack(unpacked_output_, packed_bits_, to_size(ready),
                out == nullptr ? area_ + kLargeTile : out + written_);
  packed_ = static_cast<Index>(kernels::packed_bytes(to_size(ready), packed_bits_));
  waiting_ = elements - ready;
  std::memmove(unpacked_output_, unpacked_output_ + ready, to_size(waiting_));
}

}  // namespace microtome
