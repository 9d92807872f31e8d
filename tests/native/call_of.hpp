// A Call for operators to plan, made from a node without the wire.
#pragma once

#include <algorithm>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "dtype.hpp"
#include "rows.hpp"

namespace microtome::testing {

/// Owns the lists that the call, and every plan made of it, refers to.
class CallOf {
 public:
  /// The node must have a row; `data` is used instead of a dense tensor of its dims.
  CallOf(const Node& node, const View& data) {
    call_.op = row_of(node);
    call_.data = data;
    call_.type = dtype(node.type);
    call_.has_num_outputs = node.outputs.has_value();
    call_.num_outputs = node.outputs.value_or(0);
    for (std::size_t i = 0; i < call_.op->parameters.size(); ++i) {
      const Parameter& parameter = call_.op->parameters[i];
      const auto& arguments = parameter.kind == Kind::kInput ? node.inputs : node.attributes;
      const auto found = arguments.find(std::string(parameter.name));
      call_.present[i] = found != arguments.end();
      if (call_.present[i]) call_.arguments[i] = argument(found->second);
    }
  }
  explicit CallOf(const Node& node) : CallOf(node, dense(node.dims)) {}
  CallOf(const CallOf&) = delete;
  CallOf& operator=(const CallOf&) = delete;

  const Call& operator*() const { return call_; }

 private:
  Argument argument(const Value& value) {
    using Limits = std::numeric_limits<Index>;
    auto& list = lists_.emplace_back();
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

  Call call_;
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
