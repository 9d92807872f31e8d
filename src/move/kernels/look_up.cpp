// Looks up numbers of 8 or 16 bits in tables of 256 or 65,536 elements. Elements are moved as bytes, so that
// no bit of a NaN changes.
#include "kernels.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

template <class X, size_t W>
void look_up(const uint8_t* in, ptrdiff_t stride, const uint8_t* table, size_t count, uint8_t* out,
             ptrdiff_t out_stride) {
  const auto one = [=](const uint8_t* from, uint8_t* to) { move<W>(table + size_t{load<X>(from)} * W, to); };
  if (sizeof(X) > 1 && stride == sizeof(X) && out_stride == W)
    for (; count >= 4; count -= 4, in += 4 * sizeof(X), out += 4 * W)
      each<4>([&](auto i) { one(in + i * sizeof(X), out + i * W); });
  for (; count > 0; --count, in += stride, out += out_stride) one(in, out);
}

}  // namespace

void look_up(const uint8_t* in, size_t from, ptrdiff_t stride, const uint8_t* table, size_t width,
             size_t count, uint8_t* out, ptrdiff_t out_stride) {
  switch (16 * (from - 1) + width) {
    case 1:
      return look_up<uint8_t, 1>(in, stride, table, count, out, out_stride);
    case 2:
      return look_up<uint8_t, 2>(in, stride, table, count, out, out_stride);
    case 3:
      return look_up<uint8_t, 3>(in, stride, table, count, out, out_stride);
    case 4:
      return look_up<uint8_t, 4>(in, stride, table, count, out, out_stride);
    case 8:
      return look_up<uint8_t, 8>(in, stride, table, count, out, out_stride);
    case 12:
      return look_up<uint8_t, 12>(in, stride, table, count, out, out_stride);
    case 16:
      return look_up<uint8_t, 16>(in, stride, table, count, out, out_stride);
    case 17:
      return look_up<uint16_t, 1>(in, stride, table, count, out, out_stride);
    case 18:
      return look_up<uint16_t, 2>(in, stride, table, count, out, out_stride);
    case 20:
      return look_up<uint16_t, 4>(in, stride, table, count, out, out_stride);
    default:
      return look_up<uint16_t, 8>(in, stride, table, count, out, out_stride);
  }
}

}  // namespace microtome::kernels
