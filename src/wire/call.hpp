// Reads a call. wire.hpp says what the words are.
#pragma once

#include "error.hpp"
#include "plan/operator.hpp"
#include "words.hpp"

namespace microtome {

inline constexpr int kAbsent = -2;  ///< in place of the type of a parameter

/// The error for words that web/lib never writes.
std::unexpected<Error> malformed();

/// Reads what follows the row into `call`, whose `op` is set, and plans it. `entries` becomes the number of
/// entries that the data's array must have. The plan refers to values in the words.
Result<Plan> read_and_plan(Reader& in, Call& call, Index& entries);

}  // namespace microtome
