// Tiling: tiles cover every point once and in order, fit the staging area, and know exactly which bytes they
// read.
#include "move/tiling.hpp"

#include <catch2/catch_test_macros.hpp>

#include "call_of.hpp"
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

/// Addresses of the points of these axes in order, added to `origin`.
std::vector<Index> points(const Axes& axes, Index origin) {
  return addresses({.offset = origin, .axes = axes});
}

/// The lowest and the highest address that the axes reach, by the corners.
struct Hull {
  Index low = 0, high = 0;
};
Hull hull(const Axes& axes) {
  Hull hull;
  for (const Axis& axis : axes) (axis.stride < 0 ? hull.low : hull.high) += (axis.size - 1) * axis.stride;
  return hull;
}

Index product(const Axes& axes) {
  Index n = 1;
  for (const Axis& axis : axes) n *= axis.size;
  return n;
}

/// What must hold of any one tile; empty if it does.
std::string wrong_with(const Move& move, const Tile& tile) {
  const Hull reach = hull(tile.axes);
  if (tile.points < 1 || product(tile.axes) != tile.points) return "points";
  if (tile.begin != tile.origin + move.begin + reach.low) return "begin";
  if (tile.end != tile.origin + move.end + reach.high) return "end";
  if (tile.end - tile.begin > tile_limit(move)) return "more source than a tile";
  if (tile.points * move.run_sum > tile_limit(move)) return "more output than a tile";
  return {};
}

/// Where point `i` of the move is.
Index address(const Move& move, Index i) {
  Index at = 0;
  for (int a = move.axes.size(); a-- > 0; i /= move.axes[a].size)
    at += i % move.axes[a].size * move.axes[a].stride;
  return at;
}

/// Checks all tiles of a move of any number of points that fits memory.
std::string wrong_with(const Move& move) {
  const Tiling tiling(move);
  const std::vector<Index> all = points(move.axes, 0);
  std::size_t next = 0;
  Index largest = 0;
  for (Index i = 0; i < tiling.count(); ++i) {
    const Tile tile = tiling.tile(i);
    if (const std::string wrong = wrong_with(move, tile); !wrong.empty())
      return wrong + " of tile " + std::to_string(i);
    if (tile.first != static_cast<Index>(next)) return "a gap before tile " + std::to_string(i);
    for (const Index at : points(tile.axes, tile.origin))
      if (next == all.size() || at != all[next++]) return "another point in tile " + std::to_string(i);
    largest = std::max(largest, tile.end - tile.begin);
  }
  if (next != all.size()) return "points left over";
  if (largest > tiling.most_of_whole()) return "most_of_whole";
  return {};
}

}  // namespace

TEST_CASE("random moves are covered", "[tiling][properties]") {
  constexpr int kRuns = 1'500;
  Random random(announced("tiling"));
  int cut = 0;
  for (int run = 0; run < kRuns; ++run) {
    Move move = move_of({}, random.between(1, random.chance(20) ? kTile : 40), random.between(0, 100));
    move.end = move.begin + std::min(kTile, move.run_sum + (random.chance(50) ? 0 : random.between(0, 300)));
    Index product = 1;
    for (Index a = random.between(0, 5); a > 0; --a) {
      const Index size = std::min(random.between(2, random.chance(20) ? 3000 : 12), 30'000 / product);
      const Index stride = random.chance(10) ? 0 : random.between(1, random.chance(20) ? 200'000 : 900);
      if (size > 1) move.axes.push_back({size, random.chance(40) ? -stride : stride});
      product *= std::max<Index>(1, size);
    }
    const std::string wrong = wrong_with(move);
    if (!wrong.empty()) {
      std::string text = "run " + std::to_string(run) + ", runs " + std::to_string(move.run_sum);
      for (const Axis& axis : move.axes)
        text += ", " + std::to_string(axis.size) + " x " + std::to_string(axis.stride);
      FAIL(text << ": " << wrong);
    }
    cut += Tiling(move).count() > 1;
  }
  CHECK(cut > kRuns / 4);
  CHECK(cut < kRuns * 9 / 10);
}

TEST_CASE("sizes around the borders of a tile", "[tiling]") {
  for (const Index run :
       {Index{1}, Index{3}, Index{4}, kTile / 2 - 1, kTile / 2, kTile / 2 + 1, kTile - 1, kTile}) {
    for (const Index stride :
         {run, run + 1, 2 * run, -run, -2 * run, Index{0}, kTile - run, kTile, kTile + 1, 3 * kTile}) {
      for (const Index size :
           {Index{2}, Index{3}, kTile / run - 1, kTile / run, kTile / run + 1, 2 * (kTile / run) + 1}) {
        if (size < 2 || size > 70'000) continue;
        INFO(size << " x " << stride << ", runs " << run);
        CHECK(wrong_with(move_of({{size, stride}}, run)) == "");
        if (size < 1000)
          CHECK(wrong_with(move_of({{3, 5 * kTile}, {size, stride}, {2, run + 7}}, run)) == "");
      }
    }
  }
}

TEST_CASE("what cannot be tiled is known", "[tiling]") {
  CHECK(Tiling::suits(move_of({}, kTile)));
  CHECK(!Tiling::suits(move_of({}, kTile + 1)));
  CHECK(Tiling::suits(move_of({}, 1, 5, 5 + kTile)));
  CHECK(!Tiling::suits(move_of({}, 1, 5, 6 + kTile)));
}

TEST_CASE("packed runs are cut as an axis of single elements is", "[tiling]") {
  for (const Index run : {Index{2}, Index{7}, Index{1001}, kTile - 1, kTile, kTile + 1, 5 * kTile + 3}) {
    for (const Index stride : {Index{0}, run + 1, -run - 3, 3 * kTile}) {
      INFO("runs of " << run << ", stride " << stride);
      Move packed = move_of({{9, 20 * kTile}, {30, stride}}, run, 11);
      packed.packed_bits = 3;
      REQUIRE(Tiling::suits(packed));
      const Move elements = move_of({{9, 20 * kTile}, {30, stride}, {run, 1}}, 1, 11);
      const Tiling tiling(packed), expected(elements);
      REQUIRE(tiling.count() == expected.count());
      for (Index i = 0; i < tiling.count(); ++i) {
        const Tile tile = tiling.tile(i), other = expected.tile(i);
        REQUIRE(tile.axes == other.axes);
        REQUIRE(tile.origin == other.origin);
        REQUIRE(tile.begin == other.begin);
        REQUIRE(tile.end == other.end);
        REQUIRE(tile.first == other.first);
        REQUIRE(tile.points == other.points);
      }
    }
  }
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
  CHECK(Tiling(move_of({{kTile, 1}}, 1)).count() == 1);  // output and source full
  CHECK(Tiling(move_of({{kTile + 1, 1}}, 1)).count() == 2);
  CHECK(Tiling(move_of({{kTile, 0}}, 1)).count() == 1);  // output full, source one byte
  CHECK(Tiling(move_of({{2 * kTile, 0}}, 1)).count() == 2);
  CHECK(Tiling(move_of({{2, kTile - 1}}, 1)).count() == 1);  // source full, output two bytes
  CHECK(Tiling(move_of({{2, kTile}}, 1)).count() == 2);
  CHECK(Tiling(move_of({{2, 1 - kTile}}, 1)).count() == 1);
  CHECK(Tiling(move_of({{kTile / 1024, 1024}, {256, 4}}, 1)).count() ==
        1);  // all of it, but for the last gap
  CHECK(Tiling(move_of({{kTile / 1024, 1024}, {256, 4}}, 4)).count() == 1);
  CHECK(Tiling(move_of({{kTile / 1024 + 1, 1024}, {256, 4}}, 4)).count() == 2);
}

TEST_CASE("the outer axes are an odometer", "[tiling]") {
  // rows of a full tile each: one tile per index of the three outer axes, which go back and forth and stand
  // still
  const Move move =
      move_of({{3, -1'000'000'000}, {4, 0}, {5, 7'000'000}, {2, kTile}, {kTile, 1}}, 1, 4'000'000'000);
  const Tiling tiling(move);
  REQUIRE(tiling.count() == 3 * 4 * 5 * 2);
  Index i = 0;
  for (Index a = 0; a < 3; ++a) {
    for (Index b = 0; b < 4; ++b) {
      for (Index c = 0; c < 5; ++c) {
        for (Index d = 0; d < 2; ++d, ++i) {
          const Tile tile = tiling.tile(i);
          CHECK(tile.origin == a * -1'000'000'000 + c * 7'000'000 + d * kTile);
          CHECK(tile.first == i * kTile);
          CHECK(tile.points == kTile);
        }
      }
    }
  }
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
    const Index total = product(move.axes);
    const Tile last = tiling.tile(tiling.count() - 1);
    CHECK(tiling.tile(0).first == 0);
    CHECK(last.first + last.points == total);
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
      const Move box{.axes = tile.axes};
      CHECK(tile.origin + address(box, inside) == address(move, tile.first + inside));
    }
  }
}
