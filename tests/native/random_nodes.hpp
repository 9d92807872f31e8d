// Random calls of the four operators, of all types, mostly right and sometimes wrong.
#pragma once

#include <string>
#include <vector>

#include "node.hpp"
#include "random.hpp"

namespace microtome::testing {

/// op_type is one of the four; opset any that has a row, up to one beyond the newest. The data is small, or
/// about `large` bytes.
Node random_node(Random& random, const std::string& op_type, Index large = 0);
/// The elements in the array of the node's data, at random; see elements.hpp.
std::vector<std::uint8_t> random_elements(Random& random, const Node& node);

}  // namespace microtome::testing
