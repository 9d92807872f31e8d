#include "describe.hpp"

#include <string_view>

#include "dtype.hpp"
#include "error.hpp"
#include "plan/operator.hpp"

namespace microtome {
namespace {

/// Names in the tables need no escapes.
std::string quoted(Part name) { return compose({"\"", name, "\""}); }

/// "key": value
std::string member(std::string_view key, Part value) { return compose({"\"", key, "\":", value}); }

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

std::string_view flag(bool value) { return value ? "true" : "false"; }

std::string dtype_row(const DType& dtype) {
  return compose({"{", member("name", quoted(dtype.name)), ",", member("onnx", dtype.onnx), ",",
                  member("bits", dtype.bits), ",", member("classes", quoted_list(dtype.classes)), ",",
                  member("group", dtype.group), ",", member("entries", dtype.entries),
                  dtype.alias.empty() ? std::string() : "," + member("alias", quoted(dtype.alias)), "}"});
}

/// As JSON; kScalarOrOne is best given as what it means, one integer.
std::string_view rank(Shape shape) {
  switch (shape) {
    case Shape::kScalar:
    case Shape::kScalarOrOne:
      return "0";
    case Shape::kVector:
      return "1";
    case Shape::kScalarOrVector:
      return "\"0 or 1\"";
  }
  return {};
}

std::string input(std::string_view name, TypeSet types, bool optional, std::string_view rank) {
  return compose({"{", member("name", quoted(name)), ",", member("types", names(types)), ",",
                  member("optional", flag(optional)), ",", member("rank", rank), "}"});
}

std::string attribute(const Parameter& parameter) {
  const auto& fallback = parameter.fallback;
  return compose({"{", member("name", quoted(parameter.name)), ",",
                  member("type", quoted(parameter.shape == Shape::kScalar ? "int" : "ints")), ",",
                  member("optional", flag(parameter.optional)),
                  fallback ? "," + member("default", *fallback) : std::string(), "}"});
}

std::string parameters(const Operator& op, Kind kind) {
  return array(op.parameters.size(), [&](std::size_t i) {
    const Parameter& parameter = op.parameters[i];
    if (parameter.kind != kind) return std::string();
    return kind == Kind::kInput
               ? input(parameter.name, parameter.types, parameter.optional, rank(parameter.shape))
               : attribute(parameter);
  });
}

std::string operator_row(const Operator& op) {
  const std::string data = input(op.data, op.types, false, "\"any\"");
  const std::string others = parameters(op, Kind::kInput).substr(1);
  return compose({"{", member("domain", quoted(op.domain)), ",", member("op_type", quoted(op.op_type)), ",",
                  member("since_version", op.since_version), ",",
                  member("inputs", compose({"[", data, others == "]" ? "" : ",", others})), ",",
                  member("attributes", parameters(op, Kind::kAttribute)), ",",
                  member("types", names(op.types)), "}"});
}

}  // namespace

std::string describe() {
  const auto rows = operators();
  return compose(
      {"{", member("dtypes", array(kDTypeCount, [](std::size_t i) { return dtype_row(kDTypes[i]); })), ",",
       member("operators", array(rows.size(), [&](std::size_t i) { return operator_row(rows[i]); })), ",",
       member("max_rank", kMaxRank), ",", member("max_outputs", kMaxOutputs), "}"});
}

}  // namespace microtome
