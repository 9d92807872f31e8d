// Movement: calls whose data is larger than a tile in every way of carrying them out, and moves that no plan
// has, staged, with source and outputs in the arena or elsewhere. The bytes are those of the naive copies,
// and no byte beside a source or an output is read or written.
#include <algorithm>
#include <stdexcept>

#include "call_of.hpp"
#include "case_file.hpp"
#include "compare.hpp"
#include "move/tiling.hpp"
#include "oracle.hpp"
#include "random_nodes.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

/// Bytes of a call's data; 0: few. Those that fill tiles take long, so moves do that more often.
const std::vector<Index> kLarge = {kTile + 1000, kTile / 3, kTile / 20, 0, 0, 0, 0, 0, 0, 0, 0, 0};

std::string run_call(Client& client, Random& random) {
  static const std::vector<std::string> kOperators = {"Slice", "Split", "SplitToSequence", "VariadicSplit"};
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

WireMove random_move(Random& random) {
  static const std::vector<int> kPacked = {1, 2, 3, 4, 6, 0, 0, 0, 0};
  WireMove sent{
      .way = Way::kStaged, .packed_bits = random.one_of(kPacked), .axes = {}, .streams = {}, .words = {}};
  sent.streams = sent.packed_bits == 0 ? random_streams(random) : random_packed_stream(random);
  sent.axes = random_axes(random, sent.move());
  Index back = 0;  // what lies before the first point
  for (const Axis& axis : sent.axes) back += axis.stride < 0 ? (1 - axis.size) * axis.stride : 0;
  for (Stream& stream : sent.streams) stream.offset += back;
  const auto push = [&](Index i) { sent.words.push_back(static_cast<double>(i)); };
  for (const Index i :
       {Index{1}, Index{sent.packed_bits}, static_cast<Index>(sent.streams.size()), Index{sent.axes.size()}})
    push(i);
  for (const Axis& axis : sent.axes) push(axis.size), push(axis.stride);
  for (const Stream& stream : sent.streams) push(stream.offset), push(stream.run);
  return sent;
}

/// The highest address that the move reads, and one.
Index reach_of(const WireMove& sent) {
  Index end = sent.move().end;
  for (const Axis& axis : sent.axes) end += axis.stride > 0 ? (axis.size - 1) * axis.stride : 0;
  return end;
}

/// What the streams write; packed elements are one byte each.
std::vector<Bytes> copied(const WireMove& sent, const Bytes& source) {
  std::vector<Bytes> outputs;
  const std::vector<Index> points = addresses({.offset = 0, .axes = sent.axes});
  for (const Stream& stream : sent.streams) {
    Bytes& output = outputs.emplace_back();
    for (const Index point : points) {
      const auto first = source.begin() + static_cast<std::ptrdiff_t>(stream.offset + point);
      output.insert(output.end(), first, first + static_cast<std::ptrdiff_t>(stream.run));
    }
  }
  return outputs;
}

std::string run_move(Client& client, Random& random) {
  const WireMove sent = random_move(random);
  const std::string type = sent.packed_bits == 0 ? "uint8" : "u" + std::to_string(sent.packed_bits);
  Bytes source = random.bytes(static_cast<std::size_t>(reach_of(sent)));
  if (sent.packed_bits != 0)
    for (std::uint8_t& element : source) element &= static_cast<std::uint8_t>((1u << sent.packed_bits) - 1u);
  if (!Tiling::possible(sent.move())) {
    std::vector<double> words = sent.words;
    words.push_back(static_cast<double>(source.size()));
    client.send(words);
    return client.wire().begin(words.size()) == 0 ? "" : "a move that fits no tile has begun";
  }
  std::vector<Bytes> expected = copied(sent, source);
  std::vector<std::size_t> sizes;
  for (Bytes& output : expected) {
    output = stored(output, type);
    sizes.push_back(output.size());
  }
  Reply reply;
  reply.moves = {sent};
  const Places places = {.source = random.chance(50),
                         .outputs = static_cast<int>(random.between(0, 2)),
                         .source_last = random.chance(50)};
  const auto outputs = client.run(reply, stored(source, type), sizes, Force::kNothing, places);
  return outputs == expected ? "" : "other bytes";
}

}  // namespace

void execute(Data data) {
  static Client client;
  Random random(data);
  const std::string wrong = random.chance(50) ? run_call(client, random) : run_move(client, random);
  if (!wrong.empty()) throw std::logic_error(wrong);
}

}  // namespace microtome::fuzz
