#include "describe.hpp"

#include <string_view>

#include "dtype.hpp"
#include "error.hpp"
#include "plan/operator.hpp"

namespace microtome {
namespace {

/// Names in the tables need no escapes.
std::string quoted(std::string_view name) { return "\"" + text(name) + "\""; }

/// "key": value
std::string member(std::string_view key, const std::string& value) { return quoted(key) + ":" + value; }

/// `[f(0),f(1),...]` of those that are not empty.
template <class F>
std::string array(std::size_t count, F&& f) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string item = f(i);
    if (!item.empty()) list += (list.empty() ? "" : ",") + item;
  }
  return "[" + list + "]";
}

std::string quoted_list(std::string_view names) {
  std::string list;
  for (const char c : names) list += c == ' ' ? std::string("\",\"") : std::string(1, c);
  return "[" + quoted(list) + "]";
}

std::string names(TypeSet set) {
  return array(kDTypeCount, [&](std::size_t i) {
    return contains(set, static_cast<int>(i)) ? quoted(kDTypes[i].name) : std::string();
  });
}

std::string flag(bool value) { return value ? "true" : "false"; }

std::string dtype_row(const DType& dtype) {
  std::string row = "{" + member("name", quoted(dtype.name)) + "," + member("onnx", text(dtype.onnx)) + "," +
                    member("bits", text(dtype.bits)) + "," + member("classes", quoted_list(dtype.classes)) +
                    "," + member("group", text(dtype.group)) + "," + member("entries", text(dtype.entries));
  if (!dtype.alias.empty()) row += "," + member("alias", quoted(dtype.alias));
  return row + "}";
}

std::string input(const Parameter& parameter) {
  return "{" + member("name", quoted(parameter.name)) + "," + member("types", names(parameter.types)) + "," +
         member("optional", flag(parameter.optional)) + "}";
}

std::string attribute(const Parameter& parameter) {
  std::string row = "{" + member("name", quoted(parameter.name)) + "," +
                    member("type", quoted(parameter.shape == Shape::kScalar ? "int" : "ints")) + "," +
                    member("optional", flag(parameter.optional));
  if (parameter.fallback) row += "," + member("default", text(*parameter.fallback));
  return row + "}";
}

std::string parameters(const Operator& op, Kind kind) {
  return array(op.parameters.size(), [&](std::size_t i) {
    const Parameter& parameter = op.parameters[i];
    if (parameter.kind != kind) return std::string();
    return kind == Kind::kInput ? input(parameter) : attribute(parameter);
  });
}

std::string operator_row(const Operator& op) {
  const std::string data = input({.name = op.data, .types = op.types});
  const std::string inputs = parameters(op, Kind::kInput);
  return "{" + member("domain", quoted(op.domain)) + "," + member("op_type", quoted(op.op_type)) + "," +
         member("since_version", text(op.since_version)) + "," +
         member("inputs", "[" + data + (inputs == "[]" ? "" : ",") + inputs.substr(1)) + "," +
         member("attributes", parameters(op, Kind::kAttribute)) + "," + member("types", names(op.types)) +
         "}";
}

}  // namespace

std::string describe() {
  const auto rows = operators();
  return "{" + member("dtypes", array(kDTypeCount, [](std::size_t i) { return dtype_row(kDTypes[i]); })) +
         "," + member("operators", array(rows.size(), [&](std::size_t i) { return operator_row(rows[i]); })) +
         "," + member("max_rank", text(kMaxRank)) + "," + member("max_outputs", text(kMaxOutputs)) + "}";
}

}  // namespace microtome
