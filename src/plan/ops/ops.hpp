// The rows that each file of this folder contributes to the operator table.
#pragma once

#include <span>

#include "plan/operator.hpp"

namespace microtome::ops {

inline constexpr Literal kOnnx = "ai.onnx";
inline constexpr Literal kOpenVino = "openvino";
/// The domain of our own operators, which are in no document.
inline constexpr Literal kInternal = "microtome";

/// How Rearrange converts.
inline constexpr Index kByValues = 0, kByScale = 1, kByTable = 2;

extern const std::span<const Operator> slice;
extern const std::span<const Operator> split;
extern const std::span<const Operator> split_to_sequence;
extern const std::span<const Operator> variadic_split;
extern const std::span<const Operator> openvino_slice;
extern const std::span<const Operator> openvino_split;
extern const std::span<const Operator> concat;
extern const std::span<const Operator> openvino_concat;
extern const std::span<const Operator> concat_from_sequence;
extern const std::span<const Operator> slice_scatter;
extern const std::span<const Operator> tensor_scatter;
extern const std::span<const Operator> pad;
extern const std::span<const Operator> openvino_pad;
extern const std::span<const Operator> rearrange;
extern const std::span<const Operator> gather;
extern const std::span<const Operator> openvino_gather;
extern const std::span<const Operator> compress;
extern const std::span<const Operator> scatter_update;
extern const std::span<const Operator> internal_ops;

/// ONNX's types before bfloat16, and with it.
inline constexpr TypeSet kA15 = types(
    "bool complex64 complex128 float64 float32 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
    "string");
inline constexpr TypeSet kA16 = kA15 | types("bfloat16");
/// OpenVINO's types, without strings, and with them.
inline constexpr TypeSet kNumbers = types(
    "bool bfloat16 float16 float32 float64 i4 int8 int16 int32 int64 u1 u2 u3 u4 u6 uint8 uint16 uint32 "
    "uint64 nf4 f8e4m3 f8e5m2 f8e8m0 f4e2m1");
inline constexpr TypeSet kNumbersAndStrings = kNumbers | types("string");
inline constexpr TypeSet kIntegerTypes = types("int8 int16 int32 int64 uint8 uint16 uint32 uint64");
inline constexpr TypeSet kAllTypes = kA16 | kNumbers;
inline constexpr TypeSet kInt64 = types("int64");
inline constexpr TypeSet kInt32OrInt64 = types("int32 int64");

/// `axis`, an optional attribute of every ONNX splitter.
inline constexpr Parameter kAxis = {
    .name = "axis", .kind = Kind::kAttribute, .shape = kInteger, .optional = true, .fallback = 0};

/// Data of at least one axis.
Result<void> check_rank(const Call& call);

/// The second tensor of a join must have the shape of `like`, which the sentence calls `name`. On axis
/// `shorter` it may be smaller.
Result<void> check_shape(const Call& call, const View& like, Literal name, int shorter = -1);

}  // namespace microtome::ops
