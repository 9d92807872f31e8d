// Values of the corpus format: numbers, lists, dims, typed tensors. Everything throws ParseError on what it
// does not understand to the last character.
#pragma once

#include <string_view>
#include <vector>

#include "case_file.hpp"

namespace microtome::testing {

[[noreturn]] void fail(std::string_view why, std::string_view what);

std::vector<std::string_view> split(std::string_view text, std::string_view separator);
/// Split at any number of spaces.
std::vector<std::string_view> words(std::string_view text);

/// Integers exactly; "-0" is a real, because only a real has it.
Number parse_number(std::string_view text);
/// In [0, 2^53).
Index parse_index(std::string_view text);
/// `[4,6]`.
std::vector<Index> parse_dims(std::string_view text, char open = '[', char close = ']');
/// `5`, `[1,2]`, int64 of an input and without a type of an attribute; `int8(5)`, `int32[1,2]`,
/// `int64{2,1}[3,4]`; of an attribute also a word.
Value parse_value(std::string_view text, bool is_input);

}  // namespace microtome::testing
