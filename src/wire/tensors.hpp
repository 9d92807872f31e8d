// Reads tensors. wire.hpp says what the words are.
#pragma once

#include "error.hpp"
#include "plan/tensors.hpp"

namespace microtome {

/// Reads a tensor. A mistake in it blames `param`.
Result<void> read_tensor(Reader& in, Tensor& tensor, Literal param);

}  // namespace microtome
