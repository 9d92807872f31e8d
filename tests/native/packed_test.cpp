// pack and unpack against the layout as OpenVINO's text states it, bit by bit, for every count beyond two
// vector steps. Inputs and outputs are blocks of exactly their size (block.hpp).
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "block.hpp"
#include "move/kernels/kernels.hpp"
#include "storage.hpp"

namespace kernels = microtome::kernels;
using microtome::testing::Block;
using microtome::testing::kMark;

namespace {

using Bytes = std::vector<uint8_t>;

constexpr int kAllBits[] = {1, 2, 3, 4, 6};
constexpr size_t kCounts = 300;

/// Where bit `j` (0: the lowest) of element `i` is.
struct Place {
  size_t byte, bit;
};
Place place(size_t bits, size_t i, size_t j) {
  // Bit n of the word b0<<8 | b1, where b0 is byte `first`.
  const auto in_word = [](size_t first, size_t n) { return Place{first + (n < 8), n % 8}; };
  switch (bits) {
    case 3: {
      const size_t first = i / 8 * 3, k = i % 8;
      return j < 2 ? in_word(first, 2 * (7 - k) + j) : Place{first + 2, 7 - k};
    }
    case 4:
      return {i / 2, i % 2 * 4 + j};
    case 6: {
      const size_t first = i / 4 * 3, k = i % 4;
      return j < 4 ? in_word(first, 4 * (3 - k) + j) : Place{first + 2, 2 * (3 - k) + j - 4};
    }
    default:
      return {i * bits / 8, 8 - bits - i * bits % 8 + j};
  }
}

size_t ceil_div(size_t a, size_t b) { return (a + b - 1) / b; }
size_t bytes_by_the_text(size_t count, int bits) {
  return bits == 3   ? 3 * ceil_div(count, 8)
         : bits == 6 ? 3 * ceil_div(count, 4)
                     : ceil_div(count * size_t(bits), 8);
}

Bytes pack_by_the_text(const Bytes& elements, int bits) {
  Bytes packed(bytes_by_the_text(elements.size(), bits));
  for (size_t i = 0; i < elements.size(); ++i) {
    for (size_t j = 0; j < size_t(bits); ++j) {
      const Place p = place(size_t(bits), i, j);
      packed.at(p.byte) = uint8_t(packed.at(p.byte) | (elements[i] >> j & 1) << p.bit);
    }
  }
  return packed;
}

Bytes random_bytes(size_t size) {
  Bytes bytes(size);
  uint32_t state = 54321;
  for (uint8_t& b : bytes) b = uint8_t((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

/// What `kernel` makes of `in`; one mark if it wrote outside out[0, size).
template <class Kernel>
Bytes run(Kernel kernel, const Bytes& in, int bits, size_t count, size_t size, size_t misalignment) {
  Block from(in, misalignment), out(size, misalignment);
  kernel(from.data(), bits, count, out.data());
  const Bytes bytes(out.bytes().begin(), out.bytes().end());
  return out.holds(bytes) ? bytes : Bytes{kMark};
}

}  // namespace

TEST_CASE("packed layouts, written out", "[kernels]") {
  const auto packed = [](int bits, const Bytes& elements) {
    return run(kernels::pack, elements, bits, elements.size(), microtome::packed_bytes(elements.size(), bits),
               0);
  };
  CHECK(packed(1, {1, 0, 1, 1, 0, 0, 0, 0, 1}) == Bytes{0b10110000, 0b10000000});
  CHECK(packed(2, {0, 1, 2, 3, 3}) == Bytes{0b00011011, 0b11000000});
  CHECK(packed(3, {0, 1, 2, 3, 4, 5, 6, 7, 7}) ==
        Bytes{0b00011011, 0b00011011, 0b00001111, 0b11000000, 0, 0b10000000});
  CHECK(packed(4, {1, 2, 3}) == Bytes{0x21, 0x03});
  CHECK(packed(6, {0x01, 0x12, 0x23, 0x34, 0x3f}) == Bytes{0x12, 0x34, 0b00011011, 0xf0, 0x00, 0b11000000});
}

TEST_CASE("pack and unpack follow the text, for every count", "[kernels]") {
  for (int bits : kAllBits) {
    for (size_t count = 0; count <= kCounts; ++count) {
      CAPTURE(bits, count);
      const Bytes raw = random_bytes(count);  // with upper bits set, which pack ignores
      Bytes elements = raw;
      for (uint8_t& e : elements) e &= uint8_t((1 << bits) - 1);
      const Bytes packed = pack_by_the_text(elements, bits);
      REQUIRE(microtome::packed_bytes(count, bits) == packed.size());
      Bytes padded = packed;  // the same elements in bytes whose pad bits are set, which unpack ignores
      const Bytes all_ones = pack_by_the_text(Bytes(count, 0xff), bits);
      for (size_t b = 0; b < padded.size(); ++b) padded[b] |= uint8_t(~all_ones[b]);

      for (size_t misalignment = 0; misalignment < 16; ++misalignment) {
        CAPTURE(misalignment);
        if (run(kernels::pack, raw, bits, count, packed.size(), misalignment) != packed) FAIL("pack");
        if (run(kernels::unpack, padded, bits, count, count, misalignment) != elements) FAIL("unpack");
      }
    }
  }
}
