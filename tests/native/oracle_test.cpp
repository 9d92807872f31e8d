// The whole path, on random calls: from words to bytes it is what the oracle says, in every way of carrying
// it out. MICROTOME_SEED=<n> repeats a run; a failure prints the call as a line for the corpus.
#include "oracle.hpp"

#include <catch2/catch_test_macros.hpp>

#include "compare.hpp"
#include "random_nodes.hpp"
#include "rows.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

void check_against_oracle(const std::string& op_type, int runs) {
  Random random(announced(op_type.c_str()));
  Client client;
  int successes = 0;
  for (int run = 0; run < runs; ++run) {
    const Node node = random_node(random, op_type);
    successes += evaluate(node).has_value();
    const std::string wrong = complaint(client, random, node);
    if (!wrong.empty()) FAIL("run " << run << ": " << wrong);
  }
  INFO(op_type);
  CHECK(successes > runs / 2);        // not only errors are tested,
  CHECK(successes < runs * 39 / 40);  // and not only successes
}

bool joins(const std::string& op_type) {
  Node node;
  node.op_type = op_type;
  node.opset = 24;
  return row_of(node)->takes != Takes::kOne;
}

}  // namespace

TEST_CASE("cuts are what the oracle says", "[oracle]") {
  for (const std::string& op_type : kOperators)
    if (!joins(op_type)) check_against_oracle(op_type, runs_here(40'000));
}

TEST_CASE("joins are what the oracle says", "[oracle]") {
  for (const std::string& op_type : kOperators)
    if (joins(op_type)) check_against_oracle(op_type, runs_here(15'000));
}
