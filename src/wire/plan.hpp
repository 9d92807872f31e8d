// Writes plans as words. wire.hpp says what the words are.
#pragma once

#include "wire/call.hpp"

namespace microtome {

/// Appends a plan of `call`, and the moves that carry it out. Fails if an output of a cut does not fit its
/// layout.
Result<void> write_plan(const Plan& plan, const Call& call, Layouts& layouts, Words& out);

/// Appends the outputs' number and sizes.
void write_outputs(const Plan& plan, Words& out);

/// Appends the outputs of a cut, and where each is in the data. Fails if an output merges axes that no single
/// stride can express.
Result<void> write_views(const Plan& plan, Words& out);

}  // namespace microtome
