// Writing k interleaved streams in one pass: planes to RGBA, channels to stereo, columns to a table.
#include <bit>

#include "transpose_lines.hpp"
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

/// Takes `count` elements (a multiple of 16/W) of B streams, from byte `at` on, and writes them as pieces of
/// B*W bytes, `stride` apart.
template <int W, int B>
void panel(const uint8_t* const* ins, size_t at, size_t count, uint8_t* out, ptrdiff_t stride) {
  const uint8_t* in[B];
  for (int j = 0; j < B; ++j) in[j] = ins[j] + at;
  for (size_t i = 0; i < count; i += 16 / W)
    zip_panel<W, B>([&](auto j) { return in[j] + i * W; },
                    [&](auto) {
                      uint8_t* const piece = out;
                      out += stride;
                      return piece;
                    });
}

using Panel = void(const uint8_t* const* ins, size_t at, size_t count, uint8_t* out, ptrdiff_t stride);

struct ForWidth {
  Interleave* dense[3];  ///< of 2, 3, 4 streams; null: panels are hardly slower
  size_t least;          ///< streams of a panel
  Panel* panel;          ///< any stride
  Panel* wide;           ///< of twice as many streams; null: no faster
};
/// For widths 1, 2, 4, 8.
constexpr ForWidth kForWidth[] = {
    {{streams<1, 2>, streams<1, 3>, streams<1, 4>}, 4, panel<1, 4>, panel<1, 8>},
    {{streams<2, 2>, streams<2, 3>, streams<2, 4>}, 4, panel<2, 4>, panel<2, 8>},
    {{streams<4, 2>, streams<4, 3>, streams<4, 4>}, 4, panel<4, 4>, nullptr},
    {{}, 2, panel<8, 2>, nullptr},
};

}  // namespace

bool interleave(const uint8_t* const* ins, size_t width, size_t k, size_t count, uint8_t* out,
                ptrdiff_t stride) {
  const ForWidth& row = kForWidth[std::countr_zero(width) % 4];
  if (k >= 2 && k <= 4 && stride == ptrdiff_t(k * width) && row.dense[k - 2] != nullptr)
    return row.dense[k - 2](ins, count, out), true;
  if (k < row.least) return false;
  const bool is_wide = row.wide != nullptr && k >= 2 * row.least;
  Panel* const panel = is_wide ? row.wide : row.panel;
  const size_t whole =
      each_panel(is_wide ? 2 * row.least : row.least, width, k, count, [=](size_t j, size_t i, size_t n) {
        panel(ins + j, i * width, n, out + ptrdiff_t(i) * stride + j * width, stride);
      });
  for (size_t j = 0; j < k; ++j)
    copy_strided(ins[j] + whole * width, ptrdiff_t(width), width, count - whole,
                 out + ptrdiff_t(whole) * stride + j * width, stride);
  return true;
}

}  // namespace microtome::kernels
