// A Call for operators to plan, made from a node without the wire.
#pragma once

#include <algorithm>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "dtype.hpp"
#include "random.hpp"
#include "rows.hpp"

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
      for (const Operand& tensor : tensors) add(tensor);
      call_.tensors = Tensors(tensors_, static_cast<Index>(tensors.size()));
      if (!node.out.empty() && node.out[0]) {
        const Strides& out = *node.out[0];
        layout_ = out.strides;
        call_.out = {.given = true, .entries = out.elements, .offset = out.offset, .strides = layout_};
      }
    }
    call_.has_num_outputs = node.outputs.has_value();
    call_.num_outputs = node.outputs.value_or(0);
    for (std::size_t i = 0; i < call_.op->parameters.size(); ++i) {
      const Parameter& parameter = call_.op->parameters[i];
      const auto& arguments = parameter.kind == Kind::kInput ? node.inputs : node.attributes;
      const auto found = arguments.find(std::string(parameter.name));
      call_.present[i] = found != arguments.end();
      if (call_.present[i]) call_.arguments[i] = argument(parameter, found->second);
    }
  }
  explicit CallOf(const Node& node)
      : CallOf(node, node.strides ? view_of(node.dims, *node.strides) : dense(node.dims)) {}
  CallOf(const CallOf&) = delete;
  CallOf& operator=(const CallOf&) = delete;

  const Call& operator*() const { return call_; }

 private:
  Argument argument(const Parameter& parameter, const Value& value) {
    using Limits = std::numeric_limits<Index>;
    auto& list = lists_.emplace_back();
    if (!parameter.choices.empty()) {
      list = {choice_of(parameter, value)};
      return {.type = kUntyped, .rank = 0, .values = list};
    }
    for (const Number& number : value.values)
      list.push_back(static_cast<Index>(std::clamp<Wide>(number.integer, Limits::min(), Limits::max())));
    const auto fraction = std::ranges::find(value.values, false, &Number::integral);
    const bool has_one = fraction != value.values.end();
    return {.type = value.type.empty() ? kUntyped : dtype(value.type),
            .rank = static_cast<int>(value.dims.size()),
            .values = list,
            .fraction_at = has_one ? fraction - value.values.begin() : -1,
            .fraction = has_one ? fraction->real : 0};
  }

  /// As the words of a request have it.
  void add(const Operand& tensor) {
    const auto length = static_cast<Index>(tensor.dims.size());
    tensors_.insert(tensors_.end(), {dtype(tensor.type), held(tensor), length});
    tensors_.insert(tensors_.end(), tensor.dims.begin(), tensor.dims.end());
    tensors_.push_back(tensor.strides ? 1 : 0);
    if (!tensor.strides) return;
    tensors_.push_back(tensor.strides->offset);
    tensors_.insert(tensors_.end(), tensor.strides->strides.begin(), tensor.strides->strides.end());
  }

  Call call_;
  std::vector<Index> drops_, tensors_, layout_;
  std::deque<std::vector<Index>> lists_;
};

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
