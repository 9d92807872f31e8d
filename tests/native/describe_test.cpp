// describe(): every row of both tables, in order. The build of the module reads it as JSON.
#include "describe.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string_view>

#include "dtype.hpp"
#include "rows.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// Finds `part` in the text, from `at` on, which becomes its end.
bool follows(std::string_view text, const std::string& part, std::size_t& at) {
  at = text.find(part, at);
  if (at == text.npos) return false;
  at += part.size();
  return true;
}

}  // namespace

TEST_CASE("describe has all element types and operator versions, in order", "[describe]") {
  const std::string_view text = describe();
  std::size_t at = 0;
  CHECK(text.starts_with(R"({"dtypes":[{"name":)"));
  STATIC_REQUIRE(kDTypeCount == 27);
  for (const DType& dtype : kDTypes) {
    INFO(dtype.name.text());
    const std::string row =
        R"({"name":")" + std::string(dtype.name) + R"(","bits":)" + std::to_string(dtype.bits) + ",";
    REQUIRE(follows(text, row, at));
  }
  REQUIRE(follows(text, R"(}],"operators":[)", at));
  CHECK(documented_rows().size() == 22);
  for (const Operator* op : all_rows()) {
    const std::string row = R"({"domain":")" + std::string(op->domain) + R"(","op_type":")" +
                            std::string(op->op_type) + R"(","since_version":)" +
                            std::to_string(op->since_version) + R"(,"inputs":[{"name":")" +
                            std::string(op->data) + "\"";
    INFO(row);
    REQUIRE(follows(text, row, at));
  }
  CHECK(text.ends_with(R"(]}],"max_rank":32,"max_outputs":1048576})"));
}

TEST_CASE("rows as describe writes them", "[describe]") {
  const std::string_view text = describe();
  for (
      const char* part : {
          R"({"name":"uint8","bits":8,"classes":["Uint8Array","Uint8ClampedArray"],"group":1,"entries":1},)",
          R"("group":8,"entries":3)",  // u3
          R"("alias":"int4"},)",
          R"({"domain":"ai.onnx","op_type":"Slice","since_version":1,"inputs":[{"name":"data","types":32767,"optional":false,"rank":"any"}],"attributes":[{"name":"starts","type":"ints","optional":false},)",
          R"("inputs":[{"name":"input","types":32767,"optional":false,"rank":"any"},{"name":"split","types":640,"optional":true,"rank":"0 or 1"}],"attributes":[{"name":"axis","type":"int","optional":true,"default":0},{"name":"keepdims","type":"int","optional":true,"default":1}]},)",
          R"("optional":false,"rank":"any"},{"name":"split","types":1027,"optional":true,"rank":1}],)",  // Split-1
          R"({"name":"num_outputs","type":"int","optional":true}]},)",
          R"("optional":false,"rank":0},{"name":"split_lengths",)",
          R"("optional":false,"rank":"any","variadic":true}],"attributes":[{"name":"axis",)",  // Concat
          R"("optional":false,"rank":"any","sequence":true}],)",  // ConcatFromSequence
          R"({"name":"update","types":)",                         // TensorScatter's second tensor
          R"({"name":"write_indices","types":512,"optional":true,"rank":1}],"attributes":[{"name":"axis","type":"int","optional":true,"default":-2},{"name":"mode","type":"string","optional":true,"choices":["linear","circular"],"default":"linear"}]})",
      }) {
    INFO(part);
    CHECK(text.find(part) != text.npos);
  }
}
