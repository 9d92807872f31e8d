#include "staged.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "block.hpp"
#include "call_of.hpp"
#include "client.hpp"
#include "move/staging.hpp"
#include "move/way.hpp"
#include "random.hpp"

namespace microtome::testing {
namespace {

/// One half of the area in one tile: bytes of the whole, or of the parts. Only as much of it is marked as
/// most tiles take: marking all that the largest ones may take would take longer than the tests.
class Half {
 public:
  /// `kept` is memory to use: allocating megabytes for each tile would take longer than the tests.
  Half(std::span<std::uint8_t> area, Index begin, Index end, Bytes& kept)
      : begin_(begin), half_(area.subspan(to_size(begin), to_size(end - begin))), kept_(kept) {
    std::ranges::fill(half_.first(kMarked), kMark);
  }
  /// False if the copy is not in this half, or not of the block.
  bool load(const Copy& copy, Block& from) {
    if (!is_inside(copy, from)) return false;
    loaded_ = std::max(loaded_, to_size(copy.at - begin_ + copy.size));
    std::memcpy(place(copy), from.data() + copy.begin, to_size(copy.size));
    return true;
  }
  bool store(const Copy& copy, Block& to) {
    if (!is_inside(copy, to)) return false;
    std::memcpy(to.data() + copy.begin, place(copy), to_size(copy.size));
    expect(to_size(copy.at - begin_), to_size(copy.size));
    return true;
  }
  /// What nobody may touch. If the half is only written, it is unknown where the tile ends.
  std::span<std::uint8_t> forbidden(bool is_read) const {
    return is_read || loaded_ > 0 ? half_.subspan(loaded_) : std::span<std::uint8_t>();
  }
  /// Before the tile moves: remembers what is marked or loaded, and a little more.
  void keep() {
    const auto seen = half_.first(std::min(std::max(kMarked, loaded_ + 4096), half_.size()));
    kept_.assign(seen.begin(), seen.end());
  }
  /// Has nothing changed but what was stored? So many bytes after that may have, too.
  bool is_kept(Index slack) {
    expect(stored_, to_size(slack));
    return std::memcmp(kept_.data(), half_.data(), kept_.size()) == 0;
  }

 private:
  static std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }
  bool is_inside(const Copy& copy, const Block& block) const {
    const Index at = copy.at - begin_;
    return at >= 0 && copy.size >= 0 && at + copy.size <= static_cast<Index>(half_.size()) &&
           copy.begin >= 0 && copy.begin + copy.size <= static_cast<Index>(block.size());
  }
  std::uint8_t* place(const Copy& copy) { return half_.data() + (copy.at - begin_); }
  /// These bytes may be others than before.
  void expect(std::size_t at, std::size_t size) {
    if (at < kept_.size())
      std::memcpy(kept_.data() + at, half_.data() + at, std::min(size, kept_.size() - at));
    stored_ = std::max(stored_, at + size);
  }

  static constexpr std::size_t kMarked = (std::size_t{1} << 20) + 64;

  Index begin_;
  std::span<std::uint8_t> half_;
  std::size_t loaded_ = 0, stored_ = 0;  // up to here
  Bytes& kept_;
};

Bytes bytes_of(Block& block) { return {block.bytes().begin(), block.bytes().end()}; }

}  // namespace

Move move_of(std::initializer_list<Axis> axes, const Streams& streams, int packed_bits) {
  WireMove sent{.packed_bits = packed_bits, .axes = {}, .streams = streams};
  for (const Axis& axis : axes) sent.axes.push_back(axis);
  return sent.move();
}

Index reach_of(const Move& move) {
  Index low = move.begin, high = move.end;
  for (const Axis& axis : move.axes) (axis.stride < 0 ? low : high) += (axis.size - 1) * axis.stride;
  if (low < 0) throw std::logic_error("a move that begins before its source");
  return high;
}

Held carry_out(const Move& move, Streams streams, const Held& before, Index& tiles, int place) {
  static const auto staging = std::make_unique<Staging>();
  static Bytes kept_whole, kept_parts;
  const bool whole_in_place = (place & kWholeInArena) != 0, parts_in_place = (place & kPartsInArena) != 0;
  const bool cuts = move.direction == Direction::kCut;
  Block whole(before.whole);
  std::vector<Block> parts;
  for (std::size_t j = 0; j < streams.size(); ++j) {
    Block& part = parts.emplace_back(before.parts[j]);
    if (parts_in_place) streams[j].part = part.data();
  }
  staging->start(move, streams, static_cast<Index>(whole.size()), whole_in_place ? whole.data() : nullptr);
  tiles = staging->tiles();
  const auto area = staging->area();
  const Index slack =
      cuts && !move.part_layout.given ? move.packed_bits : 0;  // elements that wait for the next tile
  for (Index i = 0; i < tiles; ++i) {
    Half of_whole(area, 0, kBlock, kept_whole);
    Half of_parts(area, kBlock, static_cast<Index>(area.size()), kept_parts);
    bool kept = true;
    const auto each = [&](auto&& carry) {
      return [&, carry](const Copy& copy) {
        const bool is_whole = copy.tensor == kWhole;
        kept = kept && !(is_whole ? whole_in_place : parts_in_place) &&
               carry(is_whole ? of_whole : of_parts, copy,
                     is_whole ? whole : parts[static_cast<std::size_t>(copy.tensor)]);
      };
    };
    std::ranges::for_each(staging->copies_in(i), each([](Half& half, const Copy& copy, Block& block) {
                            return half.load(copy, block);
                          }));
    of_whole.keep(), of_parts.keep();
    {
      const Forbidden beside_whole(of_whole.forbidden(cuts)), beside_parts(of_parts.forbidden(!cuts));
      staging->move(i);
    }
    std::ranges::for_each(staging->copies_out(), each([](Half& half, const Copy& copy, Block& block) {
                            return half.store(copy, block);
                          }));
    if (!kept || !of_whole.is_kept(0) || !of_parts.is_kept(slack)) return {};
  }
  Held after{.whole = bytes_of(whole), .parts = {}};
  bool kept = whole.holds(cuts ? before.whole : after.whole);
  for (std::size_t j = 0; j < streams.size(); ++j) {
    after.parts.push_back(bytes_of(parts[j]));
    kept = kept && parts[j].holds(cuts ? after.parts[j] : before.parts[j]);
  }
  return kept ? after : Held{};
}

Move with_layout(Move move, Index offset, const std::vector<Index>& strides) {
  move.part_layout.given = true;
  move.part_layout.offset = offset;
  for (int a = 0; a < move.axes.size(); ++a)
    move.part_layout.axes.push_back({move.axes[a].size, strides.at(static_cast<std::size_t>(a))});
  return move;
}

Index reach_of_part(const Move& move, const Stream& stream) {
  if (!move.part_layout.given) return move.points() * stream.run;
  Move part = move;
  part.axes = move.part_layout.axes;
  part.begin = move.part_layout.offset;
  part.end = part.begin + stream.run;
  return reach_of(part);
}

std::optional<Held> naive(const Move& move, const Streams& streams, Held held) {
  const bool cuts = move.direction == Direction::kCut;
  const std::vector<Index> of_whole = addresses({.offset = 0, .axes = move.axes});
  std::vector<bool> whole_written(held.whole.size());
  for (std::size_t j = 0; j < streams.size(); ++j) {
    const Index run = streams[j].run;
    std::vector<Index> of_part;
    if (move.part_layout.given)
      of_part = addresses({.offset = move.part_layout.offset, .axes = move.part_layout.axes});
    else
      for (Index k = 0; k < static_cast<Index>(of_whole.size()); ++k) of_part.push_back(k * run);
    std::vector<bool> part_written(held.parts[j].size());
    for (std::size_t k = 0; k < of_whole.size(); ++k) {
      for (Index b = 0; b < run; ++b) {
        const auto w = static_cast<std::size_t>(streams[j].offset + of_whole[k] + b);
        const auto p = static_cast<std::size_t>(of_part[k] + b);
        if (cuts ? part_written[p] : whole_written[w]) return {};
        if (cuts) {
          held.parts[j][p] = held.whole[w];
          part_written[p] = true;
        } else {
          held.whole[w] = held.parts[j][p];
          whole_written[w] = true;
        }
      }
    }
  }
  return held;
}

bool moves_both_ways(Move move, const Streams& streams, std::optional<bool> many_tiles) {
  static Random random(seed());
  const int bits = move.packed_bits;
  const std::string type = bits == 0 ? "uint8" : "u" + std::to_string(bits);
  const auto elements = [&](Index count, bool padded) {
    const Index unit = bits == 0 || !padded ? 1 : 8;
    Bytes list = random.bytes(static_cast<std::size_t>((count + unit - 1) / unit * unit));
    for (std::uint8_t& element : list)
      element &= static_cast<std::uint8_t>((1u << (bits == 0 ? 8 : bits)) - 1u);
    return list;
  };
  const auto as_stored = [&](Held held) {
    held.whole = stored(held.whole, type);
    for (Bytes& part : held.parts) part = stored(part, type);
    return held;
  };
  Held before{.whole = elements(reach_of(move), true), .parts = {}};
  for (const Stream& stream : streams)
    before.parts.push_back(elements(reach_of_part(move, stream), move.part_layout.given));
  const Held stored_before = as_stored(before);
  if (move.part_layout.given) move.part_layout.length = static_cast<Index>(stored_before.parts[0].size());
  for (const Direction direction : {Direction::kCut, Direction::kJoin}) {
    move.direction = direction;
    const auto after = naive(move, streams, before);
    if (!after) continue;
    const Held expected = as_stored(*after);
    for (int place = 0; place < kPlaces; ++place) {
      Index tiles = 0;
      if (carry_out(move, streams, stored_before, tiles, place) != expected) return false;
      if (many_tiles && (tiles > 1) != *many_tiles) return false;
    }
  }
  return true;
}

}  // namespace microtome::testing
