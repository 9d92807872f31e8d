// The oracle's Gather: each element of the output looks up its own index.
#include <algorithm>

#include "oracle_parts.hpp"

namespace microtome::testing::oracle {
namespace {

/// `index`: of each axis, that of entry k in the sizes' row-major order.
void find_index(Index k, const std::vector<Index>& sizes, std::vector<Index>& index) {
  for (std::size_t a = sizes.size(); a-- > 0; k /= sizes[a]) index[a] = k % sizes[a];
}

Index place_of(const std::vector<Index>& index, const std::vector<Index>& sizes) {
  Index place = 0;
  for (std::size_t a = 0; a < sizes.size(); ++a) place = place * sizes[a] + index[a];
  return place;
}

}  // namespace

Outputs gather(const Node& node) {
  const bool is_onnx = node.domain() == "ai.onnx";
  const Value& indices = *look_up(node.inputs, "indices");
  if (!is_one_of(indices.type, is_onnx ? kTind : kT2) || !indices.integral()) return {};
  if (node.dims.empty()) return {};  // G9
  const Value* axis_input = look_up(node.inputs, "axis");
  if (axis_input != nullptr && (axis_input->dims.size() > 1 || !is_one_of(axis_input->type, kT2))) return {};
  const auto axis = is_onnx ? axis_attribute(node) : axis_of(node, axis_input);
  if (!axis) return {};
  const auto r = static_cast<Wide>(node.dims.size()), q = static_cast<Wide>(indices.dims.size());
  Wide b = 0;
  if (const Value* given = look_up(node.attributes, "batch_dims")) {
    if (!is_scalar(*given)) return {};
    b = given->values[0].integer;
    if (b < -std::min(r, q) || b > std::min(r, q)) return {};  // G7
    if (b < 0) b += q;
    if (b > static_cast<Wide>(*axis)) return {};
  }
  const auto batches = static_cast<std::size_t>(b);
  for (std::size_t a = 0; a < batches; ++a)
    if (indices.dims[a] != node.dims[a]) return {};
  if (r - 1 + q - b > 32) return {};
  const Wide size = node.dims[*axis];
  const bool wraps = is_onnx || node.opset >= 8, fills = !is_onnx && node.opset >= 8;
  for (const Number& number : indices.values)
    if (!fills && (number.integer >= size || number.integer < (wraps ? -size : 0))) return {};

  const auto at_axis = static_cast<std::ptrdiff_t>(*axis), first = static_cast<std::ptrdiff_t>(batches);
  Output output{.dims = {node.dims.begin(), node.dims.begin() + at_axis}, .elements = {}};
  output.dims.insert(output.dims.end(), indices.dims.begin() + first, indices.dims.end());
  output.dims.insert(output.dims.end(), node.dims.begin() + at_axis + 1, node.dims.end());
  const auto end =
      at_axis + static_cast<std::ptrdiff_t>(indices.dims.size()) - first;  // of the indices' axes
  std::vector<Index> index(output.dims.size()), of_indices, of_data;
  const Index elements = count(output.dims);
  for (Index k = 0; k < elements; ++k) {
    find_index(k, output.dims, index);
    of_indices.assign(index.begin(), index.begin() + first);
    of_data.assign(index.begin(), index.begin() + at_axis);
    of_indices.insert(of_indices.end(), index.begin() + at_axis, index.begin() + end);
    Wide i = indices.values[static_cast<std::size_t>(place_of(of_indices, indices.dims))].integer;
    if (i < 0) i += size;
    of_data.push_back(static_cast<Index>(i));
    of_data.insert(of_data.end(), index.begin() + end, index.end());
    output.elements.push_back(i < 0 || i >= size ? -1 : place_of(of_data, node.dims));
  }
  return std::vector<Output>{output};
}

}  // namespace microtome::testing::oracle
