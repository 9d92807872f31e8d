// Staging: jobs of many tiles against a naive copy. Before every tile the whole area is marked, so that a
// write beside the tile's outputs is seen; sources end where their allocation ends, so that AddressSanitizer
// sees a read beside them.
#include "move/staging.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>

#include "call_of.hpp"
#include "elements.hpp"
#include "random.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

constexpr std::uint8_t kMark = 0xa5;
using Streams = std::vector<Stream>;

Job job_of(std::initializer_list<Axis> axes, const Streams& streams, int packed_bits = 0) {
  Job job{.axes = {}, .packed_bits = packed_bits, .streams = static_cast<Index>(streams.size())};
  for (const Axis& axis : axes) job.axes.push_back(axis);
  job.begin = streams[0].offset;
  for (const Stream& stream : streams) {
    job.begin = std::min(job.begin, stream.offset);
    job.end = std::max(job.end, stream.offset + stream.run);
    job.run_sum += stream.run;
  }
  return job;
}

/// One past the highest address that the job reads; the lowest must not be negative.
Index reach_of(const Job& job) {
  Index low = job.begin, high = job.end;
  for (const Axis& axis : job.axes) (axis.stride < 0 ? low : high) += (axis.size - 1) * axis.stride;
  REQUIRE(low >= 0);
  return high;
}

/// Is [begin, end) of the area as it was marked?
bool is_marked(std::span<const std::uint8_t> area, Index begin, Index end) {
  for (Index i = begin; i < end; ++i)
    if (area[static_cast<std::size_t>(i)] != kMark) return false;
  return true;
}

/// The outputs of all streams; empty if a tile broke a rule.
std::vector<Bytes> carry_out(const Job& job, const Streams& streams, const Bytes& source, Index& tiles) {
  static const auto staging = std::make_unique<Staging>();
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[source.size()]);
  std::memcpy(exact.get(), source.data(), source.size());
  staging->start(job, streams, static_cast<Index>(source.size()));
  tiles = staging->tiles();
  std::vector<Bytes> outputs(streams.size());
  const auto area = staging->area();
  for (Index i = 0; i < tiles; ++i) {
    std::memset(area.data(), kMark, area.size());
    const Copy load = staging->load(i);
    if (load.size < 1 || load.at < 0 || load.at + load.size > kLargeTile) return {};
    std::memcpy(area.data() + load.at, exact.get() + load.begin, static_cast<std::size_t>(load.size));
    staging->move(i);
    std::size_t j = 0;
    Index end =
        kLargeTile;  // what the streams have written stands side by side, and nothing else has changed
    bool kept = is_marked(area, load.at + load.size, kLargeTile);
    staging->each_store([&](const Copy& store) {
      Bytes& output = outputs[j++];
      kept = kept && store.at == end && store.begin == static_cast<Index>(output.size());
      end = store.at + store.size;
      output.insert(output.end(), area.data() + store.at, area.data() + end);
    });
    if (!kept || j != streams.size() || !is_marked(area, end, static_cast<Index>(area.size()))) return {};
  }
  return outputs;
}

/// Bytes: stages the job and compares with copies of each run.
bool moves(const Job& job, const Streams& streams, bool many_tiles = true) {
  static Random random(seed());
  const Bytes source = random.bytes(static_cast<std::size_t>(reach_of(job)));
  std::vector<Bytes> expected(streams.size());
  const std::vector<Index> points = addresses({.offset = 0, .axes = job.axes});
  for (std::size_t j = 0; j < streams.size(); ++j)
    for (const Index point : points)
      for (Index b = 0; b < streams[j].run; ++b)
        expected[j].push_back(source[static_cast<std::size_t>(streams[j].offset + point + b)]);
  Index tiles = 0;
  return carry_out(job, streams, source, tiles) == expected && (tiles > 1) == many_tiles;
}

/// Packed elements, one stream.
bool moves_packed(int bits, std::initializer_list<Axis> axes, Index offset, bool many_tiles = true) {
  static Random random(seed());
  const std::string type = "u" + std::to_string(bits);
  const Streams streams = {{offset, 1}};
  const Job job = job_of(axes, streams, bits);
  Bytes elements = random.bytes(static_cast<std::size_t>(reach_of(job)));
  for (std::uint8_t& element : elements) element &= static_cast<std::uint8_t>((1u << bits) - 1u);
  const Bytes expected = stored(pick(elements, 1, addresses({.offset = offset, .axes = job.axes})), type);
  Index tiles = 0;
  return carry_out(job, streams, stored(elements, type), tiles) == std::vector<Bytes>{expected} &&
         (tiles > 1) == many_tiles;
}

}  // namespace

TEST_CASE("strided and reversed elements over several tiles", "[staging]") {
  for (const Index width : {1, 2, 4, 8, 16, 5}) {
    const Index size = 3 * kTile / width + 5;
    for (const Index step : {-4, -3, -2, -1, 0, 2, 3, 4, 5, 17}) {
      INFO("width " << width << ", step " << step);
      const Index first = step < 0 ? -step * width * (size - 1) + 3 : 3;  // odd, so that nothing is aligned
      CHECK(moves(job_of({{size, step * width}}, {{first, width}}), {{first, width}}));
    }
  }
}

TEST_CASE("elements that are not a whole number of widths apart", "[staging]") {
  for (const Index stride : {-7, 3, 9, 21}) {
    const Index size = 2 * kTile / 4, first = stride < 0 ? -stride * (size - 1) : 0;
    INFO("stride " << stride);
    CHECK(moves(job_of({{size, stride}}, {{first, 4}}), {{first, 4}}));
  }
}

TEST_CASE("crops: runs of many lengths in rows, planes and volumes", "[staging]") {
  for (const Index run : {1, 3, 12, 32, 64, 100, 513, 1024}) {
    const Index rows = 2 * kTile / run + 3;
    INFO("run " << run);
    CHECK(moves(job_of({{rows, run + 20}}, {{11, run}}), {{11, run}}));
    CHECK(moves(job_of({{3, rows * (run + 40)}, {rows, run + 20}}, {{11, run}}), {{11, run}}));
    CHECK(moves(job_of({{2, -(rows + 1) * (run + 9)}, {rows, run + 9}}, {{(rows + 1) * (run + 9), run}}),
                {{(rows + 1) * (run + 9), run}}));
  }
  CHECK(moves(job_of({{5, 90'000}, {4, -9'000}, {30, 300}, {11, 20}}, {{50'000, 16}}), {{50'000, 16}}));
}

TEST_CASE("transposed axes, and axes that stand still", "[staging]") {
  CHECK(moves(job_of({{300, 4}, {400, 1200}}, {{0, 4}}), {{0, 4}}));
  CHECK(moves(job_of({{50'000, 0}, {3, 8}}, {{16, 4}}), {{16, 4}}));
  CHECK(moves(job_of({{3, 8}, {50'000, 0}}, {{16, 2}}), {{16, 2}}));
  CHECK(moves(job_of({{40, 5000}, {40, 0}, {40, -16}}, {{1000, 8}}), {{1000, 8}}));
}

TEST_CASE("runs too far apart for two in a tile", "[staging]") {
  CHECK(moves(job_of({{5, kTile + 1}}, {{0, 7}}), {{0, 7}}));
  CHECK(moves(job_of({{5, kTile}}, {{0, kTile}}), {{0, kTile}}));
  CHECK(moves(job_of({{3, -2 * kTile}, {2, kTile - 6}}, {{4 * kTile, 7}}), {{4 * kTile, 7}}));
}

TEST_CASE("one tile, and one point", "[staging]") {
  CHECK(moves(job_of({}, {{5, 1}}), {{5, 1}}, false));
  CHECK(moves(job_of({}, {{0, kTile}}), {{0, kTile}}, false));
  CHECK(moves(job_of({{100, 3}}, {{1, 1}}), {{1, 1}}, false));
}

TEST_CASE("interleaved streams: 2, 3, 4, and 7 for which there is no kernel", "[staging]") {
  for (const Index k : {2, 3, 4, 7}) {
    for (const Index width : {1, 2, 4, 8, 16, 12}) {
      Streams streams;
      for (Index j = 0; j < k; ++j) streams.push_back({5 + j * width, width});
      const Index size = 3 * kTile / (k * width) + 7;
      INFO(k << " streams of " << width);
      CHECK(moves(job_of({{size, k * width}}, streams), streams));
      CHECK(moves(job_of({{3, size * k * width + 9}, {size, k * width}}, streams), streams));
      CHECK(moves(job_of({{size, (k + 1) * width}}, streams), streams));  // a stream that nobody wants
      for (Stream& stream : streams) stream.offset += k * width * (size - 1);
      CHECK(moves(job_of({{size, -k * width}}, streams), streams));
    }
  }
}

TEST_CASE("streams in another order, of several widths, with gaps, the same twice", "[staging]") {
  const Index size = 30'000;
  for (const Streams& streams :
       {Streams{{4, 4}, {0, 4}}, Streams{{0, 4}, {4, 8}, {12, 2}}, Streams{{2, 2}, {9, 3}, {0, 1}},
        Streams{{0, 4}, {0, 4}}, Streams{{0, 2}, {2, 2}, {6, 2}, {4, 2}}})
    CHECK(moves(job_of({{size, 16}}, streams), streams));
  Streams many;
  for (Index j = 0; j < kMaxStreams; ++j) many.push_back({j * 3, 2});
  CHECK(moves(job_of({{1000, 3 * kMaxStreams}}, many), many));
}

TEST_CASE("packed elements over several tiles", "[staging]") {
  for (const int bits : {1, 2, 3, 4, 6}) {
    for (const Index offset : {0, 1, 3, 5, 7, 8, 13}) {
      INFO("u" << bits << " from " << offset);
      CHECK(moves_packed(bits, {{2 * kTile + 5, 1}}, offset));  // off the groups
      CHECK(moves_packed(bits, {{kTile, 3}}, offset));          // strided
      CHECK(
          moves_packed(bits, {{20'000, 13}, {7, 1}}, offset));  // tiles that end within a group of the output
      CHECK(moves_packed(bits, {{100, 4001}, {1333, 3}}, offset));
      CHECK(moves_packed(bits, {{2 * kTile + 3, -1}}, offset + 2 * kTile + 2));  // backwards
      CHECK(moves_packed(bits, {{9, 0}, {kTile - 1, 1}}, offset));               // again and again
      CHECK(moves_packed(bits, {{5, 2 * kTile + 1}, {3, 1}},
                         offset));  // tiles with less than a group: all of it waits
      CHECK(moves_packed(bits, {{3, 5}, {3, 1}}, offset, false));
    }
  }
}

TEST_CASE("a packed tile that is full to the last element", "[staging]") {
  for (const int bits : {1, 2, 3, 4, 6}) {
    INFO("u" << bits);
    CHECK(moves_packed(bits, {{kTile, 1}}, 7, false));
    CHECK(moves_packed(bits, {{3, kTile}, {kTile, 1}}, 7));
    CHECK(moves_packed(bits, {{40, 0}, {kTile - 1, 1}},
                       6));  // 7 more wait after every tile, up to a whole group
  }
}
