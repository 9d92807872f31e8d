// Kernels for elements of W bytes, one function per kind of stride, all with the contract of gather
// (kernels.hpp).
#pragma once

#include "vector.hpp"

namespace microtome::kernels {

/// `count` moves of M bytes, `stride` apart in `in` and `pitch` apart in `out`, where one may overwrite the
/// end of the one before.
template <size_t M>
inline void moves(const uint8_t* in, ptrdiff_t stride, size_t pitch, size_t count, uint8_t* out) {
  for (; count >= 4; count -= 4, in += 4 * stride, out += 4 * pitch) {
    const Word<M> a = load<Word<M>>(in), b = load<Word<M>>(in + stride);
    const Word<M> c = load<Word<M>>(in + 2 * stride), d = load<Word<M>>(in + 3 * stride);
    store(out, a), store(out + pitch, b), store(out + 2 * pitch, c), store(out + 3 * pitch, d);
  }
  for (; count > 0; --count, in += stride, out += pitch) move<M>(in, out);
}

/// Any stride: the remainder of the kernels below.
template <size_t W>
[[gnu::noinline]] void elements(const uint8_t* in, ptrdiff_t stride, size_t, size_t count, uint8_t* out) {
  moves<W>(in, stride, W, count, out);
}

/// stride == -W.
template <int W>
void reversed(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out) {
  constexpr int kStep = 16 / W, kTurn = 4;
  const Reverser<W> reverse;
  for (; count >= kTurn * kStep; count -= kTurn * kStep, in -= kTurn * 16, out += kTurn * 16) {
    V v[kTurn];
    for (int i = 0; i < kTurn; ++i) v[i] = load<V>(in + W - 16 - 16 * i);
    for (int i = 0; i < kTurn; ++i) store(out + 16 * i, reverse(v[i]));
  }
  elements<W>(in, stride, width, count, out);
}

/// stride == S*W, S in {2, 3, 4}.
template <int W, int S>
void strided(const uint8_t* in, ptrdiff_t stride, size_t width, size_t count, uint8_t* out) {
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
  elements<W>(in, stride, width, count, out);
}

}  // namespace microtome::kernels
