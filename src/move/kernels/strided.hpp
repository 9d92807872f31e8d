// Kernels for elements of W bytes, one function per kind of stride, all with the contract of copy_strided
// (kernels.hpp).
#pragma once

#include <tuple>

#include "vector.hpp"

namespace microtome::kernels {

/// Moves W bytes, four times in a turn, until fewer than four are left.
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

/// Deals out the streams kStream of K interleaved ones of W-byte elements, 16*K bytes at a time. Made before
/// the loop.
template <int W, int K, int... kStream>
class Dealer {
 public:
  void operator()(const V* v, V* dealt) const { ((dealt[kStream] = std::get<kStream>(pickers_)(v)), ...); }

 private:
  std::tuple<Picker<W, K, kStream>...> pickers_;
};

/// Four streams of bytes: within each vector, then as elements of four bytes.
template <int... kStream>
  requires(sizeof...(kStream) >= 3)
class Dealer<1, 4, kStream...> {
 public:
  void operator()(const V* v, V* dealt) const {
    const V a = part_(v[0]), b = part_(v[1]), c = part_(v[2]), d = part_(v[3]);
    const V ab = unzip<8, 0>(a, b), cd = unzip<8, 0>(c, d);
    const V high_ab = unzip<8, 1>(a, b), high_cd = unzip<8, 1>(c, d);
    dealt[0] = unzip<4, 0>(ab, cd), dealt[1] = unzip<4, 1>(ab, cd);
    dealt[2] = unzip<4, 0>(high_ab, high_cd), dealt[3] = unzip<4, 1>(high_ab, high_cd);
  }

 private:
  Permutation<1, [](int b) { return b % 4 * 4 + b / 4; }> part_;
};

template <int W>
class Dealer<W, 3, 0, 1, 2> {
 public:
  void operator()(const V* v, V* dealt) const {
    dealt[0] = first_(thirds_.template pick<0>(v));
    dealt[1] = second_(thirds_.template pick<1>(v));
    dealt[2] = third_(thirds_.template pick<2>(v));
  }

 private:
  const Thirds<W> thirds_;
  const typename Thirds<W>::template Sort<0> first_;
  const typename Thirds<W>::template Sort<1> second_;
  const typename Thirds<W>::template Sort<2> third_;
};

/// The streams kStream of K interleaved ones.
template <int W, int K, int... kStream>
void pick_all(const uint8_t* in, size_t count, uint8_t* const* outs, std::integer_sequence<int, kStream...>) {
  constexpr size_t kStep = 16 / W;
  // If a stream is left out, the gap after the last element is outside the hull, so that element is not read
  // as a vector.
  constexpr bool kGap = sizeof...(kStream) < K;
  const size_t whole = (count - (kGap && count > 0)) / kStep * kStep;
  uint8_t* const out[] = {outs[kStream]...};  // a copy: the compiler must assume that stores change `outs`
  const Dealer<W, K, kStream...> deal;
  for (size_t i = 0; i < whole; i += kStep, in += 16 * K) {
    V v[K], dealt[K];
    for (int j = 0; j < K; ++j) v[j] = load<V>(in + 16 * j);
    deal(v, dealt);
    (store(out[kStream] + i * W, dealt[kStream]), ...);
  }
  (elements<W>(in + kStream * W, K * W, W, count - whole, out[kStream] + whole * W, W), ...);
}

/// The first k of K interleaved streams, which are K*W bytes apart.
template <int W, int K, int k = K>
void streams(const uint8_t* in, size_t count, uint8_t* const* outs) {
  pick_all<W, K>(in, count, outs, std::make_integer_sequence<int, k>());
}

/// stride == S*W, S in {2, 3, 4}; out_stride == W.
template <int W, int S>
void strided(const uint8_t* in, ptrdiff_t, size_t, size_t count, uint8_t* out, ptrdiff_t) {
  streams<W, S, 1>(in, count, &out);
}

}  // namespace microtome::kernels
