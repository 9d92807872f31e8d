// Random calls of all operators, of all types, mostly right and sometimes wrong.
#pragma once

#include <string>
#include <vector>

#include "node.hpp"
#include "random.hpp"

namespace microtome::testing {

/// All operators of the corpus, and the library's own.
extern const std::vector<std::string> kOperators;

/// op_type is one of kOperators; opset the first or last one of a version. The data is small, or
/// its first tensor has about `large` bytes.
Node random_node(Random& random, const std::string& op_type, Index large = 0);
/// The elements in the arrays of all tensors, at random; see elements.hpp.
std::vector<std::uint8_t> random_elements(Random& random, const Node& node);

}  // namespace microtome::testing
