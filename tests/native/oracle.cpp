// The oracle's shared parts, and Slice.
#include "oracle.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

#include "oracle_parts.hpp"

namespace microtome::testing {
namespace oracle {

bool is_one_of(const std::string& name, const std::string& names) {
  std::istringstream in(names);
  for (std::string each; in >> each;)
    if (each == name) return true;
  return false;
}

const Value* look_up(const std::map<std::string, Value>& arguments, const std::string& name) {
  const auto found = arguments.find(name);
  return found == arguments.end() ? nullptr : &found->second;
}
bool has_only(const std::map<std::string, Value>& arguments, const std::string& names) {
  return std::ranges::all_of(arguments, [&](const auto& each) { return is_one_of(each.first, names); });
}

bool is_list(const Value* value) { return value->dims.size() == 1 && value->integral(); }

bool is_integer(const Value& value) { return value.values.size() == 1 && value.integral(); }

bool is_scalar(const Value& value) { return value.dims.empty() && is_integer(value); }

std::optional<std::size_t> axis_of(const Node& node, const Value* value) {
  if (value != nullptr && !is_integer(*value)) return {};
  const Wide rank = static_cast<Wide>(node.dims.size());
  const Wide axis = value == nullptr ? 0 : value->values[0].integer;
  if (axis < -rank || axis >= rank) return {};
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
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
List walk(Wide s, Wide e, Wide st, Wide d, bool is_first_version) {
  List list;
  if (d == 0) return list;
  if (s < 0) s += d;
  if (e < 0) e += d;
  const bool forward = st > 0;
  s = std::clamp<Wide>(s, 0, forward ? d : d - 1);
  e = std::clamp<Wide>(e, forward ? 0 : -1, forward ? d : d - 1);
  if (is_first_version && st != 1) throw std::logic_error("Slice-1 has no steps");
  for (Wide i = s; forward ? i < e : i > e; i += st) list.push_back(static_cast<Index>(i));
  return list;
}

Outputs slice(const Node& node) {
  const bool first = node.opset < 10;
  if (!is_one_of(node.type, node.opset < 13 ? kA15 : kA16)) return {};
  const auto& arguments = first ? node.attributes : node.inputs;
  if (!(first ? node.inputs : node.attributes).empty()) return {};
  if (!has_only(arguments, first ? "starts ends axes" : "starts ends axes steps")) return {};
  const Value* starts = look_up(arguments, "starts");
  const Value* ends = look_up(arguments, "ends");
  const Value* axes = look_up(arguments, "axes");
  const Value* steps = look_up(arguments, "steps");
  if (starts == nullptr || ends == nullptr) return {};
  const std::size_t n = starts->values.size();
  for (const Value* list : {starts, ends, axes, steps}) {
    if (list == nullptr) continue;
    if (!is_list(list) || list->values.size() != n) return {};
    if (!first && (!is_one_of(list->type, kTind) || list->type != starts->type)) return {};
  }
  if (n > node.dims.size()) return {};
  Lists lists;
  for (const Index size : node.dims) lists.push_back(all_of(size));
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < n; ++i) {
    const Value value{.type = "",
                      .dims = {},
                      .values = {axes == nullptr ? Number::of(static_cast<Wide>(i)) : axes->values[i]}};
    const auto axis = axis_of(node, &value);
    if (!axis || !seen.insert(*axis).second) return {};
    const Wide step = steps == nullptr ? 1 : steps->values[i].integer;
    if (step == 0) return {};
    lists[*axis] = walk(starts->values[i].integer, ends->values[i].integer, step, node.dims[*axis], first);
  }
  return std::vector<Output>{select(node.dims, lists)};
}

}  // namespace
}  // namespace oracle

std::optional<std::vector<Output>> evaluate(const Node& node) {
  using namespace oracle;
  if (node.outputs && *node.outputs < 1) return {};
  for (const auto& [name, value] : node.attributes)
    if (!value.type.empty() && !is_one_of(value.type, kTind)) return {};
  if (node.op_type == "Split") return node.opset < 1 ? Outputs{} : split(node);
  const bool is_sequence = node.op_type == "SplitToSequence";
  if (node.opset < (is_sequence ? 11 : 1)) return {};
  const Outputs outputs = is_sequence               ? split_to_sequence(node)
                          : node.op_type == "Slice" ? slice(node)
                                                    : variadic_split(node);
  const Index made = is_sequence || !outputs ? 1 : static_cast<Index>(outputs->size());
  return node.outputs && *node.outputs != made ? Outputs{} : outputs;  // D49
}

}  // namespace microtome::testing
