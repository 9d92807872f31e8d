#include "moves.hpp"

#include <cstring>
#include <optional>

#include "hostile.hpp"
#include "move/blocks.hpp"

namespace microtome::testing {
namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// What the tensors of a move hold: bytes, or packed elements of one byte each.
struct Held {
  Bytes whole;
  std::vector<Bytes> parts;  // one for each stream, or for all with a layout
};

/// One past the highest address of runs at these points; the lowest must not be negative.
Index reach_of(const Axes& axes, Index begin, Index end) {
  for (const Axis& axis : axes) (axis.stride < 0 ? begin : end) += (axis.size - 1) * axis.stride;
  if (begin < 0) throw std::logic_error("a move that begins before its tensor");
  return end;
}

/// At random; as many as whole units have.
Bytes elements(Random& random, Index count, int packed_bits) {
  const Index unit = packed_bits == 0 ? 1 : 8;
  Bytes list = random.bytes(to_size((count + unit - 1) / unit * unit));
  if (packed_bits != 0)
    for (std::uint8_t& element : list) element &= static_cast<std::uint8_t>((1u << packed_bits) - 1u);
  return list;
}

Held random_held(Random& random, const WireMove& sent) {
  const Move move = sent.move();
  Held held{.whole = elements(random, reach_of(move.axes, move.begin, move.end), move.packed_bits),
            .parts = {}};
  const Layout& layout = move.part_layout;
  for (std::size_t j = 0; j < sent.arrays(); ++j) {
    const Index size = layout.is_stated
                           ? reach_of(layout.axes, layout.offset, layout.offset + move.part_span())
                           : move.points() * sent.streams[j].run;
    held.parts.push_back(elements(random, size, move.packed_bits));
    if (!layout.is_stated) held.parts.back().resize(to_size(size));
  }
  return held;
}

/// What the tensors hold after the move. Nothing if something would be written twice.
std::optional<Held> naive(const WireMove& sent, Held held) {
  const bool cuts = sent.direction == Direction::kCut;
  Bytes whole_written(held.whole.size());
  std::vector<Bytes> parts_written;
  for (const Bytes& part : held.parts) parts_written.emplace_back(part.size());
  for (const Run& run : runs_of(sent)) {
    const Bytes& in = cuts ? held.whole : held.parts[run.array];
    Bytes& out = cuts ? held.parts[run.array] : held.whole;
    Bytes& written = cuts ? parts_written[run.array] : whole_written;
    const std::size_t w = to_size(run.of_whole), p = to_size(run.of_part), size = to_size(run.size);
    const std::size_t from = cuts ? w : p, to = cuts ? p : w;
    if (std::memchr(written.data() + to, 1, size) != nullptr) return {};
    std::memset(written.data() + to, 1, size);
    std::memcpy(out.data() + to, in.data() + from, size);
  }
  return held;
}

std::vector<Bytes> all_stored(std::vector<Bytes> tensors, int packed_bits) {
  if (packed_bits == 0) return tensors;
  for (Bytes& tensor : tensors) tensor = stored(tensor, "u" + std::to_string(packed_bits));
  return tensors;
}

}  // namespace

WireMove move_of(std::initializer_list<Axis> axes, const std::vector<Stream>& streams, int packed_bits) {
  WireMove sent{.way = Way::kStaged, .packed_bits = packed_bits, .axes = {}, .streams = streams};
  for (const Axis& axis : axes) sent.axes.push_back(axis);
  return sent;
}

WireMove with_layout(WireMove sent, Index offset, const std::vector<Index>& strides) {
  sent.part_layout.is_stated = true;
  sent.part_layout.offset = offset;
  for (int a = 0; a < sent.axes.size(); ++a)
    sent.part_layout.axes.push_back({sent.axes[a].size, strides.at(to_size(a))});
  return sent;
}

std::string compare_moved(Client& client, Random& random, const WireMove& sent,
                          std::span<const Places> places) {
  const bool cuts = sent.direction == Direction::kCut;
  const Held before = random_held(random, sent);
  const std::vector<Bytes> whole = all_stored({before.whole}, sent.packed_bits),
                           parts = all_stored(before.parts, sent.packed_bits);
  const auto after = naive(sent, before);
  if (!after || !Blocks::suits(sent.move())) {
    const std::vector<double> words = sent.request(whole[0].size(), parts[0].size());
    client.send(words);
    int moved = 0;
    const std::string wrong =
        move_some(client.wire(), words.size(), static_cast<double>(whole[0].size()), moved);
    return moved > 0 && after ? "a move that fits no tile has begun" : wrong;
  }
  Reply reply;
  reply.moves = {sent};
  const std::vector<Bytes> expected =
      all_stored(cuts ? after->parts : std::vector<Bytes>{after->whole}, sent.packed_bits);
  for (const Places& each : places)
    if (client.run(reply, cuts ? whole : parts, cuts ? parts : whole, Force::kNothing, each) != expected)
      return "other bytes";
  return {};
}

}  // namespace microtome::testing
