#include "hostile.hpp"

#include <algorithm>
#include <bit>

namespace microtome::testing {

double hostile_word(Random& random) {
  static const std::vector<double> kWords = {
      -2,         -1,      -0.0,   0,          1,
      2,          3,       4,      6,          7,
      8,          16,      32,     33,         64,
      0.5,        -1.5,    kInf,   -kInf,      std::numeric_limits<double>::quiet_NaN(),
      65535,      65536,   65537,  -65536,     0x1p31,
      -0x1p31,    0x1p32,  0x1p52, 0x1p53 - 1, 0x1p53,
      0x1p53 + 2, -0x1p53, 0x1p61, 0x1p62,     -0x1p62,
      0x1p63,     -0x1p63, 0x1p64, 1e300,      -1e300,
      5e-324,     1024,    1025,   2147483647, -2147483648.0};
  if (random.chance(40)) return static_cast<double>(random.between(-3, 40));
  if (random.chance(5))  // any bits, as long as the number is large
    return std::bit_cast<double>(random.bits() | 0x43f0'0000'0000'0000);
  return random.one_of(kWords);
}

namespace {

/// What is wrong with a list of copies, which begins at word `at`; empty if nothing. `at` becomes its end.
std::string complaint(std::span<const double> words, std::size_t& at, double whole_bytes, double area_bytes) {
  if (at >= words.size()) return "a list of copies is missing";
  const double count = words[at++];
  if (!(count >= 0 && static_cast<double>(record::kCopy) * count <= static_cast<double>(words.size() - at)))
    return "a list that ends too early";
  for (auto left = static_cast<std::size_t>(count); left > 0; --left, at += record::kCopy) {
    const double tensor = words[at + record::kTensor], from = words[at + record::kAt];
    const double begin = words[at + record::kBegin], size = words[at + record::kBytes];
    const double spacing = words[at + record::kSpacing];
    if (!(tensor >= -1 && tensor < kMaxStreams)) return "a copy of a tensor that there is not";
    const bool of_whole = tensor < 0;
    const double low = of_whole ? 0 : static_cast<double>(kPartsAt);
    const bool is_packed = of_whole && from >= static_cast<double>(kPackedAt);  // to be unpacked
    const double high = of_whole && !is_packed ? static_cast<double>(kPartsAt) : area_bytes;
    if (!(from >= low && size >= 0 && from + size <= high)) return "a copy beside its half of the area";
    const double reach = spacing == 0 ? size : (size / 8 - 1) * spacing + 1;  // entries have 8 bytes at most
    if (!(begin >= 0 && spacing >= 0 && (!of_whole || begin + reach <= whole_bytes)))
      return "a copy beside the whole";
  }
  return {};
}

}  // namespace

std::string move_some(Session& wire, std::size_t words, double whole_bytes, int& moved, Index steps) {
  const Index tiles = wire.begin(words);
  if (tiles == 0) return {};
  ++moved;
  return step_some(wire, tiles, whole_bytes, steps);
}

std::string step_some(Session& wire, Index tiles, double whole_bytes, Index steps) {
  const auto area_bytes = static_cast<double>(wire.area().size());
  std::size_t at = 0;
  for (Index i = 0; i < std::min(tiles, steps); ++i) {
    if (const auto wrong = complaint(wire.response(), at, whole_bytes, area_bytes); !wrong.empty())
      return wrong;
    wire.move_tile(i);
    at = 0;
    if (const auto wrong = complaint(wire.response(), at, whole_bytes, area_bytes); !wrong.empty())
      return wrong;
    if ((at < wire.response().size()) != (i + 1 < tiles)) return "a list of copies too many or too few";
  }
  return {};
}

}  // namespace microtome::testing
