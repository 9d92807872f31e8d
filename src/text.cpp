#include "text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
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

/// Padded with zeros to at least `digits` digits.
void Text::add_integer(std::uint64_t number, int digits) {
  char text[24];
  char* begin = std::end(text);
  *--begin = 0;
  for (; digits > 0 || number > 0; --digits, number /= 10) *--begin = static_cast<char>('0' + number % 10);
  add(begin);
}

/// Writes a number as JavaScript does, except that integers are exact only up to 2^53, numbers below 1 may
/// end in another digit, and very small ones need none.
void Text::add_number(double number) {
  constexpr double kInexact = 0x1p53, kTiny = 1e-6, kManyDigits = 1e17;
  if (std::isnan(number)) return add("NaN");
  if (std::isinf(number)) return add(number < 0 ? "-Infinity" : "Infinity");
  const double size = std::min(std::fabs(number), kInexact);
  // 0 < size < kTiny, by their bits, because an AudioWorklet may flush denormals to zero.
  if (std::bit_cast<uint64_t>(size) - 1 < std::bit_cast<uint64_t>(kTiny) - 1) return add("nearly 0");
  if (number < 0) add('-');
  const double whole = std::floor(size), rest = size - whole;  // products with all of it would be less exact
  double scale = 1;
  int decimals = 0;  // the fewest that read back as the same number
  while (whole + std::nearbyint(rest * scale) / scale != size && std::max(size, 1.0) * scale < kManyDigits) {
    scale *= 10;
    ++decimals;
  }
  add_integer(static_cast<std::uint64_t>(whole));
  if (decimals > 0) {
    add('.');
    add_integer(static_cast<std::uint64_t>(std::nearbyint(rest * scale)), decimals);
  }
  if (size == kInexact) add(number < 0 ? " or less" : " or more");
}

}  // namespace microtome
