// Reads conversions: moves whose elements become others on their way. wire.hpp says what the words are.
#pragma once

#include "move/conversion.hpp"
#include "move/move.hpp"
#include "words.hpp"

namespace microtome {

/// Reads a conversion, and the move that it is a part of, which has one stream. `bytes` becomes those of the
/// whole, as the move sees it. False if the words are wrong: only this check keeps them from becoming wrong
/// addresses.
bool read_conversion(Reader& in, Conversion& conversion, Move& move, Stream& stream, Index& bytes);

}  // namespace microtome
