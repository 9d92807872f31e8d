// Transposing a matrix: blocks of rows and columns in registers, collected in a tile.
#include <algorithm>
#include <bit>
#include <cassert>

#include "kernels.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

using Transpose = void(const uint8_t* in, ptrdiff_t in_pitch, size_t rows, size_t columns, uint8_t* out,
                       ptrdiff_t out_pitch);

/// A block of N rows and 16/W columns, read as vectors and written as pieces of N*W bytes.
template <int W, int N>
void block(const uint8_t* in, ptrdiff_t in_pitch, uint8_t* out, ptrdiff_t out_pitch) {
  V v[N];
  each<N>([&](auto r) { v[r] = load<V>(in + r * in_pitch); });
  zip_all<W, N>(v);
  each<16 / W>([&](auto c) {
    if constexpr (N * W == 16)
      store(out + c * out_pitch, v[c]);
    else
      store(out + c * out_pitch, V64(v[c / 2])[c % 2]);
  });
}

/// rows >= N, columns >= 16/W. The last block of a side moves some elements a second time.
///
/// A matrix whose pitch is a power of two has its columns in few sets of the cache, which would lose lines
/// before they are full. So a tile is read along rows, and written along columns, in runs of several lines.
template <int W, int N>
void tiles(const uint8_t* in, ptrdiff_t in_pitch, size_t rows, size_t columns, uint8_t* out,
           ptrdiff_t out_pitch) {
  constexpr size_t kPitch = 256, kTileRows = kPitch / W, kTileColumns = 64, kStep = 16 / W;
  uint8_t tile[kTileColumns * kPitch];  // half of a first-level cache
  for (size_t i = 0; i < rows; i += kTileRows) {
    const size_t row = std::min(i, rows - N), height = std::min(kTileRows, rows - row);
    for (size_t j = 0; j < columns; j += kTileColumns) {
      const size_t column = std::min(j, columns - kStep), width = std::min(kTileColumns, columns - column);
      const uint8_t* const from = in + ptrdiff_t(row) * in_pitch + column * W;
      for (size_t r = 0; r < height; r += N) {
        const size_t first = std::min(r, height - N);
        for (size_t c = 0; c < width; c += kStep) {
          const size_t left = std::min(c, width - kStep);
          block<W, N>(from + ptrdiff_t(first) * in_pitch + left * W, in_pitch,
                      tile + left * kPitch + first * W, kPitch);
        }
      }
      copy_strided(tile, kPitch, height * W, width, out + ptrdiff_t(column) * out_pitch + row * W, out_pitch);
    }
  }
}

struct Row {
  size_t rows, columns;  ///< the least that `tiles` takes
  Transpose* tiles;
};
/// For widths 1, 2, 4, 8. A block of 16 by 16 bytes needs more registers than there are, and is no faster.
constexpr Row kRows[] = {
    {8, 16, tiles<1, 8>},
    {8, 8, tiles<2, 8>},
    {4, 4, tiles<4, 4>},
    {2, 2, tiles<8, 2>},
};

}  // namespace

bool has_transpose(size_t width) { return width <= 8 && std::has_single_bit(width); }

void transpose(const uint8_t* in, ptrdiff_t in_pitch, size_t width, size_t rows, size_t columns, uint8_t* out,
               ptrdiff_t out_pitch) {
  assert(has_transpose(width));
  const Row& kernel = kRows[std::countr_zero(width) % 4];
  const auto element = ptrdiff_t(width);
  if (rows >= kernel.rows && columns >= kernel.columns) {
    kernel.tiles(in, in_pitch, rows, columns, out, out_pitch);
  } else if (rows < columns) {
    for (; rows > 0; --rows, in += in_pitch, out += width)
      copy_strided(in, element, width, columns, out, out_pitch);
  } else {
    for (; columns > 0; --columns, in += width, out += out_pitch)
      copy_strided(in, in_pitch, width, rows, out, element);
  }
}

}  // namespace microtome::kernels
