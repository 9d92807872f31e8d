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
  node.others = {{node.type, is_filled(node) ? std::vector<Index>() : taken_dims(node, openvino), {}}};
  if (is_filled(node)) return;
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

void add_pad(Random& random, Node& node) {
  const bool openvino = node.domain() == "openvino";
  if (random.chance(openvino ? 2 : 10))
    node.type = openvino ? "string" : random.one_of<std::string>({"u4", "i4", "f8e5m2"});
  Index elements = 1;
  for (Index& size : node.dims) {
    if (size > 9 && random.chance(70)) size = random.between(0, 9);
    elements *= std::max<Index>(size, 1);
  }
  std::vector<std::string> modes = {"constant", "constant", "reflect", "edge"};
  if (openvino) modes.emplace_back("symmetric");
  if (node.opset >= 19 && !openvino) modes.emplace_back("wrap");
  const std::string mode = random.one_of(modes);
  std::vector<Wide> begins, ends, axes;
  for (std::size_t a = 0; a < node.dims.size(); ++a) {
    if (node.opset >= 18 && !openvino && random.chance(20)) continue;
    axes.push_back(Wide(a) - (random.chance(30) ? Wide(node.dims.size()) : 0));
    const Index size = node.dims[a];
    const auto pad = [&]() -> Wide {
      if (elements > 20000 || random.chance(40)) return 0;
      if (random.chance(15)) return -random.between(0, size + 1);
      return random.between(0, random.chance(70) || openvino ? std::min<Index>(3, size) : 3 * size + 1);
    };
    begins.push_back(pad()), ends.push_back(pad());
    elements *=
        std::max<Index>(1, (size + static_cast<Index>(std::max<Wide>(begins.back() + ends.back(), 0))) /
                               std::max<Index>(size, 1));
  }
  if (random.chance(3)) {  // not by a pad that would only make the output too large to look at
    const Wide far = Wide{1} << 54;
    if (begins.empty() || random.chance(50))
      begins.push_back(0);
    else
      begins[random.index(begins.size())] = random.one_of<Wide>({far, -far, -100});
  }
  const bool named = axes.size() < node.dims.size() || (node.opset >= 18 && !openvino && random.chance(20));
  if (named) node.inputs.emplace("axes", Value::list(random.chance(50) ? "int32" : "int64", axes));
  const Value word{.type = "", .dims = {}, .values = {}, .word = mode};
  if (openvino) {
    const bool negative = std::min(std::ranges::min(begins.empty() ? std::vector<Wide>{0} : begins),
                                   std::ranges::min(ends.empty() ? std::vector<Wide>{0} : ends)) < 0;
    const std::string type = random.one_of<std::string>({"int64", "int32", negative ? "int16" : "uint64"});
    node.inputs.emplace("pads_begin", Value::list(type, wrapped(type, begins)));
    node.inputs.emplace("pads_end", Value::list("int64", ends));
    node.attributes.emplace("pad_mode", word);
  } else {
    begins.insert(begins.end(), ends.begin(), ends.end());
    if (node.opset < 11)
      node.attributes.emplace(node.opset < 2 ? "paddings" : "pads", Value::list("", begins));
    else
      node.inputs.emplace("pads", Value::list(random.chance(99) ? "int64" : "int32", begins));
    if (mode != "constant" || random.chance(50)) node.attributes.emplace("mode", word);
  }
  const bool as_attribute = !openvino && node.opset < 11;
  if (as_attribute) {  // an element, as in the corpus
    if (count(node.dims) > 0)
      node.attributes.emplace("value", Value::scalar("", random.index(std::size_t(count(node.dims)))));
    else if (mode == "constant")
      node.dims.assign(node.dims.size(), 1);
  } else if (mode == "constant" || random.chance(30)) {
    node.others = {{.type = node.type, .dims = {}, .strides = {}}};
    if (!openvino && random.chance(30)) node.others[0].dims = {1};
    if (random.chance(2)) spoil_tensor(random, node.others[0]);
  }
}

void add_join(Random& random, Node& node) {
  if (random.chance(2)) node.type = "string";
  if (node.op_type == "TensorScatter" && random.chance(40))
    node.type = random.one_of<std::string>({"u4", "i4", "f4e2m1", "f8e4m3"});
  if (node.op_type == "TensorScatter") return add_tensor_scatter(random, node);
  if (node.op_type == "SliceScatter" || node.domain() == "microtome") return add_scatter(random, node);
  add_concat(random, node);
}

}  // namespace microtome::testing::random_parts
