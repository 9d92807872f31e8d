// Sentences from patterns, written into fixed memory, so that reporting a failure cannot fail.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace microtome {

/// A string literal as one address: names are copied often, and a string_view takes twice the space.
class Literal {
 public:
  constexpr Literal() = default;
  constexpr Literal(const char* text) : text_(text) {}

  constexpr const char* text() const { return text_; }
  constexpr bool empty() const { return *text_ == 0; }
  constexpr operator std::string_view() const { return text_; }
  friend constexpr bool operator==(Literal a, Literal b) {
    const char *x = a.text_, *y = b.text_;
    while (*x != 0 && *x == *y) ++x, ++y;
    return *x == *y;
  }

 private:
  const char* text_ = "";
};

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

/// A value in a pattern: a number for `%`, words for `$`.
union Term {
  constexpr Term() : number(0) {}
  constexpr Term(Number auto value) : number(static_cast<double>(value)) {}
  constexpr Term(const char* text) : words(text) {}
  constexpr Term(Literal literal) : words(literal.text()) {}

  double number;
  const char* words;
};

[[noreturn]] void pattern_and_values_disagree();  // not constexpr: calling it ends the compilation

/// A literal with a `%` for each number and a `$` for each string, in the order of the values. Anything else
/// does not compile.
template <class... Values>
class Pattern {
 public:
  consteval Pattern(const char* text) : text_(text) {
    constexpr char kSigns[] = {(Number<Values> ? '%' : '$')..., 0};
    const char* expected = kSigns;
    for (const char sign : std::string_view(text))
      if ((sign == '%' || sign == '$') && sign != *expected++) pattern_and_values_disagree();
    if (*expected != 0) pattern_and_values_disagree();
  }
  constexpr const char* text() const { return text_; }

 private:
  const char* text_;
};

/// A text, cut off where its memory ends, and always followed by a 0.
class Text {
 public:
  explicit Text(std::span<char> memory) : memory_(memory) { clear(); }

  void clear() { memory_[size_ = 0] = 0; }
  void add(char letter);
  void add(const char* words);
  /// Adds a pattern, with one of `values` for each of its signs.
  void add(const char* pattern, const Term* values);
  template <class... Values>
  void format(Pattern<std::type_identity_t<Values>...> pattern, const Values&... values) {
    const Term list[] = {Term(values)..., Term()};
    add(pattern.text(), list);
  }
  /// A 0 follows the last letter.
  std::string_view view() const { return {memory_.data(), size_}; }

 private:
  void add_number(double number);
  void add_integer(std::uint64_t number, int digits = 1);

  std::span<char> memory_;
  std::size_t size_ = 0;
};

}  // namespace microtome
