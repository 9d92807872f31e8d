// Staging of packed elements: cuts and joins of many tiles against elements copied one by one. Cuts unpack
// short runs and pack them again, and shift long ones; what does not fill a group goes from tile to tile in
// both cases.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "move/way.hpp"
#include "staged.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

constexpr int kAllBits[] = {1, 2, 3, 4, 6};

/// One stream; `stream.run` elements at every point.
bool moves(int bits, std::initializer_list<Axis> axes, Stream stream, bool many_tiles = true) {
  return moves_both_ways(move_of(axes, {stream}, bits), {stream}, many_tiles);
}

/// The same for a part with a layout.
bool moves_laid_out(int bits, std::initializer_list<Axis> axes, Stream stream, Index offset,
                    const std::vector<Index>& strides) {
  return moves_both_ways(with_layout(move_of(axes, {stream}, bits), offset, strides), {stream}, {});
}

}  // namespace

TEST_CASE("packed runs over several tiles, from every place in a group", "[staging]") {
  for (const int bits : kAllBits) {
    for (Index offset = 0; offset < 9; ++offset) {
      INFO("u" << bits << " from " << offset);
      CHECK(moves(bits, {}, {offset, kTile + 2001}));     // one run, cut
      CHECK(moves(bits, {}, {offset, kTile + 5}));        // of which little is left for the second tile
      CHECK(moves(bits, {{13'000, 13}}, {offset, 7}));    // short runs
      CHECK(moves(bits, {{91, 2003}}, {offset, 1001}));   // rows of odd length
      CHECK(moves(bits, {{140, 1023}}, {offset, 1021}));  // hardly a gap
      CHECK(moves(bits, {{2, 90'001}, {40, 2001}}, {offset, 777}));     // of several axes
      CHECK(moves(bits, {{95, -1501}}, {offset + 95 * 1501, 1499}));    // last row first
      CHECK(moves(bits, {{3, 0}}, {offset, kTile - 1}));                // the same again and again
      CHECK(moves(bits, {{2, kTile + 99}}, {offset, kTile + offset}));  // a tile, and a little, twice
      CHECK(moves(bits, {{4, kTile + 1}}, {offset, 3}));  // tiles with less than a group: all of it waits
      CHECK(moves(bits, {{3, 5}}, {offset, 3}, false));
    }
  }
}

TEST_CASE("single packed elements over several tiles, from every place in a group", "[staging]") {
  for (const int bits : kAllBits) {
    for (Index offset = 0; offset < 9; ++offset) {
      INFO("u" << bits << " from " << offset);
      CHECK(moves(bits, {{kTile / 2, 3}}, {offset, 1}));
      CHECK(moves(bits, {{40, 4001}, {1333, 3}}, {offset, 1}));
      CHECK(moves(bits, {{kTile + 3, -1}}, {offset + kTile + 2, 1}));
      CHECK(moves(bits, {{150, 1001}}, {offset, 1}));  // a column, far apart
      CHECK(moves(bits, {{2, 150'000}, {200, 701}, {3, 2}}, {offset, 1}));
    }
  }
}

TEST_CASE("packed runs of every length around where shifting begins", "[staging]") {
  for (const int bits : kAllBits) {
    const Index few = repack_break_even(bits) / 2;
    for (const Index run : {few - 8, few - 1, few, few + 1, few + 7}) {
      for (const Index gap : {0, 1, 2}) {
        INFO("u" << bits << ", runs of " << run << " and gaps of " << gap);
        CHECK(moves(bits, {{kTile / run + 9, run + gap}}, {5, run}));
      }
    }
  }
}

TEST_CASE("packed outputs of several megabytes", "[staging]") {
  for (const int bits : kAllBits) {
    const Index rows = (Index{9} << 21) / bits / 4095;
    INFO("u" << bits);
    CHECK(moves(bits, {{rows, 4099}}, {1, 4095}));
  }
}

TEST_CASE("a packed tile that is full to the last element", "[staging]") {
  for (const int bits : kAllBits) {
    INFO("u" << bits);
    CHECK(moves(bits, {}, {7, kTile}, false));
    CHECK(moves(bits, {{2, kTile}}, {7, kTile}));
    CHECK(moves(bits, {{20, 0}}, {6, kTile - 1}));  // 7 more wait after every tile, up to a whole group
  }
}

TEST_CASE("packed parts with a layout, over several tiles", "[staging]") {
  for (const int bits : kAllBits) {
    for (const Index offset : {0, 1, 5, 7}) {
      INFO("u" << bits << " from " << offset);
      CHECK(moves_laid_out(bits, {}, {offset, kTile + 2001}, 8 - offset, {}));
      CHECK(moves_laid_out(bits, {{13'000, 13}}, {offset, 7}, offset + 3, {11}));
      CHECK(moves_laid_out(bits, {{91, 2003}}, {offset, 1001}, 91 * 1003, {-1003}));
      CHECK(moves_laid_out(bits, {{kTile / 2, 3}}, {offset, 1}, 2, {5}));
      CHECK(moves_laid_out(bits, {{300, 401}, {400, 1}}, {offset, 1}, offset, {1, 303}));
      CHECK(moves_laid_out(bits, {{2, 90'001}, {40, 2001}}, {offset, 777}, 6, {40'000, 901}));
      CHECK(moves_laid_out(bits, {{3, 5}}, {offset, 3}, 1, {4}));
    }
  }
}
