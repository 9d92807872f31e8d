#include "error.hpp"

namespace microtome {

void Part::append_to(std::string& sentence) const {
  if (is_number_)
    sentence += std::to_string(number_);
  else
    sentence += words_;
}

std::string compose(std::initializer_list<Part> parts) {
  std::string sentence;
  for (const Part& part : parts) part.append_to(sentence);
  return sentence;
}

}  // namespace microtome
