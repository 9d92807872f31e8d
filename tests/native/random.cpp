#include "random.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace microtome::testing {

std::vector<std::uint8_t> Random::bytes(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(engine_());
  return bytes;
}

std::uint64_t seed() {
  const char* text = std::getenv("MICROTOME_SEED");
  return text == nullptr ? 20240229 : std::strtoull(text, nullptr, 10);
}

std::vector<Index> random_dims(Random& random) {
  constexpr Index kMost = 4000;
  std::vector<Index> dims(static_cast<std::size_t>(random.between(0, 6)));
  Index elements = 1;
  for (Index& size : dims) {
    size = random.chance(4) ? 0 : random.between(1, random.chance(40) ? 9 : 3);
    if (elements * size > kMost) size = 1;
    elements *= std::max<Index>(size, 1);
  }
  for (std::size_t a = dims.size(); a > 1; --a) std::swap(dims[a - 1], dims[random.bits() % a]);
  return dims;
}

Wide random_bound(Random& random, Index size, bool is_int32) {
  if (random.chance(90)) return random.between(-size - 2, size + 2);
  using Int32 = std::numeric_limits<std::int32_t>;
  using Int64 = std::numeric_limits<std::int64_t>;
  const Index near = random.between(0, 2);
  switch (random.between(0, is_int32 ? 1 : 5)) {
    case 0:
      return Int32::min() + near;
    case 1:
      return Int32::max() - near;
    case 2:
      return Int64::min() + near;
    case 3:
      return Int64::max() - near;
    case 4:
      return (Wide{1} << 53) + near - 1;
    default:
      return static_cast<Index>(random.bits());
  }
}

std::vector<Wide> random_sizes(Random& random, Index size) {
  std::vector<Wide> sizes;
  while (size > 0 || random.chance(30)) {
    sizes.push_back(
        random.chance(20) ? 0 : random.between(0, random.chance(50) ? size : std::min<Index>(size, 2)));
    size -= static_cast<Index>(sizes.back());
  }
  return sizes;
}

Strides random_strides(Random& random, const std::vector<Index>& dims, Index multiple) {
  Strides strides;
  Index low = 0;
  Index high = 0;
  Index dense = 1;
  strides.strides.resize(dims.size());
  for (std::size_t a = dims.size(); a-- > 0;) {  // like a view of something larger, or anything at all
    strides.strides[a] = random.chance(60) ? dense * (random.chance(30) ? -1 : 1) : random.between(-20, 20);
    dense *= std::max<Index>(1, dims[a]) + (random.chance(30) ? random.between(0, 3) : 0);
    const Index reach = (std::max<Index>(dims[a], 1) - 1) * strides.strides[a];
    (reach < 0 ? low : high) += reach;
  }
  strides.offset = -low + random.between(0, 5);
  strides.elements = strides.offset + high + 1 + random.between(0, 5);
  strides.elements = (strides.elements + multiple - 1) / multiple * multiple;
  return strides;
}

View view_of(const std::vector<Index>& dims, const Strides& strides) {
  View view{.offset = strides.offset, .axes = {}};
  for (std::size_t a = 0; a < dims.size(); ++a) view.axes.push_back({dims[a], strides.strides[a]});
  return view;
}

}  // namespace microtome::testing
