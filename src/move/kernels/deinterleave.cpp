// Reading k interleaved streams in one pass: RGBA to planes, stereo to channels.
#include <cassert>

#include "kernels.hpp"
#include "strided.hpp"

namespace microtome::kernels {
namespace {

using Deinterleave = void(const uint8_t* in, size_t count, uint8_t* const* outs);

template <int W, int... kStream>
void pick_all(const uint8_t* in, size_t count, uint8_t* const* outs, std::integer_sequence<int, kStream...>) {
  constexpr size_t kStep = 16 / W, K = sizeof...(kStream);
  const size_t whole = count / kStep * kStep;
  uint8_t* const out[] = {outs[kStream]...};  // a copy that no store can change, for all the compiler knows
  const Picker<W, K> picker;
  for (size_t i = 0; i < whole; i += kStep, in += 16 * K) {
    const V v[] = {load<V>(in + 16 * kStream)...};
    (store(out[kStream] + i * W, picker.template pick<kStream>(v)), ...);
  }
  (elements<W>(in + kStream * W, K * W, W, count - whole, out[kStream] + whole * W), ...);
}

template <int W, int K>
void streams(const uint8_t* in, size_t count, uint8_t* const* outs) {
  pick_all<W>(in, count, outs, std::make_integer_sequence<int, K>());
}

struct Row {
  size_t width;
  Deinterleave* kernels[3];  ///< of 2, 3, 4 streams
};
constexpr Row kRows[] = {
    {1, {streams<1, 2>, streams<1, 3>, streams<1, 4>}},
    {2, {streams<2, 2>, streams<2, 3>, streams<2, 4>}},
    {4, {streams<4, 2>, streams<4, 3>, streams<4, 4>}},
    {8, {streams<8, 2>, streams<8, 3>, streams<8, 4>}},
    {16, {streams<16, 2>, streams<16, 3>, streams<16, 4>}},
};

Deinterleave* kernel(size_t width, size_t k) {
  if (k < 2 || k > 4) return nullptr;
  for (const Row& row : kRows)
    if (row.width == width) return row.kernels[k - 2];
  return nullptr;
}

}  // namespace

bool has_deinterleave(size_t width, size_t k) { return kernel(width, k) != nullptr; }

void deinterleave(const uint8_t* in, size_t width, size_t k, size_t count, uint8_t* const* outs) {
  assert(has_deinterleave(width, k));
  kernel(width, k)(in, count, outs);
}

void scalar::deinterleave(const uint8_t* in, size_t width, size_t k, size_t count, uint8_t* const* outs) {
  for (size_t j = 0; j < k; ++j) scalar::gather(in + j * width, ptrdiff_t(k * width), width, count, outs[j]);
}

}  // namespace microtome::kernels
