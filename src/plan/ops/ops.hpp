// The rows that each file of this folder contributes to the operator table.
#pragma once

#include <span>

#include "plan/operator.hpp"

namespace microtome::ops {

inline constexpr Literal kOnnx = "ai.onnx";
inline constexpr Literal kOpenVino = "openvino";

std::span<const Operator> slice();
std::span<const Operator> split();
std::span<const Operator> split_to_sequence();
std::span<const Operator> variadic_split();

/// ONNX's types before bfloat16, and with it.
inline constexpr TypeSet kA15 = types(
    "bool complex64 complex128 float64 float32 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
    "string");
inline constexpr TypeSet kA16 = kA15 | types("bfloat16");
inline constexpr TypeSet kInt64 = types("int64");
inline constexpr TypeSet kInt32OrInt64 = types("int32 int64");

/// `axis`, an optional attribute of every ONNX splitter.
inline constexpr Parameter kAxis = {
    .name = "axis", .kind = Kind::kAttribute, .shape = kInteger, .optional = true, .fallback = 0};

}  // namespace microtome::ops
