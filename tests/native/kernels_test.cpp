// Every kernel against a naive loop: all counts from 0 to beyond two vector
// steps, times strides, widths and alignments. Inputs and outputs are blocks of exactly their size
// (block.hpp). A new kernel is covered when its width and stride are in the lists below.
#include "move/kernels/kernels.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <list>
#include <vector>

#include "block.hpp"

namespace kernels = microtome::kernels;
using microtome::testing::Block;
using microtome::testing::Forbidden;
using microtome::testing::kJunk;

namespace {

using Bytes = std::vector<uint8_t>;

constexpr size_t kWidths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 100, 511, 600};

/// Counts to test: for two full vector steps and any remainder, or for the groups of four of plain moves.
size_t counts(size_t width) { return width > 100 ? 4 : std::max<size_t>(10, 71 / width); }

/// More of them, where runs may be so close that one vector moves several.
size_t dense_counts(size_t width, ptrdiff_t stride) {
  return size_t(std::abs(stride)) + width <= 16 ? 110 : counts(width);
}

Bytes random_bytes(size_t size) {
  Bytes bytes(size);
  uint32_t state = 12345;
  for (uint8_t& b : bytes) b = uint8_t((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

std::vector<ptrdiff_t> strides(size_t width) {
  std::vector<ptrdiff_t> strides = {
      1, -1, 3, 4, -4, 7, -7, 13, -17, 33, ptrdiff_t(width) + 1, 1 - ptrdiff_t(width)};
  for (ptrdiff_t step = -5; step <= 9; ++step) strides.push_back(step * ptrdiff_t(width));
  return strides;
}

/// The bytes from the first to the last of some elements, and where in them element 0 begins.
struct Hull {
  Hull(ptrdiff_t distance, size_t width, size_t count)
      : stride(distance),
        size(count > 0 ? (count - 1) * size_t(std::abs(stride)) + width : 0),
        first(stride < 0 && count > 0 ? size - width : 0) {}
  size_t at(size_t i) const { return size_t(ptrdiff_t(first) + ptrdiff_t(i) * stride); }

  ptrdiff_t stride;
  size_t size, first;
};

/// `copy_strided` with one width, count and pair of strides, at some alignments.
bool copies(size_t width, ptrdiff_t stride, size_t count, ptrdiff_t out_stride, size_t alignment_step) {
  const Hull from(stride, width, count), to(out_stride, width, count);
  const Bytes hull = random_bytes(from.size);
  Bytes expected(to.size, kJunk);
  for (size_t i = 0; i < count; ++i)
    for (size_t b = 0; b < width; ++b) expected[to.at(i) + b] = hull[from.at(i) + b];

  for (size_t in_misalignment = 0; in_misalignment < 16; in_misalignment += alignment_step) {
    Block in(hull, in_misalignment);
    for (size_t out_misalignment : {0u, 1u, 6u, 11u}) {
      Block out(to.size, out_misalignment);
      {
        std::list<Forbidden> gaps;
        const auto pitch = size_t(std::abs(out_stride));
        for (size_t begin = width; pitch > width && begin < to.size; begin += pitch)
          gaps.emplace_back(out.bytes().subspan(begin, pitch - width));
        kernels::copy_strided(in.data() + from.first, stride, width, count, out.data() + to.first,
                              out_stride);
      }
      if (!out.holds(expected)) return false;
    }
  }
  return true;
}

bool deinterleaves(size_t width, size_t k, ptrdiff_t stride, size_t count) {
  const Hull from(stride, k * width, count);
  const Bytes hull = random_bytes(from.size);
  std::vector<Bytes> expected(k);
  for (size_t i = 0; i < count; ++i)
    for (size_t b = 0; b < k * width; ++b) expected[b / width].push_back(hull[from.at(i) + b]);

  for (size_t misalignment : {0u, 1u, 2u, 4u, 7u, 8u, 15u}) {
    Block in(hull, misalignment);
    for (size_t out_misalignment : {0u, 1u, 6u}) {
      std::vector<Block> outs;
      std::vector<uint8_t*> data;
      for (size_t j = 0; j < k; ++j) outs.emplace_back(count * width, out_misalignment * j);
      for (Block& out : outs) data.push_back(out.data());
      kernels::deinterleave(in.data() + from.first, stride, width, k, count, data.data());
      for (size_t j = 0; j < k; ++j)
        if (!outs[j].holds(expected[j])) return false;
    }
  }
  return true;
}

bool interleaves(size_t width, size_t k, ptrdiff_t stride, size_t count) {
  const Hull to(stride, k * width, count);
  const Bytes all = random_bytes(k * count * width);  // one stream after another
  Bytes expected(to.size, kJunk);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < k; ++j)
      for (size_t b = 0; b < width; ++b)
        expected[to.at(i) + j * width + b] = all[(j * count + i) * width + b];

  for (size_t misalignment : {0u, 1u, 6u, 8u, 15u}) {
    std::vector<Block> ins;
    std::vector<const uint8_t*> data;
    for (size_t j = 0; j < k; ++j)
      ins.emplace_back(std::span(all).subspan(j * count * width, count * width), misalignment * j);
    for (Block& in : ins) data.push_back(in.data());
    for (size_t out_misalignment : {0u, 1u, 2u, 4u, 7u, 8u, 15u}) {
      Block out(expected.size(), out_misalignment);
      kernels::interleave(data.data(), width, k, count, out.data() + to.first, stride);
      if (!out.holds(expected)) return false;
    }
  }
  return true;
}

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

/// Transposes a matrix whose rows have gaps of so many bytes, on one side or on both, forwards or backwards.
bool transposes(size_t width, size_t rows, size_t columns, ptrdiff_t in_gap, ptrdiff_t out_gap) {
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
    Block in(hull, misalignment), out(to.size, misalignment * 5 % 16);
    kernels::transpose(in.data() + from.first, from.stride, width, rows, columns, out.data() + to.first,
                       to.stride);
    if (!out.holds(expected)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("copy_strided moves exactly its elements into a row", "[kernels]") {
  for (size_t width : kWidths) {
    for (ptrdiff_t stride : strides(width)) {
      for (size_t count = 0; count <= dense_counts(width, stride); ++count) {
        CAPTURE(width, stride, count);
        if (!copies(width, stride, count, ptrdiff_t(width), 1))
          FAIL("wrong bytes, or bytes written outside the output");
      }
    }
  }
}

TEST_CASE("copy_strided moves exactly its elements to any stride", "[kernels]") {
  for (size_t width : kWidths) {
    const auto one = ptrdiff_t(width);
    for (ptrdiff_t out_stride : {-one, one + 1, -one - 1, 2 * one, -2 * one, 3 * one, 4 * one, one + 40}) {
      for (ptrdiff_t stride : {one, -one, ptrdiff_t{0}, 2 * one, -3 * one, 4 * one, one + 1, ptrdiff_t{1}}) {
        for (size_t count = 0; count <= std::min(counts(width), size_t{40}); ++count) {
          CAPTURE(width, stride, count, out_stride);
          if (!copies(width, stride, count, out_stride, 5))
            FAIL("wrong bytes, or bytes written beside the elements");
        }
      }
    }
  }
}

TEST_CASE("copy_strided of nothing touches nothing", "[kernels]") {
  kernels::copy_strided(nullptr, 4, 4, 0, nullptr, 4);
  kernels::copy_strided(nullptr, 4, 4, 0, nullptr, -8);
  kernels::copy_strided(nullptr, 0, 0, 10, nullptr, 0);
}

TEST_CASE("copy_strided of one element ignores its strides", "[kernels]") {
  for (size_t width : kWidths)
    for (ptrdiff_t stride : {PTRDIFF_MAX, -PTRDIFF_MAX, ptrdiff_t{0}}) {
      Block in(random_bytes(width)), out(width);
      kernels::copy_strided(in.data(), stride, width, 1, out.data(), stride);
      CHECK(out.holds(in.bytes()));
    }
}

TEST_CASE("interleave writes exactly its streams", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u}) {
    for (size_t k : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 16u, 19u}) {
      const ptrdiff_t dense = ptrdiff_t(k * width);
      REQUIRE(kernels::has_interleave(dense, width, k));
      for (ptrdiff_t stride : {dense, dense + 1, dense + ptrdiff_t(width), -dense, -dense - 5}) {
        if (!kernels::has_interleave(stride, width, k)) continue;
        for (size_t count = 0; count <= counts(width); ++count) {
          CAPTURE(width, k, stride, count);
          if (!interleaves(width, k, stride, count)) FAIL("wrong bytes, or bytes written outside the output");
        }
      }
    }
  }
}

TEST_CASE("interleave of more elements than the cache holds at once", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u})
    CHECK(interleaves(width, 300, ptrdiff_t(300 * width), 16 * 1024 / (300 * width) * 2 + 37));
}

TEST_CASE("interleave and transpose say what they do not serve", "[kernels]") {
  for (size_t width : {0u, 3u, 5u, 6u, 12u, 16u, 32u}) {
    CHECK_FALSE(kernels::has_interleave(ptrdiff_t(2 * width), width, 2));
    CHECK_FALSE(kernels::has_interleave(ptrdiff_t(5 * width), width, 5));
    CHECK_FALSE(kernels::has_transpose(width));
  }
  for (size_t k : {0u, 1u}) CHECK_FALSE(kernels::has_interleave(ptrdiff_t(4 * k), 4, k));
  CHECK_FALSE(kernels::has_interleave(16, 4, 3));
}

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

TEST_CASE("transpose moves exactly its elements, for all small matrices", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u}) {
    REQUIRE(kernels::has_transpose(width));
    const size_t most = 16 / width * 2 + 3;
    for (size_t rows = 0; rows <= most; ++rows)
      for (size_t columns = 0; columns <= most; ++columns)
        for (ptrdiff_t in_gap : {0, 5, -1})
          for (ptrdiff_t out_gap : {0, 3, -1}) {
            CAPTURE(width, rows, columns, in_gap, out_gap);
            if (!transposes(width, rows, columns, in_gap, out_gap))
              FAIL("wrong bytes, or bytes written beside the elements");
          }
  }
}

TEST_CASE("transpose of matrices larger than a tile", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u})
    for (size_t rows : {1u, 3u, 31u, 32u, 33u, 64u, 127u, 130u, 257u, 519u})
      for (size_t columns : {1u, 2u, 63u, 64u, 65u, 79u, 128u, 200u})
        for (ptrdiff_t gap : {0, 9, -16}) {
          CAPTURE(width, rows, columns, gap);
          CHECK(transposes(width, rows, columns, gap, -gap));
        }
}

TEST_CASE("deinterleave moves exactly its streams", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u}) {
    for (size_t k : {2u, 3u, 4u, 5u, 6u, 7u, 9u, 16u}) {
      const auto dense = ptrdiff_t(k * width);
      REQUIRE(kernels::has_deinterleave(dense, width, k));
      for (ptrdiff_t stride :
           {dense, dense + ptrdiff_t(width), dense + 1, dense + 16, -dense, ptrdiff_t{1}}) {
        if (!kernels::has_deinterleave(stride, width, k)) continue;
        for (size_t count = 0; count <= counts(width); ++count) {
          CAPTURE(width, k, stride, count);
          if (!deinterleaves(width, k, stride, count))
            FAIL("wrong bytes, or bytes written outside the outputs");
        }
      }
    }
  }
}

TEST_CASE("deinterleave of more elements than the cache holds at once", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u})
    CHECK(deinterleaves(width, 300, ptrdiff_t(300 * width), 16 * 1024 / (300 * width) * 2 + 37));
}

TEST_CASE("deinterleave says what it does not serve", "[kernels]") {
  for (size_t width : {0u, 3u, 5u, 6u, 12u, 16u, 32u})
    CHECK_FALSE(kernels::has_deinterleave(ptrdiff_t(2 * width), width, 2));
  for (size_t k : {0u, 1u}) CHECK_FALSE(kernels::has_deinterleave(ptrdiff_t(4 * k), 4, k));
  CHECK_FALSE(kernels::has_deinterleave(20, 4, 3));
}
