// Tiles, the blocks of moves with the same fastest axis on both sides: they cover every point once and in
// order, are as large as they may be, and know exactly which bytes they read, also of moves that no memory
// holds.
#include <catch2/catch_test_macros.hpp>

#include "move/blocks.hpp"
#include "move/way.hpp"
#include "random.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

Move move_of(std::initializer_list<Axis> axes, Index run, Index begin = 0, Index end = -1) {
  Move move{.axes = {}, .streams = 1, .run_sum = run, .begin = begin, .end = end < 0 ? begin + run : end};
  for (const Axis& axis : axes) move.axes.push_back(axis);
  return move;
}

/// Where point `i` of these axes is.
Index address(const Axes& axes, Index i) {
  Index at = 0;
  for (int a = axes.size(); a-- > 0; i /= axes[a].size) at += i % axes[a].size * axes[a].stride;
  return at;
}

/// The points of tile `i`, and the first of them.
Index points_of(const Blocks& blocks, Index i) { return count_points(blocks.side(i, true).axes); }
Index first_of(const Blocks& blocks, const Move& move, Index i) {
  Index first = 0;
  for (int a = 0; a < move.axes.size(); ++a) first = first * move.axes[a].size + blocks.first(i, a);
  return first;
}

/// What must hold of any one tile; empty if it does.
std::string wrong_with(const Blocks& blocks, const Move& move, Index i) {
  const Side side = blocks.side(i, true);
  const Layer layer = blocks.layer(i, true);
  Index low = 0, high = 0;  // by the corners
  for (const Axis& axis : side.axes) (axis.stride < 0 ? low : high) += (axis.size - 1) * axis.stride;
  if (layer.count() != 1) return "rows";
  if (layer.first != side.origin + low) return "begin";
  if (layer.first + layer.span != side.origin + move.end - move.begin + high) return "end";
  if (layer.span > tile_limit(move)) return "more source than a tile";
  if (points_of(blocks, i) * move.run_sum > tile_limit(move)) return "more output than a tile";
  if (blocks.layer(i, false).first != first_of(blocks, move, i) * move.run_sum) return "part";
  return {};
}

}  // namespace

TEST_CASE("what cannot be tiled is known", "[tiling]") {
  CHECK(Blocks::suits(move_of({}, kTile)));
  CHECK(!Blocks::suits(move_of({}, kTile + 1)));
  CHECK(Blocks::suits(move_of({}, 1, 5, 5 + kTile)));
  CHECK(!Blocks::suits(move_of({}, 1, 5, 6 + kTile)));
  Move deep = move_of({}, 2);
  deep.packed_bits = 3;
  for (int a = 1; a < kMaxRank; ++a) deep.axes.push_back({2, 5});
  CHECK(Blocks::suits(deep));
  deep.axes.push_back({2, 5});
  CHECK(!Blocks::suits(deep));  // nowhere to put the run
  deep.run_sum = deep.end = 1;
  CHECK(Blocks::suits(deep));
}

TEST_CASE("a tile is as large as it may be", "[tiling]") {
  const auto tiles = [](std::initializer_list<Axis> axes, Index run) {
    return Blocks(move_of(axes, run)).count();
  };
  CHECK(tiles({{kTile, 1}}, 1) == 1);  // output and source full
  CHECK(tiles({{kTile + 1, 1}}, 1) == 2);
  CHECK(tiles({{kTile, 0}}, 1) == 1);  // output full, source one byte
  CHECK(tiles({{2 * kTile, 0}}, 1) == 2);
  CHECK(tiles({{2, kTile - 1}}, 1) == 1);  // source full, output two bytes
  CHECK(tiles({{2, kTile}}, 1) == 2);
  CHECK(tiles({{2, 1 - kTile}}, 1) == 1);
  CHECK(tiles({{kTile / 1024, 1024}, {256, 4}}, 4) == 1);  // all of it
  CHECK(tiles({{kTile / 1024 + 1, 1024}, {256, 4}}, 4) == 2);
}

TEST_CASE("moves of up to 2^50 bytes: tiles are found without memory or patience", "[tiling]") {
  const Index k = Index{1} << 10;
  const Move moves[] = {
      move_of({{k * k * k * k * k / 4, 4}}, 4),
      move_of({{k * k * k * k * k / 4, -4}}, 4, k * k * k * k * k * 4),
      move_of({{k * k * k * k * k / 16, 0}}, 16),
      move_of({{k, k * k * k * k}, {k, k * k * k}, {k, 0}, {k, 6 * k}, {k, 5}}, 1, 3 * k * k * k),
      move_of({{3, k * k * k * k * k}, {k * k * k * k, k}, {7, -300}, {11, 20}}, 13, 2000),
      move_of({{Index{1} << 49, 4}, {2, 1}}, 1),
  };
  Random random(seed());
  for (const Move& move : moves) {
    REQUIRE(Blocks::suits(move));
    REQUIRE(!Blocks::have_rows(move));
    const Blocks blocks(move);
    const Index last = blocks.count() - 1;
    CHECK(first_of(blocks, move, 0) == 0);
    CHECK(first_of(blocks, move, last) + points_of(blocks, last) == move.points());
    for (int sample = 0; sample < 300; ++sample) {
      const Index i = sample < 3   ? sample
                      : sample < 6 ? blocks.count() - sample + 2
                                   : random.between(0, blocks.count() - 1);
      if (i < 0 || i >= blocks.count()) continue;
      CHECK(wrong_with(blocks, move, i) == "");
      CHECK(blocks.layer(i, true).span <= blocks.layer(0, true).span);
      const Index first = first_of(blocks, move, i), points = points_of(blocks, i);
      if (i < last) CHECK(first_of(blocks, move, i + 1) == first + points);
      const Index inside = random.between(0, points - 1);  // any point is where the move has it
      const Side side = blocks.side(i, true);
      CHECK(side.origin - move.begin + address(side.axes, inside) == address(move.axes, first + inside));
    }
  }
}
