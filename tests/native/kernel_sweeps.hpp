// What the sweeps of the kernels share: widths, counts, bytes, and where strided elements are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace microtome::testing {

using Bytes = std::vector<uint8_t>;

inline constexpr size_t kWidths[] = {1,  2,  3,  4,  5,  6,  7,  8,   9,   12,
                                     15, 16, 17, 24, 31, 32, 33, 100, 511, 600};

/// Counts to test: for two full vector steps and any remainder, or for the groups of four of plain moves.
inline size_t counts(size_t width) { return width > 100 ? 4 : std::max<size_t>(10, 71 / width); }

inline Bytes random_bytes(size_t size) {
  Bytes bytes(size);
  uint32_t state = 12345;
  for (uint8_t& b : bytes) b = uint8_t((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

/// The bytes from the first to the last of some elements, and where in them element 0 begins.
struct Hull {
  Hull(ptrdiff_t distance, size_t width, size_t count)
      : stride(distance),
        size(count > 0 ? (count - 1) * size_t(std::abs(stride)) + width : 0),
        first(stride < 0 && count > 0 ? size - width : 0) {}
  size_t at(size_t i) const { return size_t(ptrdiff_t(first) + ptrdiff_t(i) * stride); }

  ptrdiff_t stride;
  size_t size, first;
};

}  // namespace microtome::testing
