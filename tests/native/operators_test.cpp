// The operator table: its rows, find(), what each version's parameters may be, the cap on outputs, and
// extreme values.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <map>
#include <sstream>

#include "call_of.hpp"
#include "case_file.hpp"
#include "plan/operator.hpp"

using namespace microtome;
using namespace microtome::testing;

namespace {

constexpr Index kMin = std::numeric_limits<Index>::min();
constexpr Index kMax = std::numeric_limits<Index>::max();

/// The code of a call written as in the corpus; empty if it succeeds.
std::string code_of(const std::string& line) {
  const CallOf call(parse_case(line + " -> none").node);
  const auto plan = plan_of(*call);
  return plan ? "" : std::string(word(plan.error().code)) + " " + std::string(plan.error().param);
}

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

TEST_CASE("more outputs than the cap are an error in every splitter, before anything is made of them",
          "[operators]") {
  const std::string most = std::to_string(kMaxOutputs), more = std::to_string(kMaxOutputs + 1);
  CHECK(code_of("SplitToSequence-24 uint8 [2147483648,0]") == "too_many_outputs axis");
  CHECK(code_of("SplitToSequence-11 uint8 [9007199254740991,0] @keepdims=0") == "too_many_outputs axis");
  CHECK(code_of("SplitToSequence-24 uint8 [2147483648,0] split=2047") == "too_many_outputs split");
  CHECK(code_of("SplitToSequence-24 uint8 [2147483648,0] split=2048") == "");
  CHECK(code_of("SplitToSequence-24 uint8 [0," + more + "] @axis=1") == "too_many_outputs axis");
  CHECK(code_of("SplitToSequence-24 uint8 [0," + most + "] @axis=1") == "");
  CHECK(code_of("Split-18 uint8 [4] @num_outputs=" + more) == "too_many_outputs num_outputs");
  CHECK(code_of("Split-18 uint8 [4] @num_outputs=9223372036854775807") == "too_many_outputs num_outputs");
  CHECK(code_of("Split-18 uint8 [4] @num_outputs=9223372036854775807 outputs=2") == "");
  CHECK(code_of("Split-18 uint8 [4] @num_outputs=" + most) == "");
  for (const char* version : {"2", "11", "13"}) {
    CHECK(code_of(std::string("Split-") + version + " uint8 [0] outputs=" + more) ==
          "too_many_outputs num_outputs");
    CHECK(code_of(std::string("Split-") + version + " uint8 [0] outputs=" + most) == "");
  }
}

TEST_CASE("lists longer than the cap are an error in every splitter", "[operators]") {
  const std::vector<Index> zeros(static_cast<std::size_t>(kMaxOutputs) + 1);
  const auto plan_with = [&](const char* line, const char* name, std::size_t length) {
    const CallOf call(parse_case(std::string(line) + " -> none").node);
    Call changed = *call;
    for (std::size_t i = 0; i < changed.op->parameters.size(); ++i)
      if (changed.op->parameters[i].name == name && changed.arguments[i].present())
        changed.arguments[i].values = std::span(zeros).first(length);
    return plan_of(changed);
  };
  struct {
    const char* line;
    const char* name;
  } const lists[] = {{"Split-1 float32 [0] @split=[0]", "split"},
                     {"Split-1 float32 [0] split=float32[0]", "split"},
                     {"Split-2 uint8 [0] @split=[0]", "split"},
                     {"Split-11 uint8 [0] @split=[0]", "split"},
                     {"Split-13 uint8 [0] split=[0]", "split"},
                     {"Split-18 uint8 [0] split=[0]", "split"},
                     {"SplitToSequence-11 uint8 [0] split=[0]", "split"},
                     {"SplitToSequence-24 uint8 [0] split=[0]", "split"},
                     {"VariadicSplit-1 uint8 [0] axis=0 split_lengths=[0]", "split_lengths"}};
  for (const auto& [line, name] : lists) {
    INFO(line);
    const auto allowed = plan_with(line, name, static_cast<std::size_t>(kMaxOutputs));
    REQUIRE(allowed.has_value());
    CHECK(allowed->count() == kMaxOutputs);
    const auto refused = plan_with(line, name, zeros.size());
    REQUIRE(!refused.has_value());
    CHECK(refused.error().code == Errc::kTooManyOutputs);
    CHECK(refused.error().param == name);
  }
}

TEST_CASE("Slice: any combination of extremes, and nothing overflows", "[operators]") {
  const std::vector<Index> extremes = {kMin, kMin + 1, -kMaxIndex, -6, -5,        -1,       0,
                                       1,    4,        5,          6,  kMaxIndex, kMax - 1, kMax};
  for (const Index size : {Index{0}, Index{1}, Index{5}, kMaxIndex}) {
    Node node = parse_case("Slice-13 uint8 [0] starts=[0] ends=[0] axes=[0] steps=[1] -> none").node;
    node.dims = {size};
    CallOf owner(node);
    Call call = *owner;
    for (const Index start : extremes) {
      for (const Index end : extremes) {
        for (const Index step : extremes) {
          call.arguments[0].values = {&start, 1};
          call.arguments[1].values = {&end, 1};
          call.arguments[3].values = {&step, 1};
          const auto plan = plan_of(call);
          if (plan.has_value() != (step != 0)) FAIL(start << ":" << end << ":" << step << " of " << size);
          if (!plan) continue;
          const Axis axis = plan->whole.axes[0];
          const Wide last = Wide{plan->whole.offset} + Wide{axis.size - 1} * axis.stride;
          const bool inside = axis.size == 0 || (plan->whole.offset >= 0 && plan->whole.offset < size &&
                                                 last >= 0 && last < size);
          if (!inside || axis.size < 0) FAIL(start << ":" << end << ":" << step << " of " << size);
        }
      }
    }
  }
}

TEST_CASE("splitters: sums that wrap, and sizes beyond all axes", "[operators]") {
  const std::string most = std::to_string(kMax), least = std::to_string(kMin);
  // -2 as the sum of two int64, and 2^64 + 4 as that of three
  CHECK(code_of("Split-13 uint8 [4] split=[" + most + "," + most + "]") == "sum_mismatch split");
  CHECK(code_of("Split-13 uint8 [4] split=[" + most + "," + most + ",6]") == "sum_mismatch split");
  CHECK(code_of("SplitToSequence-24 uint8 [4] split=[" + most + "," + most + ",6]") == "sum_mismatch split");
  CHECK(code_of("VariadicSplit-1 uint8 [4] axis=0 split_lengths=[-1," + most + "," + most + ",6]") ==
        "sum_mismatch split_lengths");
  CHECK(code_of("VariadicSplit-1 uint8 [4] axis=0 split_lengths=[-1," + least + "]") ==
        "bad_size split_lengths");
  CHECK(code_of("SplitToSequence-24 uint8 [4] split=" + least) == "bad_size split");
  CHECK(code_of("SplitToSequence-24 uint8 [4] split=" + most) == "");
  CHECK(code_of("Split-18 uint8 [4] @axis=" + least + " @num_outputs=1") == "bad_axis axis");
  CHECK(code_of("Split-18 uint8 [9007199254740991,0] @num_outputs=2") == "");
}

TEST_CASE("joins: sizes at the limits, and nothing overflows", "[operators]") {
  const std::string most = "9007199254740991", half = "4503599627370496";
  CHECK(code_of("Concat-13 uint8 [" + most + ",0] [0,0] @axis=0") == "");
  CHECK(code_of("Concat-13 uint8 [" + most + ",0] [1,0] @axis=0") == "too_large inputs");
  CHECK(code_of("Concat-13 uint8 [" + half + "] [" + half + "] @axis=0") == "too_large inputs");
  CHECK(code_of("ConcatFromSequence-11 uint8 [" + half + "] [" + half + "] @axis=0 @new_axis=1") ==
        "too_large input_sequence");
  CHECK(code_of("TensorScatter-24 uint8 [2," + most + ",0] [2," + most + ",0] write_indices=[0,0]") == "");
  CHECK(code_of("TensorScatter-24 uint8 [2," + most + ",0] [2,3,0] write_indices=[0,-1]") ==
        "index_out_of_range write_indices");
  for (const char* extreme : {"-9223372036854775808", "9223372036854775807"})
    CHECK(code_of("TensorScatter-24 uint8 [1," + most + ",0] [1,7,0] write_indices=[" + std::string(extreme) +
                  "] @mode=circular") == "");
}
