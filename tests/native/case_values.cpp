// Values of the corpus format: numbers, lists, dims, typed tensors.
#include "case_values.hpp"

#include <algorithm>
#include <cstdlib>

#include "dtype.hpp"

namespace microtome::testing {
namespace {

constexpr Wide kMost = Wide{1} << 100;  // floats may be beyond 64 bits

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// `circular`; not a number that letters spell.
bool is_word(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return text != "nan" && text != "inf" && std::ranges::all_of(text, is_letter);
}

/// `[a,b]`, without spaces.
std::vector<std::string_view> parse_list(std::string_view text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) fail("not a list", text);
  text = text.substr(1, text.size() - 2);
  if (text.empty()) return {};
  return split(text, ",");
}

std::vector<Number> parse_numbers(std::string_view text) {
  std::vector<Number> numbers;
  for (const std::string_view number : parse_list(text, '[', ']')) numbers.push_back(parse_number(number));
  return numbers;
}

/// Does the integer type, if it is one, have all the values?
void check_range(const Value& value, std::string_view text) {
  const int row = dtype(value.type);
  const bool is_signed = value.type.starts_with("int");
  if (row < 0) fail("an unknown element type", text);
  if (!is_signed && !value.type.starts_with("uint")) return;
  const int bits = kDTypes[row].bits;
  const Wide low = is_signed ? -(Wide{1} << (bits - 1)) : 0;
  const Wide high = (Wide{1} << (is_signed ? bits - 1 : bits)) - 1;
  for (const Number& number : value.values)
    if (!number.integral || number.integer < low || number.integer > high)
      fail("a value outside its type", text);
}

}  // namespace

void fail(std::string_view why, std::string_view what) {
  throw ParseError(std::string(why) + ": '" + std::string(what) + "'");
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + separator.size()))
    parts.push_back(text.substr(0, end));
  parts.push_back(text);
  return parts;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> parts;
  for (const std::string_view word : split(text, " "))
    if (!word.empty()) parts.push_back(word);
  return parts;
}

/// Integers of int64 or uint64 exactly; "-0" is a real, because only a real has it.
Number parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (is_digits(digits) && text != "-0") {
    Wide value = 0;
    for (const char c : digits) {
      value = value * 10 + (c - '0');
      if (value > kMost) fail("an integer with too many digits", text);
    }
    return Number::of(negative ? -value : value);
  }
  const bool named = digits == "inf" || text == "nan";
  if (!named && (digits.empty() || digits.find_first_not_of("0123456789.e+-") != digits.npos ||
                 !is_digits(digits.substr(0, 1))))
    fail("not a number", text);
  const std::string copy(text);
  char* end = nullptr;
  const double real = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) fail("not a number", text);
  return Number::of_real(real);
}

Index parse_index(std::string_view text) {
  if (!is_digits(text)) fail("not a number of 0 or more", text);
  const Number number = parse_number(text);
  if (number.integer > kMaxIndex) fail("beyond 2^53 - 1", text);
  return static_cast<Index>(number.integer);
}

std::vector<Index> parse_dims(std::string_view text, char open, char close) {
  std::vector<Index> dims;
  for (const std::string_view size : parse_list(text, open, close)) dims.push_back(parse_index(size));
  return dims;
}

Value parse_value(std::string_view text, bool is_input) {
  if (text.empty()) fail("an empty value", text);
  const std::size_t begin = text.find_first_of("([{");
  const bool typed = begin != text.npos && begin > 0;
  Value value{.type = typed      ? std::string(text.substr(0, begin))
                      : is_input ? "int64"
                                 : "",
              .dims = {},
              .values = {}};
  if (!is_input && is_word(text)) {
    value.word = std::string(text);
    return value;
  }
  const std::string_view rest = typed ? text.substr(begin) : text;
  if (rest.front() == '{') {
    const std::size_t end = rest.find('}');
    if (end == rest.npos) fail("a shape without an end", text);
    value.dims = parse_dims(rest.substr(0, end + 1), '{', '}');
    value.values = parse_numbers(rest.substr(end + 1));
    if (count(value.dims) != static_cast<Index>(value.values.size()))
      fail("as many values as the shape has", text);
  } else if (rest.front() == '[') {
    value.values = parse_numbers(rest);
    value.dims = {static_cast<Index>(value.values.size())};
  } else if (typed) {
    const auto list = parse_list(rest, '(', ')');
    if (list.size() != 1) fail("not one value", text);
    value.values = {parse_number(list[0])};
  } else {
    value.values = {parse_number(rest)};
  }
  if (!value.type.empty()) check_range(value, text);
  return value;
}

}  // namespace microtome::testing
