// Rows of the operator table, found as JavaScript finds them.
#pragma once

#include <sstream>
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

/// Rows that documents have: all but the library's own.
inline std::vector<const Operator*> documented_rows() {
  std::vector<const Operator*> rows;
  for (const Operator* op : all_rows())
    if (std::string_view(op->domain) != "microtome") rows.push_back(op);
  return rows;
}

/// The newest version that is not above the opset; nullptr if there is none.
inline const Operator* row_of(const Node& node) {
  const Operator* found = nullptr;
  for (const Operator* op : all_rows())
    if (std::string_view(op->domain) == node.domain() && std::string_view(op->op_type) == node.name() &&
        op->since_version <= node.opset)
      found = op;
  return found;
}

/// The number of a word among the choices of an attribute; -1 if it is none of them.
inline int choice_of(const Parameter& parameter, const Value& value) {
  std::istringstream choices{std::string(parameter.choices)};
  int i = 0;
  for (std::string choice; choices >> choice; ++i)
    if (choice == value.word) return i;
  return -1;
}

/// How a request names the row.
inline double word_of(const Operator& op) {
  std::size_t i = 0;
  while (operator_at(i) != &op) ++i;
  return static_cast<double>(i);
}

}  // namespace microtome::testing
