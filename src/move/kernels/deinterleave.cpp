// Reading k interleaved streams in one pass: RGBA to planes, stereo to channels, a table to columns.
#include <bit>
#include <tuple>

#include "strided.hpp"
#include "transpose_lines.hpp"

namespace microtome::kernels {
namespace {

using Deinterleave = void(const uint8_t* in, size_t count, uint8_t* const* outs);

/// Deals out K interleaved streams of W-byte elements, 16*K bytes at a time. Made before the loop.
template <int W, int... kStream>
class Dealer {
 public:
  void operator()(const V* v, V* dealt) const { ((dealt[kStream] = std::get<kStream>(pickers_)(v)), ...); }

 private:
  std::tuple<Picker<W, sizeof...(kStream), kStream>...> pickers_;
};

/// Four streams of bytes: sorts them within each vector, then deals out elements of four bytes.
template <>
class Dealer<1, 0, 1, 2, 3> {
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
class Dealer<W, 0, 1, 2> {
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

template <int W, int... kStream>
Dealer<W, kStream...> dealer(std::integer_sequence<int, kStream...>) {
  return {};
}

/// Reads the streams kStream of K interleaved ones.
template <int W, int K, int... kStream>
void pick_all(const uint8_t* in, size_t count, uint8_t* const* outs, std::integer_sequence<int, kStream...>) {
  constexpr size_t kStep = 16 / W;
  // If a stream is left out, the gap after the last element is outside the hull, so that element is not read
  // as a vector.
  constexpr bool kGap = sizeof...(kStream) < K;
  const size_t whole = (count - (kGap && count > 0)) / kStep * kStep;
  uint8_t* const out[] = {outs[kStream]...};  // a copy: the compiler must assume that stores change `outs`
  const auto deal = dealer<W>(std::make_integer_sequence<int, K>());
  for (size_t i = 0; i < whole; i += kStep, in += 16 * K) {
    V v[K], dealt[K];
    for (int j = 0; j < K; ++j) v[j] = load<V>(in + 16 * j);
    deal(v, dealt);
    (store(out[kStream] + i * W, dealt[kStream]), ...);
  }
  (elements<W>(in + kStream * W, K * W, W, count - whole, out[kStream] + whole * W, W), ...);
}

/// The first k of K streams; stride == K*W.
template <int W, int K, int k = K>
void streams(const uint8_t* in, size_t count, uint8_t* const* outs) {
  pick_all<W, K>(in, count, outs, std::make_integer_sequence<int, k>());
}

/// Gathers 16 bytes from pieces of M bytes, `stride` apart.
template <int M>
V load_pieces(const uint8_t* in, ptrdiff_t stride) {
  const auto piece = [=](ptrdiff_t i) { return load<Word<M>>(in + i * stride); };
  if constexpr (M == 4)
    return V(V32{piece(0), piece(1), piece(2), piece(3)});
  else if constexpr (M == 8)
    return V(V64{piece(0), piece(1)});
  else
    return load<V>(in);
}

/// Writes `count` elements (a multiple of 16/W) of B streams, from byte `at` on.
template <int W, int... kStream>
void deal_panel(const uint8_t* in, ptrdiff_t stride, size_t count, uint8_t* const* outs, size_t at,
                std::integer_sequence<int, kStream...> streams) {
  constexpr size_t kStep = 16 / W, B = sizeof...(kStream);
  uint8_t* const out[] = {outs[kStream] + at...};
  const auto deal = dealer<W>(streams);
  for (size_t i = 0; i < count; i += kStep, in += ptrdiff_t(kStep) * stride) {
    const V v[] = {load_pieces<W * B>(in + ptrdiff_t(kStream * kStep / B) * stride, stride)...};
    V dealt[B];
    deal(v, dealt);
    (store(out[kStream] + i * W, dealt[kStream]), ...);
  }
}

using Panel = void(const uint8_t* in, ptrdiff_t stride, size_t count, uint8_t* const* outs, size_t at);
template <int W, int B>
void panel(const uint8_t* in, ptrdiff_t stride, size_t count, uint8_t* const* outs, size_t at) {
  deal_panel<W>(in, stride, count, outs, at, std::make_integer_sequence<int, B>());
}

struct ForWidth {
  Deinterleave* dense[3];       ///< of 2, 3, 4 streams; null: panels are hardly slower
  Deinterleave* three_of_four;  ///< RGB of RGBA
  size_t least;                 ///< streams of a panel
  Panel* panel;                 ///< any stride
};
/// For widths 1, 2, 4, 8.
constexpr ForWidth kForWidth[] = {
    {{streams<1, 2>, streams<1, 3>, streams<1, 4>}, streams<1, 4, 3>, 4, panel<1, 4>},
    {{streams<2, 2>, streams<2, 3>, streams<2, 4>}, streams<2, 4, 3>, 4, panel<2, 4>},
    {{streams<4, 2>, streams<4, 3>, streams<4, 4>}, streams<4, 4, 3>, 4, panel<4, 4>},
    {{}, nullptr, 2, panel<8, 2>},
};

Deinterleave* dense_of(const ForWidth& row, ptrdiff_t stride, size_t width, size_t k) {
  if (k == 3 && stride == ptrdiff_t(4 * width)) return row.three_of_four;
  return k >= 2 && k <= 4 && stride == ptrdiff_t(k * width) ? row.dense[k - 2] : nullptr;
}

}  // namespace

bool deinterleave(const uint8_t* in, ptrdiff_t stride, size_t width, size_t k, size_t count,
                  uint8_t* const* outs) {
  const ForWidth& row = kForWidth[std::countr_zero(width) % 4];
  if (Deinterleave* const dense = dense_of(row, stride, width, k)) return dense(in, count, outs), true;
  if (k < row.least) return false;
  const size_t whole = each_panel(row.least, width, k, count, [=](size_t j, size_t i, size_t n) {
    row.panel(in + ptrdiff_t(i) * stride + j * width, stride, n, outs + j, i * width);
  });
  for (size_t j = 0; j < k; ++j)
    copy_strided(in + ptrdiff_t(whole) * stride + j * width, stride, width, count - whole,
                 outs[j] + whole * width, ptrdiff_t(width));
  return true;
}

}  // namespace microtome::kernels
