#include "distort.hpp"

#include <algorithm>

#include "dtype.hpp"
#include "hostile.hpp"

using namespace microtome::testing;

namespace microtome::fuzz {
namespace {

using Arguments = std::map<std::string, Value>;

const std::vector<std::string> kNames = {
    "starts",        "ends",  "axes",  "steps", "axis", "split",      "num_outputs", "keepdims",
    "split_lengths", "sizes", "start", "stop",  "step", "num_splits", "new_axis",    "write_indices"};
const std::vector<std::string> kWords = {"linear", "circular", "Linear", "ring", "edge", "wrap", "reflect"};

void distort_value(Random& random, Value& value, bool is_input) {
  if (!value.word.empty()) return void(value.word = random.one_of(kWords));
  std::size_t rank = value.dims.size();
  switch (random.between(0, 5)) {
    case 0:
      if (is_input) value.type = any_type(random);
      break;
    case 1:
      value.values.push_back(Number::of(random.between(-2, 9)));
      break;
    case 2:
      value.values.clear();
      break;
    case 3:
      rank = random.index(3);
      break;
    default:
      if (!value.values.empty())
        value.values[random.index(value.values.size())] = Number::of_real(hostile_word(random));
  }
  const auto length = static_cast<Index>(value.values.size());
  value.dims.assign(length == 1 ? rank : std::max<std::size_t>(rank, 1), 1);  // rank 0 has one value
  if (!value.dims.empty()) value.dims.back() = length;
}

/// One more argument, by any name and in any place, or one less.
void add_or_remove(Random& random, Arguments& arguments, bool is_input) {
  const std::string name = random.one_of(kNames);
  const std::string type = is_input ? random.one_of<std::string>({"int64", "int32", "float32"}) : "";
  if (arguments.erase(name) != 0) return;
  arguments[name] =
      random.chance(50) ? Value::scalar(type, random.between(-3, 9)) : Value::list(type, {1, 2});
}

/// An index that counts modulo the size of an axis means something else if it loses bits.
void keep_in_64_bits(Value& value) {
  for (auto& number : value.values)
    if (number.integral) number = testing::Number::of(static_cast<Index>(number.integer));
}

/// A pad of a few billion is right, but the oracle looks at every element.
void keep_affordable(Value& value) {
  for (auto& number : value.values)
    if (number.real > 30 && number.real < 0x1p53) number = testing::Number::of(7);
}

void distort_tensor(Random& random, Operand& tensor) {
  if (random.chance(30)) tensor.absent = true;
  if (tensor.strides) return;
  if (random.chance(30)) tensor.type = any_type(random);
  if (random.chance(30)) tensor.dims.push_back(random.between(0, 3));
  if (random.chance(30) && !tensor.dims.empty()) tensor.dims.pop_back();
}

}  // namespace

std::string any_type(Random& random) { return std::string(kDTypes[random.index(kDTypeCount)].name); }

void distort(Random& random, Node& node) {
  if (random.chance(50)) return;
  node.out.clear();  // other outputs would need other layouts
  if (random.chance(20)) node.opset = random.between(-1, 27);
  const bool strided = node.strides || std::ranges::any_of(node.others, [](const Operand& other) {
                         return other.strides.has_value();
                       });
  if (random.chance(20) && !strided) {
    node.type = any_type(random);
    for (Operand& other : node.others) other.type = node.type;
  }
  if (random.chance(5)) node.absent = true;
  for (Operand& other : node.others)
    if (random.chance(5)) distort_tensor(random, other);
  if (random.chance(20)) node.outputs = random.between(-2, 30);
  for (auto* arguments : {&node.inputs, &node.attributes}) {
    const bool is_input = arguments == &node.inputs;
    if (random.chance(10)) add_or_remove(random, *arguments, is_input);
    for (auto& [name, value] : *arguments) {
      if (random.chance(20) && name != "value") distort_value(random, value, is_input);  // that is an element
      if (name.starts_with("pad")) keep_affordable(value);
      if (name == "write_indices") keep_in_64_bits(value);
    }
  }
}

}  // namespace microtome::fuzz
