// Tiling: tiles cover every point once and in order, are as large as they may be, and know exactly which
// bytes they read, also of moves that no memory holds.
#include "move/tiling.hpp"

#include <catch2/catch_test_macros.hpp>

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

Index product(const Axes& axes) {
  Index n = 1;
  for (const Axis& axis : axes) n *= axis.size;
  return n;
}

/// Where point `i` of these axes is.
Index address(const Axes& axes, Index i) {
  Index at = 0;
  for (int a = axes.size(); a-- > 0; i /= axes[a].size) at += i % axes[a].size * axes[a].stride;
  return at;
}

/// What must hold of any one tile; empty if it does.
std::string wrong_with(const Move& move, const Tile& tile) {
  Index low = 0, high = 0;  // by the corners
  for (const Axis& axis : tile.axes) (axis.stride < 0 ? low : high) += (axis.size - 1) * axis.stride;
  if (tile.points < 1 || product(tile.axes) != tile.points) return "points";
  if (tile.begin != tile.origin + move.begin + low) return "begin";
  if (tile.end != tile.origin + move.end + high) return "end";
  if (tile.end - tile.begin > tile_limit(move)) return "more source than a tile";
  if (tile.points * move.run_sum > tile_limit(move)) return "more output than a tile";
  return {};
}

}  // namespace

TEST_CASE("what cannot be tiled is known", "[tiling]") {
  CHECK(Tiling::suits(move_of({}, kTile)));
  CHECK(!Tiling::suits(move_of({}, kTile + 1)));
  CHECK(Tiling::suits(move_of({}, 1, 5, 5 + kTile)));
  CHECK(!Tiling::suits(move_of({}, 1, 5, 6 + kTile)));
  Move deep = move_of({}, 2);
  deep.packed_bits = 3;
  for (int a = 1; a < kMaxRank; ++a) deep.axes.push_back({2, 5});
  CHECK(Tiling::suits(deep));
  deep.axes.push_back({2, 5});
  CHECK(!Tiling::suits(deep));  // nowhere to put the run
  deep.run_sum = deep.end = 1;
  CHECK(Tiling::suits(deep));
}

TEST_CASE("a tile is as large as it may be", "[tiling]") {
  const auto tiles = [](std::initializer_list<Axis> axes, Index run) {
    return Tiling(move_of(axes, run)).count();
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

TEST_CASE("moves of up to 2^50 points: tiles are found without memory or patience", "[tiling]") {
  const Index k = Index{1} << 10;
  const Move moves[] = {
      move_of({{k * k * k * k * k, 8}}, 4),
      move_of({{k * k * k * k * k, -4}}, 4, k * k * k * k * k * 4),
      move_of({{k * k * k * k * k, 0}}, 16),
      move_of({{k, k * k * k}, {k, -3 * k * k}, {k, 0}, {k, 6 * k}, {k, 5}}, 1, 3 * k * k * k),
      move_of({{3, 1}, {k * k * k * k, k}, {7, 3}, {11, -100}}, 13, 2000),
      move_of({{Index{1} << 49, 1}, {2, kTile}}, 1),
  };
  Random random(seed());
  for (const Move& move : moves) {
    const Tiling tiling(move);
    const Tile last = tiling.tile(tiling.count() - 1);
    CHECK(tiling.tile(0).first == 0);
    CHECK(last.first + last.points == product(move.axes));
    for (int sample = 0; sample < 300; ++sample) {
      const Index i = sample < 3   ? sample
                      : sample < 6 ? tiling.count() - sample + 2
                                   : random.between(0, tiling.count() - 1);
      if (i < 0 || i >= tiling.count()) continue;
      const Tile tile = tiling.tile(i);
      CHECK(wrong_with(move, tile) == "");
      CHECK(tile.end - tile.begin <= tiling.most_of_whole());
      if (i + 1 < tiling.count()) CHECK(tiling.tile(i + 1).first == tile.first + tile.points);
      const Index inside = random.between(0, tile.points - 1);  // any point is where the move has it
      CHECK(tile.origin + address(tile.axes, inside) == address(move.axes, tile.first + inside));
    }
  }
}
