// Chooses the kernel for a width and two strides. Also has the kernels for runs: elements whose width is not
// that of a machine word.
#include <bit>
#include <cstring>

#include "kernels.hpp"
#include "strided.hpp"

namespace microtome::kernels {
namespace {

using Copy = void(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out,
                  ptrdiff_t out_stride);

/// M <= width <= 2*M: two moves that meet or overlap, any strides.
template <size_t M>
[[gnu::noinline]] void two_moves(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count,
                                 uint8_t* out, ptrdiff_t out_stride) {
  const size_t last = width - M;
  for (; count > 0; --count, in += stride, out += out_stride) {
    const Word<M> a = load<Word<M>>(in), b = load<Word<M>>(in + last);
    store(out, a), store(out + last, b);
  }
}

/// M/2 < width < M: if runs are dense in `out`, one move of M bytes; the next run overwrites its excess.
template <size_t M>
void short_runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out,
                ptrdiff_t out_stride) {
  const size_t excess = M - width, distance = stride < 0 ? -size_t(stride) : size_t(stride);
  if (count < 3 || distance < excess || out_stride != ptrdiff_t(width))
    return two_moves<M / 2>(in, stride, width, count, out, out_stride);
  // The first or the last run may be at the end of the hull, which has no room for the excess.
  two_moves<M / 2>(in, stride, width, 1, out, out_stride);
  elements<M>(in + stride, stride, M, count - 2, out + width, out_stride);
  const size_t last = count - 1;
  two_moves<M / 2>(in + ptrdiff_t(last) * stride, stride, width, 1, out + last * width, out_stride);
}

/// width > 16.
void runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out,
          ptrdiff_t out_stride) {
  const size_t last = width - 16;
  for (; count > 0; --count, in += stride, out += out_stride) {
    for (size_t b = 0; b < last; b += 16) move<16>(in + b, out + b);
    move<16>(in + last, out + last);
  }
}

/// Runs that are long enough for a call of memcpy each.
void long_runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out,
               ptrdiff_t out_stride) {
  for (; count > 0; --count, in += stride, out += out_stride) std::memcpy(out, in, width);
}

constexpr size_t kLeastForMemcpy = 512;

/// The kernel for a width, whatever the strides.
Copy* any_stride(size_t width) {
  constexpr Copy* kElements[] = {elements<1>, elements<2>, elements<4>, elements<8>, elements<16>};
  if (width >= kLeastForMemcpy) return long_runs;
  if (width > 16) return runs;
  if (std::has_single_bit(width)) return kElements[std::countr_zero(width)];
  return width > 8 ? short_runs<16> : width > 4 ? short_runs<8> : short_runs<4>;
}

/// Does a vector hold at least two runs that do not overlap?
bool is_close(size_t width, size_t distance) { return distance >= width && distance + width <= 16; }

/// is_close(width, |stride|), out_stride == width.
void close_runs(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out, ptrdiff_t) {
  constexpr uint8_t kInOrder[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  copy_patterns(in, stride, width, kInOrder, width, count, out);
}

/// stride == 0, out_stride == width: the output is copied onto itself, twice as much each time.
void repeated(const uint8_t* in, ptrdiff_t, size_t width, size_t count, uint8_t* out, ptrdiff_t) {
  std::memcpy(out, in, width);
  repeat(out, width, count);
}

struct ForWidth {
  int shift;  ///< for width 1 << shift; a division would take as long as a short row
  Copy* reversed;
  Copy* strided[3];  ///< for stride == 2, 3, 4 times the width; with 8 bytes, vectors gain little
};
constexpr ForWidth kForWidth[] = {
    {0, reversed<1>, {strided<1, 2>, strided<1, 3>, strided<1, 4>}},
    {1, reversed<2>, {strided<2, 2>, strided<2, 3>, strided<2, 4>}},
    {2, reversed<4>, {strided<4, 2>, strided<4, 3>, strided<4, 4>}},
    {3, reversed<8>, {strided<8, 2>, elements<8>, elements<8>}},
};

/// With fewer runs, preparing close_runs takes longer than it saves.
constexpr size_t kFewRuns = 32;
/// With fewer repetitions, so do calls of memcpy.
constexpr size_t kFewRepeats = 16;

/// out_stride == width.
Copy* dense(size_t width, ptrdiff_t stride, size_t count) {
  if (stride == 0) return count > kFewRepeats ? repeated : any_stride(width);
  for (const ForWidth& row : kForWidth) {
    const ptrdiff_t step = stride >> row.shift;
    if (width != size_t{1} << row.shift || step << row.shift != stride) continue;
    if (step == -1) return row.reversed;
    if (step >= 2 && step <= 4) return row.strided[step - 2];
  }
  if (count > kFewRuns && is_close(width, stride < 0 ? -size_t(stride) : size_t(stride))) return close_runs;
  return any_stride(width);
}

}  // namespace

void copy_strided(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out,
                  ptrdiff_t out_stride) {
  if (width == 0 || count == 0) return;
  if (out_stride < 0) {  // from the last element to the first, so that kernels only write forwards
    const auto last = ptrdiff_t(count - 1);
    in += last * stride, out += last * out_stride;
    stride = -stride, out_stride = -out_stride;
  }
  const bool is_dense = out_stride == ptrdiff_t(width);
  if (is_dense && stride == out_stride) return void(std::memcpy(out, in, count * width));
  (is_dense ? dense(width, stride, count) : any_stride(width))(in, stride, width, count, out, out_stride);
}

}  // namespace microtome::kernels
