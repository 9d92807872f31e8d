// Reads conversions: what elements become while they move. wire.hpp says what the words are.
#pragma once

#include "move/converter.hpp"
#include "move/move.hpp"
#include "wire/moves.hpp"
#include "words.hpp"

namespace microtome {

/// Reads what follows a move that counts elements. The move, its stream, the bytes of the whole and what is
/// touched then count bytes, each run is one element, and the part has a layout. False if the words are
/// wrong.
bool read_conversion(Reader& in, Converter& converter, GivenMove& given, Stream& stream, bool& only_checks);

}  // namespace microtome
