// The kernels of packed elements against lists of elements, packed as OpenVINO's text says (elements.cpp):
// from and to every place, for every count beyond two vector steps. Pad bits are ones, which nothing may
// read; inputs and outputs are blocks of exactly their size (block.hpp).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "block.hpp"
#include "elements.hpp"
#include "move/kernels/kernels.hpp"
#include "random.hpp"
#include "storage.hpp"

namespace kernels = microtome::kernels;
using namespace microtome::testing;

namespace {

constexpr int kPackings[] = {1, 2, 3, 4, 6};
/// Two steps of any kernel, and a rest.
std::size_t counts(int bits) { return 2 * 16 * 8 / static_cast<std::size_t>(bits) + 20; }

std::string type_of(int bits) { return "u" + std::to_string(bits); }

Bytes elements(Random& random, int bits, std::size_t count) {
  Bytes list = random.bytes(count);
  for (std::uint8_t& element : list) element &= static_cast<std::uint8_t>((1u << bits) - 1u);
  return list;
}

/// Packed, with all bits set that hold no element.
Bytes padded(const Bytes& list, int bits) {
  Bytes bytes = stored(list, type_of(bits));
  const Bytes all_ones = stored(Bytes(list.size(), 0xff), type_of(bits));
  for (std::size_t b = 0; b < bytes.size(); ++b) bytes[b] |= static_cast<std::uint8_t>(~all_ones[b]);
  return bytes;
}

/// Elements [first, first + size) of an input, and an output that has some already, from element `place` on.
struct Copying {
  Copying(Random& random, int n, std::size_t from, std::size_t count, std::size_t to)
      : bits(n), first(from), size(count), place(to) {
    const Bytes source = elements(random, n, from + count);
    Bytes target = elements(random, n, to + count + random.index(11));
    input = padded(source, n), before = padded(target, n);
    std::copy(source.begin() + static_cast<std::ptrdiff_t>(from), source.end(),
              target.begin() + static_cast<std::ptrdiff_t>(to));
    expected = padded(target, n);
  }
  bool is_done() const {
    Block in(input), out(before);
    kernels::copy_packed(in.data(), first, bits, size, out.data(), place);
    return out.holds(expected);
  }

  int bits;
  std::size_t first, size, place;
  Bytes input, before, expected;
};

void check(Random& random, int bits, std::size_t from, std::size_t count, std::size_t to) {
  CAPTURE(bits, from, count, to);
  if (!Copying(random, bits, from, count, to).is_done()) FAIL("other bytes, or bytes outside the output");
}

/// Does `kernel` make `expected` of `in`, and nothing beside it?
template <class Kernel>
bool makes(Kernel kernel, const Bytes& in, int bits, std::size_t count, const Bytes& expected,
           std::size_t misalignment = 0) {
  Block from(in, misalignment), out(expected.size(), misalignment);
  kernel(from.data(), bits, count, out.data());
  return out.holds(expected);
}

}  // namespace

TEST_CASE("packed layouts, written out", "[kernels]") {
  const auto packs = [](int bits, const Bytes& list, const Bytes& packed) {
    return stored(list, type_of(bits)) == packed && makes(kernels::pack, list, bits, list.size(), packed);
  };
  CHECK(packs(1, {1, 0, 1, 1, 0, 0, 0, 0, 1}, {0b10110000, 0b10000000}));
  CHECK(packs(2, {0, 1, 2, 3, 3}, {0b00011011, 0b11000000}));
  CHECK(
      packs(3, {0, 1, 2, 3, 4, 5, 6, 7, 7}, {0b00011011, 0b00011011, 0b00001111, 0b11000000, 0, 0b10000000}));
  CHECK(packs(4, {1, 2, 3}, {0x21, 0x03}));
  CHECK(packs(6, {0x01, 0x12, 0x23, 0x34, 0x3f}, {0x12, 0x34, 0b00011011, 0xf0, 0x00, 0b11000000}));
}

TEST_CASE("pack and unpack follow the text, for every count", "[kernels]") {
  Random random(seed());
  for (const int bits : kPackings) {
    for (std::size_t count = 0; count <= counts(bits); ++count) {
      const Bytes list = elements(random, bits, count), packed = stored(list, type_of(bits));
      REQUIRE(microtome::packed_bytes(count, bits) == packed.size());
      Bytes raw = list;  // with upper bits set, which pack ignores
      for (std::uint8_t& element : raw) element |= static_cast<std::uint8_t>(0xff << bits);
      for (std::size_t misalignment = 0; misalignment < 16; ++misalignment) {
        CAPTURE(bits, count, misalignment);
        if (!makes(kernels::pack, raw, bits, count, packed, misalignment)) FAIL("pack");
        if (!makes(kernels::unpack, padded(list, bits), bits, count, list, misalignment)) FAIL("unpack");
      }
    }
  }
}

TEST_CASE("copy_packed moves exactly its elements, from any place to any other", "[kernels]") {
  Random random(seed());
  for (const int bits : kPackings) {
    for (std::size_t from = 0; from < 10; ++from)
      for (std::size_t to = 0; to < 10; ++to)
        for (std::size_t count = 0; count <= counts(bits); ++count) check(random, bits, from, count, to);
    for (int i = 0; i < 200; ++i)
      check(random, bits, random.index(3000), random.index(6000), random.index(3000));
  }
}
