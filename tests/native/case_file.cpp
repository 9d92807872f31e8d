// Lines and files of the corpus format.
#include "case_file.hpp"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <limits>
#include <span>
#include <sstream>
#include <type_traits>

#include "case_values.hpp"
#include "dtype.hpp"

namespace microtome::testing {
namespace {

void parse_argument(std::string_view text, Node& node) {
  const std::size_t equals = text.find('=');
  const bool is_attribute = text.starts_with('@');
  if (equals == text.npos) fail("not an argument", text);
  const std::string name(text.substr(is_attribute ? 1 : 0, equals - (is_attribute ? 1 : 0)));
  const std::string_view value = text.substr(equals + 1);
  if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") != name.npos)
    fail("not a name", text);
  if (name == "outputs" && !is_attribute) {
    const Number number = parse_number(value);
    if (!number.integral || number.integer > std::numeric_limits<Index>::max() || node.outputs)
      fail("not one number of outputs", text);
    node.outputs = static_cast<Index>(number.integer);
    return;
  }
  auto& arguments = is_attribute ? node.attributes : node.inputs;
  if (!arguments.emplace(name, parse_value(value, !is_attribute)).second)
    fail("an argument given twice", text);
}

/// The operators of the corpus, then the library's own, which only tests of the core call.
constexpr std::string_view kOperators[] = {
    "Slice",         "openvino.Slice",   "Split",           "openvino.Split",     "SplitToSequence",
    "VariadicSplit", "Concat",           "openvino.Concat", "ConcatFromSequence", "SliceScatter",
    "TensorScatter", "microtome.Assign", "microtome.Copy"};
/// Those that have one tensor, or up to two; the others have any number.
constexpr std::string_view kOfOne[] = {"Slice",           "openvino.Slice", "Split",         "openvino.Split",
                                       "SplitToSequence", "VariadicSplit",  "microtome.Copy"};
constexpr std::string_view kOfTwo[] = {"SliceScatter", "TensorScatter", "microtome.Assign"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

/// `float32 [2,3] int32 [4] null`, from word `at` on, which becomes that of the first argument. A type holds
/// for the dims after it.
void parse_tensors(const std::vector<std::string_view>& parts, std::size_t& at, Node& node) {
  std::string type;
  bool is_new = false;
  std::vector<Operand> tensors;
  for (; at < parts.size() && parts[at].find('=') == parts[at].npos; ++at) {
    const std::string_view part = parts[at];
    const bool absent = part == "null", is_tensor = absent || part.starts_with('[');
    if (is_new && !is_tensor) fail("a type without dims", part);
    is_new = !is_tensor;
    if (is_new) {
      type = std::string(part);
      if (dtype(type) < 0) fail("an unknown element type", part);
      if (node.type.empty()) node.type = type;
    } else {
      if (type.empty()) fail("a tensor without a type", part);
      tensors.push_back({.type = type,
                         .dims = absent ? std::vector<Index>{} : parse_dims(part),
                         .strides = {},
                         .absent = absent});
    }
  }
  const bool one = is_one_of(node.op_type, kOfOne), two = is_one_of(node.op_type, kOfTwo);
  if ((tensors.empty() && (is_new ? one || two : true)) || (!tensors.empty() && is_new))
    fail("not an operator, a type and dims", node.op_type);
  if (tensors.size() > (one ? 1 : two ? 2 : parts.size())) fail("too many tensors", node.op_type);
  node.absent = tensors.empty() || tensors[0].absent;
  if (tensors.empty()) return;
  node.dims = tensors[0].dims;
  node.others.assign(tensors.begin() + 1, tensors.end());
}

Node parse_node(std::string_view text) {
  const auto parts = words(text);
  if (parts.empty()) fail("not an operator, a type and dims", text);
  const std::size_t dash = parts[0].rfind('-');
  if (dash == text.npos || dash == 0) fail("an operator without an opset", parts[0]);
  Node node{.op_type = std::string(parts[0].substr(0, dash)),
            .opset = parse_index(parts[0].substr(dash + 1)),
            .type = {},
            .dims = {},
            .inputs = {},
            .attributes = {},
            .outputs = {}};
  if (!is_one_of(node.op_type, kOperators)) fail("an unknown operator", parts[0]);
  std::size_t at = 1;
  parse_tensors(parts, at, node);
  for (; at < parts.size(); ++at) parse_argument(parts[at], node);
  return node;
}

Output parse_output(std::string_view text, Index elements) {
  const auto parts = words(text);
  if (parts.empty()) fail("an output without dims", text);
  Output output{.dims = parse_dims(parts[0]), .elements = {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    output.elements.push_back(parse_index(parts[i]));
    if (output.elements.back() >= elements) fail("an element that no tensor has", parts[i]);
  }
  if (count(output.dims) != static_cast<Index>(output.elements.size()))
    fail("dims and elements differ", text);
  return output;
}

Expectation parse_expectation(std::string_view text, Index elements) {
  const auto parts = words(text);
  if (parts.empty()) fail("nothing is expected", text);
  if (parts[0] == "error") {
    const std::size_t colon = std::min(text.find(": "), text.size());
    const auto error = words(text.substr(0, colon));
    if (error.size() != 3 || (colon < text.size() && colon + 2 >= text.size()))
      fail("an error is a code and a parameter, and a sentence after a colon", text);
    return {.is_error = true,
            .code = std::string(error[1]),
            .param = std::string(error[2] == "-" ? "" : error[2]),
            .sentence = std::string(text.substr(std::min(colon + 2, text.size()))),
            .outputs = {}};
  }
  if (parts.size() == 1 && parts[0] == "none") return {};
  Expectation expected;
  for (const std::string_view output : split(text, " | "))
    expected.outputs.push_back(parse_output(output, elements));
  return expected;
}

std::string text_of(const Number& number) {
  if (!number.integral || number.integer > std::numeric_limits<std::uint64_t>::max()) {
    std::ostringstream real;
    real << std::setprecision(17) << number.real;
    return real.str();
  }
  const bool negative = number.integer < 0;
  const auto magnitude = static_cast<std::uint64_t>(negative ? -number.integer : number.integer);
  return (negative ? "-" : "") + std::to_string(magnitude);
}

template <class T>
std::string text_of(const std::vector<T>& list, char open = '[', char close = ']') {
  std::string text(1, open);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += ',';
    if constexpr (std::is_same_v<T, Number>)
      text += text_of(list[i]);
    else
      text += std::to_string(list[i]);
  }
  return text + close;
}

std::string text_of(const Value& value) {
  if (!value.word.empty()) return value.word;
  if (value.dims.empty() && value.type.empty()) return text_of(value.values[0]);
  if (value.dims.empty()) return value.type + "(" + text_of(value.values[0]) + ")";
  if (value.dims.size() == 1) return value.type + text_of(value.values);
  return value.type + text_of(value.dims, '{', '}') + text_of(value.values);
}

std::string text_of(const std::string& what, const std::optional<Strides>& strides) {
  if (!strides) return {};
  return " " + what + " strides " + text_of(strides->strides) + " offset " + std::to_string(strides->offset) +
         " elements " + std::to_string(strides->elements);
}

/// What the format cannot say.
std::string comment_of(const Node& node) {
  std::string text = text_of("tensor 0", node.strides);
  for (std::size_t i = 0; i < node.others.size(); ++i)
    text += text_of("tensor " + std::to_string(i + 1), node.others[i].strides);
  for (std::size_t i = 0; i < node.out.size(); ++i)
    text += text_of("output " + std::to_string(i), node.out[i]);
  if (!node.drops.empty()) text += " drops " + text_of(node.drops);
  return text.empty() ? text : "  #" + text;
}

}  // namespace

Case parse_case(std::string_view line) {
  if (line.find_first_of("\t\r") != line.npos) fail("a tab or carriage return", line);
  const auto sides = split(line, " -> ");
  if (sides.size() != 2) fail("not one ' -> '", line);
  const Node node = parse_node(sides[0]);
  return {.node = node,
          .expected = parse_expectation(sides[1], count_all(node)),
          .where = {},
          .text = std::string(line)};
}

std::string to_line(const Node& node) {
  std::string line = node.op_type + "-" + std::to_string(node.opset) + " " + node.type;
  line += node.absent ? " null" : " " + text_of(node.dims);
  std::string type = node.type;
  for (const Operand& other : node.others) {
    if (other.type != type) line += " " + other.type;
    type = other.type;
    line += other.absent ? " null" : " " + text_of(other.dims);
  }
  for (const auto& [name, value] : node.inputs) line += " " + name + "=" + text_of(value);
  for (const auto& [name, value] : node.attributes) line += " @" + name + "=" + text_of(value);
  if (node.outputs) line += " outputs=" + std::to_string(*node.outputs);
  return line + comment_of(node);
}

std::vector<Case> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw ParseError(path + ": cannot be read");
  std::vector<Case> cases;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == line.npos || line[first] == '#') continue;
    const std::string where = path.substr(path.rfind('/') + 1) + ":" + std::to_string(number);
    try {
      cases.push_back(parse_case(line));
    } catch (const ParseError& error) {
      throw ParseError(where + ": " + error.what());
    }
    cases.back().where = where;
  }
  return cases;
}

}  // namespace microtome::testing
