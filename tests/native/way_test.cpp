// Ways leave the core as one number, two bits for each place that the arrays may be in: web/lib/core/wire.ts
// reads them so. Which way is the cheapest is measured, and tests/node/move/thresholds.test.js knows the
// results.
#include "move/way.hpp"

#include <catch2/catch_test_macros.hpp>

namespace {

using microtome::always;
using microtome::choose;
using microtome::Index;
using microtome::kPartsInArena;
using microtome::kTile;
using microtome::kWholeInArena;
using microtome::Move;
using microtome::Region;
using microtome::Way;
using microtome::Ways;

/// `count` runs, each `stride` bytes after the one before.
Move move_of(Index count, Index stride, Index run) {
  Region region;
  region.axes.push_back({count, stride});
  region.run = run;
  Move move;
  move.start(region);
  return move;
}

/// As JavaScript reads it.
Way way_at(Ways ways, int place) { return static_cast<Way>((ways >> (2 * place)) & 3); }

}  // namespace

TEST_CASE("each place has two bits, for one of three ways", "[move]") {
  CHECK(always(Way::kRuns) == 0b00'00'00'00);
  CHECK(always(Way::kStaged) == 0b01'01'01'01);
  CHECK(always(Way::kScalar) == 0b10'10'10'10);
  CHECK(choose(move_of(4, 1 << 20, 1 << 19), 1) == always(Way::kRuns));
  CHECK(choose(move_of(100'000, 2, 1), 1) == always(Way::kStaged));
  CHECK(choose(move_of(4, 8, 4), 4) == always(Way::kScalar));
}

TEST_CASE("what is in the arena makes staging no worse, and nothing else better", "[move]") {
  int mixed = 0;
  for (const Index run : {1, 4, 16, 64, 256, 1024, 4096}) {
    for (const Index gap : {1, 2, 4, 16, 64}) {
      for (const Index count : {1, 16, 256, 4096, 65536}) {
        const Ways ways = choose(move_of(count, run * gap, run), 1);
        INFO(count << " runs of " << run << " at " << run * gap << ": " << ways);
        REQUIRE((ways & ~0xff) == 0);
        const Way outside = way_at(ways, 0);
        for (int place = 0; place < 4; ++place) {
          const Way way = way_at(ways, place);
          CHECK((way == Way::kStaged || way == Way::kRuns || way == Way::kScalar));
          for (const int more : {kWholeInArena, kPartsInArena}) {
            const Way then = way_at(ways, place | more);
            CHECK((then == way || then == Way::kStaged));
          }
          mixed += way != outside;
        }
      }
    }
  }
  CHECK(mixed > 0);
}

TEST_CASE("streams share a move if their runs span at most a tile, wherever they are", "[move]") {
  constexpr Index kRun = 16;
  const auto region_at = [](Index offset) {
    Region region{.axes = {}, .offset = offset, .run = kRun};
    region.axes.push_back({100, 1000});
    return region;
  };
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
