// Plans of the operators, one target each: any call, mostly right, and what the oracle says of it. Nothing
// moves here: every view names the elements that the oracle names, in its order, or both find a mistake.
#include <stdexcept>

#include "call_of.hpp"
#include "case_file.hpp"
#include "compare.hpp"
#include "distort.hpp"
#include "oracle.hpp"
#include "random_nodes.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

/// What is wrong with the plan's views; empty if nothing.
std::string compare_views(const Node& node, const std::vector<Output>& expected) {
  const View data = node.strides ? view_of(node.dims, *node.strides) : dense(node.dims);
  const CallOf call(node, data);  // the plan refers to its lists
  const auto plan = microtome::plan(*call);
  if (!plan) return "it fails without the wire: " + std::string(plan.error().pattern);
  std::size_t i = 0;
  std::string wrong;
  plan->each([&](const View& view) {
    if (i < expected.size() && addresses(view) != places(node, expected[i].elements))
      wrong = "output " + std::to_string(i) + " has other elements";
    ++i;
  });
  return i == expected.size() ? wrong : std::to_string(i) + " views";
}

std::string complaint(Client& client, const Node& node) {
  const auto expected = evaluate(node);
  const Reply reply = client.plan(node);
  if (!expected) return expect_failure(reply);
  if (!reply.ok) return "it fails: " + reply.message;
  const std::string wrong = compare_dims(reply, *expected);
  return wrong.empty() ? compare_views(node, *expected) : wrong;
}

void check(Data data, const std::string& op_type) {
  static Client client;
  Random random(data);
  Node node = random_node(random, op_type);
  distort(random, node);
  const std::string wrong = complaint(client, node);
  if (!wrong.empty()) throw std::logic_error(to_line(node) + "\n" + wrong);
}

}  // namespace

void slice(Data data) { check(data, "Slice"); }
void split(Data data) { check(data, "Split"); }
void split_to_sequence(Data data) { check(data, "SplitToSequence"); }
void variadic_split(Data data) { check(data, "VariadicSplit"); }

}  // namespace microtome::fuzz
