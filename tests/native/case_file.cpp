// Lines and files of the corpus format. It is read strictly in web/conformance/; here, a line that means
// something else gives something else.
#include "case_file.hpp"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <limits>
#include <sstream>
#include <type_traits>

namespace microtome::testing {
namespace {

[[noreturn]] void fail(std::string_view why, std::string_view what) {
  throw std::runtime_error(std::string(why) + ": '" + std::string(what) + "'");
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + separator.size()))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

/// Split at any number of spaces.
std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> parts = split(text, " ");
  std::erase(parts, "");
  return parts;
}

/// Integers exactly; "-0" is a real, because only a real has it.
Number parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (!digits.empty() && text != "-0" && digits.find_first_not_of("0123456789") == digits.npos) {
    Wide value = 0;
    for (const char c : digits) value = value * 10 + (c - '0');
    return Number::of(negative ? -value : value);
  }
  const std::string copy(text);
  char* end = nullptr;
  const double real = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != 0) fail("not a number", text);
  return Number::of_real(real);
}

Index parse_index(std::string_view text) { return static_cast<Index>(parse_number(text).integer); }

/// `[a,b]`, or the same in other brackets.
std::vector<Number> parse_numbers(std::string_view text) {
  std::vector<Number> numbers;
  text = text.substr(1, text.size() - 2);
  if (!text.empty())
    for (const std::string_view number : split(text, ",")) numbers.push_back(parse_number(number));
  return numbers;
}

std::vector<Index> parse_dims(std::string_view text) {
  std::vector<Index> dims;
  for (const Number& size : parse_numbers(text)) dims.push_back(static_cast<Index>(size.integer));
  return dims;
}

/// `circular`; not a number that letters spell.
bool is_word(std::string_view text) {
  return text != "nan" && text != "inf" && text.find_first_of("0123456789([{") == text.npos;
}

void parse_argument(std::string_view text, Node& node) {
  const bool is_attribute = text.starts_with('@');
  const std::size_t equals = text.find('=');
  const std::string name(text.substr(is_attribute, equals - is_attribute));
  const std::string_view value = text.substr(equals + 1);
  if (name == "outputs" && !is_attribute)
    node.outputs = parse_index(value);
  else
    (is_attribute ? node.attributes : node.inputs)[name] = parse_value(value, !is_attribute);
}

/// `float32 [2,3] int32 [4] null @axis=0`. A type holds for the dims after it.
Node parse_node(std::string_view text) {
  const auto parts = words(text);
  const std::size_t dash = parts.at(0).rfind('-');
  if (dash == text.npos) fail("an operator without an opset", text);
  Node node{.op_type = std::string(parts[0].substr(0, dash)),
            .opset = parse_index(parts[0].substr(dash + 1)),
            .type = {},
            .dims = {},
            .inputs = {},
            .attributes = {},
            .outputs = {}};
  std::string type;
  std::vector<Operand> tensors;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view part = parts[i];
    if (part.find('=') != part.npos) {
      parse_argument(part, node);
    } else if (part == "null" || part.starts_with('[')) {
      tensors.push_back({.type = type, .dims = {}, .strides = {}, .absent = part == "null"});
      if (part != "null") tensors.back().dims = parse_dims(part);
    } else {
      type = std::string(part);
      if (node.type.empty()) node.type = type;
    }
  }
  node.absent = tensors.empty() || tensors[0].absent;
  if (tensors.empty()) return node;
  node.dims = tensors[0].dims;
  node.others.assign(tensors.begin() + 1, tensors.end());
  return node;
}

Output parse_output(std::string_view text) {
  const auto parts = words(text);
  Output output{.dims = parse_dims(parts.at(0)), .elements = {}};
  for (std::size_t i = 1; i < parts.size(); ++i) output.elements.push_back(parse_index(parts[i]));
  return output;
}

Expectation parse_expectation(std::string_view text) {
  if (text == "none") return {};
  Expectation expected;
  if (text.starts_with("error ")) {
    const std::size_t colon = std::min(text.find(": "), text.size());
    const auto error = words(text.substr(0, colon));
    return {.is_error = true,
            .code = std::string(error.at(1)),
            .param = std::string(error.at(2) == "-" ? "" : error.at(2)),
            .sentence = std::string(text.substr(std::min(colon + 2, text.size()))),
            .outputs = {}};
  }
  for (const std::string_view output : split(text, " | ")) expected.outputs.push_back(parse_output(output));
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

Value parse_value(std::string_view text, bool is_input) {
  const std::size_t begin = std::min(text.find_first_of("([{"), text.size());
  Value value{.type = is_input ? "int64" : "", .dims = {}, .values = {}};
  if (!is_input && is_word(text)) {
    value.word = std::string(text);
    return value;
  }
  if (begin == text.size()) {
    value.values = {parse_number(text)};
    return value;
  }
  if (begin > 0) value.type = std::string(text.substr(0, begin));
  const std::size_t shape_end = text.find('}') + 1;  // 0 if there is no shape
  value.values = parse_numbers(text.substr(std::max(begin, shape_end)));
  if (shape_end != 0)
    value.dims = parse_dims(text.substr(begin, shape_end - begin));
  else if (text[begin] == '[')
    value.dims = {static_cast<Index>(value.values.size())};
  return value;
}

Case parse_case(std::string_view line) {
  const auto sides = split(line, " -> ");
  if (sides.size() != 2) fail("not one ' -> '", line);
  const Node node = parse_node(sides[0]);
  return {.node = node, .expected = parse_expectation(sides[1]), .where = {}, .text = std::string(line)};
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

std::vector<Case> read_cases(const std::string& path, int every) {
  std::ifstream file(path);
  if (!file) fail("cannot be read", path);
  std::vector<Case> cases;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == line.npos || line[first] == '#' || number % every != 0) continue;
    const std::string where = path.substr(path.rfind('/') + 1) + ":" + std::to_string(number);
    try {
      cases.push_back(parse_case(line));
    } catch (const std::exception& error) {
      fail(error.what(), where);
    }
    cases.back().where = where;
  }
  return cases;
}

}  // namespace microtome::testing
