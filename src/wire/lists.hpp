// The moves of a part by a list of positions.
#pragma once

#include "plan/operator.hpp"
#include "wire/move_writer.hpp"

namespace microtome {

/// Writes the moves of part `number` along a list. `is_written`: in a join, the listed positions are written.
/// `part`: where the elements of the part are; null: one after another. Returns the axes of the list in the
/// order in which the moves use its positions.
[[gnu::noinline]] Axes write_listed(MoveWriter& writer, const Listed& list, Index number, bool is_written,
                                    const View& whole, const View* part);

/// Writes the positions in that order. `nowhere` stands for a gap.
[[gnu::noinline]] void write_positions(const Listed& list, const Axes& order, double nowhere, double* words);

}  // namespace microtome
