// The whole path, on random calls: from words to bytes it is what the oracle says, in every way of carrying
// it out. MICROTOME_SEED=<n> repeats a run; a failure prints the call as a line for the corpus.
#include "oracle.hpp"

#include <catch2/catch_test_macros.hpp>

#include "case_file.hpp"
#include "compare.hpp"
#include "random_nodes.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

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

/// Runs of operators with several tensors, which take longer.
constexpr int kJoins = 15'000;

/// Sanitizers take several times as long, and what they find does not hide in single elements.
#ifdef MICROTOME_SANITIZED
constexpr int kShare = 4;
#else
constexpr int kShare = 1;
#endif

void check_against_oracle(const std::string& op_type, int most = 40'000) {
  const int runs = most / kShare;
  Random random(announced(op_type.c_str()));
  Client client;
  int successes = 0;
  for (int run = 0; run < runs; ++run) {
    const Node node = random_node(random, op_type);
    const std::string wrong = complaint(client, random, node, successes);
    if (!wrong.empty()) FAIL("run " << run << ": " << to_line(node) << "\n" << wrong);
  }
  CHECK(successes > runs / 2);        // not only errors are tested,
  CHECK(successes < runs * 39 / 40);  // and not only successes
}

}  // namespace

TEST_CASE("Slice is what the oracle says", "[properties]") { check_against_oracle("Slice"); }
TEST_CASE("Split is what the oracle says", "[properties]") { check_against_oracle("Split"); }
TEST_CASE("SplitToSequence is what the oracle says", "[properties]") {
  check_against_oracle("SplitToSequence");
}
TEST_CASE("VariadicSplit is what the oracle says", "[properties]") { check_against_oracle("VariadicSplit"); }
TEST_CASE("OpenVINO's Slice is what the oracle says", "[properties]") {
  check_against_oracle("openvino.Slice");
}
TEST_CASE("OpenVINO's Split is what the oracle says", "[properties]") {
  check_against_oracle("openvino.Split");
}
TEST_CASE("Concat is what the oracle says", "[properties]") { check_against_oracle("Concat", kJoins); }
TEST_CASE("OpenVINO's Concat is what the oracle says", "[properties]") {
  check_against_oracle("openvino.Concat", kJoins);
}
TEST_CASE("ConcatFromSequence is what the oracle says", "[properties]") {
  check_against_oracle("ConcatFromSequence", kJoins);
}
TEST_CASE("SliceScatter is what the oracle says", "[properties]") {
  check_against_oracle("SliceScatter", kJoins);
}
TEST_CASE("TensorScatter is what the oracle says", "[properties]") {
  check_against_oracle("TensorScatter", kJoins);
}
TEST_CASE("assignments are what the oracle says", "[properties]") {
  check_against_oracle("microtome.Assign", kJoins);
}
TEST_CASE("a copy of a strided tensor is what the oracle says", "[properties]") {
  check_against_oracle("microtome.Copy", kJoins);
}
