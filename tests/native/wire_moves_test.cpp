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

TEST_CASE("in the arena, what moves is apart, not the arrays", "[wire]") {
  // 3 runs of 4 bytes, 10 apart from byte 100 of the whole on, so bytes [100, 124); the part has them 6
  // apart, from its byte `first` on, so bytes [first, first + 16). Both arrays are all of the arena.
  const auto begins = [](double direction, double first) {
    Client client;
    REQUIRE(client.wire().set_arena(1600));
    return tiles_of(client, {direction, 0, 1, 1, 1, 3, 10, 6, 100, 4, first, 1600, 1600, 0, 0}) > 0;
  };
  // The same with nibbles: 3 of them, 10 apart from the 101st on, so bytes [50, 61); the part has them in
  // bytes [first / 2, first / 2 + 7).
  const auto begins_packed = [](double direction, double first) {
    Client client;
    REQUIRE(client.wire().set_arena(1600));
    return tiles_of(client, {direction, 4, 1, 1, 1, 3, 10, 6, 101, 1, first, 1600, 1600, 0, 0}) > 0;
  };
  for (const double direction : {kCut, double(Direction::kJoin)}) {
    for (const double apart : {0.0, 84.0, 124.0, 1584.0}) CHECK(begins(direction, apart));
    for (const double overlaps : {85.0, 100.0, 123.0}) CHECK(!begins(direction, overlaps));
    for (const double apart : {0.0, 87.0, 122.0, 3187.0}) CHECK(begins_packed(direction, apart));
    for (const double overlaps : {88.0, 101.0, 121.0}) CHECK(!begins_packed(direction, overlaps));
    CHECK(!begins(direction, 1585));  // beyond its array
    CHECK(!begins_packed(direction, 3188));
  }
}

TEST_CASE("the response says when it has moved, and moves only in plans", "[wire]") {
  Client client;
  Wire& wire = client.wire();
  double* const kept = wire.response_buffer().data();
  const List few = request_of("Split-18 uint8 [6] @axis=0 @num_outputs=2");
  REQUIRE(!answer(client, few).empty());
  CHECK(!wire.response_moved());
  const auto room = static_cast<Index>(wire.response_buffer().size());
  // reserves more than the buffer has, and writes less
  const Index count = room / 3 - 100;
  const std::string n = std::to_string(count);
  const List long_answer = answer(client, request_of("Split-18 uint8 [" + n + "] @axis=0 @num_outputs=" + n));
  CHECK(long_answer.size() < static_cast<std::size_t>(room));
  CHECK(wire.response_moved());
  CHECK(wire.response_moved());  // until the new one is taken
  REQUIRE(!answer(client, few).empty());
  CHECK(wire.response_moved());
  double* const taken = wire.response_buffer().data();
  CHECK(taken != kept);
  CHECK(!wire.response_moved());
  // a move with as many streams as there may be, in and out
  WireMove widest;
  widest.axes.push_back({2, 2 * kMaxStreams});
  for (Index i = 0; i < kMaxStreams; ++i) widest.streams.push_back({2 * i, 1});
  for (const Direction direction : {Direction::kCut, Direction::kJoin}) {
    widest.direction = direction;
    List words = widest.request(4 * kMaxStreams);
    words.insert(words.end(), 1 + kMaxStreams, -1.0);
    REQUIRE(tiles_of(client, words) == 1);
    wire.step(0);
    CHECK(!wire.response_moved());
  }
}

TEST_CASE("tiles are moved in order, each once", "[wire]") {
  Client client;
  Wire& wire = client.wire();
  CHECK(!wire.can_step(0));
  const Index tiles = tiles_of(client, move(4, 3, 0, 1, double(kTile), double(kTile)));
  REQUIRE(tiles > 1);
  for (Index i = 0; i < tiles; ++i) {
    for (const Index other : {i - 1, i + 1, tiles, kMaxIndex, -kMaxIndex, Reader::kNoInteger})
      CHECK(!wire.can_step(other));
    REQUIRE(wire.can_step(i));
    wire.step(i);
  }
  CHECK(!wire.can_step(tiles));
  CHECK(tiles_of(client, {}) == 0);  // a move that is refused
  CHECK(!wire.can_step(0));
}
