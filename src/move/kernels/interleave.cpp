// Writing k interleaved streams in one pass: planes to RGBA, channels to stereo, columns to a table.
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

template <>
class Joiner<8, 3> {
 public:
  void operator()(V* v) const {
    const V first = zip<8, 0>(v[0], v[1]), last = zip<8, 1>(v[1], v[2]);
    v[1] = shuffle<[](int b) { return b < 8 ? b : 16 + b; }>(v[2], v[0]);
    v[0] = first, v[2] = last;
  }
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

/// For widths 1, 2, 4, 8 and k = 2, 3, 4.
constexpr Interleave* kKernels[4][3] = {
    {streams<1, 2>, streams<1, 3>, streams<1, 4>},
    {streams<2, 2>, streams<2, 3>, streams<2, 4>},
    {streams<4, 2>, streams<4, 3>, streams<4, 4>},
    {streams<8, 2>, streams<8, 3>, streams<8, 4>},
};

}  // namespace

bool has_interleave(size_t width, size_t k) {
  return width <= 8 && std::has_single_bit(width) && k >= 2 && k <= 4;
}

void interleave(const uint8_t* const* ins, size_t width, size_t k, size_t count, uint8_t* out) {
  assert(has_interleave(width, k));
  kKernels[std::countr_zero(width) % 4][k - 2](ins, count, out);
}

}  // namespace microtome::kernels
