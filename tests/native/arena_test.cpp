// The arena: jobs whose source, or some of whose outputs, lie in it, against the same jobs by way of the
// staging area; and places that nothing can have.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "move/tiling.hpp"
#include "random.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

constexpr std::uint8_t kMark = 0xa5;
constexpr Index kArena = Index{16} << 20;
constexpr Index kElsewhere = -1;

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// A job with its source and what its outputs must be.
struct Example {
  Work work;
  Bytes source;
  std::vector<Bytes> expected;
};

/// The jobs of a node that can be staged.
std::vector<Example> cases_of(Client& client, const std::string& line) {
  const Node node = node_of(line);
  static Random random(seed());
  Bytes elements = random.bytes(to_size(count(node.dims)) * to_size(width_of(node.type)));
  const Bytes source = stored(elements, node.type);
  const Reply reply = client.plan(node);
  REQUIRE(reply.ok);
  std::vector<std::size_t> sizes;
  for (const Work& work : reply.works)
    for (const Stream& stream : work.streams) sizes.push_back(to_size(output_bytes(work.job(), stream)));
  const std::vector<Bytes> outputs = client.run(reply, source, sizes, Force::kStaged);
  std::vector<Example> cases;
  auto next = outputs.begin();
  for (const Work& work : reply.works) {
    const auto end = next + static_cast<std::ptrdiff_t>(work.streams.size());
    if (Tiling::possible(work.job())) cases.push_back({work, source, {next, end}});
    next = end;
  }
  return cases;
}

/// Carries a job out with some of its arrays in the arena; says what went wrong.
std::string move_in_arena(Client& client, const Example& one, bool source_there, auto&& output_there) {
  Wire& wire = client.wire();
  const auto arena = wire.arena();
  std::memset(arena.data(), kMark, arena.size());
  Index end = 1;  // nothing is aligned
  const auto take = [&](std::size_t size, bool there) {
    const Index place = end;
    if (there) end += static_cast<Index>(size) + 3;
    return there ? place : kElsewhere;
  };
  std::vector<double> words = one.work.words;
  words.push_back(static_cast<double>(one.source.size()));
  const Index source = take(one.source.size(), source_there);
  words.push_back(static_cast<double>(source));
  std::vector<Index> places;
  for (std::size_t j = 0; j < one.expected.size(); ++j) {
    places.push_back(take(one.expected[j].size(), output_there(j)));
    words.push_back(static_cast<double>(places.back()));
  }
  Bytes wanted(arena.begin(), arena.end());
  const auto put = [&](auto& into, Index place, const Bytes& bytes) {
    if (place >= 0) std::ranges::copy(bytes, into.begin() + place);
  };
  put(arena, source, one.source);
  put(wanted, source, one.source);
  std::vector<Bytes> outputs(one.expected.size());
  client.send(words);
  const Index tiles = wire.begin(words.size());
  if (tiles < 1) return "a job that fits tiles is refused";
  for (Index i = 0; i < tiles; ++i) {
    const auto load = wire.response();
    if (source < 0)
      std::memcpy(wire.area().data() + to_size(Index(load[0])), one.source.data() + to_size(Index(load[1])),
                  to_size(Index(load[2])));
    wire.step(i);
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (places[j] >= 0) continue;
      const auto store = wire.response().subspan(3 + 3 * j, 3);
      if (Index(store[1]) != static_cast<Index>(outputs[j].size())) return "a gap in an output";
      const auto* from = wire.area().data() + to_size(Index(store[0]));
      outputs[j].insert(outputs[j].end(), from, from + to_size(Index(store[2])));
    }
  }
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    if (places[j] < 0 && outputs[j] != one.expected[j]) return "an output of the host's has other bytes";
    put(wanted, places[j], one.expected[j]);
  }
  return std::ranges::equal(arena, wanted) ? "" : "the arena has other bytes";
}

}  // namespace

TEST_CASE("source, outputs, both and some outputs in the arena", "[arena]") {
  Client client;
  REQUIRE(client.wire().set_arena(kArena));
  REQUIRE(client.wire().arena().size() == to_size(kArena));
  for (const char* line : {
           "Slice-13 float32 [700,513] starts=[0,1] ends=[700,513] axes=[0,1] steps=[1,2]",
           "Slice-13 uint16 [700,513] starts=[-1] ends=[-1000] axes=[1] steps=[-1]",
           "Slice-13 complex128 [300,100] starts=[99] ends=[-1000] axes=[1] steps=[-3]",
           "Slice-13 int8 [900,900] starts=[3,5] ends=[800,700] axes=[0,1]",
           "Slice-13 uint8 [5,5] starts=[1] ends=[9] axes=[1] steps=[2]",
           "Split-18 uint8 [200,300,4] @axis=2 @num_outputs=4",
           "Split-18 float64 [100,300,3] @axis=2 @num_outputs=3",
           "Split-18 float32 [300,300,4] @axis=2 split=[1,2,1]",
           "Split-18 uint16 [500,300] @axis=1 @num_outputs=100",
           "VariadicSplit-1 u1 [301,1001] axis=1 split_lengths=[5,7,-1]",
           "VariadicSplit-1 u2 [301,1001] axis=1 split_lengths=[500,-1]",
           "VariadicSplit-1 u3 [301,1001] axis=1 split_lengths=[1,1000]",
           "VariadicSplit-1 u4 [301,1001] axis=1 split_lengths=[1000,1]",
           "VariadicSplit-1 u6 [301,1001] axis=1 split_lengths=[3,998]",
       }) {
    const std::vector<Example> cases = cases_of(client, line);
    REQUIRE(!cases.empty());
    for (const Example& one : cases) {
      INFO(line << ", " << one.work.streams.size() << " streams");
      for (const bool source : {false, true}) {
        CHECK(move_in_arena(client, one, source, [](std::size_t) { return false; }) == "");
        CHECK(move_in_arena(client, one, source, [](std::size_t) { return true; }) == "");
        CHECK(move_in_arena(client, one, source, [](std::size_t j) { return j % 2 == 1; }) == "");
      }
    }
  }
}

TEST_CASE("an arena is made once, of any size that there is, and moving makes memory grow no more",
          "[arena]") {
  for (const Index bytes : {Index{0}, Index{-1}, (Index{1} << 31) + 1, kMaxIndex}) {
    Wire wire;
    CHECK(!wire.set_arena(bytes));
    CHECK(wire.arena().empty());
  }
  const auto wire = std::make_unique<Wire>();
  CHECK(wire->set_arena(1));
  CHECK(wire->arena().size() == 16);
  CHECK(!wire->set_arena(1));
  double* const before = wire->request(1);
  CHECK(wire->request(kMostMoveWords) == before);
}

TEST_CASE("places in the arena end where it ends, and outputs lie beside the source", "[arena]") {
  Client client;
  const Example one = cases_of(client, "Split-18 uint8 [400,2] @axis=1 @num_outputs=2").front();
  REQUIRE(client.wire().set_arena(1600));
  const auto begins = [&](double source, double first, double second) {
    std::vector<double> words = one.work.words;
    words.insert(words.end(), {800, source, first, second});
    client.send(words);
    return client.wire().begin(words.size()) > 0;
  };
  CHECK(begins(0, 800, 1200));
  CHECK(begins(800, 0, 400));
  CHECK(begins(-1, -1, 1200));
  CHECK(!begins(801, 0, 400));
  CHECK(!begins(0, 1201, 800));
  CHECK(!begins(0, 800, 1201));
  CHECK(!begins(0, 799, 1200));  // within the source
  CHECK(!begins(399, 0, 1200));
  CHECK(!begins(400, 0, 1199));
  for (const double far : {1600.0, 0x1p31, 0x1p32, 0x1p53, 0x1p63, 1e300}) {
    CHECK(!begins(far, 0, 400));
    CHECK(!begins(0, far, 800));
    CHECK(!begins(0, 800, far));
  }
  for (const double none : {-2.0, -1e300, 0.5, kNaN, kInf}) CHECK(begins(none, none, none));
}

TEST_CASE("begin() under random places", "[arena][fuzz]") {
  Client client;
  const std::vector<Example> cases = [&] {
    std::vector<Example> all;
    for (const char* line : {"Slice-13 float32 [40,50] starts=[49] ends=[-99] axes=[1] steps=[-2]",
                             "Slice-13 uint8 [6,1000] starts=[0] ends=[600] axes=[1]",
                             "Split-18 uint8 [70,30,4] @axis=2 @num_outputs=4",
                             "VariadicSplit-1 u3 [90,101] axis=1 split_lengths=[5,96]",
                             "VariadicSplit-1 u6 [90,101] axis=1 split_lengths=[5,96]"})
      std::ranges::copy(cases_of(client, line), std::back_inserter(all));
    return all;
  }();
  REQUIRE(client.wire().set_arena(10'000));
  Random random(seed());
  int moved = 0;
  for (int run = 0; run < 20'000; ++run) {
    const Example& one = random.one_of(cases);
    std::vector<double> words = one.work.words;
    words.push_back(static_cast<double>(one.source.size()));
    for (std::size_t j = 0; j <= one.expected.size(); ++j)
      words.push_back(static_cast<double>(random.between(-2'000, 10'100)));
    client.send(words);
    const Index tiles = client.wire().begin(words.size());
    for (Index i = 0; i < tiles; ++i) client.wire().step(i);  // AddressSanitizer looks
    moved += tiles > 0;
  }
  CHECK(moved > 1'000);
}
