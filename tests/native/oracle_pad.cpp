// The oracle's Pad: each axis is continued for ever, index by index; and fills.
#include <algorithm>
#include <set>

#include "oracle_parts.hpp"

namespace microtome::testing::oracle {
namespace {

constexpr Wide kMost = (Wide{1} << 53) - 1;

Wide modulo(Wide a, Wide b) { return (a % b + b) % b; }

/// The index of an axis that index `i` of its continuation shows; -1: none.
Wide continued(const std::string& mode, Wide i, Wide size) {
  if (i >= 0 && i < size) return i;
  if (mode == "constant") return -1;
  if (mode == "edge") return i < 0 ? 0 : size - 1;
  if (mode == "wrap") return modulo(i, size);
  if (size == 1) return 0;
  const Wide period = mode == "reflect" ? 2 * size - 2 : 2 * size;
  const Wide at = modulo(i, period);
  return at < size ? at : period - at - (mode == "reflect" ? 0 : 1);
}

/// The number of what fills: the value's, or what a line says in its place.
Index filling(const Node& node) {
  if (!node.others.empty()) return count(node.dims);
  const Value* value = look_up(node.attributes, "value");
  if (value != nullptr) return static_cast<Index>(value->values[0].integer);
  return node.type == "nf4" ? 7 : 0;
}

bool has_value(const Node& node, std::size_t most) {
  if (node.others.empty()) return true;
  const std::vector<Index>& dims = node.others[0].dims;
  return dims.size() <= most && count(dims) == 1;
}

/// The output, if axis `a` begins with `begins[a]` more indices, and has sizes[a]. Nothing if it is too
/// large.
Outputs padded(const Node& node, const std::string& mode, const std::vector<Wide>& begins,
               const std::vector<Wide>& sizes) {
  Output output;
  Wide product = std::ranges::count(sizes, 0) > 0 ? 0 : 1;
  for (const Wide size : sizes) {
    output.dims.push_back(static_cast<Index>(size));
    if ((product *= size) > kMost) return {};
  }
  const Index total = count(output.dims);
  for (Index k = 0; k < total; ++k) {
    std::vector<Wide> index(sizes.size());
    Index left = k, at = 0;
    for (std::size_t a = sizes.size(); a-- > 0; left /= output.dims[a])
      index[a] = continued(mode, left % output.dims[a] - begins[a], node.dims[a]);
    for (std::size_t a = 0; a < sizes.size(); ++a) at = at * node.dims[a] + static_cast<Index>(index[a]);
    output.elements.push_back(std::ranges::count(index, -1) > 0 ? filling(node) : at);
  }
  return std::vector<Output>{output};
}

}  // namespace

Outputs pad(const Node& node) {
  const auto& arguments = node.opset < 11 ? node.attributes : node.inputs;
  const Value* pads = look_up(arguments, node.opset < 2 ? "paddings" : "pads");
  const Value* axes = look_up(node.inputs, "axes");
  const Value* word = look_up(node.attributes, "mode");
  const Value* value = look_up(node.attributes, "value");
  const std::string mode = word == nullptr ? "constant" : word->word;
  if (!is_one_of(mode, node.opset < 19 ? "constant reflect edge" : "constant reflect edge wrap")) return {};
  if (!is_list(pads) || (node.opset >= 11 && pads->type != "int64") || !has_value(node, 1)) return {};
  if (value != nullptr && !is_scalar(*value)) return {};
  if (axes != nullptr && (!is_list(axes) || !is_one_of(axes->type, kTind))) return {};
  const std::size_t n = axes == nullptr ? node.dims.size() : axes->values.size();
  if (pads->values.size() != 2 * n) return {};
  std::vector<Wide> begins(node.dims.size()), sizes(node.dims.begin(), node.dims.end());
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < n; ++i) {
    const auto axis = resolve_axis(axes == nullptr ? Wide(i) : axes->values[i].integer, node.dims.size());
    if (!axis || !seen.insert(*axis).second) return {};
    const Wide begin = pads->values[i].integer, end = pads->values[n + i].integer, size = node.dims[*axis];
    const Wide total = begin + size + end;
    if (std::max({begin, -begin, end, -end}) > kMost || total < 0 || total > kMost) return {};
    if (size == 0 && total > 0 && mode != "constant") return {};  // G16
    begins[*axis] = begin, sizes[*axis] = total;
  }
  return padded(node, mode, begins, sizes);
}

Outputs openvino_pad(const Node& node) {
  const Value* lists[] = {look_up(node.inputs, "pads_begin"), look_up(node.inputs, "pads_end")};
  const std::string mode = look_up(node.attributes, "pad_mode")->word;
  if (!is_one_of(mode, "constant reflect edge symmetric") || !has_value(node, 0)) return {};
  if (node.type == "string" && mode != "constant") return {};  // G21
  for (const Value* list : lists)
    if (!is_list(list) || !is_one_of(list->type, kT2) || list->values.size() != node.dims.size()) return {};
  std::vector<Wide> begins, sizes;
  for (std::size_t a = 0; a < node.dims.size(); ++a) {
    const Wide size = node.dims[a];
    for (const Value* list : lists) {
      const Wide pad = list->values[a].integer;
      if (std::max(pad, -pad) > kMost || (pad < 0 && node.opset < 12)) return {};
      if (pad > 0 && mode == "reflect" && pad > size - 1) return {};  // G14
      if (pad > 0 && mode == "symmetric" && pad > size) return {};
    }
    begins.push_back(lists[0]->values[a].integer);
    sizes.push_back(std::max<Wide>(0, begins[a] + size + lists[1]->values[a].integer));  // G17
    if (sizes[a] > kMost || (size == 0 && sizes[a] > 0 && mode != "constant")) return {};
  }
  return padded(node, mode, begins, sizes);
}

Outputs fill(const Node& node) {
  const auto lists = taken(node, node.inputs, kOnnxSlice);
  if (!lists || !are_dropped(node, *lists)) return {};
  Output output{node.dims, all_of(count(node.dims))};
  for (const Index at : select(node.dims, *lists).elements)
    output.elements[static_cast<std::size_t>(at)] = filling(node);
  return std::vector<Output>{output};
}

}  // namespace microtome::testing::oracle
