// What a line of the corpus leaves open, at random: where tensors and outputs are in their arrays, the
// element type, and which of the library's own operators does the same. The line's answer follows, so nothing
// here knows what an operator means.
#pragma once

#include <vector>

#include "case_file.hpp"
#include "random.hpp"

namespace microtome::testing {

/// Small cases of tests/cases, in the order of their files.
const std::vector<Case>& known_cases();

Case placed(Random& random, Case one);

/// The elements in the arrays of all tensors, at random; see elements.hpp.
std::vector<std::uint8_t> random_elements(Random& random, const Node& node);

}  // namespace microtome::testing
