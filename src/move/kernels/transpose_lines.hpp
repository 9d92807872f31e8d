// The kernels among which `transpose_lines` chooses, for widths 1, 2, 4 and 8. Streams are lines whose
// elements alternate on the other side: planes of an image, channels of a sound, columns of a table.
#pragma once

#include <algorithm>

#include "kernels.hpp"

namespace microtome::kernels {

/// Writes `k` streams in one pass: element i of stream j goes to out + i*stride + j*width. False, and nothing
/// has moved, if no kernel is faster than moving stream by stream: for 2 or 3 streams with gaps, and for 1.
bool interleave(const uint8_t* const* ins, size_t width, size_t k, size_t count, uint8_t* out,
                ptrdiff_t stride);

/// The inverse. It also has a kernel for 3 of 4 streams.
bool deinterleave(const uint8_t* in, ptrdiff_t stride, size_t width, size_t k, size_t count,
                  uint8_t* const* outs);

/// Turns any table whose lines have a pitch on both sides.
void transpose(const uint8_t* in, ptrdiff_t in_pitch, size_t width, size_t rows, size_t columns, uint8_t* out,
               ptrdiff_t out_pitch);

/// Calls `panel(j, i, n)` for the elements [i, i + n) of the streams [j, j + many) of `k` streams (at least
/// `many`). n is a multiple of 16/width, so a remainder is left: returns the number of elements before it.
/// The last panel may move some streams a second time.
size_t each_panel(size_t many, size_t width, size_t k, size_t count, auto panel) {
  constexpr size_t kCached = 16 << 10;
  const size_t step = 16 / width, whole = count / step * step;
  // The interleaved bytes of a chunk stay in the first-level cache until all streams are done.
  const size_t chunk = std::max(kCached / (k * width) / step, size_t{1}) * step;
  for (size_t i = 0; i < whole; i += chunk)
    for (size_t j = 0; j < k; j += many) panel(std::min(j, k - many), i, std::min(chunk, whole - i));
  return whole;
}

}  // namespace microtome::kernels
