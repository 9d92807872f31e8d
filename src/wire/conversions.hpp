// Reads conversions: what elements become while they move. wire.hpp says what the words are.
#pragma once

#include "move/converter.hpp"
#include "move/move.hpp"
#include "wire/moves.hpp"
#include "words.hpp"

namespace microtome {

/// Bits of the flags of a conversion (wire.hpp).
inline constexpr Index kOnlyChecks = 1, kKeepsInfinity = 2, kDivides = 4;

/// Reads what follows a move that converts. False if the words are wrong, or if the elements have other
/// widths than the move says.
[[gnu::noinline]] bool read_conversion(Reader& in, Converter& converter, const ParsedMove& parsed,
                                       bool& only_checks);

}  // namespace microtome
