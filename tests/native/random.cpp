#include "random.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace microtome::testing {

std::vector<std::uint8_t> Random::bytes(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; i += 8) {
    const std::uint64_t word = engine_();
    std::memcpy(bytes.data() + i, &word, std::min<std::size_t>(8, size - i));
  }
  return bytes;
}

/// In [0, range). The highest when no bytes are left: then nothing that is decided by chance happens, and all
/// loops end.
Index Random::chosen(std::uint64_t range) {
  if (at_end()) return static_cast<Index>(range - 1);
  int count = 1;
  while (count < 8 && (range - 1) >> (8 * count) != 0) ++count;
  return static_cast<Index>(next_bytes(count) % range);
}

std::uint64_t Random::next_bytes(int count) {
  std::uint64_t word = 0;
  for (; count > 0 && !chosen_.empty(); --count, chosen_ = chosen_.subspan(1)) word = word << 8 | chosen_[0];
  return word;
}

std::uint64_t seed() {
  const char* text = std::getenv("MICROTOME_SEED");
  return text == nullptr ? 20240229 : std::strtoull(text, nullptr, 10);
}

std::uint64_t announced(const char* name) {
  std::cout << name << ": MICROTOME_SEED=" << seed() << '\n';
  return seed();
}

Strides random_strides(Random& random, const std::vector<Index>& dims, Index multiple, bool apart) {
  std::vector<std::size_t> order;  // from the fastest axis on
  for (std::size_t a = dims.size(); a-- > 0;) order.push_back(a);
  if (random.chance(30)) random.shuffle(order);
  Strides layout;
  layout.strides.resize(dims.size());
  Index low = 0, high = 0, span = random.chance(20) ? random.between(1, 4) : 1;
  for (const std::size_t a : order) {
    const Index size = std::max<Index>(dims[a], 1);
    const bool steps = apart || random.chance(70);
    layout.strides[a] = steps ? span * (random.chance(25) ? -1 : 1) : random.between(-20, 20);
    const Index reach = (size - 1) * layout.strides[a];
    (reach < 0 ? low : high) += reach;
    span = span * size + (random.chance(30) ? random.between(0, 3) : 0);
  }
  layout.offset = -low + (random.chance(60) ? random.between(0, 9) : 0);
  layout.elements = layout.offset + high + 1 + random.between(0, 5);
  layout.elements = (layout.elements + multiple - 1) / multiple * multiple;
  return layout;
}

}  // namespace microtome::testing
