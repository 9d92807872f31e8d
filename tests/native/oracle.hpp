// The oracle: what a node's outputs are, written from the semantics page alone, index by index and without
// any thought of speed. It knows nothing of the core; only of small tensors.
#pragma once

#include <optional>
#include <vector>

#include "node.hpp"

namespace microtome::testing {

/// The outputs; none if the call is an error.
std::optional<std::vector<Output>> evaluate(const Node& node);

}  // namespace microtome::testing
