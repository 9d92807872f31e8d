// Words that no caller of ours writes, and what must hold of every move that they begin.
#pragma once

#include <limits>
#include <string>

#include "random.hpp"
#include "wire.hpp"

namespace microtome::testing {

inline constexpr double kInf = std::numeric_limits<double>::infinity();

/// Words that are small, or so large that they mean trouble; none that would just make a plan of millions of
/// outputs.
double hostile_word(Random& random);

/// Begins to move what the words say, and takes the first `steps`. All copies must be within the whole, of so
/// many bytes, and the area, and none of a tensor that is not there.
std::string move_some(Session& wire, std::size_t words, double whole_bytes, int& moved, Index steps = 20);

/// The same for a move that has begun.
std::string step_some(Session& wire, Index tiles, double whole_bytes, Index steps);

}  // namespace microtome::testing
