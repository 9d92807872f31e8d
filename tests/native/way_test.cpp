// Ways leave the core as one number, three bits for each place that the arrays may be in:
// web/lib/core/record.ts reads them so. Which way is the cheapest is measured, and
// tests/node/move/thresholds.test.js knows the results.
#include "move/way.hpp"

#include <catch2/catch_test_macros.hpp>

namespace {

using microtome::always;
using microtome::Choice;
using microtome::choose;
using microtome::choose_converted;
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
Way way_at(Ways ways, int place) { return static_cast<Way>((ways >> (3 * place)) & 7); }

}  // namespace

TEST_CASE("each place has three bits, for one of six ways", "[move]") {
  CHECK(always(Way::kRuns) == 0b000'000'000'000);
  CHECK(always(Way::kStaged) == 0b001'001'001'001);
  CHECK(always(Way::kFill) == 0b101'101'101'101);
  CHECK(choose(move_of(4, 1 << 20, 1 << 19), 1).ways == always(Way::kRuns));
  CHECK(choose(move_of(100'000, 2, 1), 1).ways == always(Way::kStaged));
  CHECK(choose(move_of(4, 8, 4), 4).ways == always(Way::kFew));
  CHECK(choose(move_of(200, 8, 4), 1).ways == always(Way::kLoop));
  CHECK(choose(move_of(300, -4, 4), 4).ways == always(Way::kReverse));
  CHECK(choose(move_of(300, 0, 4), 4).ways == always(Way::kFill));
}

TEST_CASE("loops go along the longer of the run and the last axis, and of the last three axes", "[move]") {
  const auto few = [](Index count, Index run) { return choose(move_of(count, 64, run), 1).inner; };
  CHECK(few(4, 3) == 0);
  CHECK(few(3, 4) == 1);
  Move move = move_of(200, 1000, 4);
  move.axes.push_back({4, 100});
  move.axes.push_back({3, 10});
  const Choice loop = choose(move, 2);
  CHECK(loop.item == 2);
  CHECK(loop.inner == 1);
  CHECK(loop.depth == 3);
  CHECK(loop.block == 256);
  const Choice paired = choose(move_of(300, 12, 8), 2);
  CHECK(paired.item == 4);
  CHECK(paired.inner == 0);
}

TEST_CASE("an axis that repeats is found, and the rest is about the other axes", "[move]") {
  Move move = move_of(300, 0, 4);
  move.axes.push_back({64, 4});
  CHECK(choose(move_of(300, 0, 4), 4).repeated == -1);
  move.axes[1] = {64, 256 * 4};
  move.axes.push_back({64, 1024 * 256});
  const Choice choice = choose(move, 4);
  CHECK(choice.repeated == 0);
  CHECK(choice.inner > 0);
}

TEST_CASE("what is in the arena makes staging no worse, and nothing else better", "[move]") {
  int mixed = 0;
  for (const Index run : {1, 4, 16, 64, 256, 1024, 4096}) {
    for (const Index gap : {1, 2, 4, 16, 64}) {
      for (const Index count : {1, 16, 256, 4096, 65536}) {
        const Ways ways = choose(move_of(count, run * gap, run), 1).ways;
        INFO(count << " runs of " << run << " at " << run * gap << ": " << ways);
        REQUIRE((ways & ~0xfff) == 0);
        const Way outside = way_at(ways, 0);
        for (int place = 0; place < 4; ++place) {
          const Way way = way_at(ways, place);
          CHECK((way == Way::kStaged || way == Way::kRuns || way == Way::kFew || way == Way::kLoop));
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

TEST_CASE("a conversion has blocks, unless its bytes are not countable", "[move]") {
  constexpr Index kFar = Index{1} << 51;
  for (const auto& [repeats, has_blocks] : {std::pair{kFar / 8, true}, {kFar, false}}) {
    Region region;
    region.run = 1;
    region.axes.push_back({2, 1});
    region.axes.push_back({repeats, 0});
    Move move;
    move.start(region);
    CHECK(choose_converted(move, 8, {.width = 1}, 0).has_box == has_blocks);
  }
}

TEST_CASE("a few elements are converted in JavaScript, if a loop can do it", "[move]") {
  for (const Index count : {1, 512, 513}) {
    Region region;
    region.run = 1;
    region.axes.push_back({count, 3});
    Move move;
    move.start(region);
    for (const Index most_in_loop : {0, 512}) {
      const auto way = static_cast<Way>(choose_converted(move, 1, {.width = 4}, most_in_loop).ways & 7);
      CHECK(way == (count <= most_in_loop ? Way::kFew : Way::kStaged));
    }
  }
}
