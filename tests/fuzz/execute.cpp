// Movement: calls whose data is larger than a tile in every way of carrying them out, and moves that no plan
// has, staged, in either direction, with whole and parts in the arena or elsewhere. The bytes are those of
// the naive copies, and no byte beside a tensor is read or written.
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "case_file.hpp"
#include "compare.hpp"
#include "hostile.hpp"
#include "move/tiling.hpp"
#include "oracle.hpp"
#include "random_nodes.hpp"
#include "staged.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

/// Bytes of a call's data; 0: few. Those that fill tiles take long, so moves do that more often.
const std::vector<Index> kLarge = {kTile + 1000, kTile / 3, kTile / 20, 0, 0, 0, 0, 0, 0, 0, 0, 0};

std::string run_call(Client& client, Random& random) {
  const std::string op_type = random.one_of(kOperators);
  const Node node = random_node(random, op_type, random.one_of(kLarge));
  const auto expected = evaluate(node);
  const Reply reply = client.plan(node);
  const std::string wrong = expected
                                ? difference(client, node, reply, *expected, random_elements(random, node))
                                : expect_failure(reply);
  return wrong.empty() ? wrong : to_line(node) + "\n" + wrong;
}

/// Side by side as an image's channels are, or anywhere.
std::vector<Stream> random_streams(Random& random) {
  static const std::vector<Index> kWidths = {1, 2, 3, 4, 8, 16};
  std::vector<Stream> streams(1 + random.index(random.chance(10) ? kMaxStreams : 9));
  const Index width = random.chance(20) ? random.between(1, kTile / 8) : random.one_of(kWidths);
  const bool side_by_side = random.chance(60);
  Index next = random.between(0, 40);
  for (Stream& stream : streams) {
    stream = {next, width};
    if (!side_by_side) stream = {random.between(0, 300), random.one_of(kWidths)};
    next += width;
  }
  return streams;
}

/// One element at every point, some, or more than a tile holds.
std::vector<Stream> random_packed_stream(Random& random) {
  const Index most = random.one_of<Index>({1, 1, 20, 600, 600, 2 * kTile});
  return {{random.between(0, 20), random.between(1, most)}};
}

/// Axes of small sizes, and one that may cross the border of a tile.
Axes random_axes(Random& random, const Move& point) {
  const Index bytes = point.run_sum, tile = tile_limit(point);
  Axes axes;
  Index points = 1;
  const Index rank = random.between(0, 4);
  const Index long_axis = random.between(0, rank);  // or none
  for (Index a = 0; a < rank; ++a) {
    const Index most = std::max<Index>(1, 2 * tile / bytes / points);
    const Index near_border = std::max<Index>(1, tile / bytes / points) + random.between(-3, 3);
    const Index wanted = a != long_axis      ? random.between(1, 7)
                         : random.chance(50) ? near_border
                                             : random.between(1, most);
    const Index size = std::clamp<Index>(wanted, 1, most);
    const Index with_gap = bytes + bytes / point.streams;  // as if there were a stream more
    const Index stride = random.chance(50)   ? bytes * random.between(-4, 4)
                         : random.chance(20) ? with_gap
                                             : random.between(-70, 70);
    axes.push_back({size, stride});
    points *= size;
  }
  return axes;
}

/// Like a view of something larger, with axes in any order, or anything at all.
Layout random_layout(Random& random, const WireMove& sent) {
  Layout layout{.given = true, .offset = random.between(0, 20), .axes = sent.axes};
  std::vector<int> order(static_cast<std::size_t>(sent.axes.size()));
  std::iota(order.rbegin(), order.rend(), 0);
  if (random.chance(40))
    for (std::size_t a = order.size(); a > 1; --a) std::swap(order[a - 1], order[random.index(a)]);
  Index span = sent.streams[0].run;
  for (const int a : order) {
    Axis& axis = layout.axes[a];
    axis.stride = random.chance(90) ? span * (random.chance(30) ? -1 : 1) : random.between(-70, 70);
    span = span * axis.size + (random.chance(30) ? random.between(0, 9) : 0);
    layout.offset += axis.stride < 0 ? (1 - axis.size) * axis.stride : 0;
  }
  return layout;
}

WireMove random_move(Random& random) {
  static const std::vector<int> kPacked = {1, 2, 3, 4, 6, 0, 0, 0, 0};
  WireMove sent{.way = Way::kStaged,
                .packed_bits = random.one_of(kPacked),
                .direction = random.chance(50) ? Direction::kCut : Direction::kJoin,
                .axes = {},
                .streams = {}};
  sent.streams = sent.packed_bits == 0 ? random_streams(random) : random_packed_stream(random);
  sent.axes = random_axes(random, sent.move());
  Index back = 0;  // what is before the first point
  for (const Axis& axis : sent.axes) back += axis.stride < 0 ? (1 - axis.size) * axis.stride : 0;
  for (Stream& stream : sent.streams) stream.offset += back;
  if (sent.streams.size() == 1 && random.chance(40)) sent.part_layout = random_layout(random, sent);
  return sent;
}

/// Elements of one byte each, with as many bits as a packed one has.
Bytes elements(Random& random, Index count, int packed_bits) {
  const Index unit = packed_bits == 0 ? 1 : 8;
  Bytes list = random.bytes(static_cast<std::size_t>((count + unit - 1) / unit * unit));
  if (packed_bits != 0)
    for (std::uint8_t& element : list) element &= static_cast<std::uint8_t>((1u << packed_bits) - 1u);
  return list;
}

std::vector<Bytes> all_stored(std::vector<Bytes> tensors, const std::string& type) {
  for (Bytes& tensor : tensors) tensor = stored(tensor, type);
  return tensors;
}

std::string run_move(Client& client, Random& random) {
  const WireMove sent = random_move(random);
  const bool cuts = sent.direction == Direction::kCut;
  const std::string type = sent.packed_bits == 0 ? "uint8" : "u" + std::to_string(sent.packed_bits);
  const Move move = sent.move();
  Held before{.whole = elements(random, reach_of(move), sent.packed_bits), .parts = {}};
  for (const Stream& stream : sent.streams) {
    Bytes part = elements(random, reach_of_part(move, stream), sent.packed_bits);
    if (!sent.part_layout.given) part.resize(static_cast<std::size_t>(reach_of_part(move, stream)));
    before.parts.push_back(part);
  }
  const std::vector<Bytes> whole = {stored(before.whole, type)}, parts = all_stored(before.parts, type);
  const auto after = naive(move, sent.streams, before);
  if (!after || !Tiling::suits(move)) {  // it may be refused; then nothing else is promised
    const std::vector<double> words = sent.request(whole[0].size(), parts[0].size());
    client.send(words);
    int moved = 0;
    const std::string wrong =
        move_some(client.wire(), words.size(), static_cast<double>(whole[0].size()), moved);
    return moved > 0 && after ? "a move that fits no tile has begun" : wrong;
  }
  Reply reply;
  reply.moves = {sent};
  const Places places = {.whole = random.chance(50),
                         .parts = static_cast<int>(random.between(0, 2)),
                         .whole_last = random.chance(50)};
  const auto outputs = client.run(reply, cuts ? whole : parts, cuts ? parts : whole, Force::kNothing, places);
  return outputs == all_stored(cuts ? after->parts : std::vector<Bytes>{after->whole}, type) ? ""
                                                                                             : "other bytes";
}

}  // namespace

void execute(Data data) {
  static Client client;
  Random random(data);
  const std::string wrong = random.chance(50) ? run_call(client, random) : run_move(client, random);
  if (!wrong.empty()) throw std::logic_error(wrong);
}

}  // namespace microtome::fuzz
