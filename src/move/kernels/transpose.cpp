// Transposes a matrix by panels of rows and columns in registers.
#include <algorithm>
#include <bit>

#include "transpose_lines.hpp"
#include "vector.hpp"

namespace microtome::kernels {
namespace {

using Transpose = void(const uint8_t* in, ptrdiff_t in_pitch, size_t rows, size_t columns, uint8_t* out,
                       ptrdiff_t out_pitch);

/// rows >= N, columns >= 16/W. The last panel along each side moves some elements a second time.
template <int W, int N>
void panels(const uint8_t* in, ptrdiff_t in_pitch, size_t rows, size_t columns, uint8_t* out,
            ptrdiff_t out_pitch) {
  constexpr size_t kStep = 16 / W;
  for (size_t r = 0; r < rows; r += N) {
    const size_t row = std::min(r, rows - N);
    const uint8_t* const from = in + ptrdiff_t(row) * in_pitch;
    for (size_t c = 0; c < columns; c += kStep) {
      const size_t column = std::min(c, columns - kStep);
      const uint8_t* const in_panel = from + column * W;
      uint8_t* const out_panel = out + ptrdiff_t(column) * out_pitch + row * W;
      zip_panel<W, N>([=](auto i) { return in_panel + i * in_pitch; },
                      [=](auto i) { return out_panel + i * out_pitch; });
    }
  }
}

struct ForWidth {
  size_t rows, columns;  ///< the least that `panels` takes
  Transpose* panels;
};
/// For widths 1, 2, 4, 8. A panel of 16 by 16 bytes needs more registers than there are, and is no faster.
constexpr ForWidth kForWidth[] = {
    {8, 16, panels<1, 8>},
    {8, 8, panels<2, 8>},
    {4, 4, panels<4, 4>},
    {2, 2, panels<8, 2>},
};

/// For an output whose lines compete for the cache, and would be evicted before they are full. A tile
/// collects longer runs of each.
void tiles(const ForWidth& kernel, const uint8_t* in, ptrdiff_t in_pitch, size_t width, size_t rows,
           size_t columns, uint8_t* out, ptrdiff_t out_pitch) {
  constexpr size_t kPitch = 256, kTileColumns = 64;
  const size_t tile_rows = kPitch / width;
  uint8_t tile[kTileColumns * kPitch];  // half of a first-level cache
  for (size_t i = 0; i < rows; i += tile_rows) {
    const size_t row = std::min(i, rows - kernel.rows), height = std::min(tile_rows, rows - row);
    for (size_t j = 0; j < columns; j += kTileColumns) {
      const size_t column = std::min(j, columns - kernel.columns);
      const size_t count = std::min(kTileColumns, columns - column);
      kernel.panels(in + ptrdiff_t(row) * in_pitch + column * width, in_pitch, height, count, tile, kPitch);
      copy_strided(tile, kPitch, height * width, count, out + ptrdiff_t(column) * out_pitch + row * width,
                   out_pitch);
    }
  }
}

/// Lines of the output that are written side by side: the cache keeps this many until they are full.
constexpr size_t kLines = 64;
/// It does not if their distance is a multiple of this: then they compete for a few sets of the cache.
constexpr ptrdiff_t kClashing = 512;

}  // namespace

void transpose(const uint8_t* in, ptrdiff_t in_pitch, size_t width, size_t rows, size_t columns, uint8_t* out,
               ptrdiff_t out_pitch) {
  const ForWidth& kernel = kForWidth[std::countr_zero(width) % 4];
  const auto element = ptrdiff_t(width);
  if (rows >= kernel.rows && columns >= kernel.columns) {
    if (out_pitch % kClashing == 0) return tiles(kernel, in, in_pitch, width, rows, columns, out, out_pitch);
    for (size_t j = 0; j < columns; j += kLines) {
      const size_t column = std::min(j, columns - kernel.columns);
      kernel.panels(in + column * width, in_pitch, rows, std::min(kLines, columns - column),
                    out + ptrdiff_t(column) * out_pitch, out_pitch);
    }
  } else if (rows < columns) {
    for (; rows > 0; --rows, in += in_pitch, out += width)
      copy_strided(in, element, width, columns, out, out_pitch);
  } else {
    for (; columns > 0; --columns, in += width, out += out_pitch)
      copy_strided(in, in_pitch, width, rows, out, element);
  }
}

}  // namespace microtome::kernels
