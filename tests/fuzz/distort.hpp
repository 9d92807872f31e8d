// Nodes gone wrong in ways that no document foresees: on top of what random_nodes.hpp does, anything may have
// another type, rank, value, name or place.
#pragma once

#include "node.hpp"
#include "random.hpp"

namespace microtome::fuzz {

/// Any row of the element-type table.
std::string any_type(testing::Random& random);

/// Changes nothing, or a few things.
void distort(testing::Random& random, testing::Node& node);

}  // namespace microtome::fuzz
