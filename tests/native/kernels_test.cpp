// Copies with strides, and streams that are interleaved or taken apart, against a naive loop: all counts from
// 0 to beyond two vector steps, times strides, widths and alignments. Inputs and outputs are blocks of
// exactly their size (block.hpp). A new kernel is covered when its width and stride are in the lists here and
// in kernel_sweeps.hpp.
#include "move/kernels/kernels.hpp"

#include <catch2/catch_test_macros.hpp>
#include <list>

#include "block.hpp"
#include "kernel_sweeps.hpp"

namespace kernels = microtome::kernels;
using namespace microtome::testing;

namespace {

/// More of them, where runs may be so close that one vector moves several.
size_t dense_counts(size_t width, ptrdiff_t stride) {
  return size_t(std::abs(stride)) + width <= 16 ? 110 : counts(width);
}

std::vector<ptrdiff_t> strides(size_t width) {
  std::vector<ptrdiff_t> strides = {
      1, -1, 3, 4, -4, 7, -7, 13, -17, 33, ptrdiff_t(width) + 1, 1 - ptrdiff_t(width)};
  for (ptrdiff_t step = -5; step <= 9; ++step) strides.push_back(step * ptrdiff_t(width));
  return strides;
}

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

/// Is there a kernel for k streams? `splits`: for reading them.
bool has_kernel(size_t width, size_t k, ptrdiff_t stride, bool splits) {
  if (k >= 4 || (width == 8 && k >= 2)) return true;
  return (k >= 2 && stride == ptrdiff_t(k * width)) || (splits && k == 3 && stride == ptrdiff_t(4 * width));
}

/// Makes one run of bytes of k streams, at some alignments, or the streams of it. Or nothing, if there is no
/// kernel.
bool weaves(size_t width, size_t k, ptrdiff_t stride, size_t count, bool splits) {
  const Hull hull(stride, k * width, count);
  const Bytes source = random_bytes(splits ? hull.size : k * count * width);  // streams one after another
  Bytes whole(hull.size, kJunk), streams(k * count * width);
  (splits ? whole : streams) = source;
  for (size_t i = 0; i < count; ++i)
    for (size_t b = 0; b < k * width; ++b) {
      uint8_t& one = whole[hull.at(i) + b];
      uint8_t& other = streams[(b / width * count + i) * width + b % width];
      splits ? other = one : one = other;
    }
  const auto stream = [&](size_t j) { return std::span(streams).subspan(j * count * width, count * width); };
  for (size_t misalignment : {0u, 1u, 2u, 4u, 7u, 8u, 15u}) {
    for (size_t apart : {0u, 1u, 6u}) {
      Block at(whole, misalignment);
      if (!splits) std::ranges::fill(at.bytes(), kJunk);
      std::vector<Block> blocks;
      std::vector<uint8_t*> data;
      for (size_t j = 0; j < k; ++j) {
        blocks.emplace_back(stream(j), apart * j % 16);
        if (splits) std::ranges::fill(blocks.back().bytes(), kJunk);
      }
      for (Block& block : blocks) data.push_back(block.data());
      uint8_t* const first = at.data() + hull.first;
      const bool is_moved =
          splits ? kernels::transpose_lines({first, stride}, {.each = data.data()}, width, count, k)
                 : kernels::transpose_lines({.each = data.data()}, {first, stride}, width, k, count);
      if (is_moved != has_kernel(width, k, stride, splits)) return false;
      if (!is_moved) {
        const auto is_junk = [](uint8_t b) { return b == kJunk; };
        if (!splits) return std::ranges::all_of(at.bytes(), is_junk);
        return std::ranges::all_of(blocks, [&](Block& b) { return std::ranges::all_of(b.bytes(), is_junk); });
      }
      if (!at.holds(whole)) return false;
      for (size_t j = 0; j < k; ++j)
        if (!blocks[j].holds(stream(j))) return false;
    }
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

TEST_CASE("turn moves exactly the streams that it has a kernel for", "[kernels]") {
  for (size_t width : {1u, 2u, 4u, 8u}) {
    for (size_t k : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 16u, 19u}) {
      const auto dense = ptrdiff_t(k * width), one = ptrdiff_t(width);
      for (ptrdiff_t stride :
           {dense, dense + 1, dense + one, dense + 2 * one, dense + 16, -dense, -dense - 5, ptrdiff_t{1}}) {
        for (size_t count = 0; count <= counts(width); ++count) {
          CAPTURE(width, k, stride, count);
          const bool is_apart = std::abs(stride) >= dense;  // else streams would write over each other
          if (is_apart && !weaves(width, k, stride, count, false))
            FAIL("joined: wrong bytes, or bytes written outside the output");
          if (!weaves(width, k, stride, count, true))
            FAIL("split: wrong bytes, or bytes written outside the outputs");
        }
      }
    }
    for (const bool splits : {false, true})  // more elements than the cache holds at once
      CHECK(weaves(width, 300, ptrdiff_t(300 * width), 16 * 1024 / (300 * width) * 2 + 37, splits));
  }
}

TEST_CASE("turn has no kernel for other widths", "[kernels]") {
  for (size_t width : {0u, 3u, 5u, 6u, 12u, 16u, 32u}) {
    const auto pitch = ptrdiff_t(20 * width);
    Block in(20 * 20 * width), out(20 * 20 * width);
    CHECK_FALSE(kernels::transpose_lines({in.data(), pitch}, {out.data(), pitch}, width, 20, 20));
    CHECK(out.holds(Bytes(out.size(), kJunk)));
  }
}
