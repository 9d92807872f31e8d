#include "text.hpp"

#include <cstring>
#include <iterator>

namespace microtome {

void Text::add(std::string_view words) {
  const std::size_t size = std::min(words.size(), memory_.size() - 1 - size_);
  std::memcpy(memory_.data() + size_, words.data(), size);
  memory_[size_ += size] = 0;
}

void Text::add(std::string_view pattern, const Term* values) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      add(pattern.substr(i, 1));
      continue;
    }
    const Term& value = *values++;
    if (value.is_number())
      add_number(value.number());
    else
      add(value.words());
  }
}

void Text::add_number(std::int64_t number) {
  constexpr std::int64_t kInexact = std::int64_t{1} << 53;  // from here on, a number is known roughly
  char digits[20];
  char* const end = std::end(digits);
  char* begin = end;
  const std::int64_t shown = std::clamp(number, -kInexact, kInexact);
  for (std::int64_t rest = shown < 0 ? -shown : shown; begin == end || rest > 0; rest /= 10)
    *--begin = static_cast<char>('0' + rest % 10);
  if (shown < 0) *--begin = '-';
  add({begin, end});
  if (number >= kInexact) add(" or more");
  if (number <= -kInexact) add(" or less");
}

}  // namespace microtome
