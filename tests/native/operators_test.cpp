// The operator table: its rows, what each version's parameters may be, and the cap on outputs.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <sstream>

#include "dtype.hpp"
#include "wire_words.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

std::string name_of(const Operator& op) {
  return std::string(op.domain) + " " + std::string(op.op_type) + "-" + std::to_string(op.since_version);
}

/// `name` an input, `@name` an attribute, `?` after what is optional, `*` after what there is any number of.
std::string parameters_of(const Operator& op) {
  std::string list(op.data);
  if (op.takes == Takes::kAny || op.takes == Takes::kSequence) list += "*";
  if (op.takes == Takes::kTwo) list += " " + std::string(op.second);
  for (const Parameter& parameter : op.parameters)
    list += (parameter.kind == Kind::kAttribute ? " @" : " ") + std::string(parameter.name) +
            (parameter.optional ? "?" : "");
  return list;
}

/// Stands for all element types.
constexpr const char* kEvery = "*";

TypeSet types_of(const std::string& names) {
  if (names == kEvery) return (TypeSet{1} << kDTypeCount) - 1;
  TypeSet set = 0;
  std::istringstream words(names);
  for (std::string name; words >> name;) {
    INFO(name);
    REQUIRE(dtype(name) >= 0);
    set |= TypeSet{1} << dtype(name);
  }
  return set;
}

}  // namespace

TEST_CASE("the 22 rows, as their documents declare them, and those of the library", "[operators]") {
  struct Row {
    const char* name;
    const char* parameters;
    const char* types;
  };
  const Row rows[] = {
#include "operator_rows.inc"
      {"microtome Assign-1", "target updates starts ends axes? steps?", kEvery},
      {"microtome Copy-1", "data", kEvery},
  };
  const auto all = all_rows();
  for (const Row& row : rows) {
    INFO(row.name);
    const auto found = std::ranges::find(all, row.name, [](const Operator* op) { return name_of(*op); });
    REQUIRE(found != all.end());
    CHECK(parameters_of(**found) == row.parameters);
    CHECK((*found)->types == types_of(row.types));
    CHECK((*found)->parameters.size() <= kMaxParameters);
  }
  CHECK(all.size() == std::size(rows));
}

TEST_CASE("as many outputs as the cap are made, in every splitter", "[operators]") {
  Client client;
  for (const char* line :
       {"SplitToSequence-24 uint8 [0,1048576] @axis=1", "SplitToSequence-24 uint8 [2147483648,0] split=2048",
        "Split-18 uint8 [4] @num_outputs=1048576", "Split-2 uint8 [0] outputs=1048576",
        "Split-13 uint8 [0] outputs=1048576"}) {
    const List request = request_of(line);
    client.send(request);
    INFO(line);
    REQUIRE(client.wire().plan(request.size()));
    CHECK(static_cast<Index>(client.wire().response()[0]) == kMaxOutputs);
  }
}
