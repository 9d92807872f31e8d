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

inline const std::string kTind = "int32 int64";
inline const std::string kT2 = "int8 int16 int32 int64 uint8 uint16 uint32 uint64";

/// Is the name one of these words?
bool is_one_of(std::string_view name, std::string_view names);
const Value* look_up(const std::map<std::string, Value>& arguments, const std::string& name);
/// 1-D, of integers.
bool is_list(const Value* value);
/// One integer, of any rank; the same of rank 0.
bool is_integer(const Value& value);
bool is_scalar(const Value& value);

/// An axis in [-rank, rank), counted from the end when negative.
std::optional<std::size_t> resolve_axis(Wide axis, std::size_t rank);
/// One integer in [-rank, rank), 0 if it is absent; counted from the end when negative.
std::optional<std::size_t> axis_of(const Node& node, const Value* value);
/// The same of the attribute `axis`, which is no list.
std::optional<std::size_t> axis_attribute(const Node& node);
/// The indices of an axis of this size: 0, 1, ...
List all_of(Index size);
/// One output: along each axis, the indices in the list.
Output select(const std::vector<Index>& dims, const Lists& lists);

/// What a slice operator calls its lists, and the types that they may have.
struct SliceNames {
  std::string starts, ends, axes, steps;
  std::string types;
  bool same_type;  ///< all of one type
};
inline const SliceNames kOnnxSlice = {"starts", "ends", "axes", "steps", kTind, true};
inline const SliceNames kOpenVinoSlice = {"start", "stop", "axes", "step", kT2, false};
/// The indices of each axis of the first tensor that a slice takes.
std::optional<Lists> taken(const Node& node, const std::map<std::string, Value>& arguments,
                           const SliceNames& names);
/// Are axes that single indices have narrowed of size 1?
bool are_dropped(const Node& node, const Lists& lists);

Outputs split(const Node& node);
Outputs split_to_sequence(const Node& node);
Outputs variadic_split(const Node& node);
Outputs openvino_split(const Node& node);
Outputs gather(const Node& node);
Outputs concat(const Node& node);
Outputs concat_from_sequence(const Node& node);
Outputs slice_scatter(const Node& node);
Outputs tensor_scatter(const Node& node);
Outputs pad(const Node& node);
Outputs openvino_pad(const Node& node);
Outputs assign(const Node& node);
Outputs fill(const Node& node);
/// `microtome.Copy`: a tensor as it is.
Outputs copy(const Node& node);

}  // namespace microtome::testing::oracle
