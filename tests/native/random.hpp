// Random numbers, shapes, strides and parameters, the extremes of int32 and int64 among them. All follow from
// one seed.
#pragma once

#include <random>
#include <vector>

#include "node.hpp"
#include "plan/view.hpp"

namespace microtome::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// In [low, high].
  Index between(Index low, Index high) {
    return low + static_cast<Index>(engine_() % (static_cast<std::uint64_t>(high - low) + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(between(0, static_cast<Index>(list.size()) - 1))];
  }
  std::uint64_t bits() { return engine_(); }
  std::vector<std::uint8_t> bytes(std::size_t size);

 private:
  std::mt19937_64 engine_;
};

/// MICROTOME_SEED from the environment, or one that is always the same.
std::uint64_t seed();

/// Rank 0 to 6, sizes 0 to 9, and at most a few thousand elements.
std::vector<Index> random_dims(Random& random);
/// Any integer; often near [-size, size], sometimes an extreme.
Wide random_bound(Random& random, Index size, bool is_int32);
/// Sizes of 0 or more that add up to `size`.
std::vector<Wide> random_sizes(Random& random, Index size);
/// Strides of either sign, 0 too, for these dims, and elements enough.
Strides random_strides(Random& random, const std::vector<Index>& dims, Index multiple);
/// A view of those dims, in an array of this many elements.
View view_of(const std::vector<Index>& dims, const Strides& strides);

}  // namespace microtome::testing
