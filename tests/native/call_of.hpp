// A Call for operators to plan, made from a node without the wire.
#pragma once

#include <algorithm>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "client.hpp"
#include "dtype.hpp"
#include "random.hpp"
#include "rows.hpp"
#include "wire/tensors.hpp"

namespace microtome::testing {

/// Owns the lists that the call, and every plan made of it, refers to.
class CallOf {
 public:
  /// The node must have a row; `data` is used instead of its first tensor.
  CallOf(const Node& node, const View& data) {
    call_.op = row_of(node);
    call_.data = data;
    call_.type = dtype(node.type);
    call_.drops = drops_ = node.drops;
    const std::vector<Operand> tensors = node.tensors();
    if (call_.op->takes != Takes::kOne) {
      for (const Operand& tensor : tensors) write_tensor(tensor, tensors_);
      call_.tensors = Tensors(tensors_, static_cast<Index>(tensors.size()));
      read_tensors(tensors);
      if (!node.out.empty() && node.out[0]) {
        const Strides& out = *node.out[0];
        call_.out = {.given = true, .length = out.elements, .offset = out.offset};
        for (const Index stride : out.strides) call_.out.axes.push_back({0, stride});
      }
    }
    call_.has_num_outputs = node.outputs.has_value();
    call_.num_outputs = node.outputs.value_or(0);
    for (std::size_t i = 0; i < call_.op->parameters.size(); ++i) {
      const Parameter& parameter = call_.op->parameters[i];
      const auto& arguments = parameter.kind == Kind::kInput ? node.inputs : node.attributes;
      const auto found = arguments.find(std::string(parameter.name));
      if (found != arguments.end()) set(i, found->second);
    }
  }
  explicit CallOf(const Node& node)
      : CallOf(node, node.strides ? view_of(node.dims, *node.strides) : dense(node.dims)) {}
  CallOf(const CallOf&) = delete;
  CallOf& operator=(const CallOf&) = delete;

  const Call& operator*() const { return call_; }

 private:
  void set(std::size_t i, const Value& value) {
    using Limits = std::numeric_limits<Index>;
    const Parameter& parameter = call_.op->parameters[i];
    Argument& argument = call_.arguments[i];
    auto& list = lists_.emplace_back();
    if (!parameter.choices.empty()) {
      list = {choice_of(parameter, value)};
      argument = {.type = kUntyped, .rank = 0, .values = list};
      return;
    }
    for (const Number& number : value.values)
      list.push_back(static_cast<Index>(std::clamp<Wide>(number.integer, Limits::min(), Limits::max())));
    const auto fraction = std::ranges::find(value.values, false, &Number::integral);
    argument = {.type = value.type.empty() ? kUntyped : dtype(value.type),
                .rank = static_cast<int>(value.dims.size()),
                .values = list};
    if (fraction == value.values.end() || call_.fraction.at >= 0) return;
    call_.fraction = {.at = fraction - value.values.begin(), .value = fraction->real};
    call_.fraction_of = i;
  }

  /// Sets what the call says of tensors after the first.
  void read_tensors(const std::vector<Operand>& tensors) {
    Reader in(tensors_);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      Tensor tensor;
      if (!read_tensor(in, tensor, "")) throw std::logic_error("a node whose tensors are wrong");
      if (i == 1) call_.second = tensor.view;
      if (tensor.type == call_.type || call_.other != 0) continue;
      call_.other = static_cast<Index>(i);
      call_.other_type = tensor.type;
    }
  }

  Call call_;
  std::vector<Index> drops_;
  std::vector<double> tensors_;
  std::deque<std::vector<Index>> lists_;
};

/// The plan of a call. It refers to the call's lists.
inline Result<Plan> plan_of(const Call& call) {
  Plan plan;
  if (const auto ok = microtome::plan(call, plan); !ok) return failure(ok);
  return plan;
}

/// The elements of a view in order, by their addresses.
inline std::vector<Index> addresses(const View& view) {
  std::vector<Index> list;
  if (view.elements() == 0) return list;
  list.push_back(view.offset);
  for (int a = view.rank(); a-- > 0;) {  // from the inside out: every axis repeats what it encloses
    const std::size_t enclosed = list.size();
    for (Index i = 1; i < view.axes[a].size; ++i)
      for (std::size_t k = 0; k < enclosed; ++k) list.push_back(list[k] + i * view.axes[a].stride);
  }
  return list;
}

}  // namespace microtome::testing
