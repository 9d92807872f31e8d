// The kernels of which `turn` chooses one, for widths 1, 2, 4 and 8. Streams are lines whose elements take
// turns on the other side: planes of an image, channels of a sound, columns of a table.
#pragma once

#include <algorithm>

#include "kernels.hpp"

namespace microtome::kernels {

/// Writes `k` streams in one pass: element i of stream j goes to out + i*stride + j*width. False, and nothing
/// has moved, if no kernel is faster than stream by stream: of 2 or 3 streams with gaps, or of 1.
bool interleave(const uint8_t* const* ins, size_t width, size_t k, size_t count, uint8_t* out,
                ptrdiff_t stride);

/// The inverse. It also has a kernel for 3 of 4 streams.
bool deinterleave(const uint8_t* in, ptrdiff_t stride, size_t width, size_t k, size_t count,
                  uint8_t* const* outs);

/// Turns any table, whose lines are so many bytes apart.
void transpose(const uint8_t* in, ptrdiff_t in_pitch, size_t width, size_t rows, size_t columns, uint8_t* out,
               ptrdiff_t out_pitch);

/// Calls `block(j, i, n)` for the elements [i, i + n) of the streams [j, j + many) of `k`, at least `many`. n
/// is a multiple of 16/width, which leaves a remainder: returns the number of elements before it. The last
/// block may move some streams a second time.
size_t each_block(size_t many, size_t width, size_t k, size_t count, auto block) {
  constexpr size_t kCached = 16 << 10;
  const size_t step = 16 / width, whole = count / step * step;
  // Elements whose interleaved bytes stay in the first-level cache until all streams are done.
  const size_t chunk = std::max(kCached / (k * width) / step, size_t{1}) * step;
  for (size_t i = 0; i < whole; i += chunk)
    for (size_t j = 0; j < k; j += many) block(std::min(j, k - many), i, std::min(chunk, whole - i));
  return whole;
}

}  // namespace microtome::kernels
