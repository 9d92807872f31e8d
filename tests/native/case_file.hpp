// Reads the corpus (tests/cases/README.md has the format). A line that is not understood to the last
// character throws: a case that is skipped looks like one that passes.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "node.hpp"

namespace microtome::testing {

struct Expectation {
  bool is_error = false;
  std::string code;      ///< when an error
  std::string param;     ///< empty: none is named
  std::string sentence;  ///< empty: any
  std::vector<Output> outputs;
};

struct Case {
  Node node;
  Expectation expected;
  std::string where;  ///< file:line
  std::string text;
};

struct ParseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One line that is neither blank nor a comment.
Case parse_case(std::string_view line);

/// All cases of a file; ParseErrors name file and line.
std::vector<Case> read_cases(const std::string& path);

/// The node as a line of the corpus has it, so that what a random test finds can be pasted there.
std::string to_line(const Node& node);

}  // namespace microtome::testing
