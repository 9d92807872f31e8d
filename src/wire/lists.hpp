// The moves of a cut by a list of positions.
#pragma once

#include "plan/operator.hpp"
#include "wire/move_writer.hpp"

namespace microtome {

/// Writes the moves of a list. `part`: where the elements of the output are; null: one after another.
void write_listed(MoveWriter& writer, const Listed& list, const View& whole, const View* part);

}  // namespace microtome
