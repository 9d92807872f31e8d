#include "text.hpp"

#include <algorithm>
#include <iterator>

namespace microtome {

void Text::add(char letter) {
  if (size_ + 1 == memory_.size()) return;
  memory_[size_++] = letter;
  memory_[size_] = 0;
}

void Text::add(const char* words) {
  while (*words != 0) add(*words++);
}

void Text::add(const char* pattern, const Term* values) {
  for (; *pattern != 0; ++pattern) {
    if (*pattern == '%')
      add_number(values++->number);
    else if (*pattern == '$')
      add(values++->words);
    else
      add(*pattern);
  }
}

void Text::add_number(std::int64_t number) {
  constexpr std::int64_t kInexact = std::int64_t{1} << 53;  // from here on, a number is known roughly
  char digits[20];
  char* begin = std::end(digits);
  *--begin = 0;
  const std::int64_t shown = std::clamp(number, -kInexact, kInexact);
  std::int64_t rest = shown < 0 ? -shown : shown;
  do *--begin = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (shown < 0) add('-');
  add(begin);
  if (number >= kInexact) add(" or more");
  if (number <= -kInexact) add(" or less");
}

}  // namespace microtome
