#include "placed.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "dtype.hpp"
#include "elements.hpp"
#include "rows.hpp"

namespace microtome::testing {
namespace {

/// Are no sizes larger? Others are only large in name: they stand beside a 0, and of them no array is made.
bool is_within(Index largest, const std::vector<Index>& dims) {
  return std::ranges::all_of(dims, [=](Index size) { return size <= largest; });
}
bool is_within(Index largest, const Node& node) {
  const auto tensors = node.tensors();
  return std::ranges::all_of(tensors, [=](const Operand& tensor) { return is_within(largest, tensor.dims); });
}
constexpr Index kLargest = 200'000;

/// Is its second tensor a value?
bool is_filled(const Node& node) { return node.name() == "Pad" || node.name().starts_with("Fill"); }

/// The types that the version takes.
std::vector<std::string> types_of(const Node& node) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::size(kDTypes); ++i)
    if ((row_of(node)->types >> i & 1) != 0) names.emplace_back(kDTypes[i].name);
  return names;
}

/// Elements are numbered, so another type moves the same ones.
void retype(Random& random, Node& node) {
  if (node.op_type == "Split" && node.opset < 2) return;  // its list has the type of the data
  std::vector<std::string> types = types_of(node);
  if (node.name() == "Pad") {
    std::erase(types, "string");  // G21
    std::erase(types, "nf4");     // whose zero is another number
  }
  node.type = random.one_of(types);
  for (Operand& other : node.others) other.type = node.type;
}

/// What a SliceScatter writes, Assign writes too; and AssignAt what a ScatterUpdate writes. Fill and FillAt
/// write one value there, and Copy writes nothing.
void make_own(Random& random, Case& one) {
  Node& node = one.node;
  std::vector<Index>& elements = one.expected.outputs[0].elements;
  const std::string at = node.op_type == "ScatterUpdate" ? "At" : "";
  std::map<std::string, Value> lists;
  for (auto& [name, value] : node.inputs) {
    value.type = "int64";
    if (name == "axis") value.dims.clear();
    const bool is_kept = !at.empty() || name == "axes";
    lists.emplace(is_kept ? name : name == "stop" ? "ends" : name + "s", value);
  }
  node.inputs = lists, node.opset = 1;
  const Index updated = count(node.dims);
  switch (random.between(0, 2)) {
    case 0:
      node.op_type = "microtome.Assign" + at;
      break;
    case 1:
      node.op_type = "microtome.Fill" + at;
      for (Index& element : elements) element = std::min(element, updated);
      break;
    default:
      node.op_type = "microtome.Copy";
      node.inputs.clear(), node.others.clear();
      std::iota(elements.begin(), elements.end(), 0);
  }
}

/// Drops axes of size 1 of what a slice takes, as single indices do; seldom another, which fails.
void add_drops(Random& random, Case& one) {
  Node& node = one.node;
  const bool cuts = node.op_type == "Slice" && node.opset >= 10;
  if (!cuts && node.op_type != "microtome.Assign" && node.op_type != "microtome.Fill") return;
  std::vector<Index>& dims = cuts ? one.expected.outputs[0].dims : node.others[0].dims;
  std::vector<Index> kept;
  bool fails = false;
  for (std::size_t a = 0; a < dims.size(); ++a) {
    const bool drops = dims[a] == 1 ? random.chance(40) : random.chance(1);
    drops ? node.drops.push_back(static_cast<Index>(a)) : kept.push_back(dims[a]);
    fails |= drops && dims[a] != 1;
  }
  dims = kept;
  if (fails) one.expected = {.is_error = true, .outputs = {}};
}

/// Says where outputs are to be; now and then in an array that is too small.
void add_layouts(Random& random, Case& one) {
  bool fails = false;
  for (const Output& output : one.expected.outputs) {
    auto& place = one.node.out.emplace_back();
    if (random.chance(20) || !is_within(kLargest, output.dims)) continue;
    place = random_strides(random, output.dims, is_packed(one.node.type) ? 8 : 1, true);
    if (!random.chance(2)) continue;
    place->offset += place->elements;
    fails |= !output.elements.empty();
  }
  if (fails) one.expected = {.is_error = true, .outputs = {}};
}

}  // namespace

const std::vector<Case>& known_cases() {
  static const std::vector<Case> known = [] {
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(MICROTOME_CASES_DIR))
      if (entry.path().extension() == ".txt") files.insert(entry.path().string());
    std::vector<Case> cases;
    for (const std::string& file : files)
      for (Case& one : read_cases(file))
        if (is_within(1000, one.node)) cases.push_back(std::move(one));
    return cases;
  }();
  return known;
}

Case placed(Random& random, Case one) {
  Node& node = one.node;
  if (!is_within(kLargest, node)) return one;
  if (!one.expected.is_error) {
    if (random.chance(30)) retype(random, node);
    if ((node.op_type == "SliceScatter" || node.op_type == "ScatterUpdate") && random.chance(50)) {
      make_own(random, one);
      add_drops(random, one);
      if (node.op_type.starts_with("microtome.Fill")) node.others[0].dims.clear();
    } else {
      add_drops(random, one);
    }
  }
  const auto strides = [&](const Operand& tensor) {
    return random_strides(random, tensor.dims, is_packed(tensor.type) ? 8 : 1);
  };
  if (random.chance(40) && !node.absent) node.strides = strides({node.type, node.dims});
  for (Operand& other : node.others)
    if (random.chance(30) && !is_filled(node) && !other.absent) other.strides = strides(other);
  if (random.chance(30)) add_layouts(random, one);
  return one;
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
