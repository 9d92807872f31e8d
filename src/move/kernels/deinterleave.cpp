// Reading k interleaved streams in one pass: RGBA to planes, stereo to channels, a table to columns.
#include <bit>

#include "strided.hpp"
#include "turn.hpp"

namespace microtome::kernels {
namespace {

using Deinterleave = void(const uint8_t* in, size_t count, uint8_t* const* outs);

/// 16 bytes from pieces of M bytes, `stride` apart.
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

/// `count`, a multiple of 16/W, elements of B streams, written from byte `at` on.
template <int W, int... kStream>
void deal_block(const uint8_t* in, ptrdiff_t stride, size_t count, uint8_t* const* outs, size_t at,
                std::integer_sequence<int, kStream...>) {
  constexpr size_t kStep = 16 / W, B = sizeof...(kStream);
  uint8_t* const out[] = {outs[kStream] + at...};
  const Dealer<W, int(B), kStream...> deal;
  for (size_t i = 0; i < count; i += kStep, in += ptrdiff_t(kStep) * stride) {
    const V v[] = {load_pieces<W * B>(in + ptrdiff_t(kStream * kStep / B) * stride, stride)...};
    V dealt[B];
    deal(v, dealt);
    (store(out[kStream] + i * W, dealt[kStream]), ...);
  }
}

using Block = void(const uint8_t* in, ptrdiff_t stride, size_t count, uint8_t* const* outs, size_t at);
template <int W, int B>
void block(const uint8_t* in, ptrdiff_t stride, size_t count, uint8_t* const* outs, size_t at) {
  deal_block<W>(in, stride, count, outs, at, std::make_integer_sequence<int, B>());
}

struct ForWidth {
  Deinterleave* dense[3];       ///< of 2, 3, 4 streams; null: blocks are hardly slower
  Deinterleave* three_of_four;  ///< RGB of RGBA
  size_t least;                 ///< streams of a block
  Block* block;                 ///< any stride
};
/// For widths 1, 2, 4, 8.
constexpr ForWidth kForWidth[] = {
    {{streams<1, 2>, streams<1, 3>, streams<1, 4>}, streams<1, 4, 3>, 4, block<1, 4>},
    {{streams<2, 2>, streams<2, 3>, streams<2, 4>}, streams<2, 4, 3>, 4, block<2, 4>},
    {{streams<4, 2>, streams<4, 3>, streams<4, 4>}, streams<4, 4, 3>, 4, block<4, 4>},
    {{}, nullptr, 2, block<8, 2>},
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
  const size_t whole = each_block(row.least, width, k, count, [=](size_t j, size_t i, size_t n) {
    row.block(in + ptrdiff_t(i) * stride + j * width, stride, n, outs + j, i * width);
  });
  for (size_t j = 0; j < k; ++j)
    copy_strided(in + ptrdiff_t(whole) * stride + j * width, stride, width, count - whole,
                 outs[j] + whole * width, ptrdiff_t(width));
  return true;
}

}  // namespace microtome::kernels
