#include "error.hpp"

#include <algorithm>

namespace microtome {

void Part::append_to(std::string& sentence) const {
  constexpr std::int64_t kInexact = std::int64_t{1} << 53;  // from here on, a number is known roughly
  if (!is_number_) {
    sentence += words_;
    return;
  }
  sentence += std::to_string(std::clamp(number_, -kInexact, kInexact));
  if (number_ >= kInexact) sentence += " or more";
  if (number_ <= -kInexact) sentence += " or less";
}

std::string compose(std::initializer_list<Part> parts) {
  std::string sentence;
  for (const Part& part : parts) part.append_to(sentence);
  return sentence;
}

}  // namespace microtome
