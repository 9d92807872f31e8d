// Numbers in text: as JavaScript writes them.
#include "text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <string>

using namespace microtome;

namespace {

std::string text_of(double number) {
  char memory[64];
  Text text(memory);
  text.format("%", number);
  return std::string(text.view());
}

}  // namespace

TEST_CASE("integers, as far as they are exact, and what is no number", "[text]") {
  CHECK(text_of(0) == "0");
  CHECK(text_of(-7) == "-7");
  CHECK(text_of(1048576) == "1048576");
  CHECK(text_of(0x1p53 - 1) == "9007199254740991");
  CHECK(text_of(0x1p53) == "9007199254740992 or more");
  CHECK(text_of(-1e300) == "-9007199254740992 or less");
  CHECK(text_of(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(text_of(-std::numeric_limits<double>::infinity()) == "-Infinity");
}

TEST_CASE("fractions, with as few digits as tell them from their neighbours", "[text]") {
  CHECK(text_of(0.5) == "0.5");
  CHECK(text_of(-2.25) == "-2.25");
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(0.1 + 0.2) == "0.30000000000000004");
  CHECK(text_of(3.0000000000000004) == "3.0000000000000004");
  CHECK(text_of(1.0000001) == "1.0000001");
  CHECK(text_of(100.05) == "100.05");
  CHECK(text_of(0x1p49 + 0.5) == "562949953421312.5");
  CHECK(text_of(0.000001) == "0.000001");
  CHECK(text_of(1e-9) == "nearly 0");
  CHECK(text_of(-5e-324) == "nearly 0");
}
