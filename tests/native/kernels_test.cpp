// Every kernel against a naive loop: all counts from 0 to beyond two vector
// steps, times strides, widths and alignments. Inputs and outputs are blocks of exactly their size
// (block.hpp). A new kernel is covered when its width and stride are in the lists below.
#include "move/kernels/kernels.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "block.hpp"

namespace kernels = microtome::kernels;
using microtome::testing::Block;

namespace {

using Bytes = std::vector<uint8_t>;

constexpr size_t kWidths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 100, 511, 600};

/// Counts to test: for two full vector steps and any remainder, or for the groups of four of plain moves.
size_t counts(size_t width) { return width > 100 ? 4 : std::max<size_t>(10, 71 / width); }

/// More of them, where runs may lie so close that one vector moves several.
size_t gather_counts(size_t width, ptrdiff_t stride) {
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

/// `gather` with one width, stride and count, at many alignments.
bool gathers(size_t width, ptrdiff_t stride, size_t count) {
  const size_t span = count > 0 ? (count - 1) * size_t(std::abs(stride)) + width : 0;
  const size_t first = stride < 0 && count > 0 ? span - width : 0;  // element 0 within the hull
  const Bytes hull = random_bytes(span);
  Bytes expected;
  for (size_t i = 0; i < count; ++i)
    for (size_t b = 0; b < width; ++b)
      expected.push_back(hull[size_t(ptrdiff_t(first) + ptrdiff_t(i) * stride) + b]);

  for (size_t in_misalignment = 0; in_misalignment < 16; ++in_misalignment) {
    Block in(hull, in_misalignment);
    for (size_t out_misalignment : {0u, 1u, 6u, 11u}) {
      Block out(count * width, out_misalignment);
      kernels::gather(in.data() + first, stride, width, count, out.data());
      if (!out.holds(expected)) return false;
    }
  }
  return true;
}

bool deinterleaves(size_t width, size_t k, ptrdiff_t stride, size_t count) {
  const size_t span = count > 0 ? (count - 1) * size_t(std::abs(stride)) + k * width : 0;
  const size_t first = stride < 0 && count > 0 ? span - k * width : 0;  // element 0 within the hull
  const Bytes hull = random_bytes(span);
  std::vector<Bytes> expected(k);
  for (size_t i = 0; i < count; ++i)
    for (size_t b = 0; b < k * width; ++b)
      expected[b / width].push_back(hull[size_t(ptrdiff_t(first + b) + ptrdiff_t(i) * stride)]);

  for (size_t misalignment : {0u, 1u, 2u, 4u, 7u, 8u, 15u}) {
    Block in(hull, misalignment);
    for (size_t out_misalignment : {0u, 1u, 6u}) {
      std::vector<Block> outs;
      std::vector<uint8_t*> data;
      for (size_t j = 0; j < k; ++j) outs.emplace_back(count * width, out_misalignment * j);
      for (Block& out : outs) data.push_back(out.data());
      kernels::deinterleave(in.data() + first, stride, width, k, count, data.data());
      for (size_t j = 0; j < k; ++j)
        if (!outs[j].holds(expected[j])) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("gather moves exactly its elements", "[kernels]") {
  for (size_t width : kWidths) {
    for (ptrdiff_t stride : strides(width)) {
      for (size_t count = 0; count <= gather_counts(width, stride); ++count) {
        CAPTURE(width, stride, count);
        if (!gathers(width, stride, count)) FAIL("wrong bytes, or bytes written outside the output");
      }
    }
  }
}

TEST_CASE("gather of nothing touches nothing", "[kernels]") {
  kernels::gather(nullptr, 4, 4, 0, nullptr);
  kernels::gather(nullptr, 0, 0, 10, nullptr);
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
