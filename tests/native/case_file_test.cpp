// The corpus' parser: what it reads, and that it refuses everything else instead of skipping it.
#include "case_file.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>

#include "case_values.hpp"

using namespace microtome::testing;
using microtome::Index;

TEST_CASE("a line is read to the last detail", "[corpus]") {
  const Case c = parse_case(
      "Split-18 float32 [4,6] split=int32{2,1}[3,-4] @num_outputs=4 outputs=3 -> [2] 0 23 | [0,9] | [] 7");
  CHECK(c.node.op_type == "Split");
  CHECK(c.node.opset == 18);
  CHECK(c.node.type == "float32");
  CHECK(c.node.dims == std::vector<Index>{4, 6});
  CHECK(c.node.outputs == 3);
  const Value& split = c.node.inputs.at("split");
  CHECK(split.type == "int32");
  CHECK(split.dims == std::vector<Index>{2, 1});
  CHECK(split.values.at(1).integer == -4);
  CHECK(c.node.attributes.at("num_outputs").dims.empty());
  CHECK(c.node.attributes.at("num_outputs").type.empty());
  REQUIRE(c.expected.outputs.size() == 3);
  CHECK(c.expected.outputs[0] == Output{{2}, {0, 23}});
  CHECK(c.expected.outputs[1] == Output{{0, 9}, {}});
  CHECK(c.expected.outputs[2] == Output{{}, {7}});
}

TEST_CASE("several tensors, some of another type or absent, and strings", "[corpus]") {
  const Node node =
      parse_case("openvino.Concat-1 u4 [2,1] i4 [3] null [] @mode=circular -> [6] 0 1 2 3 4 5").node;
  CHECK(node.domain() == "openvino");
  CHECK(node.name() == "Concat");
  CHECK(node.type == "u4");
  CHECK(node.dims == std::vector<Index>{2, 1});
  REQUIRE(node.others.size() == 3);
  CHECK(node.others[0].type == "i4");
  CHECK(node.others[0].dims == std::vector<Index>{3});
  CHECK(node.others[1].absent);
  CHECK(node.others[2].type == "i4");
  CHECK(node.others[2].dims.empty());
  CHECK(count_all(node) == 6);
  CHECK(node.attributes.at("mode").word == "circular");
  CHECK(parse_case("ConcatFromSequence-11 string @axis=0 -> error missing x").node.absent);
  CHECK(parse_case("Concat-13 u1 null [1] -> [1] 0").node.domain() == "ai.onnx");
  CHECK(parse_case("SliceScatter-15 u1 [1] [1] -> [1] 0").node.domain() == "openvino");
}

TEST_CASE("errors, and sequences without outputs", "[corpus]") {
  const Expectation error = parse_case("Slice-13 u1 [] -> error zero_step steps").expected;
  CHECK(error.is_error);
  CHECK(error.code == "zero_step");
  CHECK(error.param == "steps");
  CHECK(parse_case("Slice-0 u1 [] -> error bad_opset -").expected.param.empty());
  const Expectation none = parse_case("SplitToSequence-24 u1 [0] -> none").expected;
  CHECK(!none.is_error);
  CHECK(none.outputs.empty());
}

TEST_CASE("numbers are exact", "[corpus]") {
  CHECK(parse_number("18446744073709551615").integer == (Wide{1} << 64) - 1);
  CHECK(parse_number("-9223372036854775808").integer == -(Wide{1} << 63));
  CHECK(parse_number("9007199254740993").integer == (Wide{1} << 53) + 1);
  CHECK((parse_number("-0").integral && std::signbit(parse_number("-0").real)));
  CHECK((parse_number("2.0").integral && parse_number("2.0").integer == 2));
  CHECK(!parse_number("2.5").integral);
  CHECK(parse_number("1e300").real == 1e300);
  CHECK((std::isnan(parse_number("nan").real) && !parse_number("nan").integral));
  CHECK(parse_number("-inf").real == -std::numeric_limits<double>::infinity());
  for (const char* text :
       {"", "-", "+1", "1 ", "1x", "0x10", ".5", "1e", "1..2", "--1", "-nan", "infinity", "one", "1-1"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_number(text), ParseError);
  }
}

TEST_CASE("values: shapes and types", "[corpus]") {
  CHECK(parse_value("5", true).type == "int64");
  CHECK(parse_value("5", true).dims.empty());
  CHECK(parse_value("[]", true).dims == std::vector<Index>{0});
  CHECK(parse_value("int8(-5)", true).type == "int8");
  CHECK(parse_value("int64{}[5]", true).dims.empty());
  CHECK(parse_value("int64{0,2}[]", true).dims == std::vector<Index>{0, 2});
  CHECK(parse_value("uint8[255]", true).values.at(0).integer == 255);
  CHECK(parse_value("float32[2.5,nan]", true).values.size() == 2);
  CHECK(parse_value("[1,2]", false).type.empty());
  for (const char* text : {"",
                           "[1",
                           "1]",
                           "[1,]",
                           "[,1]",
                           "[1, 2]",
                           "int8()",
                           "int8(1,2)",
                           "int8(1]",
                           "int8{1}",
                           "int8{2}[1]",
                           "int8{1[1]",
                           "int8[128]",
                           "int8[-129]",
                           "uint8[-1]",
                           "uint8[256]",
                           "int64[9223372036854775808]",
                           "int64[1.5]",
                           "int7[1]",
                           "[[1]]",
                           "(1)x",
                           "int8 [1]"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_value(text, true), ParseError);
  }
  CHECK(parse_value("5", false).type.empty());
  CHECK(parse_value("int32[1,2]", false).type == "int32");
  CHECK(parse_value("int8(1)", false).dims.empty());
  CHECK_THROWS_AS(parse_value("int8[128]", false), ParseError);
}

TEST_CASE("malformed lines are refused, not skipped", "[corpus]") {
  REQUIRE_NOTHROW(parse_case("Slice-13 float32 [4] starts=[1] -> [2] 1 2"));
  for (const char* line : {
           "Slice-13 float32 [4] starts=[1]",                  // no expectation
           "Slice-13 float32 [4] starts=[1] -> ",              // an empty one
           "Slice-13 float32 [4] starts=[1]-> [2] 1 2",        // an arrow that is not one
           "Slice-13 float32 [4] -> [2] 1 2 -> [2] 1 2",       // two
           "Slice-13 float32 -> [2] 1 2",                      // no dims
           "Slice float32 [4] -> [2] 1 2",                     // no opset
           "Slice-x float32 [4] -> [2] 1 2",                   // one that is no number
           "-13 float32 [4] -> [2] 1 2",                       // no operator
           "Slise-13 float32 [4] -> [2] 1 2",                  // an unknown one
           "Slice-13 float33 [4] -> [2] 1 2",                  // an unknown type
           "Concat-13 u4 [4] u5 [4] -> none",                  // of a later tensor
           "Concat-13 u4 [4] u4 -> none",                      // a type without dims
           "Concat-13 u4 [4] u4 i4 [4] -> none",               // two types of one tensor
           "Concat-13 u4 [4] @axis=0 [4] -> none",             // a tensor after an argument
           "Slice-13 float32 [4] [4] -> none",                 // one too many
           "Concat-13 u4 [2] [2] -> [1] 4",                    // an element that no tensor has
           "openvino.VariadicSplit-1 float32 [4] -> none",     // a domain that it does not need
           "onnx.Slice-13 float32 [4] -> none",                // one that is none
           "Concat-13 u4 [4] @mode=ring2 -> none",             // a string with a digit
           "Slice-13 float32 4 -> [2] 1 2",                    // dims without brackets
           "Slice-13 float32 [-4] -> [0]",                     // a negative one
           "Slice-13 float32 [4,] -> [2] 1 2",                 // one that is missing
           "Slice-13 float32 [4] starts -> [2] 1 2",           // an argument without a value
           "Slice-13 float32 [4] starts= -> [2] 1 2",          // with an empty one
           "Slice-13 float32 [4] =[1] -> [2] 1 2",             // without a name
           "Slice-13 float32 [4] Starts=[1] -> [2] 1 2",       // with one that is none
           "Slice-13 float32 [4] a=[1] a=[1] -> [2] 1 2",      // twice
           "Slice-13 float32 [4] @a=1 @a=1 -> [2] 1 2",        // twice
           "Slice-13 float32 [4] outputs=[1] -> [2] 1 2",      // a list of output counts
           "Slice-13 float32 [4] outputs=1.5 -> [2] 1 2",      // half an output
           "Slice-13 float32 [4] outputs=1 outputs=1 -> [0]",  // twice
           "Slice-13 float32 [4] -> [2] 1",                    // too few elements
           "Slice-13 float32 [4] -> [2] 1 2 3",                // too many
           "Slice-13 float32 [4] -> [2] 1 4",                  // one that the data has not
           "Slice-13 float32 [4] -> [2] 1 -1",                 // one that nothing has
           "Slice-13 float32 [4] -> [2] 1 2 |",                // an output that is missing
           "Slice-13 float32 [4] -> [2] 1 2|[2] 1 2",          // a bar that is none
           "Slice-13 float32 [4] -> error zero_step",          // no parameter
           "Slice-13 float32 [4] -> error zero_step a b",      // two
           "Slice-13 float32 [4] -> none 1",                   // none, but one
           "Slice-13 float32 [4] -> [1] 1 # why",              // a comment behind a case
           "Slice-13\tfloat32 [4] -> [2] 1 2",                 // a tab
           "Slice-13 float32 [4] -> [2] 1 2\r",                // a line of another system
       }) {
    INFO(line);
    CHECK_THROWS_AS(parse_case(line), ParseError);
  }
}

TEST_CASE("a file: comments and blank lines are passed over, mistakes are placed", "[corpus]") {
  const auto path = std::filesystem::temp_directory_path() / "microtome_case_file_test.txt";
  std::ofstream(path) << "# comment\n\n  # another\nSlice-13 u1 [2] -> [1] 1\n\nSlice-13 u2 [2] -> [1] 1\n";
  const auto cases = read_cases(path.string());
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].where == "microtome_case_file_test.txt:4");
  CHECK(cases[1].node.type == "u2");
  std::ofstream(path) << "# comment\nSlice-13 u1 [2] -> [1] 1\nSlice-13 u1\n";
  std::string message;
  try {
    read_cases(path.string());
  } catch (const ParseError& error) {
    message = error.what();
  }
  CHECK(message.starts_with("microtome_case_file_test.txt:3: "));
  std::filesystem::remove(path);
  CHECK_THROWS_AS(read_cases(path.string()), ParseError);
}
