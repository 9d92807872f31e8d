// Random numbers and strides. All follow from one seed, or from bytes that a fuzzer chooses.
#pragma once

#include <random>
#include <span>
#include <vector>

#include "node.hpp"

namespace microtome::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Numbers are made of these bytes, each of as few as will do, so that one byte decides one thing.
  explicit Random(std::span<const std::uint8_t> bytes) : chosen_(bytes), is_chosen_(true) {}

  /// In [low, high].
  Index between(Index low, Index high) {
    const std::uint64_t range = static_cast<std::uint64_t>(high - low) + 1;
    return is_chosen_ ? low + chosen(range) : low + static_cast<Index>(engine_() % range);
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[index(list.size())];
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[index(i)]);
  }
  /// In [0, size).
  std::size_t index(std::size_t size) {
    return static_cast<std::size_t>(between(0, static_cast<Index>(size) - 1));
  }
  std::uint64_t bits() { return is_chosen_ ? next_bytes(8) : engine_(); }
  /// What data consists of. Never chosen: no path depends on it.
  std::vector<std::uint8_t> bytes(std::size_t size);
  /// True when no chosen bytes are left.
  bool at_end() const { return chosen_.empty(); }

 private:
  Index chosen(std::uint64_t range);
  std::uint64_t next_bytes(int count);

  std::mt19937_64 engine_;
  std::span<const std::uint8_t> chosen_;
  bool is_chosen_ = false;
};

/// MICROTOME_SEED from the environment, or one that is always the same.
std::uint64_t seed();
/// Sanitizers take ten times as long, and what they find does not hide in single elements.
#ifdef MICROTOME_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
/// How many random runs of so many are made here.
constexpr int runs_here(int runs) { return kIsSanitized ? runs / 10 : runs; }

/// The seed, printed beside the name of what it is for.
std::uint64_t announced(const char* name);

/// Strides for these dims, and elements enough: like a view of something larger, with axes in any order,
/// either direction, and gaps. If elements need not be apart, any strides.
Strides random_strides(Random& random, const std::vector<Index>& dims, Index multiple, bool apart = false);

}  // namespace microtome::testing
