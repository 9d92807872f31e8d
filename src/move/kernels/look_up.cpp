// Looks up bytes in tables of 256 elements. Elements are moved as bytes, so that no bit of a NaN changes.
#include "kernels.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

template <size_t W>
void look_up(const uint8_t* in, ptrdiff_t stride, const uint8_t* table, size_t count, uint8_t* out,
             ptrdiff_t out_stride) {
  for (; count > 0; --count, in += stride, out += out_stride) move<W>(table + size_t{*in} * W, out);
}

}  // namespace

void look_up(const uint8_t* in, ptrdiff_t stride, const uint8_t* table, size_t width, size_t count,
             uint8_t* out, ptrdiff_t out_stride) {
  switch (width) {
    case 1:
      return look_up<1>(in, stride, table, count, out, out_stride);
    case 2:
      return look_up<2>(in, stride, table, count, out, out_stride);
    case 3:
      return look_up<3>(in, stride, table, count, out, out_stride);
    case 4:
      return look_up<4>(in, stride, table, count, out, out_stride);
    case 8:
      return look_up<8>(in, stride, table, count, out, out_stride);
    case 12:
      return look_up<12>(in, stride, table, count, out, out_stride);
    default:
      return look_up<16>(in, stride, table, count, out, out_stride);
  }
}

}  // namespace microtome::kernels
