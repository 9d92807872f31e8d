// The oracle's joins: every tensor becomes a list of the numbers of its elements, and numbers are put where
// the documents and the rulings J1 to J22 say.
#include <algorithm>

#include "oracle_parts.hpp"

namespace microtome::testing::oracle {
namespace {

/// The tensors of a node, with the numbers of their elements.
std::vector<Output> numbered(const Node& node) {
  std::vector<Output> tensors;
  Index next = 0;
  for (const Operand& operand : node.tensors()) {
    Output& tensor = tensors.emplace_back(Output{operand.dims, {}});
    for (Index left = count(operand.dims); left > 0; --left) tensor.elements.push_back(next++);
  }
  return tensors;
}

/// Calls `f(index)` for all indices of these dims in row-major order.
template <class F>
void each_index(const std::vector<Index>& dims, const F& f) {
  if (count(dims) == 0) return;
  List index(dims.size());
  for (;;) {
    f(index);
    std::size_t a = dims.size();
    while (a > 0 && ++index[a - 1] == dims[a - 1]) index[--a] = 0;
    if (a == 0) return;
  }
}

Index& element(Output& tensor, const List& index) {
  Index at = 0;
  for (std::size_t a = 0; a < index.size(); ++a) at = at * tensor.dims[a] + index[a];
  return tensor.elements[static_cast<std::size_t>(at)];
}

/// The tensors one after another along an axis.
Outputs joined(std::vector<Output> tensors, std::size_t axis) {
  Output whole = tensors[0];
  whole.dims[axis] = 0;
  for (const Output& tensor : tensors) {
    if (tensor.dims.size() != whole.dims.size()) return {};
    for (std::size_t a = 0; a < whole.dims.size(); ++a)
      if (a != axis && tensor.dims[a] != whole.dims[a]) return {};
    whole.dims[axis] += tensor.dims[axis];
  }
  whole.elements.assign(static_cast<std::size_t>(count(whole.dims)), -1);
  Index start = 0;
  for (Output& tensor : tensors) {
    each_index(tensor.dims, [&](const List& index) {
      List to = index;
      to[axis] += start;
      element(whole, to) = element(tensor, index);
    });
    start += tensor.dims[axis];
  }
  return std::vector<Output>{whole};
}

/// The data, with the numbers of `updates` at these indices.
Outputs replaced(const Node& node, const std::optional<Lists>& lists) {
  if (!lists || !are_dropped(node, *lists)) return {};
  std::vector<Output> tensors = numbered(node);
  std::vector<Index> sizes;
  for (const List& list : *lists) sizes.push_back(static_cast<Index>(list.size()));
  std::vector<Index> dims = sizes;
  for (std::size_t i = node.drops.size(); i-- > 0;) dims.erase(dims.begin() + node.drops[i]);
  if (tensors[1].dims != dims) return {};
  tensors[1].dims = sizes;
  each_index(sizes, [&](const List& index) {
    List to;
    for (std::size_t a = 0; a < index.size(); ++a)
      to.push_back((*lists)[a][static_cast<std::size_t>(index[a])]);
    element(tensors[0], to) = element(tensors[1], index);
  });
  return std::vector<Output>{tensors[0]};
}

}  // namespace

Outputs concat(const Node& node) {
  const Value* value = look_up(node.attributes, "axis");
  if (value != nullptr && !is_scalar(*value)) return {};
  const auto axis = resolve_axis(value == nullptr ? 1 : value->values[0].integer, node.dims.size());
  return axis ? joined(numbered(node), *axis) : Outputs{};
}

Outputs concat_from_sequence(const Node& node) {
  const Value* value = look_up(node.attributes, "axis");
  const Value* new_axis = look_up(node.attributes, "new_axis");
  if (!is_scalar(*value) || (new_axis != nullptr && !is_scalar(*new_axis))) return {};
  const bool stacks = new_axis != nullptr && new_axis->values[0].integer != 0;
  const auto axis = resolve_axis(value->values[0].integer, node.dims.size() + (stacks ? 1 : 0));
  if (!axis) return {};
  std::vector<Output> tensors = numbered(node);
  for (Output& tensor : tensors) {
    if (tensor.dims.size() != node.dims.size()) return {};
    if (stacks) tensor.dims.insert(tensor.dims.begin() + static_cast<std::ptrdiff_t>(*axis), 1);
  }
  return joined(tensors, *axis);
}

Outputs slice_scatter(const Node& node) {
  if (node.dims.empty()) return {};
  return replaced(node, taken(node, node.inputs, kOpenVinoSlice));
}

Outputs assign(const Node& node) { return replaced(node, taken(node, node.inputs, kOnnxSlice)); }

Outputs tensor_scatter(const Node& node) {
  const Value* value = look_up(node.attributes, "axis");
  const Value* mode = look_up(node.attributes, "mode");
  const Value* indices = look_up(node.inputs, "write_indices");
  if (value != nullptr && !is_scalar(*value)) return {};
  if (mode != nullptr && !is_one_of(mode->word, "linear circular")) return {};
  const auto axis = resolve_axis(value == nullptr ? -2 : value->values[0].integer, node.dims.size());
  if (!axis || *axis == 0) return {};  // J13
  std::vector<Output> tensors = numbered(node);
  const std::vector<Index>& dims = tensors[1].dims;
  if (dims.size() != node.dims.size()) return {};
  for (std::size_t a = 0; a < dims.size(); ++a)
    if (a == *axis ? dims[a] > node.dims[a] : dims[a] != node.dims[a]) return {};  // J16
  if (indices != nullptr && (indices->type != "int64" || !is_list(indices) ||
                             static_cast<Index>(indices->values.size()) != dims[0]))
    return {};
  const bool circular = mode != nullptr && mode->word == "circular";
  const Wide size = node.dims[*axis];
  for (Index b = 0; indices != nullptr && !circular && b < dims[0]; ++b) {
    const Wide start = indices->values[static_cast<std::size_t>(b)].integer;
    if (start < 0 || start + dims[*axis] > size) return {};  // J14
  }
  each_index(dims, [&](const List& index) {
    List to = index;
    const Wide start = indices == nullptr ? 0 : indices->values[static_cast<std::size_t>(index[0])].integer;
    const Wide at = (start + index[*axis]) % size;
    to[*axis] = static_cast<Index>(at < 0 ? at + size : at);
    element(tensors[0], to) = element(tensors[1], index);
  });
  return std::vector<Output>{tensors[0]};
}

Outputs copy(const Node& node) { return numbered(node); }

}  // namespace microtome::testing::oracle
