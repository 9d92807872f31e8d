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

std::string move_some(Wire& wire, std::size_t words, double source_bytes, int& moved, Index steps) {
  const Index tiles = wire.begin(words);
  if (tiles == 0) return {};
  ++moved;
  const auto area_size = static_cast<double>(wire.area().size());
  for (Index i = 0; i < std::min(tiles, steps); ++i) {
    const auto response = wire.response();
    const double at = response[0], begin = response[1], size = response[2];
    if (!(at >= 0 && size > 0 && at + size <= static_cast<double>(kLargeTile)))
      return "a copy in beside the area";
    if (!(begin >= 0 && begin + size <= source_bytes)) return "a copy in from beside the source";
    wire.step(i);
    const auto written = wire.response();
    for (std::size_t w = 3; w < written.size(); w += 3)
      if (!(written[w] >= static_cast<double>(kLargeTile) && written[w + 1] >= 0 && written[w + 2] >= 0 &&
            written[w] + written[w + 2] <= area_size))
        return "a copy out from beside the area";
  }
  return {};
}

}  // namespace microtome::testing
