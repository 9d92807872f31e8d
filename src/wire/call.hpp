// Reads a call. wire.hpp says what the words are.
#pragma once

#include "error.hpp"
#include "plan/operator.hpp"
#include "words.hpp"

namespace microtome {

/// Where the outputs of a cut are to be, one after another.
struct Layouts {
  Reader in{{}};
  Index count = 0;  ///< 0: all are in row-major order
  int type = kUntyped;

  /// Reads the next one; false if that output is in row-major order.
  bool next(Layout& layout);
};

/// Reads what follows the row into `call`, whose `op` is set. The call and the layouts refer to the words.
Result<void> read_call(Reader& in, Call& call, Layouts& layouts);

}  // namespace microtome
