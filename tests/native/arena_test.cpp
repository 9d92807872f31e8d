// The arena: moves with a whole or parts in it give the same bytes as through the staging area, and places
// outside of it are refused.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "compare.hpp"
#include "move/tiling.hpp"
#include "random_nodes.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

/// Bytes of each part.
std::vector<std::size_t> sizes_of(const WireMove& sent) {
  std::vector<std::size_t> sizes;
  for (const Stream& stream : sent.streams) sizes.push_back(to_size(part_bytes(sent.move(), stream)));
  return sizes;
}

/// A move with what it reads, what is there where it writes, and what it must write.
struct Example {
  Reply reply;  // of this move alone
  std::vector<Bytes> inputs, outputs, expected;

  const WireMove& sent() const { return reply.moves[0]; }
  const Bytes& whole() const { return (sent().direction == Direction::kCut ? inputs : outputs)[0]; }
};

/// The moves of a node that can be staged.
std::vector<Example> cases_of(Client& client, const Node& node) {
  static Random random(seed());
  const std::vector<Bytes> arrays = arrays_of(node, random_elements(random, node));
  const Reply reply = client.plan(node);
  REQUIRE(reply.ok);
  std::vector<Example> cases;
  for (WireMove sent : reply.moves) {
    if (!Tiling::suits(sent.move()) || sent.part_layout.given) continue;
    const bool cuts = sent.direction == Direction::kCut;
    const std::size_t first = to_size(sent.part);
    sent.part = 0;
    Example one{.reply = {}, .inputs = arrays, .outputs = junk(sizes_of(sent)), .expected = {}};
    if (!cuts) {
      const auto begin = arrays.begin() + static_cast<std::ptrdiff_t>(first);
      one.inputs = {begin, begin + std::ssize(sent.streams)};
      one.outputs = {random.bytes(bytes_of(node.type, count(reply.dims[0])))};
    }
    one.reply.moves = {sent};
    one.expected = client.run(one.reply, one.inputs, one.outputs, Force::kStaged);
    if (sent.packed_bits == 0)
      CHECK(one.expected == client.run(one.reply, one.inputs, one.outputs, Force::kScalar));
    cases.push_back(one);
  }
  return cases;
}
std::vector<Example> cases_of(Client& client, const std::string& line) {
  return cases_of(client, node_of(line));
}

/// Carries them out from and to every place.
void check(Client& client, const std::vector<Example>& cases) {
  REQUIRE(!cases.empty());
  for (const Example& one : cases)
    for (const bool whole : {false, true})
      for (const int parts : {0, 1, 2})
        for (const bool whole_last : {false, true}) {
          INFO(one.sent().streams.size() << " streams, whole " << whole << ", parts " << parts);
          CHECK(client.run(one.reply, one.inputs, one.outputs, Force::kStaged,
                           {.whole = whole, .parts = parts, .whole_last = whole_last}) == one.expected);
        }
}

}  // namespace

TEST_CASE("the whole, parts, both and some parts in the arena", "[arena]") {
  Client client;
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
           "Concat-13 uint8 [200,300,1] [200,300,1] [200,300,1] [200,300,1] @axis=2",
           "Concat-13 float64 [100,300,1] [100,300,1] [100,300,1] @axis=2",
           "Concat-13 float32 [300,300,1] [300,300,2] [300,300,1] @axis=2",
           "openvino.Concat-1 u1 [301,5] [301,7] [301,989] @axis=1",
           "openvino.Concat-1 u3 [301,1] [301,1000] @axis=1",
           "openvino.Concat-1 u4 [301,1000] [301,1] @axis=1",
           "openvino.Concat-1 u6 [301,998] [301,3] @axis=1",
           "SliceScatter-15 float32 [700,513] [700,256] start=[1] stop=[513] step=[2] axes=[1]",
           "SliceScatter-15 uint16 [700,513] [700,513] start=[-1] stop=[-1000] step=[-1] axes=[1]",
           "SliceScatter-15 int8 [900,900] [797,695] start=[3,5] stop=[800,700] step=[1,1]",
           "SliceScatter-15 u2 [301,1001] [301,400] start=[3] stop=[403] step=[1] axes=[1]",
           "TensorScatter-24 float16 [5,300,64] [5,9,64] write_indices=[299,0,7,291,150] @mode=circular",
       }) {
    INFO(line);
    check(client, cases_of(client, line));
  }
}

TEST_CASE("three of four channels, of pixels that end where the arena does", "[arena]") {
  Client client;
  for (const char* type : {"uint8", "uint16", "float32", "float64"}) {
    for (const Index first : {0, 1}) {  // RGB without the last alpha, and G, B, A
      for (const Index pixels : {16, 17, 100'000}) {
        INFO(type << ", " << pixels << " pixels from channel " << first);
        Node node = node_of("Split-18 " + std::string(type) + " [1,3] @axis=1 @num_outputs=3");
        node.dims[0] = pixels;
        node.strides = {.offset = first, .strides = {4, 1}, .elements = 4 * pixels - 1 + first};
        check(client, cases_of(client, node));
      }
    }
  }
}

TEST_CASE("an arena is made once, of any size that there is, and moving makes memory grow no more",
          "[arena]") {
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

TEST_CASE("places in the arena end where it ends, and parts are beside the whole", "[arena]") {
  for (const char* line :
       {"Split-18 uint8 [400,2] @axis=1 @num_outputs=2", "Concat-13 uint8 [400,1] [400,1] @axis=1"}) {
    INFO(line);
    Client client;
    const Example one = cases_of(client, line).front();
    REQUIRE(client.wire().set_arena(1600));
    const auto begins = [&](double whole, double first, double second) {
      std::vector<double> words = one.sent().request(800);
      words.insert(words.end(), {whole, first, second});
      client.send(words);
      return client.wire().begin(words.size()) > 0;
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

TEST_CASE("begin() under random places", "[arena][fuzz]") {
  Client client;
  const std::vector<Example> cases = [&] {
    std::vector<Example> all;
    for (const char* line :
         {"Slice-13 float32 [40,50] starts=[49] ends=[-99] axes=[1] steps=[-2]",
          "Slice-13 uint8 [6,1000] starts=[0] ends=[600] axes=[1]",
          "Split-18 uint8 [70,30,4] @axis=2 @num_outputs=4",
          "VariadicSplit-1 u3 [90,101] axis=1 split_lengths=[5,96]",
          "VariadicSplit-1 u6 [90,101] axis=1 split_lengths=[5,96]",
          "SliceScatter-15 float32 [40,50] [40,25] start=[49] stop=[-99] step=[-2] axes=[1]",
          "Concat-13 uint8 [70,30,1] [70,30,1] [70,30,1] [70,30,1] @axis=2",
          "Concat-13 uint8 [6,600] [6,400] @axis=1", "openvino.Concat-1 u3 [90,5] [90,96] @axis=1"})
      std::ranges::copy(cases_of(client, line), std::back_inserter(all));
    return all;
  }();
  REQUIRE(client.wire().set_arena(10'000));
  Random random(seed());
  int moved = 0;
  for (int run = 0; run < 20'000; ++run) {
    const Example& one = random.one_of(cases);
    std::vector<double> words = one.sent().request(one.whole().size());
    for (std::size_t j = 0; j <= one.sent().streams.size(); ++j)
      words.push_back(static_cast<double>(random.between(-2'000, 10'100)));
    client.send(words);
    const Index tiles = client.wire().begin(words.size());
    for (Index i = 0; i < tiles; ++i) client.wire().step(i);  // AddressSanitizer looks
    moved += tiles > 0;
  }
  CHECK(moved > 1'000);
}
