// Random joins: tensors that fit together, mostly.
#include <algorithm>

#include "elements.hpp"
#include "oracle.hpp"
#include "random_parts.hpp"

namespace microtome::testing::random_parts {
namespace {

/// A tensor that does not fit, now and then.
void spoil_tensor(Random& random, Operand& tensor) {
  switch (random.between(0, 4)) {
    case 0:
      tensor.type = random.one_of(kOpenVinoTypes);
      break;
    case 1:
      tensor.dims.push_back(1);
      break;
    case 2:
      tensor.absent = true;
      break;
    default:
      if (!tensor.dims.empty()) tensor.dims[random.index(tensor.dims.size())] += random.chance(50) ? 1 : 2;
  }
}

void add_concat(Random& random, Node& node) {
  if (node.dims.empty() && random.chance(90)) node.dims = {random.between(0, 5)};
  const bool stacks = node.op_type == "ConcatFromSequence" && random.chance(50);
  const Wide axis = random_axis(random, node.dims.size() + (stacks ? 1 : 0));
  const auto rank = static_cast<Wide>(node.dims.size());
  const Index count = random.between(0, random.chance(20) ? 9 : 4);
  for (Index i = 0; i < count; ++i) {
    Operand& other = node.others.emplace_back(Operand{.type = node.type, .dims = node.dims, .strides = {}});
    if (!stacks && axis >= -rank && axis < rank)
      other.dims[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)] = random.between(0, 4);
    if (random.chance(2)) spoil_tensor(random, other);
  }
  if (node.op_type != "Concat" || node.opset >= 4 || axis != 1 || random.chance(50))
    if (random.chance(99)) node.attributes.emplace("axis", Value::scalar("", axis));
  if (node.op_type == "ConcatFromSequence" && (stacks || random.chance(50)))
    node.attributes.emplace("new_axis", Value::scalar("", stacks ? random.one_of<Wide>({1, 1, -1, 7}) : 0));
}

/// The dims of what a slice with the same lists takes.
std::vector<Index> taken_dims(const Node& node, bool openvino) {
  Node slice = node;
  slice.op_type = openvino ? "openvino.Slice" : "Slice";
  slice.opset = 15;
  slice.type = "float32";
  slice.others.clear();
  const auto outputs = evaluate(slice);
  return outputs ? outputs->front().dims : node.dims;
}

void add_scatter(Random& random, Node& node) {
  const bool openvino = node.op_type == "SliceScatter";
  if (node.dims.empty() && openvino && random.chance(90)) node.dims = {random.between(0, 5)};
  (openvino ? add_openvino_slice : add_slice)(random, node);
  node.others = {{node.type, taken_dims(node, openvino), {}}};
  if (random.chance(3)) spoil_tensor(random, node.others[0]);
}

void add_tensor_scatter(Random& random, Node& node) {
  while (node.dims.size() < 2 && random.chance(95)) node.dims.push_back(random.between(1, 6));
  const auto rank = static_cast<Wide>(node.dims.size());
  Wide axis = random.chance(5) ? random_axis(random, node.dims.size())
                               : random.between(1, std::max<Index>(1, static_cast<Index>(rank) - 1));
  if (random.chance(40)) axis -= rank;
  if (axis != -2 || random.chance(50)) node.attributes.emplace("axis", Value::scalar("", axis));
  const Index size = size_of(node.dims, axis), count = random.between(0, size);
  Operand update{.type = node.type, .dims = node.dims, .strides = {}};
  if (axis >= -rank && axis < rank)
    update.dims[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)] = count;
  if (random.chance(3)) spoil_tensor(random, update);
  node.others = {update};
  const bool circular = random.chance(50);
  if (circular || random.chance(50))
    node.attributes.emplace(
        "mode", Value{.type = "", .dims = {}, .values = {}, .word = circular ? "circular" : "linear"});
  if (random.chance(20)) return;
  std::vector<Wide> starts;
  for (Index b = 0; b < (node.dims.empty() ? 1 : node.dims[0]); ++b)
    starts.push_back(circular || random.chance(2) ? random_bound(random, 3 * size, false)
                                                  : random.between(0, size - count));
  if (random.chance(2)) spoil(random, starts, size);
  node.inputs.emplace("write_indices",
                      Value::list(random.chance(98) ? "int64" : "int32", wrapped("int64", starts)));
}

}  // namespace

void add_join(Random& random, Node& node) {
  if (random.chance(2)) node.type = "string";
  if (node.op_type == "TensorScatter" && random.chance(40))
    node.type = random.one_of<std::string>({"u4", "i4", "f4e2m1", "f8e4m3"});
  if (node.op_type == "TensorScatter") return add_tensor_scatter(random, node);
  if (node.op_type == "SliceScatter" || node.op_type == "microtome.Assign") return add_scatter(random, node);
  add_concat(random, node);
}

}  // namespace microtome::testing::random_parts
