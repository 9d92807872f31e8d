// Properties of the whole path, on random calls: from words to bytes it is what the oracle says, in every way
// of carrying it out. MICROTOME_SEED=<n> repeats a run; a failure prints the call as a line for the corpus.
#include <catch2/catch_test_macros.hpp>
#include <iostream>

#include "call_of.hpp"
#include "case_file.hpp"
#include "compare.hpp"
#include "move/region.hpp"
#include "oracle.hpp"
#include "random_nodes.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// The seed of one test case, printed; each has its own sequence.
std::uint64_t announced(const char* name) {
  std::cout << name << ": MICROTOME_SEED=" << seed() << '\n';
  return seed();
}

/// What is wrong with this call; empty if nothing.
std::string complaint(Client& client, Random& random, const Node& node, int& successes) {
  const auto expected = evaluate(node);
  const Reply reply = client.plan(node);
  if (expected) {
    ++successes;
    return difference(client, node, reply, *expected, random_elements(random, node));
  }
  return expect_failure(reply);
}

void check_against_oracle(const std::string& op_type) {
  constexpr int kRuns = 40'000;
  Random random(announced(op_type.c_str()));
  Client client;
  int successes = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Node node = random_node(random, op_type);
    const std::string wrong = complaint(client, random, node, successes);
    if (!wrong.empty()) FAIL("run " << run << ": " << to_line(node) << "\n" << wrong);
  }
  CHECK(successes > kRuns / 2);        // not only errors are tested,
  CHECK(successes < kRuns * 19 / 20);  // and not only successes
}

/// Joins the outputs along an axis. `inner` is the bytes of one index of the axis in every output.
Bytes joined(const std::vector<Bytes>& outputs, const std::vector<std::size_t>& sizes, std::size_t outer,
             std::size_t inner) {
  Bytes whole;
  for (std::size_t o = 0; o < outer; ++o) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const auto first = outputs[i].begin() + static_cast<std::ptrdiff_t>(o * sizes[i] * inner);
      whole.insert(whole.end(), first, first + static_cast<std::ptrdiff_t>(sizes[i] * inner));
    }
  }
  return whole;
}

std::size_t product(const std::vector<Index>& dims, std::size_t first, std::size_t last) {
  return static_cast<std::size_t>(count(
      {dims.begin() + static_cast<std::ptrdiff_t>(first), dims.begin() + static_cast<std::ptrdiff_t>(last)}));
}

}  // namespace

TEST_CASE("Slice is what the oracle says", "[properties]") { check_against_oracle("Slice"); }
TEST_CASE("Split is what the oracle says", "[properties]") { check_against_oracle("Split"); }
TEST_CASE("SplitToSequence is what the oracle says", "[properties]") {
  check_against_oracle("SplitToSequence");
}
TEST_CASE("VariadicSplit is what the oracle says", "[properties]") { check_against_oracle("VariadicSplit"); }

TEST_CASE("the outputs of a split, joined along its axis, are its input", "[properties]") {
  constexpr int kRuns = 6'000;
  Random random(announced("joined"));
  Client client;
  for (int run = 0; run < kRuns;) {
    Node node =
        random_node(random, random.one_of<std::string>({"Split", "SplitToSequence", "VariadicSplit"}));
    const bool partial = node.opset >= 18 && node.outputs;  // then only the first chunks are outputs
    node.strides.reset();
    if (partial || is_packed(node.type) || node.type == "string") continue;
    const Reply reply = client.plan(node);
    const CallOf call(node);
    const auto plan = microtome::plan(*call);
    REQUIRE(reply.ok == plan.has_value());
    if (!reply.ok) continue;
    ++run;
    const auto axis = static_cast<std::size_t>(plan->axis);
    const std::size_t width = width_of(node.type);
    const std::size_t outer = product(node.dims, 0, axis);
    const std::size_t inner = product(node.dims, axis + 1, node.dims.size()) * width;
    std::vector<std::size_t> sizes, bytes;
    for (const auto& dims : reply.dims) {
      sizes.push_back(plan->dropped ? 1 : static_cast<std::size_t>(dims[axis]));
      bytes.push_back(outer * sizes.back() * inner);
    }
    const Bytes source = random_elements(random, node);
    if (joined(client.run(reply, source, bytes, Force::kNothing), sizes, outer, inner) != source)
      FAIL("run " << run << ": " << to_line(node));
  }
}

TEST_CASE("a slice of a slice is one slice", "[properties]") {
  constexpr int kRuns = 10'000;
  Random random(announced("slice of slice"));
  for (int run = 0; run < kRuns;) {
    const Node first = random_node(random, "Slice");
    const auto outputs = evaluate(first);
    if (!outputs) continue;
    Node second = random_node(random, "Slice");
    second.dims = outputs->front().dims;
    const auto of_output = evaluate(second);
    if (!of_output) continue;
    ++run;
    const View data = first.strides ? view_of(first.dims, *first.strides) : dense(first.dims);
    const auto view = microtome::plan(*CallOf(first, data));
    REQUIRE(view.has_value());
    const auto composed = microtome::plan(*CallOf(second, view->whole));
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
    const Node node =
        random_node(random, random.one_of<std::string>({"Split", "SplitToSequence", "VariadicSplit"}));
    const Reply reply = client.plan(node);
    if (!reply.ok) continue;
    ++run;
    const View data = node.strides ? view_of(node.dims, *node.strides) : dense(node.dims);
    const CallOf call(node, data);  // the plan refers to its lists
    const auto plan = microtome::plan(*call);
    REQUIRE(plan.has_value());
    const Storage storage{.width = static_cast<int>(width_of(node.type)),
                          .packed_bits = is_packed(node.type) ? bits_of(node.type) : 0};
    std::size_t sent = 0, stream = 0;
    bool same = true;
    plan->each([&](const View& view) {
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
