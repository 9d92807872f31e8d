#include "random_nodes.hpp"

#include <algorithm>

#include "elements.hpp"

namespace microtome::testing {
namespace {

const std::vector<std::string> kOnnxTypes = {
    "bool",  "complex64", "complex128", "float64", "float32", "float16", "int8",   "int16",
    "int32", "int64",     "uint8",      "uint16",  "uint32",  "uint64",  "string", "bfloat16"};
const std::vector<std::string> kOpenVinoTypes = {"bool", "float16", "float32", "uint8", "uint64", "i4",
                                                 "u1",   "u2",      "u3",      "u3",    "u4",     "u6",
                                                 "u6",   "nf4",     "f4e2m1",  "f8e4m3"};
const std::vector<std::string> kIntegers = {"int8",  "int16",  "int32",  "int64",
                                            "uint8", "uint16", "uint32", "uint64"};

/// The integer, wrapped to what the type holds.
Wide wrapped(const std::string& type, Wide i) {
  const int bits = bits_of(type);
  const Wide range = Wide{1} << bits;
  Wide value = ((i % range) + range) % range;
  if (type[0] == 'i' && value >= range / 2) value -= range;
  return value;
}

std::vector<Wide> wrapped(const std::string& type, std::vector<Wide> list) {
  for (Wide& i : list) i = wrapped(type, i);
  return list;
}

/// A valid axis, mostly.
Wide random_axis(Random& random, const Node& node) {
  const auto rank = static_cast<Index>(node.dims.size());
  if (random.chance(4)) return random_bound(random, rank, false);
  return rank == 0 ? random.between(-1, 1) : random.between(-rank, rank - 1);
}

Index size_of(const Node& node, Wide axis) {
  const auto rank = static_cast<Wide>(node.dims.size());
  if (axis < -rank || axis >= rank) return 3;
  return node.dims[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
}

/// Entries of a list gone wrong: one changed, one more, one less.
void spoil(Random& random, std::vector<Wide>& list, Index size) {
  const auto at = [&] { return list.begin() + random.between(0, static_cast<Index>(list.size()) - 1); };
  switch (random.between(0, 3)) {
    case 0:
      list.push_back(random_bound(random, size, false));
      break;
    case 1:
      if (!list.empty()) list.erase(at());
      break;
    default:
      if (!list.empty()) *at() = random_bound(random, size, false);
  }
}

void add_slice(Random& random, Node& node) {
  const bool first = node.opset < 10;
  const std::string type = first ? "" : random.chance(50) ? "int32" : "int64";
  auto& arguments = first ? node.attributes : node.inputs;
  std::vector<Wide> all_axes;
  for (std::size_t a = 0; a < node.dims.size(); ++a) all_axes.push_back(static_cast<Wide>(a));
  const bool has_axes = random.chance(70);
  if (has_axes)
    for (std::size_t a = all_axes.size(); a > 1; --a) std::swap(all_axes[a - 1], all_axes[random.index(a)]);
  all_axes.resize(random.index(all_axes.size() + 1));
  std::vector<Wide> starts, ends, steps, axes;
  for (const Wide axis : all_axes) {
    const Index size = size_of(node, axis);
    axes.push_back(random.chance(30) ? axis - static_cast<Wide>(node.dims.size()) : axis);
    starts.push_back(random_bound(random, size, type == "int32"));
    ends.push_back(random_bound(random, size, type == "int32"));
    steps.push_back(random_bound(random, 3, type == "int32"));
    if (steps.back() == 0 && random.chance(90)) steps.back() = random.chance(50) ? -1 : 2;
  }
  if (random.chance(2)) spoil(random, starts, 3);
  if (random.chance(2)) spoil(random, ends, 3);
  if (random.chance(2)) spoil(random, axes, 3);
  if (!first && random.chance(70)) arguments.emplace("steps", Value::list(type, wrapped(type, steps)));
  if (has_axes) arguments.emplace("axes", Value::list(type, first ? axes : wrapped(type, axes)));
  if (random.chance(99))
    arguments.emplace("starts", Value::list(type, first ? starts : wrapped(type, starts)));
  arguments.emplace(
      "ends", Value::list(random.chance(98) || first ? type : "int64", first ? ends : wrapped(type, ends)));
}

void add_split(Random& random, Node& node) {
  const Wide axis = random_axis(random, node);
  const Index size = size_of(node, axis);
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
  const Wide axis = random_axis(random, node);
  const Index size = size_of(node, axis);
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
  Wide axis = random_axis(random, node);
  std::string type = type_for(axis < 0);
  axis = wrapped(type, axis);
  node.inputs.emplace("axis", random.chance(50) ? Value::list(type, {axis}) : Value::scalar(type, axis));
  const Index size = size_of(node, axis);
  std::vector<Wide> sizes = random_sizes(random, size);
  const bool has_rest = !sizes.empty() && random.chance(50);
  if (has_rest) sizes[random.index(sizes.size())] = -1;
  if (random.chance(10)) spoil(random, sizes, size);
  type = type_for(has_rest);
  node.inputs.emplace("split_lengths", Value::list(type, wrapped(type, sizes)));
}

}  // namespace

Node random_node(Random& random, const std::string& op_type, Index large) {
  static const std::vector<Index> kSlice = {1, 9, 10, 11, 12, 13, 25};
  static const std::vector<Index> kSplit = {1, 2, 10, 11, 13, 18, 25};
  static const std::vector<Index> kSequence = {11, 23, 24, 25};
  Node node{.op_type = op_type,
            .opset = 1,
            .type = random.one_of(kOnnxTypes),
            .dims = {},
            .inputs = {},
            .attributes = {},
            .outputs = {}};
  if (op_type == "VariadicSplit") node.type = random.one_of(kOpenVinoTypes);
  node.dims = random_dims(random, large / static_cast<Index>(width_of(node.type)));
  if (op_type == "Slice") {
    node.opset = random.one_of(kSlice);
    add_slice(random, node);
  } else if (op_type == "Split") {
    node.opset = random.one_of(kSplit);
    if (node.opset == 1) node.type = random.one_of<std::string>({"float16", "float32", "float64"});
    add_split(random, node);
  } else if (op_type == "SplitToSequence") {
    node.opset = random.one_of(kSequence);
    add_split_to_sequence(random, node);
  } else {
    add_variadic_split(random, node);
  }
  if (op_type != "Split" && random.chance(20)) {
    const auto lengths = node.inputs.find("split_lengths");
    const std::size_t right = lengths == node.inputs.end() ? 1 : lengths->second.values.size();
    node.outputs = random.chance(80) ? static_cast<Index>(right) : random.between(0, 3);
  }
  for (auto& [name, value] : node.attributes) {
    if (random.chance(95)) continue;
    value.type = random.chance(90) ? "int64" : random.one_of(kIntegers);
    for (Number& number : value.values) number = Number::of(wrapped(value.type, number.integer));
  }
  if (random.chance(40)) node.strides = random_strides(random, node.dims, is_packed(node.type) ? 8 : 1);
  return node;
}

std::vector<std::uint8_t> random_elements(Random& random, const Node& node) {
  const Index held = node.strides ? node.strides->elements : count(node.dims);
  Bytes elements = random.bytes(static_cast<std::size_t>(held) * width_of(node.type));
  if (is_packed(node.type))
    for (std::uint8_t& element : elements)
      element &= static_cast<std::uint8_t>((1u << bits_of(node.type)) - 1u);
  return elements;
}

}  // namespace microtome::testing
