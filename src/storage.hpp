// How elements are stored as bytes. All that the core knows about packed types follows from this file; only
// the kernels (move/kernels/packed.cpp, copy_packed.cpp) also know where an element is in its unit.
#pragma once

#include <concepts>
#include <cstdint>

namespace microtome {

/// How the elements of a type are stored.
struct Storage {
  int width = 1;        ///< bytes per element; 1 for packed elements, which are counted
  int packed_bits = 0;  ///< bits per packed element; 0: whole bytes
};

/// Bytes of the widest element, complex128.
inline constexpr int kWidest = 16;

/// Packed elements have 1, 2, 3, 4 or 6 bits. A unit is the fewest of them that fill whole bytes: one byte,
/// or three.
constexpr bool is_packing(std::integral auto bits) { return bits > 0 && bits < 8 && 24 % bits == 0; }
constexpr int unit_bytes(int packed_bits) { return packed_bits % 3 == 0 ? 3 : 1; }
constexpr int unit_elements(int packed_bits) { return 8 * unit_bytes(packed_bits) / packed_bits; }

/// 8 elements of b bits are whole units, and occupy exactly b bytes.
inline constexpr int kGroup = 8;

/// Bytes that hold `count` packed elements, in whole units.
template <std::integral I>
constexpr I packed_bytes(I count, int packed_bits) {
  const auto unit = static_cast<I>(unit_elements(packed_bits));
  return (count / unit + (count % unit != 0)) * static_cast<I>(unit_bytes(packed_bits));
}

}  // namespace microtome
