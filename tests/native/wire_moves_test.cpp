// The wire: moves as words, of packed elements too, and which of them are believed; and the arena.
#include <catch2/catch_test_macros.hpp>
#include <memory>

#include "moves.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// Tiles of the move, if it is believed.
Index tiles_of(Client& client, const List& words) {
  client.send(words);
  return client.wire().begin(words.size());
}

/// A move of one axis; `bytes` of the whole.
List move(double bits, double size, double stride, double offset, double run, double bytes) {
  const auto whole = [](double word) { return static_cast<Index>(word); };
  WireMove sent{.packed_bits = static_cast<int>(bits), .axes = {}, .streams = {{whole(offset), 1}}};
  sent.axes.push_back({whole(size), whole(stride)});
  List words = sent.request(0);
  words[words.size() - 2 - record::kStream + record::kRun] = run;
  words[words.size() - 2] = bytes;
  return words;
}

/// The request with other words after the record.
List with_tail(const WireMove& sent, const List& tail) {
  List words = sent.request(0);
  words.resize(words.size() - 2);
  words.insert(words.end(), tail.begin(), tail.end());
  return words;
}

}  // namespace

TEST_CASE("items of a batch that go to one position, one after another, are moved together", "[wire]") {
  Client client;
  const auto moves = moves_of(
      client, request_of("TensorScatter-24 uint8 [6,7,2] [6,3,2] write_indices=[2,2,2,5,5,2] @axis=1 "
                         "@mode=circular"));
  REQUIRE(moves.size() == 5);
  const auto place = [&](std::size_t i) { return std::vector<Index>(moves[i].begin() + 2, moves[i].end()); };
  CHECK(place(1) == std::vector<Index>{1, 3, 14, 4, 6});            // 3 items
  CHECK(place(2) == std::vector<Index>{1, 2, 14, 3 * 14 + 10, 4});  // 2 items, to the end
  CHECK(place(3) == std::vector<Index>{1, 2, 14, 3 * 14, 2});       // and around
  CHECK(place(4) == std::vector<Index>{1, 5 * 14 + 4, 6});
}

TEST_CASE("packed runs in the words of a plan", "[wire]") {
  Client client;
  using Lists = std::vector<std::vector<Index>>;
  constexpr auto kStaged = static_cast<Index>(Way::kStaged), kFew = static_cast<Index>(Way::kFew),
                 kLoop = static_cast<Index>(Way::kLoop), kFill = static_cast<Index>(Way::kFill);
  // few elements: 4 of them 6 apart, 4 runs of 5
  CHECK(moves_of(client, request_of("VariadicSplit-1 u4 [4,6] axis=1 split_lengths=[1,5]")) ==
        Lists{{kLoop, 4, 0, 4, 6, 0, 1}, {kLoop, 4, 1, 4, 6, 1, 5}});
  // short runs far apart, and long ones
  CHECK(moves_of(client, request_of("VariadicSplit-1 u4 [999,999] axis=1 split_lengths=[8,991]")) ==
        Lists{{kLoop, 4, 0, 999, 999, 0, 8}, {kStaged, 4, 1, 999, 999, 8, 991}});
  CHECK(moves_of(client, request_of("openvino.Slice-8 u3 [999,9] start=[0,1] stop=[999,2] step=[1,1]")) ==
        Lists{{kStaged, 3, 0, 999, 9, 1, 1}});
  // one element on every place of a line, of types whose units are bytes
  const auto repeated = [&](const char* line) { return moves_of(client, request_of(line))[0][0]; };
  CHECK(repeated("openvino.Pad-12 u4 [1] pads_begin=int64[0] pads_end=int64[99] @pad_mode=edge") == kFill);
  CHECK(repeated("openvino.Pad-12 u3 [1] pads_begin=int64[0] pads_end=int64[999] @pad_mode=edge") == kStaged);
  // an even number of elements from an even place: bytes, 3 of 3 and 3 of 6
  CHECK(moves_of(client, request_of("VariadicSplit-1 u4 [3,12] axis=1 split_lengths=[6,6]")) ==
        Lists{{kFew, 0, 0, 3, 6, 0, 3, 3, 3}});
  CHECK(moves_of(client, request_of("VariadicSplit-1 u3 [20] axis=0 split_lengths=[8,12]")) ==
        Lists{{kFew, 0, 0, 0, 3}, {kLoop, 3, 1, 8, 12}});
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
  const WireMove two{.packed_bits = 4, .axes = {}, .streams = {{0, 3}, {3, 3}}};
  CHECK(tiles_of(client, two.request(100)) == 0);
}

TEST_CASE("no tile has more points than bytes fit, even if all points share them", "[wire]") {
  Client client;
  const auto tiles = [&](int bits, Index stride, Index part_stride) {
    constexpr Index kSize = Index{1} << 20;
    WireMove sent{.packed_bits = bits, .axes = {}, .streams = {{0, 1}}};
    sent.axes.push_back({kSize, stride}), sent.axes.push_back({kSize, stride});
    sent = with_layout(sent, 0, {part_stride, part_stride});
    return tiles_of(client, sent.request(std::size_t{1} << 30, std::size_t{1} << 30));
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
    const auto wire = std::make_unique<Session>();  // too large for a stack
    CHECK(!wire->set_arena(bytes));
    CHECK(wire->arena().empty());
  }
  const auto wire = std::make_unique<Session>();
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
  CHECK(longest.request(1).size() + 1 + kMaxStreams == kMostMoveWords);  // with places in the arena
}

TEST_CASE("places in the arena end where it ends, and parts are beside the whole", "[wire]") {
  for (const Direction direction : {Direction::kCut, Direction::kJoin}) {
    Client client;
    REQUIRE(client.wire().set_arena(1600));
    WireMove two{.direction = direction, .axes = {}, .streams = {{0, 1}, {1, 1}}};  // 400 runs of 1 each
    two.axes.push_back({400, 2});
    const auto begins = [&](double whole, double first, double second) {
      return tiles_of(client, with_tail(two, {800, 400, whole, first, second})) > 0;
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
  const auto begins_so = [](Direction direction, int bits, Index offset, Index run, Index first) {
    Client client;
    REQUIRE(client.wire().set_arena(1600));
    WireMove sent{.packed_bits = bits, .direction = direction, .axes = {}, .streams = {{offset, run}}};
    sent.axes.push_back({3, 10});
    return tiles_of(client, with_tail(with_layout(sent, first, {6}), {1600, 1600, 0, 0})) > 0;
  };
  const auto begins = [&](Direction direction, Index first) {
    return begins_so(direction, 0, 100, 4, first);
  };
  // The same with nibbles: 3 of them, 10 apart from the 101st on, so bytes [50, 61); the part has them in
  // bytes [first / 2, first / 2 + 7).
  const auto begins_packed = [&](Direction direction, Index first) {
    return begins_so(direction, 4, 101, 1, first);
  };
  for (const Direction direction : {Direction::kCut, Direction::kJoin}) {
    for (const Index apart : {0, 84, 124, 1584}) CHECK(begins(direction, apart));
    for (const Index overlaps : {85, 100, 123}) CHECK(!begins(direction, overlaps));
    for (const Index apart : {0, 87, 122, 3187}) CHECK(begins_packed(direction, apart));
    for (const Index overlaps : {88, 101, 121}) CHECK(!begins_packed(direction, overlaps));
    CHECK(!begins(direction, 1585));  // beyond its array
    CHECK(!begins_packed(direction, 3188));
  }
}

TEST_CASE("the response says when it has moved, and moves only in plans", "[wire]") {
  Client client;
  Session& wire = client.wire();
  double* const kept = wire.response_buffer().data();
  const List few = request_of("Split-18 uint8 [6] @axis=0 @num_outputs=2");
  REQUIRE(!answer(client, few).empty());
  CHECK(!wire.response_moved());
  const auto room = static_cast<Index>(wire.response_buffer().size());
  // reserves more than the buffer has, and writes less
  const Index count = room / 4 - 100;
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
    wire.move_tile(0);
    CHECK(!wire.response_moved());
  }
}

TEST_CASE("tiles are moved in order, each once", "[wire]") {
  Client client;
  Session& wire = client.wire();
  CHECK(!wire.can_move(0));
  const Index tiles = tiles_of(client, move(4, 3, 0, 1, double(kTile), double(kTile)));
  REQUIRE(tiles > 1);
  for (Index i = 0; i < tiles; ++i) {
    for (const Index other : {i - 1, i + 1, tiles, kMaxIndex, -kMaxIndex, Reader::kNoInteger})
      CHECK(!wire.can_move(other));
    REQUIRE(wire.can_move(i));
    wire.move_tile(i);
  }
  CHECK(!wire.can_move(tiles));
  CHECK(tiles_of(client, {}) == 0);  // a move that is refused
  CHECK(!wire.can_move(0));
}

TEST_CASE("the axis that repeats is left out, and a block that does not fit is refused", "[wire]") {
  Client client;
  WireMove sent{.axes = {}, .streams = {{0, 4}}};
  sent.axes.push_back({3, 0}), sent.axes.push_back({2, 8});
  sent.repeated = 0;
  REQUIRE(client.begin(sent.request(12)) == 1);
  client.move_tile(0);
  const std::span<double> copies = client.copies();
  CHECK(copies[copies.size() - record::kCopy + record::kBytes] == 8);  // two runs of 4 bytes, once
  sent.repeated = 2;
  CHECK(client.begin(sent.request(12)) == 0);

  constexpr Index kSize = 4096;
  WireMove turned = with_layout(move_of({{kSize, 4}, {kSize, 4 * kSize}}, {{0, 4}}), 0, {4 * kSize, 4});
  constexpr auto kBytes = std::size_t{4} * kSize * kSize;
  const Index searched = client.begin(turned.request(kBytes, kBytes));
  CHECK(searched > 1);
  turned.box = {256, 128};
  CHECK(client.begin(turned.request(kBytes, kBytes)) == 16 * 32);
  for (const std::vector<Index>& box :
       {std::vector<Index>{kSize, kSize}, {256, 0}, {256, -1}, {kSize + 1, 1}, {1, kMaxIndex}}) {
    turned.box = box;
    CHECK(client.begin(turned.request(kBytes, kBytes)) == 0);
  }
}
