// describe(): JSON that any parser reads, with every row of both tables.
#include "describe.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <cstring>
#include <string_view>

#include "dtype.hpp"
#include "rows.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

/// Reads the part of JSON that tables need: no escapes, no fractions, no null. Also checks that no object has
/// a key twice.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}
  bool whole() { return value() && at_ == text_.size(); }

 private:
  bool eat(char c) { return at_ < text_.size() && text_[at_] == c && ++at_ > 0; }
  bool word(std::string_view w) { return text_.substr(at_).starts_with(w) && (at_ += w.size()) > 0; }
  bool number() {
    eat('-');
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ > begin && (text_[begin] != '0' || at_ == begin + 1);
  }
  bool string() {
    if (!eat('"')) return false;
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' && text_[at_] >= ' ') ++at_;
    last_string_ = text_.substr(begin, at_ - begin);
    return eat('"');
  }
  template <class Item>
  bool items(char close, const Item& item) {
    if (eat(close)) return true;
    do {
      if (!item()) return false;
    } while (eat(','));
    return eat(close);
  }
  bool member(std::string& keys) {
    if (!string()) return false;
    const std::string key = "," + std::string(last_string_) + ",";
    if (keys.find(key) != keys.npos) return false;
    keys += key;
    return eat(':') && value();
  }
  bool value() {
    std::string keys;
    if (eat('{')) return items('}', [&] { return member(keys); });
    if (eat('[')) return items(']', [&] { return value(); });
    return string() || word("true") || word("false") || number();
  }

  std::string_view text_;
  std::string_view last_string_;
  std::size_t at_ = 0;
};

std::string row_start(const Operator& op) {
  return R"({"domain":")" + std::string(op.domain) + R"(","op_type":")" + std::string(op.op_type) +
         R"(","since_version":)" + std::to_string(op.since_version) + ",";
}

}  // namespace

TEST_CASE("the checker refuses what is not JSON", "[describe]") {
  CHECK(Checker(R"({"a":[1,-2,{}],"b":"x","c":true,"d":[]})").whole());
  for (const char* text : {"", "{", "{}}", "[1,]", "[,1]", R"({"a"})", R"({"a":1,})", R"({"a":1"b":2})",
                           R"(["a)", "[01]", R"({"a":1,"a":2})", "[1 2]", "nul"}) {
    INFO(text);
    CHECK(!Checker(text).whole());
  }
}

TEST_CASE("describe is JSON", "[describe]") { CHECK(Checker(describe()).whole()); }

TEST_CASE("describe has all 27 element types, in order", "[describe]") {
  const std::string_view text = describe();
  std::size_t at = text.find("\"dtypes\":[");
  REQUIRE(at != text.npos);
  STATIC_REQUIRE(kDTypeCount == 27);
  for (const DType& dtype : kDTypes) {
    INFO(dtype.name.text());
    const std::string row =
        R"({"name":")" + std::string(dtype.name) + R"(","bits":)" + std::to_string(dtype.bits) + ",";
    at = text.find(row, at);
    REQUIRE(at != text.npos);
  }
}

TEST_CASE("describe has all 22 operator versions, and the library's own, in order, with their parameters",
          "[describe]") {
  const std::string_view text = describe();
  std::size_t at = text.find("\"operators\":[");
  REQUIRE(at != text.npos);
  CHECK(documented_rows().size() == 22);
  CHECK(all_rows().size() == 25);
  for (const Operator* row_of_op : all_rows()) {
    const Operator& op = *row_of_op;
    INFO(row_start(op));
    at = text.find(row_start(op), at);
    REQUIRE(at != text.npos);
    const std::string_view row = text.substr(at, text.find("\"domain\"", at + row_start(op).size()) - at);
    const std::size_t attributes = row.find("\"attributes\":[");
    REQUIRE(attributes != row.npos);
    CHECK(row.find(R"("inputs":[{"name":")" + std::string(op.data) + "\"") != row.npos);
    for (const Parameter& parameter : op.parameters) {
      INFO(parameter.name.text());
      const std::string name = R"({"name":")" + std::string(parameter.name) + "\"";
      const std::size_t first = parameter.kind == Kind::kInput ? 0 : attributes;
      const std::size_t found = row.find(name, first);
      CHECK((found != row.npos && (found < attributes) == (parameter.kind == Kind::kInput)));
    }
  }
}

TEST_CASE("describe has what a row says of its parameters", "[describe]") {
  const std::string_view text = describe();
  for (
      const char* part : {
          R"("inputs":[{"name":"data","types":32767,)",                       // Slice's data: A15
          R"({"name":"starts","types":640,"optional":false,)",                // Slice-10
          R"("types":640,"optional":true,"rank":1})",                         // Slice-10
          R"({"name":"starts","type":"ints","optional":false})",              // Slice-1
          R"({"name":"axis","type":"int","optional":true,"default":0})",      // Split
          R"({"name":"num_outputs","type":"int","optional":true})",           // Split-18
          R"({"name":"keepdims","type":"int","optional":true,"default":1})",  // SplitToSequence
          R"({"name":"split","types":1027,"optional":true,)",                 // Split-1
          R"("types":640,"optional":true,"rank":"0 or 1"})",                  // SplitToSequence
          R"("optional":false,"rank":0},{"name":"split_lengths",)",           // VariadicSplit's axis
          R"("optional":false,"rank":"any"})",                                // what is cut
          R"("optional":false,"rank":"any","variadic":true})",                // Concat's inputs
          R"("optional":false,"rank":"any","sequence":true})",                // ConcatFromSequence's
          R"({"name":"updates","types":)",                                    // SliceScatter's second tensor
          R"({"name":"write_indices","types":512,"optional":true,"rank":1})",
          R"({"name":"axis","type":"int","optional":true,"default":-2})",  // TensorScatter
          R"({"name":"mode","type":"string","optional":true,"choices":["linear","circular"],"default":"linear"})",
          R"({"name":"num_splits","type":"int","optional":false})",  // OpenVINO's Split
          R"({"name":"uint8","bits":8,"classes":["Uint8Array","Uint8ClampedArray"])",
          R"("group":8,"entries":3)",  // u3
          R"("alias":"int4")",
          R"("max_rank":32)",
          R"("max_outputs":1048576)",
      }) {
    INFO(part);
    CHECK(text.find(part) != text.npos);
  }
}
