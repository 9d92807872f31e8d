// Compares what the core makes of a node with the outputs expected, in every way of carrying the plan out.
#pragma once

#include <string>
#include <vector>

#include "client.hpp"

namespace microtome::testing {

/// Where in the array the elements lie that `indices` count in row-major order of the node's dims.
std::vector<Index> places(const Node& node, const std::vector<Index>& indices);

/// What is wrong with the outputs' dims; empty if nothing.
std::string compare_dims(const Reply& reply, const std::vector<Output>& expected);

/// What is wrong with a reply where the call is an error; empty if nothing.
std::string expect_failure(const Reply& reply);

/// What is wrong with the reply; empty if nothing. `elements` are the data's, one by one and in the order in
/// which they lie in the array; `expected` names them by their places in row-major order of the node's dims.
std::string difference(Client& client, const Node& node, const Reply& reply,
                       const std::vector<Output>& expected, const Bytes& elements);

}  // namespace microtome::testing
