// The oracle's splitters: sizes become lists of indices.
#include <algorithm>

#include "oracle_parts.hpp"

namespace microtome::testing::oracle {
namespace {

constexpr Wide kMostOutputs = Wide{1} << 20;

/// The outputs that take the given indices of one axis, and all of the others.
Outputs select_pieces(const Node& node, std::size_t axis, const Lists& pieces, bool drop_axis = false) {
  std::vector<Output> outputs;
  Lists lists;
  for (const Index size : node.dims) lists.push_back(all_of(size));
  for (const List& piece : pieces) {
    lists[axis] = piece;
    outputs.push_back(select(node.dims, lists));
    if (drop_axis) outputs.back().dims.erase(outputs.back().dims.begin() + static_cast<std::ptrdiff_t>(axis));
  }
  return outputs;
}

/// Consecutive pieces of these sizes; nothing unless they are the whole axis, each checked against what
/// remains.
std::optional<Lists> pieces_of(const std::vector<Number>& sizes, Index dim) {
  if (static_cast<Wide>(sizes.size()) > kMostOutputs) return {};
  Lists pieces;
  Index next = 0;
  for (const Number& size : sizes) {
    if (size.integer < 0 || size.integer > dim - next) return {};
    pieces.emplace_back();
    for (Wide i = 0; i < size.integer; ++i) pieces.back().push_back(next++);
  }
  if (next != dim) return {};
  return pieces;
}

/// The first `count` of the chunks of `chunk` indices.
Lists chunks_of(Wide count, Wide chunk, Index dim) {
  Lists pieces;
  Index next = 0;
  for (Wide i = 0; i < count; ++i) {
    pieces.emplace_back();
    for (Wide k = 0; k < chunk && next < dim; ++k) pieces.back().push_back(next++);
  }
  return pieces;
}

Outputs split_by(const Node& node, std::size_t axis, const Value& list) {
  if (!is_list(&list) || list.values.empty()) return {};
  if (node.outputs && *node.outputs != static_cast<Index>(list.values.size())) return {};
  const auto pieces = pieces_of(list.values, node.dims[axis]);
  return pieces ? select_pieces(node, axis, *pieces) : Outputs{};
}

}  // namespace

Outputs split(const Node& node) {
  const Value* of_input = look_up(node.inputs, "split");
  const Value* of_attribute = look_up(node.attributes, "split");
  const Value* num_outputs = look_up(node.attributes, "num_outputs");
  if (of_input != nullptr && of_attribute != nullptr) return {};
  if (of_input != nullptr && of_input->type != (node.opset == 1 ? node.type : "int64")) return {};
  const auto axis = axis_attribute(node);
  if (!axis) return {};
  const Index dim = node.dims[*axis];
  const Value* list = of_input != nullptr ? of_input : of_attribute;
  if (node.opset >= 18 && (list != nullptr) == (num_outputs != nullptr)) return {};
  if (list != nullptr) return split_by(node, *axis, *list);
  if (node.opset < 18) {
    if (!node.outputs || *node.outputs > kMostOutputs || dim % *node.outputs != 0) return {};
    return select_pieces(node, *axis, chunks_of(*node.outputs, dim / *node.outputs, dim));
  }
  if (!is_scalar(*num_outputs)) return {};
  const Wide n = num_outputs->values[0].integer;
  if (n < 1 || (node.outputs && *node.outputs > n)) return {};
  const Wide made = node.outputs ? *node.outputs : n;
  if (made > kMostOutputs) return {};
  return select_pieces(node, *axis, chunks_of(made, (dim + n - 1) / n, dim));
}

Outputs split_to_sequence(const Node& node) {
  const auto axis = axis_attribute(node);
  const Value* keepdims = look_up(node.attributes, "keepdims");
  const Value* split = look_up(node.inputs, "split");
  if (!axis || (keepdims != nullptr && !is_scalar(*keepdims))) return {};
  const Index dim = node.dims[*axis];
  if (split == nullptr) {
    const bool drop_axis = keepdims != nullptr && keepdims->values[0].integer == 0;
    return select_pieces(node, *axis, chunks_of(dim, 1, dim), drop_axis);
  }
  if (!is_one_of(split->type, kTind) || split->dims.size() > 1 || !split->integral()) return {};
  if (split->dims.size() == 1) {
    const auto pieces = pieces_of(split->values, dim);
    return pieces ? select_pieces(node, *axis, *pieces) : Outputs{};
  }
  const Wide chunk = split->values[0].integer;
  if (chunk <= 0) return {};
  return select_pieces(node, *axis, chunks_of((dim + chunk - 1) / chunk, chunk, dim));
}

Outputs variadic_split(const Node& node) {
  const Value* axis_input = look_up(node.inputs, "axis");
  const Value* lengths = look_up(node.inputs, "split_lengths");
  if (axis_input->dims.size() > 1 || !is_list(lengths)) return {};
  if (!is_one_of(axis_input->type, kT2) || !is_one_of(lengths->type, kT2)) return {};
  const auto axis = axis_of(node, axis_input);
  if (!axis) return {};
  std::vector<Number> sizes = lengths->values;
  const auto is_rest = [](const Number& size) { return size.integer == -1; };
  if (std::ranges::count_if(sizes, is_rest) > 1) return {};
  Wide rest = node.dims[*axis];
  for (const Number& size : sizes) rest -= is_rest(size) ? 0 : size.integer;
  for (Number& size : sizes)
    if (is_rest(size)) size.integer = rest;  // negative: an error, as any other negative size
  const auto pieces = pieces_of(sizes, node.dims[*axis]);
  return pieces ? select_pieces(node, *axis, *pieces) : Outputs{};
}

Outputs openvino_split(const Node& node) {
  const Value* axis_input = look_up(node.inputs, "axis");
  const Value* count = look_up(node.attributes, "num_splits");
  if (axis_input->dims.size() > 1) return {};
  if (!is_one_of(axis_input->type, kT2) || !is_scalar(*count)) return {};
  const auto axis = axis_of(node, axis_input);
  if (!axis) return {};
  const Wide n = count->values[0].integer, dim = node.dims[*axis];
  if (n < 1 || dim % n != 0 || n > kMostOutputs) return {};
  return select_pieces(node, *axis, chunks_of(n, dim / n, node.dims[*axis]));
}

}  // namespace microtome::testing::oracle
