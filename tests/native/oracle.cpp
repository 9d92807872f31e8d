// The oracle's shared parts, and Slice.
#include "oracle.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

#include "oracle_parts.hpp"
#include "rows.hpp"

namespace microtome::testing {
namespace oracle {

bool is_one_of(std::string_view name, std::string_view names) {
  std::istringstream in{std::string(names)};
  for (std::string each; in >> each;)
    if (each == name) return true;
  return false;
}

const Value* look_up(const std::map<std::string, Value>& arguments, const std::string& name) {
  const auto found = arguments.find(name);
  return found == arguments.end() ? nullptr : &found->second;
}
bool is_list(const Value* value) { return value->dims.size() == 1 && value->integral(); }

bool is_integer(const Value& value) { return value.values.size() == 1 && value.integral(); }

bool is_scalar(const Value& value) { return value.dims.empty() && is_integer(value); }

std::optional<std::size_t> resolve_axis(Wide axis, std::size_t size) {
  const Wide rank = static_cast<Wide>(size);
  if (axis < -rank || axis >= rank) return {};
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

std::optional<std::size_t> axis_of(const Node& node, const Value* value) {
  if (value != nullptr && !is_integer(*value)) return {};
  return resolve_axis(value == nullptr ? 0 : value->values[0].integer, node.dims.size());
}

std::optional<std::size_t> axis_attribute(const Node& node) {
  const Value* value = look_up(node.attributes, "axis");
  return value == nullptr || is_scalar(*value) ? axis_of(node, value) : std::nullopt;
}

List all_of(Index size) {
  List list;
  for (Index i = 0; i < size; ++i) list.push_back(i);
  return list;
}

Output select(const std::vector<Index>& dims, const Lists& lists) {
  Output output;
  for (const List& list : lists) output.dims.push_back(static_cast<Index>(list.size()));
  if (std::ranges::any_of(lists, [](const List& list) { return list.empty(); })) return output;
  std::vector<std::size_t> at(dims.size());
  for (;;) {
    Index element = 0;
    for (std::size_t a = 0; a < dims.size(); ++a) element = element * dims[a] + lists[a][at[a]];
    output.elements.push_back(element);
    std::size_t a = dims.size();
    while (a > 0 && ++at[a - 1] == lists[a - 1].size()) at[--a] = 0;
    if (a == 0) return output;
  }
}

namespace {

/// Clamps of the semantics page, 1 to 4, then a walk.
List walk(Wide s, Wide e, Wide st, Wide d) {
  List list;
  if (d == 0) return list;
  if (s < 0) s += d;
  if (e < 0) e += d;
  const bool forward = st > 0;
  s = std::clamp<Wide>(s, 0, forward ? d : d - 1);
  e = std::clamp<Wide>(e, forward ? 0 : -1, forward ? d : d - 1);
  for (Wide i = s; forward ? i < e : i > e; i += st) list.push_back(static_cast<Index>(i));
  return list;
}

/// The output of a slice: all that it takes, without the axes that are dropped.
Outputs select_taken(const Node& node, const std::optional<Lists>& lists) {
  if (!lists || !are_dropped(node, *lists)) return {};
  Output output = select(node.dims, *lists);
  for (std::size_t i = node.drops.size(); i-- > 0;) output.dims.erase(output.dims.begin() + node.drops[i]);
  return std::vector<Output>{output};
}

Outputs slice(const Node& node) {
  const bool first = node.opset < 10;
  SliceNames names = kOnnxSlice;
  if (first) names.types = "", names.same_type = false;
  return select_taken(node, taken(node, first ? node.attributes : node.inputs, names));
}

Outputs openvino_slice(const Node& node) {
  if (node.dims.empty()) return {};
  return select_taken(node, taken(node, node.inputs, kOpenVinoSlice));
}

/// The version in effect; nullptr if there is none.
const Declared* version_of(const Node& node) {
  const std::string name = node.domain() + " " + node.name() + "-";
  const Declared* found = nullptr;
  for (const Declared& row : kDeclared)
    if (row.name.starts_with(name) && std::stoll(std::string(row.name.substr(name.size()))) <= node.opset)
      found = &row;
  return found;
}

/// Has the call the tensors and parameters that the version declares, and no others?
bool is_declared(const Node& node, const Declared& version) {
  if (version.types != kEvery && !is_one_of(node.type, version.types)) return false;
  std::istringstream words{std::string(version.parameters)};
  std::string word;
  words >> word;
  const bool takes_any = word.ends_with('*');
  std::size_t others = node.op_type == "microtome.Fill" ? 1 : 0;  // its value, which is no parameter
  std::size_t inputs = 0, attributes = 0;
  while (words >> word) {
    const bool is_optional = word.ends_with('?'), is_attribute = word.starts_with('@');
    const std::string name = word.substr(is_attribute, word.size() - is_attribute - is_optional);
    if (name.starts_with("update") || name.ends_with("_value")) {
      others += !is_optional || !node.others.empty();
      continue;
    }
    const bool is_there = look_up(is_attribute ? node.attributes : node.inputs, name) != nullptr;
    if (!is_there && !is_optional) return false;
    (is_attribute ? attributes : inputs) += is_there;
  }
  return inputs == node.inputs.size() && attributes == node.attributes.size() &&
         (takes_any || others == node.others.size());
}

/// Is every output inside the array where it is to be?
bool has_room(const Node& node, const std::vector<Output>& outputs) {
  for (std::size_t i = 0; i < node.out.size(); ++i) {
    if (!node.out[i] || outputs[i].elements.empty()) continue;
    const Strides& layout = *node.out[i];
    Wide first = layout.offset, last = layout.offset;
    for (std::size_t a = 0; a < outputs[i].dims.size(); ++a) {
      const Wide reach = Wide{outputs[i].dims[a] - 1} * layout.strides[a];
      (reach < 0 ? first : last) += reach;
    }
    if (first < 0 || last >= layout.elements) return false;
  }
  return true;
}

/// One row per operator of the corpus, and what it gives.
struct Row {
  const char* op_type;
  Outputs (*evaluate)(const Node&);
};
constexpr Row kRows[] = {
    {"Slice", slice},
    {"openvino.Slice", openvino_slice},
    {"Split", split},
    {"openvino.Split", openvino_split},
    {"SplitToSequence", split_to_sequence},
    {"VariadicSplit", variadic_split},
    {"Gather", gather},
    {"openvino.Gather", gather},
    {"Concat", concat},
    {"openvino.Concat", concat},
    {"ConcatFromSequence", concat_from_sequence},
    {"SliceScatter", slice_scatter},
    {"TensorScatter", tensor_scatter},
    {"Pad", pad},
    {"openvino.Pad", openvino_pad},
    {"microtome.Assign", assign},
    {"microtome.Fill", fill},
    {"microtome.Copy", copy},
};

}  // namespace

std::optional<Lists> taken(const Node& node, const std::map<std::string, Value>& arguments,
                           const SliceNames& names) {
  const Value* starts = look_up(arguments, names.starts);
  const Value* ends = look_up(arguments, names.ends);
  const Value* axes = look_up(arguments, names.axes);
  const Value* steps = look_up(arguments, names.steps);
  const std::size_t n = starts->values.size();
  for (const Value* list : {starts, ends, axes, steps}) {
    if (list == nullptr) continue;
    if (!is_list(list) || list->values.size() != n) return {};
    if (!names.types.empty() && !is_one_of(list->type, names.types)) return {};
    if (names.same_type && list->type != starts->type) return {};
  }
  if (n > node.dims.size()) return {};
  Lists lists;
  for (const Index size : node.dims) lists.push_back(all_of(size));
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < n; ++i) {
    const auto axis =
        resolve_axis(axes == nullptr ? static_cast<Wide>(i) : axes->values[i].integer, node.dims.size());
    if (!axis || !seen.insert(*axis).second) return {};
    const Wide step = steps == nullptr ? 1 : steps->values[i].integer;
    if (step == 0) return {};
    lists[*axis] = walk(starts->values[i].integer, ends->values[i].integer, step, node.dims[*axis]);
  }
  return lists;
}

bool are_dropped(const Node& node, const Lists& lists) {
  return std::ranges::all_of(node.drops,
                             [&](Index axis) { return lists[static_cast<std::size_t>(axis)].size() == 1; });
}

}  // namespace oracle

std::optional<std::vector<Output>> evaluate(const Node& node) {
  using namespace oracle;
  if ((node.outputs && *node.outputs < 1) || node.absent) return {};
  for (const Operand& other : node.others)
    if (other.absent || other.type != node.type) return {};  // J4, J21
  for (const auto& [name, value] : node.attributes)
    if (!value.type.empty() && !is_one_of(value.type, kTind)) return {};
  const auto* const row =
      std::ranges::find(kRows, node.op_type, [](const Row& each) { return std::string(each.op_type); });
  if (row == std::end(kRows)) throw std::logic_error("the oracle does not know " + node.op_type);
  const Declared* version = version_of(node);
  if (version == nullptr || !is_declared(node, *version)) return {};
  const Outputs outputs = row->evaluate(node);
  if (!outputs || !has_room(node, *outputs)) return {};
  if (node.op_type == "Split") return outputs;  // it has its own rule
  const Index made = node.op_type == "SplitToSequence" ? 1 : static_cast<Index>(outputs->size());
  return node.outputs && *node.outputs != made ? Outputs{} : outputs;  // D49, J22
}

}  // namespace microtome::testing
