// Kernels for elements of W bytes, one function per kind of stride, all with the contract of copy_strided
// (kernels.hpp).
#pragma once

#include "vector.hpp"

namespace microtome::kernels {

/// Moves elements of W bytes, four per turn, until fewer than four are left.
template <size_t W>
inline void fours(const uint8_t*& in, ptrdiff_t stride, size_t& count, uint8_t*& out, ptrdiff_t out_stride) {
  for (; count >= 4; count -= 4, in += 4 * stride, out += 4 * out_stride) {
    const Word<W> a = load<Word<W>>(in), b = load<Word<W>>(in + stride);
    const Word<W> c = load<Word<W>>(in + 2 * stride), d = load<Word<W>>(in + 3 * stride);
    store(out, a), store(out + out_stride, b), store(out + 2 * out_stride, c), store(out + 3 * out_stride, d);
  }
}

/// Any strides: the remainder of the kernels below. Elements may overwrite the end of the one before.
template <size_t W>
[[gnu::noinline]] void elements(const uint8_t* in, ptrdiff_t stride, size_t, size_t count, uint8_t* out,
                                ptrdiff_t out_stride) {
  if (out_stride == W)
    fours<W>(in, stride, count, out, W);  // in wasm, a constant saves a sixth of the time
  else
    fours<W>(in, stride, count, out, out_stride);
  for (; count > 0; --count, in += stride, out += out_stride) move<W>(in, out);
}

/// stride == -W, out_stride == W.
template <int W>
void reversed(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out, ptrdiff_t) {
  constexpr int kStep = 16 / W, kTurn = 4;
  const Reverser<W> reverse;
  for (; count >= kTurn * kStep; count -= kTurn * kStep, in -= kTurn * 16, out += kTurn * 16) {
    V v[kTurn];
    for (int i = 0; i < kTurn; ++i) v[i] = load<V>(in + W - 16 - 16 * i);
    for (int i = 0; i < kTurn; ++i) store(out + 16 * i, reverse(v[i]));
  }
  elements<W>(in, stride, width, count, out, W);
}

/// stride == S*W, S in {2, 3, 4}; out_stride == W.
template <int W, int S>
void strided(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out, ptrdiff_t) {
  constexpr int kStep = 16 / W, kTurn = 2;
  const Picker<W, S, 0> pick;
  // One element is left for the remainder, so that the gap after a step's last element is inside the hull.
  for (; count > kTurn * kStep; count -= kTurn * kStep, in += kTurn * 16 * S, out += kTurn * 16) {
    const uint8_t* first = in;
    V result[kTurn];
    for (int t = 0; t < kTurn; ++t, first += 16 * S) {
      V v[S];
      for (int i = 0; i < S; ++i) v[i] = load<V>(first + 16 * i);
      result[t] = pick(v);
    }
    for (int t = 0; t < kTurn; ++t) store(out + 16 * t, result[t]);
  }
  elements<W>(in, stride, width, count, out, W);
}

}  // namespace microtome::kernels
