// Laws that the oracle does not know, on random calls: a slice of a slice is one slice, and grouping keeps
// every stream. MICROTOME_SEED=<n> repeats a run; a failure prints the call as a line for the corpus.
#include <catch2/catch_test_macros.hpp>

#include "call_of.hpp"
#include "case_file.hpp"
#include "compare.hpp"
#include "move/region.hpp"
#include "oracle.hpp"
#include "random_nodes.hpp"

using namespace microtome;
using namespace microtome::testing;

TEST_CASE("a slice of a slice is one slice", "[properties]") {
  constexpr int kRuns = 10'000;
  Random random(announced("slice of slice"));
  for (int run = 0; run < kRuns;) {
    Node first = random_node(random, "Slice");
    first.out.clear();
    const auto outputs = evaluate(first);
    if (!outputs) continue;
    Node second = random_node(random, "Slice");
    second.dims = outputs->front().dims;
    second.out.clear();
    if (!second.drops.empty() && second.drops.back() >= std::ssize(second.dims)) continue;
    const auto of_output = evaluate(second);
    if (!of_output) continue;
    ++run;
    const View data = first.strides ? view_of(first.dims, *first.strides) : dense(first.dims);
    const auto view = plan_of(*CallOf(first, data));
    REQUIRE(view.has_value());
    const auto composed = plan_of(*CallOf(second, view->whole));
    REQUIRE(composed.has_value());
    const std::vector<Index> places = addresses(data);
    std::vector<Index> expected;
    for (const Index i : of_output->front().elements)
      expected.push_back(
          places[static_cast<std::size_t>(outputs->front().elements[static_cast<std::size_t>(i)])]);
    if (addresses(composed->whole) != expected)
      FAIL("run " << run << ": " << to_line(first) << "\n" << to_line(second));
  }
}

TEST_CASE("grouping outputs into moves keeps every stream", "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("grouping"));
  Client client;
  int grouped = 0;
  for (int run = 0; run < kRuns;) {
    Node node =
        random_node(random, random.one_of<std::string>({"Split", "SplitToSequence", "VariadicSplit"}));
    node.out.clear();
    const Reply reply = client.plan(node);
    if (!reply.ok) continue;
    ++run;
    const View data = node.strides ? view_of(node.dims, *node.strides) : dense(node.dims);
    const CallOf call(node, data);  // the plan refers to its lists
    const auto plan = plan_of(*call);
    REQUIRE(plan.has_value());
    const Storage storage{.width = static_cast<int>(width_of(node.type)),
                          .packed_bits = is_packed(node.type) ? bits_of(node.type) : 0};
    std::size_t sent = 0, stream = 0;
    bool same = true;
    plan->each([&](Index, const View& view, const View*) {
      const Region region = normalize(view, storage);
      same = same && sent < reply.moves.size();
      if (!same) return;
      const WireMove& at = reply.moves[sent];
      same = at.axes == region.axes && at.packed_bits == region.packed_bits &&
             at.streams[stream].offset == region.offset && at.streams[stream].run == region.run;
      if (++stream == at.streams.size()) ++sent, stream = 0;
      grouped += at.streams.size() > 1;
    });
    if (!same || sent != reply.moves.size()) FAIL("run " << run << ": " << to_line(node));
  }
  CHECK(grouped > kRuns / 10);
}

TEST_CASE("grouping inputs into moves keeps every stream", "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("grouping of joins"));
  Client client;
  int grouped = 0, laid_out = 0;
  for (int run = 0; run < kRuns;) {
    const Node node =
        random_node(random, random.one_of<std::string>({"Concat", "openvino.Concat", "SliceScatter",
                                                        "ConcatFromSequence", "TensorScatter"}));
    const Reply reply = client.plan(node);
    if (!reply.ok) continue;
    ++run;
    const CallOf call(node);
    const auto join = plan_of(*call);
    REQUIRE(join.has_value());
    const Storage storage{.width = static_cast<int>(width_of(node.type)),
                          .packed_bits = is_packed(node.type) ? bits_of(node.type) : 0};
    std::size_t sent = 0, stream = 0;
    bool same = true;
    join->each([&](Index part, const View& whole, const View* of_part) {
      same = same && sent < reply.moves.size();
      if (!same) return;
      const WireMove& at = reply.moves[sent];
      const Region region = normalize(whole, storage, at.part_layout.given ? of_part : nullptr);
      same = at.axes == region.axes && at.packed_bits == region.packed_bits &&
             at.part + static_cast<Index>(stream) == part && at.streams[stream].offset == region.offset &&
             at.streams[stream].run == region.run && at.part_layout.offset == region.part_layout.offset &&
             at.part_layout.axes == region.part_layout.axes;
      if (!at.part_layout.given && region.run != 0) {  // then the part is in row-major order
        const std::vector<Index> places = addresses(*of_part);
        for (std::size_t k = 0; k < places.size(); ++k) same = same && places[k] == static_cast<Index>(k);
      }
      laid_out += at.part_layout.given;
      if (++stream == at.streams.size()) ++sent, stream = 0;
      grouped += at.streams.size() > 1;
    });
    if (!same || sent != reply.moves.size()) FAIL("run " << run << ": " << to_line(node));
  }
  CHECK(grouped > kRuns / 10);
  CHECK(laid_out > kRuns / 10);
}
