// Moves of any shape, whether a plan has them or not, staged and compared with a naive copy.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "client.hpp"
#include "random.hpp"

namespace microtome::testing {

WireMove move_of(std::initializer_list<Axis> axes, const std::vector<Stream>& streams, int packed_bits = 0);
/// Gives the part of a move a layout of these strides, in the order of the move's axes.
WireMove with_layout(WireMove sent, Index offset, const std::vector<Index>& strides);

/// What is wrong with the bytes that the move leaves, from and to each of these places; empty if nothing.
/// A move that fits no tile, or would write something twice, may be refused; if it is not, it must stay
/// inside its tensors.
std::string compare_moved(Client& client, Random& random, const WireMove& sent,
                          std::span<const Places> places);

}  // namespace microtome::testing
