// Nodes: one call of an operator as a document or a corpus line says it, by names and exact numbers. The
// parser and the wire's client speak of these, so neither shares code with the core.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
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
  std::string word = {};  ///< of an attribute that is one, which has no values

  static Value scalar(const std::string& type, Wide i) { return {type, {}, {Number::of(i)}}; }
  static Value list(const std::string& type, const std::vector<Wide>& list) {
    Value value{type, {static_cast<Index>(list.size())}, {}};
    for (const Wide i : list) value.values.push_back(Number::of(i));
    return value;
  }
};

/// Where a tensor's elements are in its array, if not in row-major order.
struct Strides {
  Index offset = 0;
  std::vector<Index> strides;
  Index elements = 0;  ///< in the array
};

/// A tensor of data after the first.
struct Operand {
  std::string type;
  std::vector<Index> dims;
  std::optional<Strides> strides = {};
  bool absent = false;
};

struct Node {
  std::string op_type;  ///< as in the corpus: `openvino.Slice`, if ONNX has an operator of that name too
  Index opset = 0;
  std::string type;
  std::vector<Index> dims;
  std::map<std::string, Value> inputs;  ///< other than the data
  std::map<std::string, Value> attributes;
  std::optional<Index> outputs;  ///< the node's output count
  std::optional<Strides> strides = {};
  bool absent = false;               ///< the first tensor
  std::vector<Operand> others = {};  ///< the tensors after the first
  std::vector<Index> drops = {};     ///< axes that single indices narrow
  std::vector<std::optional<Strides>> out =
      {};  ///< where each output is to be; empty: all in row-major order

  std::string domain() const {
    if (const std::size_t dot = op_type.find('.'); dot != op_type.npos) return op_type.substr(0, dot);
    return op_type == "VariadicSplit" || op_type == "SliceScatter" || op_type == "ScatterUpdate" ? "openvino"
                                                                                                 : "ai.onnx";
  }
  /// Without the domain.
  std::string name() const { return op_type.substr(op_type.find('.') + 1); }
  /// All tensors, none of which is absent.
  std::vector<Operand> tensors() const {
    std::vector<Operand> list = {{type, dims, strides}};
    list.insert(list.end(), others.begin(), others.end());
    return list;
  }
};

/// An output: its dims, and the number of each element. Elements are numbered over all tensors of the node,
/// one tensor after another, each in row-major order.
struct Output {
  std::vector<Index> dims;
  std::vector<Index> elements;
  bool operator==(const Output&) const = default;
};

/// Product of sizes; 0 if one of them is 0, however large the others. Beyond an Index, the largest one.
inline Index count(const std::vector<Index>& dims) {
  Index n = 1;
  for (const Index size : dims)
    if (size == 0) return 0;
  for (const Index size : dims)
    if (__builtin_mul_overflow(n, size, &n)) return std::numeric_limits<Index>::max();
  return n;
}

/// Elements of the array that holds a tensor.
inline Index held(const Operand& tensor) {
  return tensor.strides ? tensor.strides->elements : count(tensor.dims);
}

/// Elements of all tensors of a node.
inline Index count_all(const Node& node) {
  Index n = 0;
  for (const Operand& tensor : node.tensors()) n += tensor.absent ? 0 : count(tensor.dims);
  return n;
}

}  // namespace microtome::testing
