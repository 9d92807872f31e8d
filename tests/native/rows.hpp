// Rows of the operator table, found as JavaScript finds them.
#pragma once

#include <string_view>
#include <vector>

#include "node.hpp"
#include "plan/operator.hpp"

namespace microtome::testing {

inline std::vector<const Operator*> all_rows() {
  std::vector<const Operator*> rows;
  while (const Operator* op = operator_at(rows.size())) rows.push_back(op);
  return rows;
}

/// The newest version that is not above the opset; nullptr if there is none.
inline const Operator* row_of(const Node& node) {
  const Operator* found = nullptr;
  for (const Operator* op : all_rows())
    if (std::string_view(op->domain) == node.domain() && std::string_view(op->op_type) == node.op_type &&
        op->since_version <= node.opset)
      found = op;
  return found;
}

/// How a request names the row.
inline double word_of(const Operator& op) {
  std::size_t i = 0;
  while (operator_at(i) != &op) ++i;
  return static_cast<double>(i);
}

}  // namespace microtome::testing
