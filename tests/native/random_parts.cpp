#include "random_parts.hpp"

#include <algorithm>

#include "elements.hpp"

namespace microtome::testing::random_parts {

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

Wide random_axis(Random& random, std::size_t axes) {
  const auto rank = static_cast<Index>(axes);
  if (random.chance(4)) return random_bound(random, rank, false);
  return rank == 0 ? random.between(-1, 1) : random.between(-rank, rank - 1);
}

Index size_of(const std::vector<Index>& dims, Wide axis) {
  const auto rank = static_cast<Wide>(dims.size());
  if (axis < -rank || axis >= rank) return 3;
  return dims[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
}

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

namespace {

/// The lists of a slice. Axes that single indices narrow become the node's drops.
struct Ranges {
  bool has_axes;
  std::vector<Wide> starts, ends, steps, axes;
};

Ranges random_ranges(Random& random, Node& node, bool is_int32, bool may_drop) {
  Ranges ranges{.has_axes = random.chance(70), .starts = {}, .ends = {}, .steps = {}, .axes = {}};
  std::vector<Wide> all_axes;
  for (std::size_t a = 0; a < node.dims.size(); ++a) all_axes.push_back(static_cast<Wide>(a));
  if (ranges.has_axes) random.shuffle(all_axes);
  all_axes.resize(random.index(all_axes.size() + 1));
  const bool drops = may_drop && random.chance(20);
  for (const Wide axis : all_axes) {
    const Index size = size_of(node.dims, axis);
    ranges.axes.push_back(random.chance(30) ? axis - static_cast<Wide>(node.dims.size()) : axis);
    ranges.starts.push_back(random_bound(random, size, is_int32));
    ranges.ends.push_back(random_bound(random, size, is_int32));
    ranges.steps.push_back(random_bound(random, 3, is_int32));
    if (ranges.steps.back() == 0 && random.chance(90)) ranges.steps.back() = random.chance(50) ? -1 : 2;
    if (!drops || !random.chance(50)) continue;
    const Index index = random.between(-size - (random.chance(3) ? 1 : 0), std::max<Index>(size - 1, 0));
    ranges.starts.back() = index;
    ranges.ends.back() = index == -1 ? 0x7fff'ffff : index + 1;
    ranges.steps.back() = 1;
    node.drops.push_back(static_cast<Index>(axis));
  }
  std::ranges::sort(node.drops);
  if (random.chance(2)) spoil(random, ranges.starts, 3);
  if (random.chance(2)) spoil(random, ranges.ends, 3);
  if (random.chance(2)) spoil(random, ranges.axes, 3);
  return ranges;
}

}  // namespace

void add_slice(Random& random, Node& node) {
  const bool first = node.op_type == "Slice" && node.opset < 10;
  const std::string type = first ? "" : random.chance(50) ? "int32" : "int64";
  auto& arguments = first ? node.attributes : node.inputs;
  const Ranges ranges = random_ranges(random, node, type == "int32", !first);
  const auto list = [&](const std::vector<Wide>& values) {
    return Value::list(type, first ? values : wrapped(type, values));
  };
  if (!first && (random.chance(70) || !node.drops.empty())) arguments.emplace("steps", list(ranges.steps));
  if (ranges.has_axes) arguments.emplace("axes", list(ranges.axes));
  if (random.chance(99)) arguments.emplace("starts", list(ranges.starts));
  arguments.emplace("ends", list(ranges.ends));
  if (random.chance(2) && !first) arguments["ends"].type = "int64";
}

void add_openvino_slice(Random& random, Node& node) {
  const Ranges ranges = random_ranges(random, node, random.chance(50), false);
  const auto add = [&](const std::string& name, const std::vector<Wide>& values) {
    const bool has_negative = std::ranges::any_of(values, [](Wide i) { return i < 0; });
    const std::string type = has_negative && random.chance(90)
                                 ? random.one_of<std::string>({"int32", "int64"})
                                 : random.one_of(kIntegers);
    node.inputs.emplace(name, Value::list(type, wrapped(type, values)));
  };
  if (random.chance(99)) add("step", ranges.steps);
  if (random.chance(99)) add("start", ranges.starts);
  add("stop", ranges.ends);
  if (ranges.has_axes) add("axes", ranges.axes);
  auto& step = node.inputs["step"];
  for (Number& number : step.values)
    if (number.integer == 0 && random.chance(95)) number = Number::of(1);  // wrapped to 0
  if (step.type.empty()) node.inputs.erase("step");
}

}  // namespace microtome::testing::random_parts
