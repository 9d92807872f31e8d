// Text out of patterns, written into memory that is there already: to tell of a failure cannot fail.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

namespace microtome {

/// What stands in the place of a `%`: words or a number.
class Term {
 public:
  constexpr Term() = default;
  constexpr Term(const char* words) : Term(std::string_view(words)) {}
  constexpr Term(std::string_view words)
      : words_(words.data()), number_(static_cast<std::int64_t>(words.size())) {}
  constexpr Term(std::integral auto number) : words_(nullptr), number_(static_cast<std::int64_t>(number)) {}

  constexpr bool is_number() const { return words_ == nullptr; }
  constexpr std::int64_t number() const { return number_; }
  constexpr std::string_view words() const { return {words_, static_cast<std::size_t>(number_)}; }

 private:
  const char* words_ = "";
  std::int64_t number_ = 0;  // or how many characters the words have
};

void another_number_of_values();  // not constexpr: calling it ends the compilation

/// A literal with one `%` for each of the values.
template <class... Values>
class Pattern {
 public:
  consteval Pattern(const char* text) : text_(text) {
    if (std::ranges::count(std::string_view(text), '%') != sizeof...(Values)) another_number_of_values();
  }
  constexpr const char* text() const { return text_; }

 private:
  const char* text_;
};

/// A text that ends where its memory does, and behind it a 0.
class Text {
 public:
  explicit Text(std::span<char> memory) : memory_(memory) { clear(); }

  void clear() { memory_[size_ = 0] = 0; }
  void add(std::string_view words);
  /// A pattern with its values, which the first of `values` are.
  void add(std::string_view pattern, const Term* values);
  template <class... Values>
  void format(Pattern<std::type_identity_t<Values>...> pattern, const Values&... values) {
    const Term list[] = {Term(values)..., Term()};
    add(pattern.text(), list);
  }
  /// Of this memory, so a 0 stands behind it.
  std::string_view view() const { return {memory_.data(), size_}; }

 private:
  void add_number(std::int64_t number);

  std::span<char> memory_;
  std::size_t size_ = 0;
};

}  // namespace microtome
