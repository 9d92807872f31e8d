#include "staged.hpp"

#include <cstring>
#include <memory>
#include <stdexcept>

#include "block.hpp"
#include "client.hpp"
#include "move/staging.hpp"
#include "move/way.hpp"

namespace microtome::testing {
namespace {

/// Is [begin, end) of the area as it was marked?
bool is_marked(std::span<const std::uint8_t> area, Index begin, Index end) {
  if (begin >= end) return true;
  const std::uint8_t* first =
      area.data() + begin;  // is it the mark, and each byte what the one before it is?
  return *first == kMark && std::memcmp(first, first + 1, static_cast<std::size_t>(end - begin - 1)) == 0;
}

}  // namespace

Move move_of(std::initializer_list<Axis> axes, const Streams& streams, int packed_bits) {
  WireMove sent{.packed_bits = packed_bits, .axes = {}, .streams = streams, .words = {}};
  for (const Axis& axis : axes) sent.axes.push_back(axis);
  return sent.move();
}

Index reach_of(const Move& move) {
  Index low = move.begin, high = move.end;
  for (const Axis& axis : move.axes) (axis.stride < 0 ? low : high) += (axis.size - 1) * axis.stride;
  if (low < 0) throw std::logic_error("a move that begins before its source");
  return high;
}

std::vector<Bytes> carry_out(const Move& move, Streams streams, const Bytes& source, Index& tiles,
                             int place) {
  static const auto staging = std::make_unique<Staging>();
  Block input(source);
  std::vector<Block> blocks;
  for (Stream& stream : streams) {
    Block& block = blocks.emplace_back(static_cast<std::size_t>(output_bytes(move, stream)));
    if ((place & kOutputsInArena) != 0) stream.out = block.data();
  }
  const bool in_place = (place & kSourceInArena) != 0;
  staging->start(move, streams, static_cast<Index>(source.size()), in_place ? input.data() : nullptr);
  tiles = staging->tiles();
  std::vector<Bytes> outputs(streams.size());
  const auto area = staging->area();
  for (Index i = 0; i < tiles; ++i) {
    std::memset(area.data(), kMark, area.size());
    const Copy load = staging->load(i);
    if (load.size < 1 || load.at != 0 || load.size > kLargeTile) return {};
    const Index loaded = in_place ? 0 : load.size;
    std::memcpy(area.data(), input.data() + load.begin, static_cast<std::size_t>(loaded));
    {
      const Forbidden not_loaded(
          area.subspan(static_cast<std::size_t>(loaded), static_cast<std::size_t>(kLargeTile - loaded)));
      staging->move(i);
    }
    std::size_t j = 0;
    Index end = kLargeTile;  // what the streams have written is side by side, and nothing else has changed
    bool kept = is_marked(area, loaded, kLargeTile);
    staging->each_store([&](const Copy& store) {
      Bytes& output = outputs[j];
      kept = kept && store.begin == static_cast<Index>(output.size());
      const std::uint8_t* from =
          streams[j].out == nullptr ? area.data() + store.at : streams[j].out + store.begin;
      output.insert(output.end(), from, from + store.size);
      if (streams[j++].out != nullptr) return;
      kept = kept && store.at == end;
      end = store.at + store.size;
    });
    end += move.packed_bits;  // elements that wait for the next tile may stand there, a group of 8 at most
    if (!kept || j != streams.size() || !is_marked(area, end, static_cast<Index>(area.size()))) return {};
  }
  for (std::size_t j = 0; j < streams.size(); ++j)
    if (streams[j].out != nullptr && !blocks[j].holds(outputs[j])) return {};
  return outputs;
}

}  // namespace microtome::testing
