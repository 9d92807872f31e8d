// Kernels for rows that are too short for a kernel call each.
#include <algorithm>
#include <bit>

#include "kernels.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

using Rows = void(const uint8_t* in, ptrdiff_t in_pitch, ptrdiff_t stride, size_t rows, size_t columns,
                  uint8_t* out, ptrdiff_t out_pitch, ptrdiff_t out_stride);

template <size_t W>
void rows_of(const uint8_t* in, ptrdiff_t in_pitch, ptrdiff_t stride, size_t rows, size_t columns,
             uint8_t* out, ptrdiff_t out_pitch, ptrdiff_t out_stride) {
  for (; rows > 0; --rows, in += in_pitch, out += out_pitch) {
    const uint8_t* a = in;
    uint8_t* b = out;
    for (size_t i = 0; i < columns; ++i, a += stride, b += out_stride) move<W>(a, b);
  }
}

constexpr Rows* kRows[] = {rows_of<1>, rows_of<2>, rows_of<4>, rows_of<8>, rows_of<16>};
/// With more columns, a call for each row pays off: for words, and for runs of other widths.
constexpr size_t kFewWords = 64, kFewRuns = 16;

}  // namespace

void copy_rows(const uint8_t* in, ptrdiff_t in_pitch, ptrdiff_t stride, size_t width, size_t rows,
               size_t columns, uint8_t* out, ptrdiff_t out_pitch, ptrdiff_t out_stride) {
  if (columns < kFewWords && width <= 16 && std::has_single_bit(width))
    return kRows[std::countr_zero(width) % 5](in, in_pitch, stride, rows, columns, out, out_pitch,
                                              out_stride);
  if (columns < kFewRuns && rows > columns)
    std::swap(rows, columns), std::swap(in_pitch, stride), std::swap(out_pitch, out_stride);
  for (; rows > 0; --rows, in += in_pitch, out += out_pitch)
    copy_strided(in, stride, width, columns, out, out_stride);
}

void copy_patterns(const uint8_t* in, ptrdiff_t pitch, size_t hull, const uint8_t* from, size_t size,
                   size_t count, uint8_t* out) {
  const size_t distance = pitch < 0 ? -size_t(pitch) : size_t(pitch);
  // All rows of a vector move together; the next ones overwrite the excess.
  const size_t many = std::min((16 - hull) / distance + 1, 16 / size), step = many * size;
  const ptrdiff_t reach = ptrdiff_t(many) * pitch;
  // The vector begins with the first row, or ends with it.
  const ptrdiff_t first = pitch < 0 ? ptrdiff_t(16 - hull) : 0;
  uint8_t picks[16] = {};
  for (size_t row = 0, b = 0; row < many; ++row)
    for (size_t i = 0; i < size; ++i) picks[b++] = uint8_t(first + ptrdiff_t(row) * pitch + from[i]);
  const V picked = load<V>(picks);
  const uint8_t* v = in - first;
  // The fewest rows that fill 16 bytes, both of those that may be read and of those that are written.
  const size_t least = std::max((15 + size) / size, (15 - hull + distance) / distance + 1);
  for (; count >= 4 * many + least; count -= 4 * many, v += 4 * reach, out += 4 * step) {
    const V a = load<V>(v), b = load<V>(v + reach), c = load<V>(v + 2 * reach), d = load<V>(v + 3 * reach);
    store(out, swizzle(a, picked)), store(out + step, swizzle(b, picked));
    store(out + 2 * step, swizzle(c, picked)), store(out + 3 * step, swizzle(d, picked));
  }
  for (; count >= least; count -= many, v += reach, out += step) store(out, swizzle(load<V>(v), picked));
  for (v += first; count > 0; --count, v += pitch, out += size)
    for (size_t b = 0; b < size; ++b) out[b] = v[from[b]];
}

void repeat(uint8_t* out, size_t size, size_t count) {
  const size_t all = size * count;
  for (size_t done = size; done < all; done *= 2) {
    const size_t run = std::min(done, all - done);
    copy_strided(out, 0, run, 1, out + done, ptrdiff_t(run));
  }
}

}  // namespace microtome::kernels
