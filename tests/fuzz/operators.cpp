// Plans of the operators, one target each: any call, mostly right, and what the oracle says of it. Nothing
// moves here: every view names the elements that the oracle names, in its order, or both find a mistake.
#include <algorithm>
#include <numeric>
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

/// What is wrong with the views of a cut; empty if nothing.
std::string compare_cut(const Node& node, const std::vector<Output>& expected) {
  const CallOf call(node);  // the plan refers to its lists
  const auto plan = plan_of(*call);
  if (!plan) return "it fails without the wire: " + std::string(plan.error().pattern);
  std::size_t i = 0;
  std::string wrong;
  plan->each([&](Index, const View& view, const View*) {
    if (i < expected.size() && addresses(view) != places(node, expected[i].elements))
      wrong = "output " + std::to_string(i) + " has other elements";
    ++i;
  });
  return i == expected.size() ? wrong : std::to_string(i) + " views";
}

/// What is wrong with the views of a join; empty if nothing.
std::string compare_join(const Node& node, const Output& expected) {
  const CallOf call(node);
  const auto join = plan_of(*call);
  if (!join) return "it fails without the wire: " + std::string(join.error().pattern);
  const std::optional<Strides> layout = node.out.empty() ? std::nullopt : node.out[0];
  const Index size = layout ? layout->elements : count(expected.dims);
  std::vector<Index> whole(static_cast<std::size_t>(size), -1), wanted = whole, firsts,
                                                                all(expected.elements.size());
  Index first = 0;
  for (const Operand& tensor : node.tensors()) firsts.push_back(first), first += held(tensor);
  std::string wrong;
  join->each([&](Index part, const View& view, const View* of_part) {
    const std::vector<Index> to = addresses(view), from = addresses(*of_part);
    if (to.size() != from.size()) wrong = "views of unequal sizes";
    for (std::size_t k = 0; k < std::min(to.size(), from.size()); ++k)
      whole.at(static_cast<std::size_t>(to[k])) = firsts.at(static_cast<std::size_t>(part)) + from[k];
  });
  std::iota(all.begin(), all.end(), 0);
  const std::vector<Index> to = places(expected.dims, layout, all), from = places(node, expected.elements);
  for (std::size_t k = 0; k < to.size(); ++k) wanted[static_cast<std::size_t>(to[k])] = from[k];
  return wrong.empty() && whole != wanted ? "other elements" : wrong;
}

std::string complaint(Client& client, const Node& node) {
  const auto expected = evaluate(node);
  const Reply reply = client.plan(node);
  if (!expected) return expect_failure(reply);
  if (!reply.ok) return "it fails: " + reply.message;
  const std::string wrong = compare_dims(reply, *expected);
  if (!wrong.empty()) return wrong;
  const bool joins = row_of(node)->takes != Takes::kOne;
  return joins ? compare_join(node, expected->front()) : compare_cut(node, *expected);
}

/// One of these operators.
void check_one_of(Data data, const std::vector<std::string>& op_types) {
  static Client client;
  Random random(data);
  const std::string op_type = op_types.size() == 1 ? op_types[0] : random.one_of(op_types);
  Node node = random_node(random, op_type);
  distort(random, node);
  const std::string wrong = complaint(client, node);
  if (!wrong.empty()) throw std::logic_error(to_line(node) + "\n" + wrong);
}

void check(Data data, const std::string& op_type) { check_one_of(data, {op_type}); }

}  // namespace

void slice(Data data) { check(data, "Slice"); }
void split(Data data) { check(data, "Split"); }
void split_to_sequence(Data data) { check(data, "SplitToSequence"); }
void variadic_split(Data data) { check(data, "VariadicSplit"); }
void openvino_cuts(Data data) { check_one_of(data, {"openvino.Slice", "openvino.Split"}); }
void concat(Data data) { check_one_of(data, {"Concat", "openvino.Concat", "ConcatFromSequence"}); }
void slice_scatter(Data data) { check_one_of(data, {"SliceScatter", "microtome.Assign"}); }
void tensor_scatter(Data data) { check(data, "TensorScatter"); }

}  // namespace microtome::fuzz
