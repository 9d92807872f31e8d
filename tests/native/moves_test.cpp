// Moves of several tiles and blocks, which the tensors of the corpus are too small for: in both directions,
// from and to every place (under sanitizers, from and to one of them at random), against a naive copy.
#include "moves.hpp"

#include <catch2/catch_test_macros.hpp>
#include <tuple>

#include "move/blocks.hpp"
#include "move/way.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

using Streams = std::vector<Stream>;
constexpr int kPackings[] = {1, 2, 3, 4, 6};

void check(WireMove sent) {
  static Client client;
  static Random random(seed());
  static constexpr Places kEverywhere[] = {{},
                                           {.whole = true},
                                           {.parts = 1},
                                           {.whole = true, .parts = 1},
                                           {.whole = true, .parts = 1, .whole_last = true}};
  for (const Direction direction : {Direction::kCut, Direction::kJoin}) {
    sent.direction = direction;
    const std::size_t first = kIsSanitized ? random.index(std::size(kEverywhere)) : 0;
    const auto places = std::span(kEverywhere).subspan(first, kIsSanitized ? 1 : std::dynamic_extent);
    INFO(sent.streams.size() << " streams, the first of " << sent.streams[0].run << " at "
                             << sent.streams[0].offset << ", joins: " << (direction == Direction::kJoin));
    for (const Axis& axis : sent.axes) UNSCOPED_INFO(axis.size << " x " << axis.stride);
    CHECK(compare_moved(client, random, sent, places) == "");
  }
}

void check(std::initializer_list<Axis> axes, const Streams& streams) { check(move_of(axes, streams)); }

/// One stream of packed elements.
void check_packed(int bits, std::initializer_list<Axis> axes, Stream stream) {
  check(move_of(axes, {stream}, bits));
}

/// One stream of a part with a layout.
void check_laid_out(std::initializer_list<Axis> axes, Stream stream, Index offset,
                    const std::vector<Index>& strides, int bits = 0) {
  check(with_layout(move_of(axes, {stream}, bits), offset, strides));
}

/// Streams whose parts are in one array.
void check_in_one_array(std::initializer_list<Axis> axes, const Streams& streams, Index offset,
                        const std::vector<Index>& strides) {
  check(with_layout(move_of(axes, streams), offset, strides));
}

}  // namespace

TEST_CASE("strided, reversed and repeated elements, also into strided parts", "[moves]") {
  for (const Index width : {1, 2, 4, 8, 16, 5}) {
    const Index size = kTile / width + 5;
    const auto first = [&](Index step) { return step < 0 ? -step * width * (size - 1) + 3 : 3; };  // odd
    for (const Index step : {-4, -3, -2, -1, 0, 2, 3, 4, 5, 17})
      check({{size, step * width}}, {{first(step), width}});
    for (const Index step : {-3, 1, 2})
      for (const Index part : {-4, -1, 2})
        check_laid_out({{size, step * width}}, {first(step), width}, first(part), {part * width});
  }
  for (const Index stride : {-7, 3, 9, 21})  // not a whole number of widths
    check({{kTile / 4 + 5, stride}}, {{stride < 0 ? 7 * (kTile / 4 + 4) : 0, 4}});
}

TEST_CASE("crops: runs of many lengths in rows, planes and volumes", "[moves]") {
  for (const Index run : {1, 3, 12, 32, 64, 100, 513, 1024}) {
    const Index rows = kTile / run + 3;
    check({{rows, run + 20}}, {{11, run}});
    check({{3, rows * (run + 40)}, {rows, run + 20}}, {{11, run}});
    check({{2, -(rows + 1) * (run + 9)}, {rows, run + 9}}, {{(rows + 1) * (run + 9), run}});
    check_laid_out({{rows, run + 20}}, {11, run}, 5, {run + 3});
    check_laid_out({{rows, run}}, {0, run}, 2 * run * (rows - 1), {-2 * run});
    check_laid_out({{3, rows * (run + 9)}, {rows, run + 9}}, {4, run}, 0, {rows * (run + 1) + 77, run + 1});
  }
  check({{5, 90'000}, {4, -9'000}, {30, 300}, {11, 20}}, {{50'000, 16}});
}

TEST_CASE("transposed axes, and axes that stand still", "[moves]") {
  check({{200, 4}, {400, 800}}, {{0, 4}});       // one block
  check({{2501, 1}, {300, 2510}}, {{3, 1}});     // more rows than one copies
  check({{900, 8}, {700, 7208}}, {{8, 8}});      // more bytes than one has
  check({{70'000, 2}, {2, 300'000}}, {{0, 1}});  // two rows, with as many bytes between their elements
  for (const Index width : {1, 2, 4, 8, 16, 3}) {
    const Index rows = width > 8 ? 100 : 300;
    check({{rows, width}, {400, rows * width + 9}}, {{5, width}});
    check({{9, 2 * width}, {4, 5'000 * width}, {100, 20 * width}}, {{5, width}});
    check({{3, 300'000}, {70, -width}, {80, 71 * width}}, {{71 * width, width}});
    check_laid_out({{300, 400 * width}, {400, width}}, {0, width}, 7, {width, 300 * width});
    check_laid_out({{300, 400 * width}, {400, width}}, {0, width}, 0, {450 * width, width});
  }
  check_laid_out({{40, 5000}, {50, 90}, {60, 1}}, {0, 1}, 200'000, {70 * 50, -70, -1});
  check({{50'000, 0}, {3, 8}}, {{16, 4}});
  check({{3, 8}, {50'000, 0}}, {{16, 2}});
  check({{40, 5000}, {40, 0}, {40, -16}}, {{1000, 8}});
}

TEST_CASE("tables whose lines compete for the cache, beside a third axis", "[moves]") {
  for (const Index width : {1, 2, 4, 8})
    for (const Index rows : {2, 3, 4, 7})  // lines of `rows` elements, 2048 or 4096 bytes apart
      for (const Index columns : {16, 17, 40})
        for (const Index pitch : {2048, 4096}) {
          const Index tables = pitch / (rows * width);
          if (tables * rows * width != pitch) continue;
          check({{columns, width}, {tables, columns * width}, {rows, tables * columns * width}},
                {{0, width}});
        }
}

TEST_CASE("channels that change places in one array", "[moves]") {
  for (const Index width : {1, 2, 4, 8, 3})
    for (const Index rows : {Index{5}, Index{40}, kTile / width / 4 + 7}) {
      const Index w = width, row = 4 * w;
      const auto stream = [&](Index to, Index from, Index run = 1) {
        return Stream{.offset = to * w, .run = run * w, .part_offset = from * w};
      };
      const Streams bgra = {stream(0, 2), stream(1, 1), stream(2, 0), stream(3, 3)};
      check_in_one_array({{rows, row}}, bgra, 0, {row});
      Streams backwards = bgra;
      for (Stream& each : backwards) each.offset += (rows - 1) * row;
      check_in_one_array({{rows, -row}}, backwards, 3, {5 * w});  // with a gap
      check_in_one_array({{7, rows * row + 9}, {rows, row}}, bgra, 11, {rows * row, row});
      check_in_one_array({{rows, row}, {7, rows * row}}, bgra, 0, {7 * row, row});
      check_in_one_array({{rows, row}}, {stream(3, 0), stream(0, 1, 3)}, 0, {row});  // ARGB
      check_in_one_array({{rows, 3 * w}}, {stream(0, 1), stream(1, 2), stream(2, 0)}, 0, {row});
      check_in_one_array({{rows, row}}, {stream(0, 1), stream(3, 0)}, 0, {2 * w});   // a gap in the whole
      check_in_one_array({{rows, 2 * w}}, {stream(0, 3), stream(1, 0)}, 5, {row});   // a gap in the part
      check_in_one_array({{rows, 2 * w}}, {stream(0, 0), stream(1, 0)}, 5, {w});     // twice, in a join
      check_in_one_array({{rows, 40}}, {stream(0, 30), stream(1, 0)}, 0, {60 * w});  // far apart
    }
}

TEST_CASE("blocks need an axis that moves on both sides", "[moves]") {
  Move move = move_of({{40, 8}, {50, 400}}, {{0, 8}}).move();
  move.direction = Direction::kJoin;
  for (const auto& [first, second, has_rows] : {std::tuple{0, 0, false}, {0, 8, true}, {8, 0, false}}) {
    move.part_layout = {.is_stated = true, .length = 8};
    move.part_layout.axes.push_back({40, first});
    move.part_layout.axes.push_back({50, second});
    CHECK(Blocks::have_rows(move) == has_rows);
  }
}

TEST_CASE("short rows, small tables, and boxes that repeat", "[moves]") {
  for (const Index width : {1, 2, 4, 8, 16, 3}) {
    const Index n = 120;
    for (const Index k : {2, 3, 4, 5, 9, 17}) {
      const Index row = k * width;
      check({{5, n * row + 7}, {n, row}, {k, -width}}, {{(k - 1) * width, width}});        // rows backwards
      check({{5, n * row + 7}, {n, row + width}, {k, -width}}, {{9 * width * k, width}});  // with a gap
      check({{n, 3 * row}, {k, width}, {3, row}}, {{0, width}});                           // small tables
      check({{n, -3 * row}, {k, width}, {3, row}}, {{(n - 1) * 3 * row, width}});
      check({{n, row}, {4, 0}, {k, width}}, {{3, width}});  // rows that repeat
      check({{n, row}, {k, width}, {7, 0}}, {{1, width}});  // elements that repeat
      check({{40, 0}, {n / 20, row}, {k, -width}}, {{k * width, width}});
      check({{k, width}, {n, 0}, {3, row}}, {{0, width}});
      for (const Index edge : {2, 14, 65}) {  // patches of an image, whose channels become planes
        const Index line = edge * row;
        check({{5, line}, {k, width}, {3, 5 * line}, {edge, row}}, {{3, width}});
      }
    }
  }
}

TEST_CASE("runs too far apart for two in a tile, one tile, and one point", "[moves]") {
  check({{5, kTile + 1}}, {{0, 7}});
  check({{5, kTile}}, {{0, kTile}});
  check({{3, -2 * kTile}, {2, kTile - 6}}, {{4 * kTile, 7}});
  check_laid_out({{5, 9}}, {0, 7}, 3, {kTile + 1});
  check_laid_out({{3, -2 * kTile}, {2, kTile - 6}}, {4 * kTile, 7}, 2 * kTile, {-kTile, kTile / 2});
  check({}, {{5, 1}});
  check({}, {{0, kTile}});
  check({{100, 3}}, {{1, 1}});
  check_laid_out({}, {5, 100}, 9, {});
}

TEST_CASE("interleaved streams: 2, 3, 4, and 7 for which there is no kernel", "[moves]") {
  for (const Index k : {2, 3, 4, 7}) {
    for (const Index width : {1, 2, 4, 8, 16, 12}) {
      Streams streams;
      for (Index j = 0; j < k; ++j) streams.push_back({5 + j * width, width});
      const Index size = kTile / (k * width) + 7;
      check({{size, k * width}}, streams);
      check({{3, size * k * width + 9}, {size, k * width}}, streams);
      check({{size, (k + 1) * width}}, streams);  // a stream that nobody wants
      check({{size / 9, (k + 1) * width * 9}, {9, (k + 1) * width}}, streams);
      for (Stream& stream : streams) stream.offset += k * width * (size - 1);
      check({{size, -k * width}}, streams);
    }
  }
}

TEST_CASE("streams in another order, of several widths, with gaps, the same twice", "[moves]") {
  for (const Streams& streams :
       {Streams{{4, 4}, {0, 4}}, Streams{{0, 4}, {4, 8}, {12, 2}}, Streams{{2, 2}, {9, 3}, {0, 1}},
        Streams{{0, 4}, {0, 4}}, Streams{{0, 2}, {2, 2}, {6, 2}, {4, 2}}})
    check({{10'000, 16}}, streams);
  Streams many;
  for (Index j = 0; j < kMaxStreams; ++j) many.push_back({j * 3, 2});
  check({{2000, 3 * kMaxStreams}}, many);
}

TEST_CASE("packed runs and elements over several tiles, from several places in a group", "[moves]") {
  for (const int bits : kPackings) {
    for (const Index offset : {0, 5}) {
      check_packed(bits, {}, {offset, 2 * kTile + 2001});  // one run, cut
      check_packed(bits, {}, {offset, kTile + 5});         // of which little is left for the last tile
      check_packed(bits, {{13'000, 13}}, {offset, 7});     // short runs
      check_packed(bits, {{91, 2003}}, {offset, 1001});    // rows of odd length
      check_packed(bits, {{140, 1023}}, {offset, 1021});   // hardly a gap
      check_packed(bits, {{2, 90'001}, {40, 2001}}, {offset, 777});
      check_packed(bits, {{95, -1501}}, {offset + 95 * 1501, 1499});
      check_packed(bits, {{3, 0}}, {offset, kTile - 1});  // the same again and again
      check_packed(bits, {{4, kTile + 1}}, {offset, 3});  // tiles with less than a group: all of it waits
      check_packed(bits, {{kTile / 2, 3}}, {offset, 1});
      check_packed(bits, {{kTile + 3, -1}}, {offset + kTile + 2, 1});
      check_packed(bits, {{2, 150'000}, {200, 701}, {3, 2}}, {offset, 1});
      check_laid_out({}, {offset, kTile + 2001}, 8 - offset, {}, bits);
      check_laid_out({{13'000, 13}}, {offset, 7}, offset + 3, {11}, bits);
      check_laid_out({{91, 2003}}, {offset, 1001}, 91 * 1003, {-1003}, bits);
      check_laid_out({{kTile / 2, 3}}, {offset, 1}, 2, {5}, bits);
      check_laid_out({{300, 401}, {400, 1}}, {offset, 1}, offset, {1, 303}, bits);
      check_laid_out({{3, 5}}, {offset, 3}, 1, {4}, bits);
    }
    check_packed(bits, {}, {7, kTile});             // full to the last element
    check_packed(bits, {{20, 0}}, {6, kTile - 1});  // 7 more wait after every tile, up to a whole group
    for (const Index points : {3, 4, 5, 6}) check_packed(bits, {{points, 23}}, {6, 7});  // few runs
    for (const Index part : {2, 5}) {  // around where runs are copied one by one, in cuts and in joins
      const Index few = repack_break_even(bits) / part;
      for (const Index run : {few - 8, few - 1, few, few + 1, few + 7})
        for (const Index gap : {0, 1, 2}) check_packed(bits, {{kTile / run + 9, run + gap}}, {5, run});
    }
  }
}

TEST_CASE("packed elements whose fastest axes differ: rows that share bytes, in several blocks", "[moves]") {
  for (const int bits : kPackings) {
    for (const Index offset : {0, 5}) {
      check_packed(bits, {{301, 1}, {411, 301}}, {offset, 1});     // one block, all of both sides
      check_packed(bits, {{1203, 1}, {1407, 1203}}, {offset, 1});  // rows end within a unit
      check_packed(bits, {{1203, -1}, {1407, 1203}}, {offset + 1202, 1});
      check_packed(bits, {{1203, 1}, {1407, -1211}}, {offset + 1406 * 1211, 1});
      check_packed(bits, {{3000, 1}, {2, 1'000'003}, {3, 3001}}, {offset, 1});  // short rows of the output
      check_packed(bits, {{50, 35}, {70, 1750}}, {offset, 35});                 // runs that stay together
      check_packed(bits, {{3, 1}, {5, 3}, {7, 15}}, {offset, 1});               // all in a few units
      check_laid_out({{1203, 1}, {1407, 1203}}, {offset, 1}, 3, {1409, 1}, bits);
      check_laid_out({{900, 1207}, {1200, 1}}, {offset, 1}, 1200 * 901, {1, -901}, bits);
      check_laid_out({{900, 1207}, {1200, 1}}, {offset, 1}, 899, {-1, 903}, bits);
      check_laid_out({{90, 1207}, {1200, 1}}, {offset, 1}, 2, {3, 277}, bits);  // with gaps, which stay
      check_laid_out({{40, 3}, {50, 997}}, {offset, 3}, offset, {3 * 53, 3}, bits);
    }
  }
}

TEST_CASE("a packed value that fills lines, beginning anywhere", "[moves]") {
  for (const int bits : kPackings)
    for (const Index offset : {0, 1, 6, 7})
      for (const Index count : {1, 15, 16, 17, 501})
        check_laid_out({{300, 509}, {count, 1}}, {offset, 1}, 3, {0, 0}, bits);
}
