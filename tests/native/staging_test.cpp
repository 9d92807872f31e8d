// Staging: cuts and joins of many tiles against a naive copy, of bytes; staging_packed_test.cpp does packed
// elements.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <tuple>

#include "move/blocks.hpp"
#include "move/way.hpp"
#include "staged.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

bool moves(const Move& move, const Streams& streams, std::optional<bool> many_tiles = true) {
  return moves_both_ways(move, streams, many_tiles);
}

/// One stream of a part with a layout.
bool moves_laid_out(std::initializer_list<Axis> axes, Stream stream, Index offset,
                    const std::vector<Index>& strides) {
  return moves_both_ways(with_layout(move_of(axes, {stream}), offset, strides), {stream}, {});
}

}  // namespace

TEST_CASE("strided and reversed elements over several tiles", "[staging]") {
  for (const Index width : {1, 2, 4, 8, 16, 5}) {
    const Index size = 3 * kTile / width + 5;
    for (const Index step : {-4, -3, -2, -1, 0, 2, 3, 4, 5, 17}) {
      INFO("width " << width << ", step " << step);
      const Index first = step < 0 ? -step * width * (size - 1) + 3 : 3;  // odd, so that nothing is aligned
      CHECK(moves(move_of({{size, step * width}}, {{first, width}}), {{first, width}}));
    }
  }
}

TEST_CASE("elements that are not a whole number of widths apart", "[staging]") {
  for (const Index stride : {-7, 3, 9, 21}) {
    const Index size = 2 * kTile / 4, first = stride < 0 ? -stride * (size - 1) : 0;
    INFO("stride " << stride);
    CHECK(moves(move_of({{size, stride}}, {{first, 4}}), {{first, 4}}));
  }
}

TEST_CASE("crops: runs of many lengths in rows, planes and volumes", "[staging]") {
  for (const Index run : {1, 3, 12, 32, 64, 100, 513, 1024}) {
    const Index rows = 2 * kTile / run + 3;
    INFO("run " << run);
    CHECK(moves(move_of({{rows, run + 20}}, {{11, run}}), {{11, run}}));
    CHECK(moves(move_of({{3, rows * (run + 40)}, {rows, run + 20}}, {{11, run}}), {{11, run}}));
    CHECK(moves(move_of({{2, -(rows + 1) * (run + 9)}, {rows, run + 9}}, {{(rows + 1) * (run + 9), run}}),
                {{(rows + 1) * (run + 9), run}}));
  }
  CHECK(moves(move_of({{5, 90'000}, {4, -9'000}, {30, 300}, {11, 20}}, {{50'000, 16}}), {{50'000, 16}}));
}

TEST_CASE("transposed axes, and axes that stand still", "[staging]") {
  CHECK(moves(move_of({{200, 4}, {400, 800}}, {{0, 4}}), {{0, 4}}, false));  // one block
  CHECK(moves(move_of({{2501, 1}, {3000, 2510}}, {{3, 1}}), {{3, 1}}));      // several
  CHECK(moves(move_of({{900, 8}, {1111, 7208}}, {{8, 8}}), {{8, 8}}));
  for (const Index width : {1, 2, 4, 8, 16, 3, 100}) {
    INFO("width " << width);
    const Stream stream{5, width};
    const Index rows = width > 16 ? 200 : width > 1 ? 500 : 1500;
    CHECK(moves(move_of({{rows, width}, {1700, rows * width + 9}}, {stream}), {stream}, {}));
    CHECK(moves(move_of({{9, 2 * width}, {4, 10'000 * width}, {300, 20 * width}}, {stream}), {stream}, {}));
    CHECK(moves(move_of({{3, 300'000}, {70, -width}, {80, 71 * width}}, {{71 * width, width}}),
                {{71 * width, width}}, {}));
  }
  CHECK(moves(move_of({{50'000, 0}, {3, 8}}, {{16, 4}}), {{16, 4}}));
  CHECK(moves(move_of({{3, 8}, {50'000, 0}}, {{16, 2}}), {{16, 2}}));
  CHECK(moves(move_of({{40, 5000}, {40, 0}, {40, -16}}, {{1000, 8}}), {{1000, 8}}));
}

TEST_CASE("blocks need an axis that moves on both sides", "[staging]") {
  Move move = move_of({{40, 8}, {50, 400}}, {{0, 8}});
  move.direction = Direction::kJoin;
  for (const auto& [first, second, suits] : {std::tuple{0, 0, false}, {0, 8, true}, {8, 0, false}}) {
    move.part_layout = {.given = true, .length = 8};
    move.part_layout.axes.push_back({40, first});
    move.part_layout.axes.push_back({50, second});
    CHECK(Blocks::suits(move) == suits);
  }
}

TEST_CASE("short rows, small tables, and boxes that repeat", "[staging]") {
  for (const Index width : {1, 2, 4, 8, 16, 3}) {
    INFO("width " << width);
    const Index n = 700;
    for (const Index k : {2, 3, 4, 5, 9, 17}) {
      const Index row = k * width;
      const auto turns = [&](Axis a, Axis b, Axis c, Index first) {
        CHECK(moves(move_of({a, b, c}, {{first, width}}), {{first, width}}, {}));
      };
      turns({5, n * row + 7}, {n, row}, {k, -width}, (k - 1) * width);        // rows backwards
      turns({5, n * row + 7}, {n, row + width}, {k, -width}, 9 * width * k);  // with a gap
      turns({n, 3 * row}, {k, width}, {3, row}, 0);                           // small tables
      turns({n, -3 * row}, {k, width}, {3, row}, (n - 1) * 3 * row);
      turns({n, row}, {4, 0}, {k, width}, 3);                 // rows that repeat
      turns({n, row}, {k, width}, {7, 0}, 1);                 // elements that repeat
      turns({40, 0}, {n / 20, row}, {k, -width}, k * width);  // all of it
      turns({k, width}, {n, 0}, {3, row}, 0);
      for (const Index edge : {2, 14, 65}) {  // patches of an image, whose channels become planes
        const Index line = edge * row, pitch = 21 * line;
        const Move patches = move_of({{21, line}, {k, width}, {3, pitch}, {edge, row}}, {{3, width}});
        CHECK(moves(patches, {{3, width}}, {}));
      }
    }
  }
}

TEST_CASE("runs too far apart for two in a tile", "[staging]") {
  CHECK(moves(move_of({{5, kTile + 1}}, {{0, 7}}), {{0, 7}}));
  CHECK(moves(move_of({{5, kTile}}, {{0, kTile}}), {{0, kTile}}));
  CHECK(moves(move_of({{3, -2 * kTile}, {2, kTile - 6}}, {{4 * kTile, 7}}), {{4 * kTile, 7}}));
}

TEST_CASE("one tile, and one point", "[staging]") {
  CHECK(moves(move_of({}, {{5, 1}}), {{5, 1}}, false));
  CHECK(moves(move_of({}, {{0, kTile}}), {{0, kTile}}, false));
  CHECK(moves(move_of({{100, 3}}, {{1, 1}}), {{1, 1}}, false));
}

TEST_CASE("interleaved streams: 2, 3, 4, and 7 for which there is no kernel", "[staging]") {
  for (const Index k : {2, 3, 4, 7}) {
    for (const Index width : {1, 2, 4, 8, 16, 12}) {
      Streams streams;
      for (Index j = 0; j < k; ++j) streams.push_back({5 + j * width, width});
      const Index size = 3 * kTile / (k * width) + 7;
      INFO(k << " streams of " << width);
      CHECK(moves(move_of({{size, k * width}}, streams), streams));
      CHECK(moves(move_of({{3, size * k * width + 9}, {size, k * width}}, streams), streams));
      CHECK(moves(move_of({{size, (k + 1) * width}}, streams), streams));  // a stream that nobody wants
      CHECK(moves(move_of({{size / 9, (k + 1) * width * 9}, {9, (k + 1) * width}}, streams), streams));
      for (Stream& stream : streams) stream.offset += k * width * (size - 1);
      CHECK(moves(move_of({{size, -k * width}}, streams), streams));
    }
  }
}

TEST_CASE("streams in another order, of several widths, with gaps, the same twice", "[staging]") {
  const Index size = 30'000;
  for (const Streams& streams :
       {Streams{{4, 4}, {0, 4}}, Streams{{0, 4}, {4, 8}, {12, 2}}, Streams{{2, 2}, {9, 3}, {0, 1}},
        Streams{{0, 4}, {0, 4}}, Streams{{0, 2}, {2, 2}, {6, 2}, {4, 2}}})
    CHECK(moves(move_of({{size, 16}}, streams), streams));
  Streams many;
  for (Index j = 0; j < kMaxStreams; ++j) many.push_back({j * 3, 2});
  CHECK(moves(move_of({{2000, 3 * kMaxStreams}}, many), many));
}

TEST_CASE("parts with a layout: strided, reversed, with gaps", "[staging]") {
  for (const Index width : {1, 2, 4, 8, 16, 5}) {
    const Index size = 2 * kTile / width + 5;
    for (const Index step : {-3, -2, -1, 1, 2, 3, 17}) {
      for (const Index part_step : {-4, -1, 2, 3}) {
        INFO("width " << width << ", step " << step << " and " << part_step);
        const Index first = step < 0 ? -step * width * (size - 1) + 3 : 3;
        const Index part = part_step < 0 ? -part_step * width * (size - 1) + 1 : 1;
        CHECK(moves_laid_out({{size, step * width}}, {first, width}, part, {part_step * width}));
      }
    }
  }
}

TEST_CASE("parts with a layout: transposed, in rows of something larger, runs too far apart", "[staging]") {
  for (const Index width : {1, 2, 4, 8, 3}) {
    INFO("width " << width);
    CHECK(moves_laid_out({{300, 400 * width}, {400, width}}, {0, width}, 7, {width, 300 * width}));
    CHECK(moves_laid_out({{300, 400 * width}, {400, width}}, {0, width}, 0, {450 * width, width}));
    CHECK(moves_laid_out({{40, 5000 * width}, {50, 90 * width}, {60, width}}, {0, width}, 40'000 * 8 * width,
                         {70 * 50 * width, -70 * width, -width}));
  }
  for (const Index run : {1, 7, 100, 1024}) {
    const Index rows = 2 * kTile / run + 3;
    INFO("run " << run);
    CHECK(moves_laid_out({{rows, run + 20}}, {11, run}, 5, {run + 3}));
    CHECK(moves_laid_out({{rows, run}}, {0, run}, 2 * run * (rows - 1), {-2 * run}));
    CHECK(moves_laid_out({{3, rows * (run + 9)}, {rows, run + 9}}, {4, run}, 0,
                         {rows * (run + 1) + 77, run + 1}));
  }
  CHECK(moves_laid_out({{5, kTile + 1}}, {0, 7}, 3, {9}));
  CHECK(moves_laid_out({{5, 9}}, {0, 7}, 3, {kTile + 1}));
  CHECK(moves_laid_out({{3, -2 * kTile}, {2, kTile - 6}}, {4 * kTile, 7}, 2 * kTile, {-kTile, kTile / 2}));
  CHECK(moves_laid_out({}, {5, 100}, 9, {}));
}
