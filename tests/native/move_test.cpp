// Which outputs share a move: the bytes that their first runs span fit a tile, wherever in the source they
// are.
#include "move/move.hpp"

#include <catch2/catch_test_macros.hpp>

#include "move/way.hpp"

namespace {

using microtome::Index;
using microtome::kTile;
using microtome::Move;
using microtome::Region;

constexpr Index kRun = 16;

Region region_at(Index offset) {
  Region region;
  region.axes.push_back({100, 1000});
  region.offset = offset;
  region.run = kRun;
  return region;
}

}  // namespace

TEST_CASE("streams share a move if their runs span at most a tile", "[move]") {
  for (const Index offset : {Index{0}, kTile, 5 * kTile}) {
    for (const Index span : {2 * kRun, kTile - 1, kTile, kTile + 1, kTile + kRun, kTile + 2 * kRun}) {
      INFO("offset " << offset << ", span " << span);
      const Index far = offset + span - kRun;
      Move up, down;
      up.start(region_at(offset));
      down.start(region_at(far));
      CHECK(up.add(region_at(far)) == (span <= kTile));
      CHECK(down.add(region_at(offset)) == (span <= kTile));
      if (span > kTile) continue;
      CHECK(up.begin == offset);
      CHECK(up.end == offset + span);
      CHECK(down.begin == up.begin);
      CHECK(down.end == up.end);
    }
  }
}
