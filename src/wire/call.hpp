// Reads a call. wire.hpp says what the words are.
#pragma once

#include "error.hpp"
#include "plan/operator.hpp"
#include "wire/layout.hpp"
#include "words.hpp"

namespace microtome {

/// Bits of the request's word 1 (wire.hpp).
inline constexpr Index kHasCount = 1, kAnyType = 2, kViews = 4, kInOneArray = 8, kNegatives = 16;

/// Reads what follows the row into `call`, whose `op` is set. The call and the layouts refer to the words.
Result<void> read_call(Reader& in, Call& call, Layouts& layouts);

}  // namespace microtome
