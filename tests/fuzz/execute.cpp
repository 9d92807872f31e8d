// Movement: calls whose data is larger than a tile in every way of carrying them out, and moves that no plan
// has, staged, in either direction, with whole and parts in the arena or elsewhere. The bytes are those of
// the naive copies, and no byte beside a tensor is read or written.
#include <algorithm>
#include <stdexcept>

#include "compare.hpp"
#include "moves.hpp"
#include "placed.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

/// Bytes of a call's data; 0: few. Those that fill tiles take long, so moves do that more often.
const std::vector<Index> kLarge = {kTile + 1000, kTile / 3, kTile / 20, 0, 0, 0, 0, 0, 0, 0, 0, 0};

/// Makes all tensors as large together, by one more axis or by a longer one. What the node means then, its
/// own plan says.
std::optional<Case> enlarged(Random& random, Node node, Index bytes) {
  const Index factor = std::max<Index>(
      2, bytes / std::max<Index>(1, count_all(node) * static_cast<Index>(width_of(node.type))));
  const Index rank = static_cast<Index>(node.dims.size());
  const Index at = random.chance(40) ? rank : random.between(0, rank), more = random.between(0, 1);
  const auto enlarge = [&](std::vector<Index>& dims) {
    if (dims.empty()) return;
    const Index axis = std::min(at, std::ssize(dims) - (1 - more));
    more ? void(dims.insert(dims.begin() + axis, factor))
         : void(dims[static_cast<std::size_t>(axis)] *= factor);
  };
  enlarge(node.dims);
  for (Operand& other : node.others) enlarge(other.dims);
  return answered(node);
}

std::string run_call(Client& client, Random& random) {
  Case one = random.one_of(known_cases());
  const Index bytes = random.one_of(kLarge);
  if (bytes > 0 && !one.expected.is_error && count_all(one.node) > 0)
    if (auto larger = enlarged(random, one.node, bytes)) one = std::move(*larger);
  return complaint(client, random, placed(random, one));
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

Layout random_layout(Random& random, const WireMove& sent) {
  std::vector<Index> sizes;
  for (const Axis& axis : sent.axes) sizes.push_back(axis.size);
  const Strides strides = random_strides(random, sizes, 1, random.chance(80));
  const Index run = sent.streams[0].run;
  Layout layout{.is_stated = true, .offset = strides.offset * run + random.between(0, 20), .axes = sent.axes};
  for (int a = 0; a < layout.axes.size(); ++a)
    layout.axes[a].stride = strides.strides[static_cast<std::size_t>(a)] * run;
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
  if (random.chance(40)) sent.part_layout = random_layout(random, sent);
  if (sent.part_layout.is_stated && sent.streams.size() > 1)
    for (Stream& stream : sent.streams) stream.part_offset = random.between(0, random.chance(50) ? 16 : 3000);
  return sent;
}

std::string run_move(Client& client, Random& random) {
  const WireMove sent = random_move(random);
  const Places places[] = {{.whole = random.chance(50),
                            .parts = static_cast<int>(random.between(0, 2)),
                            .whole_last = random.chance(50)}};
  return compare_moved(client, random, sent, places);
}

}  // namespace

void execute(Data data) {
  static Client client;
  Random random(data);
  const std::string wrong = random.chance(50) ? run_call(client, random) : run_move(client, random);
  if (!wrong.empty()) throw std::logic_error(wrong);
}

}  // namespace microtome::fuzz
