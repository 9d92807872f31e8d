// copy_packed against lists of elements, packed by the text: from every offset to every
// offset, for every count beyond two vector steps. The output has elements before and after the run, and pad
// bits are ones; inputs and outputs are blocks of exactly their size (block.hpp).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "block.hpp"
#include "elements.hpp"
#include "move/kernels/kernels.hpp"
#include "random.hpp"

namespace kernels = microtome::kernels;
using namespace microtome::testing;

namespace {

constexpr std::size_t kOffsets = 10;

/// The bytes with all bits set that hold no element.
Bytes with_pad_bits(Bytes bytes, std::size_t count, const std::string& type) {
  const Bytes all_ones = stored(Bytes(count, 0xff), type);
  for (std::size_t b = 0; b < bytes.size(); ++b) bytes[b] |= static_cast<std::uint8_t>(~all_ones[b]);
  return bytes;
}

/// Packed elements, and an output that has some already.
struct Copying {
  Copying(Random& random, int n, std::size_t from, std::size_t count, std::size_t to)
      : bits(n), first(from), size(count), place(to), type("u" + std::to_string(n)) {
    const auto after = static_cast<std::size_t>(random.between(0, 10));
    const Bytes source = elements(random, from + count);
    Bytes target = elements(random, to + count + after);
    input = packed(source), before = packed(target);
    std::copy(source.begin() + static_cast<std::ptrdiff_t>(from), source.end(),
              target.begin() + static_cast<std::ptrdiff_t>(to));
    expected = packed(target);
  }

  Bytes packed(const Bytes& list) const { return with_pad_bits(stored(list, type), list.size(), type); }

  Bytes elements(Random& random, std::size_t count) const {
    Bytes list = random.bytes(count);
    for (std::uint8_t& element : list) element &= static_cast<std::uint8_t>((1u << bits) - 1u);
    return list;
  }

  /// Does copy_packed write what is expected, and nothing beside it?
  bool is_done() const {
    Block in(input), out(before);
    kernels::copy_packed(in.data(), first, bits, size, out.data(), place);
    return out.holds(expected);
  }

  int bits;
  std::size_t first, size, place;
  std::string type;
  Bytes input, before, expected;
};

void check(Random& random, int bits, std::size_t from, std::size_t count, std::size_t to) {
  const Copying copying(random, bits, from, count, to);
  CAPTURE(bits, from, count, to);
  if (!copying.is_done()) FAIL("other bytes, or bytes written outside the output");
}

}  // namespace

TEST_CASE("copy_packed, written out", "[kernels]") {
  const auto copied = [](int bits, const Bytes& in, std::size_t from, std::size_t count, Bytes out,
                         std::size_t to) {
    kernels::copy_packed(in.data(), from, bits, count, out.data(), to);
    return out;
  };
  CHECK(copied(4, {0x21, 0x43, 0x65}, 1, 4, {0xff, 0xff, 0xff}, 0) == Bytes{0x32, 0x54, 0xff});
  CHECK(copied(4, {0x21, 0x43, 0x65}, 2, 3, {0xf7, 0xff, 0xff}, 1) == Bytes{0x37, 0x54, 0xff});
  CHECK(copied(1, {0b00111010}, 2, 4, {0b10111111, 0xff}, 2) == Bytes{0b10111011, 0xff});
  CHECK(copied(2, {0b00011011, 0b11000000}, 1, 4, {0, 1}, 3) == Bytes{0b00000001, 0b10111101});
}

TEST_CASE("copy_packed moves exactly its elements, from any place to any other", "[kernels]") {
  Random random(seed());
  for (const int bits : {1, 2, 3, 4, 6}) {
    const std::size_t counts = 2 * 16 * 8 / static_cast<std::size_t>(bits) + 20;
    for (std::size_t from = 0; from < kOffsets; ++from)
      for (std::size_t to = 0; to < kOffsets; ++to)
        for (std::size_t count = 0; count <= counts; ++count) check(random, bits, from, count, to);
  }
}

TEST_CASE("copy_packed of thousands of elements, from and to far away", "[kernels]") {
  Random random(seed());
  for (const int bits : {1, 2, 3, 4, 6})
    for (int i = 0; i < 200; ++i)
      check(random, bits, static_cast<std::size_t>(random.between(0, 3000)),
            static_cast<std::size_t>(random.between(1, 6000)),
            static_cast<std::size_t>(random.between(0, 3000)));
}

TEST_CASE("runs copied one by one, in any order, leave each other as they are", "[kernels]") {
  Random random(seed());
  for (const int bits : {1, 2, 3, 4, 6}) {
    const Copying all(random, bits, 0, 700, 0);
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    for (std::size_t at = 0; at < all.size; at += runs.back().second)
      runs.emplace_back(at, std::min(all.size - at, static_cast<std::size_t>(random.between(1, 40))));
    for (std::size_t i = runs.size(); i-- > 1;) std::swap(runs[i], runs[random.index(i + 1)]);
    Bytes out = all.before;
    for (const auto& [at, count] : runs)
      kernels::copy_packed(all.input.data(), at, bits, count, out.data(), at);
    CAPTURE(bits);
    CHECK(out == all.expected);
  }
}
