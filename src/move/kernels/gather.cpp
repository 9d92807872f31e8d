// Chooses the kernel for a width and a stride. Has the kernels for runs: elements that are not a machine
// word.
#include <bit>
#include <cstring>

#include "kernels.hpp"
#include "strided.hpp"

namespace microtome::kernels {
namespace {

using Gather = void(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out);

/// M <= width <= 2*M: two moves that meet or overlap, any stride.
template <size_t M>
[[gnu::noinline]] void two_moves(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count,
                                 uint8_t* out) {
  const size_t last = width - M;
  for (; count > 0; --count, in += stride, out += width) {
    const Word<M> a = load<Word<M>>(in), b = load<Word<M>>(in + last);
    store(out, a), store(out + last, b);
  }
}

/// M/2 < width < M: one move of M bytes; the next run overwrites the excess.
template <size_t M>
void short_runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out) {
  const size_t excess = M - width, distance = stride < 0 ? -size_t(stride) : size_t(stride);
  if (count < 3 || distance < excess) return two_moves<M / 2>(in, stride, width, count, out);
  // The first or the last run may be at the end of the hull, which has no room for the excess.
  two_moves<M / 2>(in, stride, width, 1, out);
  moves<M>(in + stride, stride, width, count - 2, out + width);
  const size_t last = count - 1;
  two_moves<M / 2>(in + ptrdiff_t(last) * stride, stride, width, 1, out + last * width);
}

/// width > 16.
void runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out) {
  const size_t last = width - 16;
  for (; count > 0; --count, in += stride, out += width) {
    for (size_t b = 0; b < last; b += 16) move<16>(in + b, out + b);
    move<16>(in + last, out + last);
  }
}

/// Runs so long that a call of memcpy pays off.
void long_runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out) {
  for (; count > 0; --count, in += stride, out += width) std::memcpy(out, in, width);
}

/// stride == width.
void contiguous(const uint8_t* in, ptrdiff_t, size_t width, size_t count, uint8_t* out) {
  std::memcpy(out, in, count * width);
}

constexpr size_t kLeastForMemcpy = 512;

/// The kernel for a width, whatever the stride.
Gather* any_stride(size_t width) {
  constexpr Gather* kElements[] = {elements<1>, elements<2>, elements<4>, elements<8>, elements<16>};
  if (width >= kLeastForMemcpy) return long_runs;
  if (width > 16) return runs;
  if (std::has_single_bit(width)) return kElements[std::countr_zero(width)];
  return width > 8 ? short_runs<16> : width > 4 ? short_runs<8> : short_runs<4>;
}

/// Does a vector hold at least two runs that do not overlap?
bool is_close(size_t width, size_t distance) { return distance >= width && distance + width <= 16; }

/// is_close(width, |stride|): all runs of a vector move together; the next ones overwrite the excess.
void close_runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out) {
  const size_t distance = stride < 0 ? -size_t(stride) : size_t(stride);
  const size_t many = (16 - width) / distance + 1, step = many * width;
  const ptrdiff_t reach = ptrdiff_t(many) * stride;
  // The vector begins with the first run, or ends with it.
  uint8_t from[16] = {};
  ptrdiff_t first = stride < 0 ? ptrdiff_t(16 - width) : 0;
  const uint8_t* v = in - first;
  for (size_t b = 0; b < step; first += stride)
    for (size_t i = 0; i < width; ++i) from[b++] = uint8_t(first + ptrdiff_t(i));
  const V picked = load<V>(from);
  // Runs that fill 16 bytes, in the hull and in the output.
  const size_t least = (15 + width) / width;
  for (; count >= 4 * many + least; count -= 4 * many, v += 4 * reach, out += 4 * step) {
    const V a = load<V>(v), b = load<V>(v + reach), c = load<V>(v + 2 * reach), d = load<V>(v + 3 * reach);
    store(out, swizzle(a, picked)), store(out + step, swizzle(b, picked));
    store(out + 2 * step, swizzle(c, picked)), store(out + 3 * step, swizzle(d, picked));
  }
  for (; count >= least; count -= many, v += reach, out += step) store(out, swizzle(load<V>(v), picked));
  any_stride(width)(v + (stride < 0 ? ptrdiff_t(16 - width) : 0), stride, width, count, out);
}

struct Row {
  int shift;  ///< for width 1 << shift; a division would take as long as a short row
  Gather* reversed;
  Gather* strided[3];  ///< for stride == 2, 3, 4 times the width
};
constexpr Row kRows[] = {
    {0, reversed<1>, {strided<1, 2>, strided<1, 3>, strided<1, 4>}},
    {1, reversed<2>, {strided<2, 2>, strided<2, 3>, strided<2, 4>}},
    {2, reversed<4>, {strided<4, 2>, strided<4, 3>, strided<4, 4>}},
};

/// With so few runs, preparing close_runs takes longer than it saves.
constexpr size_t kFewRuns = 32;

Gather* kernel(size_t width, ptrdiff_t stride, size_t count) {
  for (const Row& row : kRows) {
    const ptrdiff_t step = stride >> row.shift;
    if (width != size_t{1} << row.shift || step << row.shift != stride) continue;
    if (step == -1) return row.reversed;
    if (step >= 2 && step <= 4) return row.strided[step - 2];
  }
  if (count > kFewRuns && is_close(width, stride < 0 ? -size_t(stride) : size_t(stride))) return close_runs;
  return any_stride(width);
}

}  // namespace

void gather(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out) {
  if (width == 0 || count == 0) return;
  if (stride == ptrdiff_t(width)) return contiguous(in, stride, width, count, out);
  kernel(width, stride, count)(in, stride, width, count, out);
}

}  // namespace microtome::kernels
