// What the operators of the oracle share.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "node.hpp"

namespace microtome::testing::oracle {

using Outputs = std::optional<std::vector<Output>>;
using List = std::vector<Index>;  ///< indices of one axis
using Lists = std::vector<List>;

inline const std::string kA15 =
    "bool complex64 complex128 float64 float32 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
    "string";
inline const std::string kA16 = kA15 + " bfloat16";
inline const std::string kTind = "int32 int64";

/// Is the name one of these words?
bool is_one_of(const std::string& name, const std::string& names);
const Value* look_up(const std::map<std::string, Value>& arguments, const std::string& name);
bool has_only(const std::map<std::string, Value>& arguments, const std::string& names);
/// 1-D, of integers.
bool is_list(const Value* value);
/// One integer, of any rank; the same of rank 0.
bool is_integer(const Value& value);
bool is_scalar(const Value& value);

/// One integer in [-rank, rank), 0 if it is absent; counted from the end when negative.
std::optional<std::size_t> axis_of(const Node& node, const Value* value);
/// The same of the attribute `axis`, which is no list.
std::optional<std::size_t> axis_attribute(const Node& node);
/// The indices of an axis of this size: 0, 1, ...
List all_of(Index size);
/// One output: along each axis, the indices in the list.
Output select(const std::vector<Index>& dims, const Lists& lists);

Outputs split(const Node& node);
Outputs split_to_sequence(const Node& node);
Outputs variadic_split(const Node& node);

}  // namespace microtome::testing::oracle
