// Regions: a view in bytes, with as few axes as say the same. Everything that moves works on these, so that
// equal work looks equal whatever operator, version, rank or element type it comes from.
#pragma once

#include "plan/view.hpp"

namespace microtome {

/// How the elements of a view are stored.
struct Storage {
  int width = 1;        ///< bytes per element; 1 for packed elements, which are counted
  int packed_bits = 0;  ///< bits per packed element; 0: whole bytes
};

/// The fewest packed elements that fill bytes of their own, and those bytes.
constexpr Index unit_bytes(int packed_bits) { return packed_bits % 3 == 0 ? 3 : 1; }
constexpr Index unit_elements(int packed_bits) { return 8 * unit_bytes(packed_bits) / packed_bits; }

/// `run` consecutive bytes at `offset + sum(index[i] * axes[i].stride)`, for all indices in row-major order,
/// written one behind the other. Where `packed_bits` is not 0, read "elements" for "bytes".
struct Region {
  Axes axes;
  Index offset = 0;
  Index run = 0;  ///< 0: nothing moves
  int packed_bits = 0;
};

/// Unit axes are dropped, chained axes merged, and a contiguous tail is folded into the run. Runs of packed
/// elements that all begin and end at whole bytes of their own are bytes like any other.
Region normalize(const View& view, Storage storage);

}  // namespace microtome
