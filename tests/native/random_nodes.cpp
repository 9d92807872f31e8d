#include "random_nodes.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "elements.hpp"
#include "oracle.hpp"
#include "random_parts.hpp"
#include "rows.hpp"

namespace microtome::testing {
namespace {

using namespace random_parts;

void add_split(Random& random, Node& node) {
  const Wide axis = random_axis(random, node.dims.size());
  const Index size = size_of(node.dims, axis);
  if (axis != 0 || random.chance(50)) node.attributes.emplace("axis", Value::scalar("", axis));
  std::vector<Wide> sizes = random_sizes(random, size);
  if (random.chance(10)) spoil(random, sizes, size);
  const bool has_list = random.chance(50);
  if (has_list) {
    const bool as_input = node.opset >= 13 || (node.opset == 1 && random.chance(50));
    const std::string type = !as_input ? "" : node.opset >= 13 ? "int64" : node.type;
    (as_input ? node.inputs : node.attributes).emplace("split", Value::list(type, sizes));
    if (random.chance(30)) node.outputs = static_cast<Index>(sizes.size()) + (random.chance(90) ? 0 : 1);
  }
  const auto number = [&] {
    if (random.chance(3)) return static_cast<Index>(random_bound(random, size, true));
    return random.between(1, 12);
  };
  if (node.opset >= 18) {
    if (!has_list || random.chance(3)) node.attributes.emplace("num_outputs", Value::scalar("", number()));
    if (!has_list && random.chance(30)) node.outputs = number();
  } else if (!has_list && random.chance(97)) {
    node.outputs =
        size > 0 && random.chance(70) ? size / std::max<Index>(1, random.between(1, size)) : number();
  }
}

void add_split_to_sequence(Random& random, Node& node) {
  const Wide axis = random_axis(random, node.dims.size());
  const Index size = size_of(node.dims, axis);
  if (axis != 0 || random.chance(50)) node.attributes.emplace("axis", Value::scalar("", axis));
  if (random.chance(60)) node.attributes.emplace("keepdims", Value::scalar("", random.between(-1, 2)));
  const std::string type = random.chance(50) ? "int32" : "int64";
  std::vector<Wide> sizes = random_sizes(random, size);
  if (random.chance(10)) spoil(random, sizes, size);
  switch (random.between(0, 2)) {
    case 0:
      node.inputs.emplace("split", Value::list(type, wrapped(type, sizes)));
      break;
    case 1: {
      const Wide chunk =
          random.chance(80) ? random.between(1, 10) : random_bound(random, size, type == "int32");
      node.inputs.emplace("split", Value::scalar(type, wrapped(type, chunk)));
    }
  }
}

void add_variadic_split(Random& random, Node& node) {
  const std::vector<std::string> signed_ones = {"int8", "int16", "int32", "int64"};
  const auto type_for = [&](bool has_negative) {
    return random.one_of(has_negative && random.chance(90) ? signed_ones : kIntegers);
  };
  Wide axis = random_axis(random, node.dims.size());
  std::string type = type_for(axis < 0);
  axis = wrapped(type, axis);
  node.inputs.emplace("axis", random.chance(50) ? Value::list(type, {axis}) : Value::scalar(type, axis));
  const Index size = size_of(node.dims, axis);
  std::vector<Wide> sizes = random_sizes(random, size);
  const bool has_rest = !sizes.empty() && random.chance(50);
  if (has_rest) sizes[random.index(sizes.size())] = -1;
  if (random.chance(10)) spoil(random, sizes, size);
  type = type_for(has_rest);
  node.inputs.emplace("split_lengths", Value::list(type, wrapped(type, sizes)));
}

void add_openvino_split(Random& random, Node& node) {
  Wide axis = random_axis(random, node.dims.size());
  const std::string type = random.one_of<std::string>({"int8", "int16", "int32", "int64"});
  axis = wrapped(type, axis);
  node.inputs.emplace("axis", random.chance(50) ? Value::list(type, {axis}) : Value::scalar(type, axis));
  const Index size = size_of(node.dims, axis);
  std::vector<Wide> counts;
  for (Index n = 1; n <= std::max<Index>(size, 1); ++n)
    if (size % n == 0) counts.push_back(n);
  node.attributes.emplace(
      "num_splits",
      Value::scalar("", random.chance(85) ? random.one_of(counts) : random_bound(random, size, true)));
}

/// Positions of a list, mostly: at random, at equal distances, or a few runs of neighbours.
std::vector<Wide> random_positions(Random& random, Index count, Index size, bool negative) {
  std::vector<Wide> list;
  const Index kind = random.between(0, 2), step = random.between(-2, 3);
  Index at = random.between(0, std::max<Index>(0, size - 1));
  for (Index i = 0; i < count; ++i) {
    const bool jumps = kind == 0 || at < 0 || at >= size || (kind == 2 && random.chance(2));
    if (jumps) at = random.between(0, std::max<Index>(0, size - 1));
    list.push_back(negative && random.chance(30) ? at - size : at);
    at += kind == 1 ? step : 1;
  }
  return list;
}

/// Gathers a list that is not too long: with more indices, or elements of the output unless there are as many
/// of the data, the others would have less time.
void add_gather(Random& random, Node& node) {
  constexpr Index kMostIndices = 2000, kMostElements = 4000;
  const bool is_onnx = node.domain() == "ai.onnx";
  Wide axis = random_axis(random, node.dims.size());
  const Index size = size_of(node.dims, axis), rank = static_cast<Index>(node.dims.size());
  const Index at = static_cast<Index>(axis < 0 ? axis + rank : axis);
  Index batches = 0;
  if (!is_onnx && node.opset >= 7 && at > 0 && at <= rank && random.chance(50))
    batches = random.between(1, at);
  std::vector<Index> dims(node.dims.begin(), node.dims.begin() + batches);
  if (count(dims) > kMostIndices) dims.clear(), batches = 0;
  const Index more = random.between(0, 2);
  for (Index i = 0; i < more; ++i)
    dims.push_back(random.chance(4) ? 0 : random.chance(10) ? random.between(60, 150) : random.between(1, 6));
  const auto is_long = [&] {
    const Index indices = count(dims), each = std::max<Index>(1, count(node.dims) / std::max<Index>(1, size));
    const Index shared = std::max<Index>(1, count({dims.begin(), dims.begin() + batches}));
    return indices > kMostIndices || indices / shared * each > std::max(kMostElements, count(node.dims));
  };
  const auto own = std::span(dims).subspan(static_cast<std::size_t>(batches));
  while (!own.empty() && is_long()) *std::ranges::max_element(own) /= 2;
  std::string type = is_onnx ? random.chance(50) ? "int32" : "int64" : random.one_of(kIntegers);
  const bool negative = (is_onnx || node.opset >= 8) && type[0] != 'u';
  std::vector<Wide> list = random_positions(random, count(dims), size, negative);
  if (!list.empty() && random.chance(node.opset >= 8 && !is_onnx ? 50 : 5))
    for (Index i = random.between(1, 3); i > 0; --i)
      list[random.index(list.size())] = random_bound(random, size, type == "int32");
  Value indices = Value::list(type, wrapped(type, list));
  indices.dims = dims;
  node.inputs.emplace("indices", indices);
  if (batches > 0 || random.chance(5)) {
    const Index shown =
        batches > 0 && more > 0 && random.chance(30) ? batches - static_cast<Index>(dims.size()) : batches;
    if (!is_onnx)
      node.attributes.emplace("batch_dims",
                              Value::scalar("", random.chance(97) ? shown : random.between(-3, 3)));
  }
  if (is_onnx) {
    if (axis != 0 || random.chance(50)) node.attributes.emplace("axis", Value::scalar("", axis));
    return;
  }
  type = random.one_of<std::string>({"int8", "int16", "int32", "int64"});
  axis = wrapped(type, axis);
  node.inputs.emplace("axis", random.chance(50) ? Value::list(type, {axis}) : Value::scalar(type, axis));
}

/// How the node of an operator is made.
struct Recipe {
  const char* op_type;
  const std::vector<std::string>& types;
  void (*add)(Random&, Node&);
};
const std::vector<Recipe> kRecipes = {
    {"Slice", kOnnxTypes, add_slice},
    {"Split", kOnnxTypes, add_split},
    {"SplitToSequence", kOnnxTypes, add_split_to_sequence},
    {"VariadicSplit", kOpenVinoTypes, add_variadic_split},
    {"openvino.Slice", kOpenVinoTypes, add_openvino_slice},
    {"openvino.Split", kOpenVinoTypes, add_openvino_split},
    {"Gather", kOnnxTypes, add_gather},
    {"openvino.Gather", kOpenVinoTypes, add_gather},
    {"Concat", kOnnxTypes, add_join},
    {"openvino.Concat", kOpenVinoTypes, add_join},
    {"ConcatFromSequence", kOnnxTypes, add_join},
    {"SliceScatter", kOpenVinoTypes, add_join},
    {"TensorScatter", kOnnxTypes, add_join},
    {"Pad", kOnnxTypes, add_pad},
    {"openvino.Pad", kOpenVinoTypes, add_pad},
    {"microtome.Assign", kOpenVinoTypes, add_join},
    {"microtome.Fill", kOpenVinoTypes, add_join},
    {"microtome.Copy", kOpenVinoTypes, [](Random&, Node&) {}},
};

/// Opsets at which an operator is asked for: the first and the last one of each version.
const std::vector<Index>& opsets_of(Node node) {
  constexpr Index kLast = 30;
  static std::map<std::string, std::vector<Index>> known;
  std::vector<Index>& opsets = known[node.op_type];
  if (!opsets.empty()) return opsets;
  const auto row_at = [&](Index opset) {
    node.opset = opset;
    return row_of(node);
  };
  for (Index opset = 1; opset <= kLast; ++opset) {
    const Operator* row = row_at(opset);
    if (row == nullptr) continue;
    if (row != row_at(opset - 1) || opset == kLast || row != row_at(opset + 1)) opsets.push_back(opset);
  }
  return opsets;
}

const Recipe& recipe_of(const std::string& op_type) {
  return *std::ranges::find(kRecipes, op_type, [](const Recipe& each) { return std::string(each.op_type); });
}

/// Says where outputs are to be, now and then in an array that is too small.
void add_layouts(Random& random, Node& node) {
  const auto outputs = evaluate(node);
  if (!outputs) return;
  for (const Output& output : *outputs) {
    node.out.emplace_back();
    if (random.chance(20)) continue;
    Strides layout = random_strides(random, output.dims, is_packed(node.type) ? 8 : 1, true);
    if (random.chance(2)) layout.offset += layout.elements;
    node.out.back() = layout;
  }
}

}  // namespace

const std::vector<std::string> kOperators = [] {
  std::vector<std::string> names;
  for (const Recipe& recipe : kRecipes) names.emplace_back(recipe.op_type);
  return names;
}();

Node random_node(Random& random, const std::string& op_type, Index large) {
  const Recipe& recipe = recipe_of(op_type);
  Node node{.op_type = op_type,
            .opset = 0,
            .type = random.one_of(recipe.types),
            .dims = {},
            .inputs = {},
            .attributes = {},
            .outputs = {}};
  node.opset = random.one_of(opsets_of(node));
  const bool of_floats = (op_type == "Split" && node.opset == 1) || (op_type == "Concat" && node.opset < 4);
  if (of_floats && random.chance(98)) node.type = random.one_of(kFloats);
  if (op_type == "Pad" && node.opset < 11 && random.chance(98)) node.type = random.one_of(kFloats);
  node.dims = random_dims(random, large / static_cast<Index>(width_of(node.type)));
  recipe.add(random, node);
  if (op_type != "Split" && random.chance(20)) {
    const auto lengths = node.inputs.find("split_lengths");
    const auto splits = node.attributes.find("num_splits");
    const Index right = lengths != node.inputs.end() ? static_cast<Index>(lengths->second.values.size())
                        : splits != node.attributes.end()
                            ? static_cast<Index>(splits->second.values[0].integer)
                            : 1;
    node.outputs = random.chance(80) ? right : random.between(0, 3);
  }
  for (auto& [name, value] : node.attributes) {
    if (name == "value" || !value.word.empty() || random.chance(95)) continue;  // that is an element
    value.type = random.chance(90) ? "int64" : random.one_of(kIntegers);
    for (Number& number : value.values) number = Number::of(wrapped(value.type, number.integer));
  }
  const Index multiple = is_packed(node.type) ? 8 : 1;
  if (random.chance(40)) node.strides = random_strides(random, node.dims, multiple);
  for (Operand& other : node.others)
    if (random.chance(30) && !is_filled(node))
      other.strides = random_strides(random, other.dims, is_packed(other.type) ? 8 : 1);
  if (random.chance(30)) add_layouts(random, node);
  return node;
}

std::vector<std::uint8_t> random_elements(Random& random, const Node& node) {
  Bytes elements;
  for (const Operand& tensor : node.tensors()) {
    const Bytes own = random.bytes(static_cast<std::size_t>(held(tensor)) * width_of(tensor.type));
    elements.insert(elements.end(), own.begin(), own.end());
  }
  if (is_packed(node.type))
    for (std::uint8_t& element : elements)
      element &= static_cast<std::uint8_t>((1u << bits_of(node.type)) - 1u);
  return elements;
}

}  // namespace microtome::testing
