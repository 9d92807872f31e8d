// Writing k interleaved streams in one pass: planes to RGBA, channels to stereo, columns to a table.
#include <algorithm>
#include <bit>
#include <cassert>

#include "kernels.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

using Interleave = void(const uint8_t* const* ins, size_t count, uint8_t* out);

/// Interleaves the W-byte elements of K vectors, one of each stream. Made before the loop.
template <int W, int K>
class Joiner {
 public:
  void operator()(V* v) const { zip_all<W, K>(v); }
};

template <int W>
class Joiner<W, 3> {
 public:
  void operator()(V* v) const {
    const V placed[] = {first_(v[0]), second_(v[1]), third_(v[2])};
    v[0] = thirds_.template join<0>(placed);
    v[1] = thirds_.template join<1>(placed);
    v[2] = thirds_.template join<2>(placed);
  }

 private:
  const Thirds<W> thirds_;
  const typename Thirds<W>::template Place<0> first_;
  const typename Thirds<W>::template Place<1> second_;
  const typename Thirds<W>::template Place<2> third_;
};

template <int W, int K>
void streams(const uint8_t* const* ins, size_t count, uint8_t* out) {
  constexpr size_t kStep = 16 / W;
  const size_t whole = count / kStep * kStep;
  const uint8_t* in[K];  // a copy: the compiler must assume that stores change `ins`
  for (int j = 0; j < K; ++j) in[j] = ins[j];
  const Joiner<W, K> join;
  for (size_t i = 0; i < whole; i += kStep, out += 16 * K) {
    V v[K];
    for (int j = 0; j < K; ++j) v[j] = load<V>(in[j] + i * W);
    join(v);
    for (int j = 0; j < K; ++j) store(out + 16 * j, v[j]);
  }
  for (int j = 0; j < K; ++j) copy_strided(in[j] + whole * W, W, W, count - whole, out + j * W, K * W);
}

/// `count`, a multiple of 16/W, elements of B streams, as pieces of B*W bytes that are `stride` apart.
template <int W, int B>
void block(const uint8_t* const* ins, size_t at, size_t count, uint8_t* out, ptrdiff_t stride) {
  const uint8_t* in[B];
  for (int j = 0; j < B; ++j) in[j] = ins[j] + at * W;
  for (size_t i = 0; i < count; i += 16 / W) {
    V v[B];
    each<B>([&](auto j) { v[j] = load<V>(in[j] + i * W); });
    zip_all<W, B>(v);
    each<16 / W>([&](auto e) {
      if constexpr (B * W == 4)
        store(out, V32(v[e / 4])[e % 4]);
      else if constexpr (B * W == 8)
        store(out, V64(v[e / 2])[e % 2]);
      else
        store(out, v[e]);
      out += stride;
    });
  }
}

using Block = void(const uint8_t* const* ins, size_t at, size_t count, uint8_t* out, ptrdiff_t stride);

/// Any stride, k >= B: B streams at a time; the last block may move some streams a second time.
void blocks(Block* block, size_t B, size_t W, const uint8_t* const* ins, size_t k, size_t count, uint8_t* out,
            ptrdiff_t stride) {
  constexpr size_t kCached = 16 << 10;
  const size_t step = 16 / W, whole = count / step * step;
  // Elements whose output stays in the first-level cache until all streams are done.
  const size_t chunk = std::max(kCached / (k * W) / step, size_t{1}) * step;
  for (size_t i = 0; i < whole; i += chunk)
    for (size_t j = 0; j < k; j += B) {
      const size_t first = std::min(j, k - B);
      block(ins + first, i, std::min(chunk, whole - i), out + ptrdiff_t(i) * stride + first * W, stride);
    }
  for (size_t j = 0; j < k; ++j)
    copy_strided(ins[j] + whole * W, ptrdiff_t(W), W, count - whole, out + ptrdiff_t(whole) * stride + j * W,
                 stride);
}

struct Row {
  Interleave* dense[3];  ///< of 2, 3, 4 streams; null: blocks are hardly slower
  size_t least;          ///< streams of a block
  Block* block;          ///< any stride
  Block* wide;           ///< of twice as many streams; null: no faster
};
/// For widths 1, 2, 4, 8.
constexpr Row kRows[] = {
    {{streams<1, 2>, streams<1, 3>, streams<1, 4>}, 4, block<1, 4>, block<1, 8>},
    {{streams<2, 2>, streams<2, 3>, streams<2, 4>}, 4, block<2, 4>, block<2, 8>},
    {{streams<4, 2>, streams<4, 3>, streams<4, 4>}, 4, block<4, 4>, nullptr},
    {{}, 2, block<8, 2>, nullptr},
};

Interleave* dense_of(const Row& row, ptrdiff_t stride, size_t width, size_t k) {
  return k >= 2 && k <= 4 && stride == ptrdiff_t(k * width) ? row.dense[k - 2] : nullptr;
}

}  // namespace

bool has_interleave(ptrdiff_t stride, size_t width, size_t k) {
  if (width > 8 || !std::has_single_bit(width)) return false;
  const Row& row = kRows[std::countr_zero(width) % 4];
  return k >= row.least || dense_of(row, stride, width, k) != nullptr;
}

void interleave(const uint8_t* const* ins, size_t width, size_t k, size_t count, uint8_t* out,
                ptrdiff_t stride) {
  assert(has_interleave(stride, width, k));
  const Row& row = kRows[std::countr_zero(width) % 4];
  if (Interleave* const dense = dense_of(row, stride, width, k)) return dense(ins, count, out);
  const bool wide = row.wide != nullptr && k >= 2 * row.least;
  blocks(wide ? row.wide : row.block, wide ? 2 * row.least : row.least, width, ins, k, count, out, stride);
}

}  // namespace microtome::kernels
