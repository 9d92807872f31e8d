// Nodes: one call of an operator as a document or a corpus line says it, by names and exact numbers. The
// parser, the oracle, the random generator and the wire's client all speak of these, so none of them shares
// code with the core.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plan/view.hpp"

namespace microtome::testing {

__extension__ typedef __int128 Wide;  // holds int64, uint64 and all their sums

/// A number as written: an exact integer, or what JavaScript would hold.
struct Number {
  bool integral = true;
  Wide integer = 0;  ///< when integral
  double real = 0;

  static Number of(Wide i) { return {true, i, static_cast<double>(i)}; }
  static Number of_real(double r) {
    if (!std::isfinite(r) || std::trunc(r) != r) return {false, 0, r};
    constexpr double kLimit = 0x1p100;  // beyond all that means anything
    return {true, static_cast<Wide>(r < -kLimit ? -kLimit : r > kLimit ? kLimit : r), r};
  }
};

/// The value of an input, or of an attribute. A plain attribute has no type.
struct Value {
  std::string type;
  std::vector<Index> dims;
  std::vector<Number> values;

  static Value scalar(const std::string& type, Wide i) { return {type, {}, {Number::of(i)}}; }
  static Value list(const std::string& type, const std::vector<Wide>& list) {
    Value value{type, {static_cast<Index>(list.size())}, {}};
    for (const Wide i : list) value.values.push_back(Number::of(i));
    return value;
  }
  bool integral() const {
    for (const Number& number : values)
      if (!number.integral) return false;
    return true;
  }
};

/// Where the data's elements lie, if not in row-major order.
struct Strides {
  Index offset = 0;
  std::vector<Index> strides;
  Index elements = 0;  ///< in the array
};

struct Node {
  std::string op_type;
  Index opset = 0;
  std::string type;
  std::vector<Index> dims;
  std::map<std::string, Value> inputs;  ///< other than the data
  std::map<std::string, Value> attributes;
  std::optional<Index> outputs;  ///< the node's output count
  std::optional<Strides> strides = {};

  std::string domain() const { return op_type == "VariadicSplit" ? "openvino" : "ai.onnx"; }
};

/// An output: its dims, and which elements of the (row-major) data it has.
struct Output {
  std::vector<Index> dims;
  std::vector<Index> elements;
  bool operator==(const Output&) const = default;
};

/// Product of sizes; 0 if one of them is 0, however large the others.
inline Index count(const std::vector<Index>& dims) {
  Index n = 1;
  for (const Index size : dims)
    if (size == 0) return 0;
  for (const Index size : dims) n *= size;
  return n;
}

}  // namespace microtome::testing
