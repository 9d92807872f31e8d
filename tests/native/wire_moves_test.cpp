// The wire: moves as words, of packed elements too, and which of them are believed; and the arena.
#include <catch2/catch_test_macros.hpp>
#include <memory>

#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

constexpr double kStaged = always(Way::kStaged);
constexpr double kCut = double(Direction::kCut);

/// Tiles of the move, if it is believed.
Index tiles_of(Client& client, const List& words) {
  client.send(words);
  return client.wire().begin(words.size());
}

/// A move of one axis; `bytes` of the whole.
List move(double bits, double size, double stride, double offset, double run, double bytes) {
  return {kCut, bits, 1, 0, 1, size, stride, offset, run, bytes};
}

}  // namespace

TEST_CASE("packed runs in the words of a plan", "[wire]") {
  Client client;
  // 2 outputs that differ along axis 1, [4,_], 1 and 5, 2 moves: 4 elements 6 apart, 4 runs of 5
  CHECK(answer(client, request_of("VariadicSplit-1 u4 [4,6] axis=1 split_lengths=[1,5]")) ==
        List{2, 1, 2, 4, 6, 1, 5, 2, kStaged, 4, 1, 0, 0, 1, 4, 6, 0, 1, kStaged, 4, 1, 1, 0, 1, 4, 6, 1, 5});
  // an even number of elements from an even place: bytes, 3 of 3 and 3 of 6
  const List even = answer(client, request_of("VariadicSplit-1 u4 [3,12] axis=1 split_lengths=[6,6]"));
  CHECK(List(even.end() - 12, even.end()) == List{kAlwaysScalar, 0, 2, 0, 0, 1, 3, 6, 0, 3, 3, 3});
  const List u3 = answer(client, request_of("VariadicSplit-1 u3 [20] axis=0 split_lengths=[8,12]"));
  CHECK(List(u3.end() - 16, u3.end()) ==
        List{kAlwaysScalar, 0, 1, 0, 0, 0, 0, 3, kStaged, 3, 1, 1, 0, 0, 8, 12});
}

TEST_CASE("packed runs are in their source to the last element", "[wire]") {
  Client client;
  struct {
    double bits, bytes, elements;
  } sources[] = {{1, 5, 40}, {2, 5, 20}, {4, 5, 10}, {3, 6, 16}, {3, 8, 16}, {6, 6, 8}, {6, 5, 4}};
  for (const auto& [bits, bytes, elements] : sources) {
    INFO(bits << " bits in " << bytes << " bytes");
    CHECK(tiles_of(client, move(bits, 1, 0, 0, elements, bytes)) == 1);
    CHECK(tiles_of(client, move(bits, 1, 0, 1, elements, bytes)) == 0);
    CHECK(tiles_of(client, move(bits, 1, 0, elements - 1, 1, bytes)) == 1);
    CHECK(tiles_of(client, move(bits, 2, 1, 0, elements - 1, bytes)) == 1);
    CHECK(tiles_of(client, move(bits, 2, 2, 0, elements - 1, bytes)) == 0);
    CHECK(tiles_of(client, move(bits, 2, -1, 1, elements - 1, bytes)) == 1);
    CHECK(tiles_of(client, move(bits, 2, -2, 1, elements - 1, bytes)) == 0);
  }
}

TEST_CASE("packed runs may be longer than a tile, and no longer than numbers go", "[wire]") {
  Client client;
  const auto many = double(10 * kTile + 1);
  CHECK(tiles_of(client, move(4, 1, 0, 1, many, many)) == 11);
  CHECK(tiles_of(client, move(4, 3, 0, 1, many, many)) == 33);
  CHECK(tiles_of(client, move(0, 1, 0, 1, many, 2 * many)) == 0);  // bytes could be copied by the host
  for (const double run : {0.0, -1.0, 0.5, kNaN, kInf, 0x1p53, 0x1p62, 1e300})
    CHECK(tiles_of(client, move(1, 1, 0, 0, run, 0x1p53 - 1)) == 0);
  CHECK(tiles_of(client, move(1, 0x1p30, 0, 0, 0x1p30, 0x1p40)) == 0);  // more elements than can be counted
  CHECK(tiles_of(client, move(1, 0x1p20, 0, 0, 0x1p30, 0x1p40)) > 0);
  CHECK(tiles_of(client, move(5, 1, 0, 0, 3, 100)) == 0);
  CHECK(tiles_of(client, {kCut, 4, 2, 0, 0, 0, 3, 3, 3, 100}) == 0);  // two streams
}

TEST_CASE("no tile has more points than bytes fit, even if all points share them", "[wire]") {
  Client client;
  const auto tiles = [&](double bits, double stride, double part_stride) {
    return tiles_of(client, {kCut, bits, 1, 1, 2, 0x1p20, stride, part_stride, 0x1p20, stride, part_stride, 0,
                             1, 0, 0x1p30, 0x1p30});
  };
  constexpr Index kLeast = (Index{1} << 40) / kTile;
  CHECK(tiles(1, 0, 0) >= kLeast);
  CHECK(tiles(3, 0, 0) >= kLeast);
  CHECK(tiles(1, 1, 1) >= kLeast);
  CHECK(tiles(0, 1, 1) >= kLeast / 8);
}

TEST_CASE("an arena is made once, of any size that there is, and moving makes memory grow no more",
          "[wire]") {
  for (const Index bytes : {Index{0}, Index{-1}, (Index{1} << 31) + 1, kMaxIndex}) {
    const auto wire = std::make_unique<Wire>();  // too large for a stack
    CHECK(!wire->set_arena(bytes));
    CHECK(wire->arena().empty());
  }
  const auto wire = std::make_unique<Wire>();
  CHECK(wire->set_arena(1));
  CHECK(wire->arena().size() == 16);
  CHECK(!wire->set_arena(1));
  double* const before = wire->request(1);
  CHECK(wire->request(kMostMoveWords) == before);
}

TEST_CASE("the longest request to move has the room that is always there", "[wire]") {
  WireMove longest;
  longest.streams.resize(kMaxStreams);
  for (int a = 0; a < kMaxRank; ++a) longest.axes.push_back({2, 5});
  CHECK(longest.request(1).size() + 1 + kMaxStreams <= kMostMoveWords);  // with places in the arena
  longest.streams.resize(1);
  longest.part_layout = {.given = true, .axes = longest.axes};
  CHECK(longest.request(1, 1).size() + 2 <= kMostMoveWords);
}

TEST_CASE("places in the arena end where it ends, and parts are beside the whole", "[wire]") {
  for (const double direction : {kCut, double(Direction::kJoin)}) {
    Client client;
    REQUIRE(client.wire().set_arena(1600));
    const auto begins = [&](double whole, double first, double second) {  // two streams, 400 runs of 1
      return tiles_of(client, {direction, 0, 2, 0, 1, 400, 2, 0, 1, 1, 1, 800, whole, first, second}) > 0;
    };
    CHECK(begins(0, 800, 1200));
    CHECK(begins(800, 0, 400));
    CHECK(begins(-1, -1, 1200));
    CHECK(!begins(801, 0, 400));
    CHECK(!begins(0, 1201, 800));
    CHECK(!begins(0, 800, 1201));
    CHECK(!begins(0, 799, 1200));  // within the whole
    CHECK(!begins(399, 0, 1200));
    CHECK(!begins(400, 0, 1199));
    for (const double far : {1600.0, 0x1p31, 0x1p32, 0x1p53, 0x1p63, 1e300}) {
      CHECK(!begins(far, 0, 400));
      CHECK(!begins(0, far, 800));
      CHECK(!begins(0, 800, far));
    }
    for (const double none : {-2.0, -1e300, 0.5, kNaN, kInf}) CHECK(begins(none, none, none));
  }
}
