// Calls of the operators, one target each: mostly right, and what the oracle says of them.
#include <stdexcept>

#include "compare.hpp"
#include "distort.hpp"
#include "random_nodes.hpp"
#include "targets.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

/// One of these operators.
void check_one_of(Data data, const std::vector<std::string>& op_types) {
  static Client client;
  Random random(data);
  const std::string op_type = op_types.size() == 1 ? op_types[0] : random.one_of(op_types);
  Node node = random_node(random, op_type);
  const std::vector<Operand> made = node.others;
  distort(random, node);
  if (node.op_type == "microtome.Fill") {  // callers give a value, of which web/lib makes this tensor
    node.others = made;
    for (Operand& value : node.others) value.type = node.type;
  }
  const std::string wrong = complaint(client, random, node);
  if (!wrong.empty()) throw std::logic_error(wrong);
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
void pad(Data data) { check_one_of(data, {"Pad", "openvino.Pad", "microtome.Fill"}); }
void gather(Data data) { check_one_of(data, {"Gather", "openvino.Gather"}); }

}  // namespace microtome::fuzz
