// How many bytes a staged move copies into the staging area and out of it: never many more than it touches,
// for any storage. A tile that takes a few elements from each of many rows, and copies all that is between
// them, moves every element to the right place, so only this test sees it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <numeric>

#include "client.hpp"
#include "move/staging.hpp"
#include "random.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// Most bytes copied for each byte touched. A dense move copies each byte of both sides once. If its output
/// has gaps, they are copied in, too: 1.5 of all. Rows may also have up to kGap bytes between two elements
/// along, where that takes less time than one more copy. Of staged moves of bytes, one in a hundred copies
/// more than 3 times what it touches.
constexpr Index kMost = 6;
/// A move may copy one tile, however little it touches.
constexpr Index kStart = kTile;
/// Memory moves in lines, so a loop by hand reads and writes as many bytes.
constexpr Index kLine = 64;

const std::vector<std::string> kTypes = {"uint8", "float16", "float32", "float64", "u1",
                                         "u2",    "u3",      "u4",      "u6"};

/// The bytes that a copy moves.
Index bytes_of(const Copy& copy) { return copy.size; }

Index bytes_of(std::span<const Copy> copies) {
  return std::accumulate(copies.begin(), copies.end(), Index{0},
                         [](Index sum, const Copy& copy) { return sum + bytes_of(copy); });
}

/// Bytes copied by a move whose tensors are elsewhere, and are longer than it needs.
Index copied(const WireMove& sent) {
  static const auto staging = std::make_unique<Staging>();  // too large for a stack
  std::vector<Index> box = sent.box;
  box.push_back(sent.block);  // if the run becomes an axis
  staging->start(sent.move(), sent.streams, kMaxIndex, nullptr, box[0] != 0 ? box.data() : nullptr);
  Index bytes = 0;
  for (Index i = 0; i < staging->tiles(); ++i) {
    bytes += bytes_of(staging->copies_in(i));
    staging->move(i);
    bytes += bytes_of(staging->copies_out());
  }
  return bytes;
}

/// Calls `f` with the address of each point.
template <class F>
void each_address(const Axes& axes, F&& f, int axis = 0, Index at = 0) {
  if (axis == axes.size()) return f(at);
  for (Index i = 0; i < axes[axis].size; ++i) each_address(axes, f, axis + 1, at + i * axes[axis].stride);
}

/// Bytes of the lines that hold runs of `run` units at these points, once for each time that an axis repeats
/// them.
Index lines_of(const Axes& axes, Index run, int bits) {
  Axes moving;
  Index times = 1;
  for (const Axis& axis : axes) axis.stride == 0 ? void(times *= axis.size) : moving.push_back(axis);
  const Hull hull = hull_of(moving);
  const Index units = kLine * 8 / bits;  // of a line; hardly less if they do not divide it
  std::vector<bool> lines(static_cast<std::size_t>((hull.last - hull.first + run - 1) / units + 1));
  each_address(moving, [&](Index at) {
    const Index first = at - hull.first;
    for (Index line = first / units; line <= (first + run - 1) / units; ++line)
      lines[static_cast<std::size_t>(line)] = true;
  });
  return std::count(lines.begin(), lines.end(), true) * kLine * times;
}

/// Bytes touched on both sides.
Index touched(const WireMove& sent) {
  const Move move = sent.move();
  const int bits = move.packed_bits == 0 ? 8 : move.packed_bits;
  const Index of_whole = lines_of(move.axes, move.end - move.begin, bits);
  if (move.part_layout.is_stated) return of_whole + lines_of(move.part_layout.axes, move.part_span(), bits);
  return of_whole + move.points() * move.run_sum * bits / 8;
}

/// Sizes whose product is at most `elements`.
std::vector<Index> random_dims(Random& random, Index elements) {
  std::vector<Index> dims(random.index(4) + 1);
  for (std::size_t a = dims.size(); a-- > 1;) {
    const Index most = random.chance(30) ? 8 : random.chance(50) ? 100 : 2000;
    elements /= dims[a] = random.between(1, std::clamp<Index>(elements, 1, most));
  }
  dims[0] = std::max<Index>(elements, 1);
  random.shuffle(dims);
  return dims;
}

Strides strides_for(Random& random, const std::vector<Index>& dims) {
  return random_strides(random, dims, 8, true);
}

/// A slice of a tensor, or its pieces, or tensors that are joined: with strides, and into strides.
Node random_node(Random& random) {
  Node node;
  node.type = random.one_of(kTypes);
  node.dims = random_dims(random, Index{1} << random.between(14, 20));
  const auto rank = static_cast<Index>(node.dims.size());
  const auto list = [](const std::vector<Wide>& values) { return Value::list("int64", values); };
  if (random.chance(60)) node.strides = strides_for(random, node.dims);
  const Index axis = random.between(0, rank - 1);
  Index& size = node.dims[static_cast<std::size_t>(axis)];
  switch (random.between(0, 3)) {
    case 0: {
      node.op_type = "VariadicSplit", node.opset = 1;
      node.inputs["axis"] = Value::scalar("int64", axis);
      const Index first = random.between(0, size);
      node.inputs["split_lengths"] = list({first, size - first});
      break;
    }
    case 1:
      node.op_type = "openvino.Concat", node.opset = 1;
      node.attributes["axis"] = {"", {}, {Number::of(axis)}};
      node.others.push_back({node.type, node.dims});
      if (random.chance(60)) node.others[0].strides = strides_for(random, node.dims);
      break;
    default: {
      node.op_type = "openvino.Slice", node.opset = 8;
      std::vector<Wide> starts, stops, steps;
      std::vector<Index> sizes;
      for (const Index all : node.dims) {
        const bool is_whole = random.chance(50), is_one = random.chance(30);
        const Index start = is_whole ? 0 : random.between(0, all - 1);
        const Index stop = is_whole ? all : is_one ? start + 1 : random.between(start + 1, all);
        const Index step = is_whole || random.chance(60) ? 1 : random.between(2, 20);
        starts.push_back(start), stops.push_back(stop), steps.push_back(step);
        sizes.push_back((stop - start - 1) / step + 1);
      }
      node.inputs = {{"start", list(starts)}, {"stop", list(stops)}, {"step", list(steps)}};
      if (random.chance(50)) node.out.push_back(strides_for(random, sizes));
    }
  }
  return node;
}

/// Checks the staged moves of a node. Gives their number.
int check(Client& client, const Node& node) {
  const Reply reply = client.plan(node);
  REQUIRE(reply.ok);
  int staged = 0;
  for (const WireMove& sent : reply.moves) {
    if (sent.way != Way::kStaged) continue;
    ++staged;
    INFO(node.op_type << " of " << node.type << ", packed bits: " << sent.packed_bits << ", joins: "
                      << (sent.direction == Direction::kJoin) << ", first run: " << sent.streams[0].run);
    for (int a = 0; a < sent.axes.size(); ++a) {
      UNSCOPED_INFO(sent.axes[a].size << " x " << sent.axes[a].stride);
      if (sent.part_layout.is_stated) UNSCOPED_INFO("  in the part " << sent.part_layout.axes[a].stride);
    }
    CHECK(copied(sent) <= kMost * touched(sent) + kStart);
  }
  return staged;
}

}  // namespace

TEST_CASE("a staged move copies few more bytes than it touches", "[staging]") {
  Random random(announced("copied bytes"));
  Client client;
  int staged = 0;
  const int nodes = runs_here(1000);
  for (int i = 0; i < nodes; ++i) staged += check(client, random_node(random));
  CHECK(staged > nodes / 4);
}

TEST_CASE("so do a transposed matrix and a column, for every storage", "[staging]") {
  Client client;
  const Index side = kIsSanitized ? 300 : 1000;
  for (const std::string& type : kTypes) {
    Node turned;
    turned.op_type = "openvino.Concat", turned.opset = 1, turned.type = type, turned.dims = {side, side};
    turned.attributes["axis"] = {"", {}, {Number::of(0)}};
    turned.strides = Strides{.offset = 0, .strides = {1, side}, .elements = (side * side + 7) / 8 * 8};
    check(client, turned);
    Node column;
    column.op_type = "openvino.Slice", column.opset = 8, column.type = type, column.dims = {20 * side, 4097};
    for (const auto& [name, value] : {std::pair{"start", 5}, {"stop", 6}, {"step", 1}, {"axes", 1}})
      column.inputs[name] = Value::list("int64", {value});
    check(client, column);
  }
}
