// What random cuts (random_nodes.cpp) and random joins (random_joins.cpp) share.
#pragma once

#include <string>
#include <vector>

#include "node.hpp"
#include "random.hpp"

namespace microtome::testing::random_parts {

inline const std::vector<std::string> kOnnxTypes = {
    "bool",  "complex64", "complex128", "float64", "float32", "float16", "int8",   "int16",
    "int32", "int64",     "uint8",      "uint16",  "uint32",  "uint64",  "string", "bfloat16"};
inline const std::vector<std::string> kOpenVinoTypes = {"bool", "float16", "float32", "uint8", "uint64", "i4",
                                                        "u1",   "u2",      "u3",      "u3",    "u4",     "u6",
                                                        "u6",   "nf4",     "f4e2m1",  "f8e4m3"};
inline const std::vector<std::string> kFloats = {"float16", "float32", "float64"};
inline const std::vector<std::string> kIntegers = {"int8",  "int16",  "int32",  "int64",
                                                   "uint8", "uint16", "uint32", "uint64"};

/// The integer, wrapped to what the type holds.
Wide wrapped(const std::string& type, Wide i);
std::vector<Wide> wrapped(const std::string& type, std::vector<Wide> list);
/// A valid axis, mostly, for this rank.
Wide random_axis(Random& random, std::size_t rank);
/// The size of an axis; 3 if there is no such axis.
Index size_of(const std::vector<Index>& dims, Wide axis);
/// Entries of a list gone wrong: one changed, one more, one less.
void spoil(Random& random, std::vector<Wide>& list, Index size);
/// Lists of a slice. Each name begins with its first letter in ONNX as in OpenVINO.
void add_slice(Random& random, Node& node);
void add_openvino_slice(Random& random, Node& node);

/// Pads, of any width, and a value.
void add_pad(Random& random, Node& node);
/// Is its second tensor a value?
inline bool is_filled(const Node& node) { return node.name() == "Pad" || node.name() == "Fill"; }

/// Gives a join what it has besides its first tensor, which may change too.
void add_join(Random& random, Node& node);

}  // namespace microtome::testing::random_parts
