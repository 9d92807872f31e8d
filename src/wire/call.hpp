// Reads a call. wire.hpp says what the words are.
#pragma once

#include "error.hpp"
#include "plan/operator.hpp"
#include "words.hpp"

namespace microtome {

inline constexpr int kAbsent = -2;  ///< in place of the type of a parameter

/// The error for words that web/lib never writes.
[[gnu::noinline]] std::unexpected<Error> malformed();

/// Where the outputs of a cut are to be, one after another.
struct Layouts {
  std::span<const Index> numbers = {};
  Index count = 0;  ///< 0: all are in row-major order
  std::size_t at = 0;

  Layout next(int type);
};

/// Reads what follows the row into `call`, whose `op` is set. `entries` becomes the number of entries that
/// the data's array must have. The call and the layouts refer to values in the words.
Result<void> read_call(Reader& in, Call& call, Index& entries, Layouts& layouts);

}  // namespace microtome
