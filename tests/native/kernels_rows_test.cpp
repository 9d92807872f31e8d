// The kernels that move rows and tables, against a naive loop: patterns of bytes, rows with gaps, repeating,
// and turning, also of the kernel for large tables alone.
#include <catch2/catch_test_macros.hpp>

#include "block.hpp"
#include "kernel_sweeps.hpp"
#include "move/kernels/transpose_lines.hpp"

namespace kernels = microtome::kernels;
using namespace microtome::testing;

namespace {

/// `copy_patterns` with a pattern of the bytes of a hull.
bool copies_patterns(const Bytes& from, size_t hull, ptrdiff_t pitch, size_t count) {
  const Hull rows(pitch, hull, count);
  const Bytes source = random_bytes(rows.size);
  Bytes expected;
  for (size_t i = 0; i < count; ++i)
    for (const uint8_t b : from) expected.push_back(source[rows.at(i) + b]);
  for (size_t misalignment : {0u, 1u, 6u, 15u}) {
    Block in(source, misalignment), out(expected.size(), misalignment * 3 % 16);
    kernels::copy_patterns(in.data() + rows.first, pitch, hull, from.data(), from.size(), count, out.data());
    if (!out.holds(expected)) return false;
  }
  return true;
}

/// `copy_rows`, with so many bytes of gap on both sides and both axes.
bool copies_rows(size_t width, size_t rows, size_t columns, ptrdiff_t gap, bool backwards) {
  const ptrdiff_t element = ptrdiff_t(width), row = (element + gap) * ptrdiff_t(columns) + gap;
  const ptrdiff_t out_element = element + gap / 2, out_row = out_element * ptrdiff_t(columns) + gap;
  const Bytes source = random_bytes(size_t(row) * rows);
  Bytes expected(size_t(out_row) * rows, kJunk);
  const auto row_at = [&](size_t r) { return backwards ? rows - 1 - r : r; };
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      for (size_t b = 0; b < width; ++b)
        expected[size_t(out_row) * r + size_t(out_element) * c + b] =
            source[size_t(row) * row_at(r) + size_t(element + gap) * c + b];
  Block in(source), out(expected.size());
  kernels::copy_rows(in.data() + size_t(row) * row_at(0), backwards ? -row : row, element + gap, width, rows,
                     columns, out.data(), out_row, out_element);
  return out.holds(expected);
}

/// Turns a table whose rows have gaps of so many bytes, on one side or on both, forwards or backwards.
bool turns(size_t width, size_t rows, size_t columns, ptrdiff_t in_gap, ptrdiff_t out_gap) {
  const auto pitch = [](size_t size, ptrdiff_t gap) {
    return gap < 0 ? gap - ptrdiff_t(size) : gap + ptrdiff_t(size);
  };
  const Hull from(pitch(columns * width, in_gap), columns * width, rows);
  const Hull to(pitch(rows * width, out_gap), rows * width, columns);
  const Bytes hull = random_bytes(from.size);
  Bytes expected(to.size, kJunk);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      for (size_t b = 0; b < width; ++b)
        expected[to.at(c) + r * width + b] = hull[from.at(r) + c * width + b];

  for (size_t misalignment : {0u, 1u, 12u}) {
    for (const bool has_choice : {false, true}) {
      Block in(hull, misalignment), out(to.size, misalignment * 5 % 16);
      const uint8_t* const first = in.data() + from.first;
      uint8_t* const out_first = out.data() + to.first;
      if (has_choice &&
          !kernels::transpose_lines({first, from.stride}, {out_first, to.stride}, width, rows, columns))
        return false;
      if (!has_choice) kernels::transpose(first, from.stride, width, rows, columns, out_first, to.stride);
      if (!out.holds(expected)) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("patterns: all sizes, hulls and distances of rows", "[kernels]") {
  for (size_t hull = 1; hull <= 16; ++hull) {
    for (size_t size = 1; size <= 16; ++size) {
      Bytes from;
      for (size_t b = 0; b < size; ++b) from.push_back(uint8_t((b * 7 + 3) % hull));
      from[size / 2] = uint8_t(hull - 1);
      for (const ptrdiff_t pitch : {1, 2, 3, 4, 7, 12, 16, 17, 40, -1, -3, -4, -12, -16, -33}) {
        for (size_t count : {0u, 1u, 2u, 5u, 16u, 17u, 40u, 83u, 110u}) {
          CAPTURE(hull, size, pitch, count);
          if (!copies_patterns(from, hull, pitch, count)) FAIL("wrong bytes, or bytes outside the rows");
        }
      }
    }
  }
}

TEST_CASE("rows: few columns and many, each width", "[kernels]") {
  for (size_t width : kWidths)
    for (size_t columns : {1u, 2u, 3u, 5u, 15u, 16u, 21u})
      for (size_t rows : {1u, 2u, 7u, 40u})
        for (const ptrdiff_t gap : {0, 1, 8})
          for (const bool backwards : {false, true}) {
            CAPTURE(width, columns, rows, gap, backwards);
            if (!copies_rows(width, rows, columns, gap, backwards)) FAIL("wrong bytes, or a gap was written");
          }
}

TEST_CASE("repeat makes bytes so many times as long", "[kernels]") {
  for (size_t size : {1u, 3u, 16u, 100u, 5000u, 20'000u})
    for (size_t count : {1u, 2u, 3u, 7u, 64u, 999u}) {
      if (size * count > 1 << 20) continue;
      const Bytes once = random_bytes(size);
      Bytes expected;
      for (size_t i = 0; i < count; ++i) expected.insert(expected.end(), once.begin(), once.end());
      Block out(expected.size());
      std::ranges::copy(once, out.data());
      kernels::repeat(out.data(), size, count);
      CAPTURE(size, count);
      CHECK(out.holds(expected));
    }
}

TEST_CASE("turn moves exactly its elements, for all small tables", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u}) {
    const size_t most = 16 / width * 2 + 3;
    for (size_t rows = 0; rows <= most; ++rows)
      for (size_t columns = 0; columns <= most; ++columns)
        for (ptrdiff_t in_gap : {0, 5, -1})
          for (ptrdiff_t out_gap : {0, 3, -1}) {
            CAPTURE(width, rows, columns, in_gap, out_gap);
            if (!turns(width, rows, columns, in_gap, out_gap))
              FAIL("wrong bytes, or bytes written beside the elements");
          }
  }
}

TEST_CASE("turn of larger tables, also with lines that compete for the cache", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u})
    for (size_t rows : {1u, 3u, 31u, 32u, 33u, 64u, 127u, 130u, 257u, 512u, 519u})
      for (size_t columns : {1u, 2u, 63u, 64u, 65u, 79u, 128u, 200u})
        for (ptrdiff_t gap : {0, 9, -16}) {
          CAPTURE(width, rows, columns, gap);
          CHECK(turns(width, rows, columns, gap, -gap));
        }
}
