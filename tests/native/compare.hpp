// Compares what the core makes of a node with the outputs expected, in every way of carrying the plan out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "case_file.hpp"
#include "client.hpp"
#include "random.hpp"

namespace microtome::testing {

/// Where in its array the elements are that `indices` count in row-major order of these dims.
std::vector<Index> places(const std::vector<Index>& dims, const std::optional<Strides>& strides,
                          const std::vector<Index>& indices);
/// The same for elements of all tensors of a node, whose arrays follow one another.
std::vector<Index> places(const Node& node, const std::vector<Index>& indices);

/// The bytes of all tensors' arrays, whose elements these are, one by one.
std::vector<Bytes> arrays_of(const Node& node, const Bytes& elements);
/// Bytes of the array that so many elements take.
std::size_t bytes_of(const std::string& type, Index elements);

/// What is wrong with the reply; empty if nothing. `elements` are those of all tensors' arrays, one by one;
/// `expected` numbers them in row-major order of the tensors.
std::string difference(Client& client, const Node& node, const Reply& reply,
                       const std::vector<Output>& expected, const Bytes& elements);

/// What is wrong with how a call failed; empty if nothing. An expectation without a code takes any.
std::string difference(const Reply& reply, const Expectation& expected);

/// What is wrong with what the core makes of a case, and the call as a line of the corpus; empty if nothing.
std::string complaint(Client& client, Random& random, const Case& one);

/// The node with its answer by its own plan, carried out record by record over the numbers of the elements.
/// It fails if the plan does, and has no answer if that is too long to look at. Whether the elements are
/// right, only the corpus knows: compared with it, the same node with strides, in other places, of another
/// type and after other calls must move the same ones.
std::optional<Case> answered(const Node& node);

}  // namespace microtome::testing
