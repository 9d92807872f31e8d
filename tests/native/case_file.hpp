// Reads and writes lines of the corpus (tests/cases/README.md has the format).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "node.hpp"

namespace microtome::testing {

struct Expectation {
  bool is_error = false;
  std::string code = {};      ///< when an error; empty: any
  std::string param = {};     ///< empty: none is named
  std::string sentence = {};  ///< empty: any
  std::vector<Output> outputs = {};
};

struct Case {
  Node node;
  Expectation expected;
  std::string where;  ///< file:line
  std::string text;
};

/// One line that is neither blank nor a comment.
Case parse_case(std::string_view line);

/// `5`, `[1,2]`, int64 of an input and without a type of an attribute; `int8(5)`, `int32[1,2]`,
/// `int64{2,1}[3,4]`; of an attribute also a word.
Value parse_value(std::string_view text, bool is_input);

/// All cases of a file, or those of every so many lines; errors name file and line.
std::vector<Case> read_cases(const std::string& path, int every = 1);

/// The node as a line of the corpus has it, so that what a random test finds can be pasted there.
std::string to_line(const Node& node);

}  // namespace microtome::testing
