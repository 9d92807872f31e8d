// Words: the numbers that pass between JavaScript and the core. A word is a double, exact for integers up to
// 2^53.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <span>

#include "plan/view.hpp"

namespace microtome {

/// A list of words that grows. It reports when memory runs out instead of aborting, because the caller
/// decides how many words a call needs.
class Words {
 public:
  Words() = default;
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  ~Words() { std::free(data_); }

  /// Makes room for `capacity` words, and at least doubles the room if it grows. False if there is not enough
  /// memory.
  bool reserve(std::size_t capacity) {
    if (capacity <= capacity_) return true;
    capacity = std::max(capacity, 2 * capacity_);
    if (capacity > std::numeric_limits<std::size_t>::max() / sizeof(double)) return false;
    auto* data = static_cast<double*>(std::malloc(capacity * sizeof(double)));
    if (data == nullptr) return false;
    std::copy_n(data_, size_, data);
    std::free(data_);
    data_ = data;
    capacity_ = capacity;
    return true;
  }
  void clear() { size_ = 0, complete_ = true; }
  void push(double word) {
    if (double* const at = extend(1)) *at = word;
  }
  void push(Index word) { push(static_cast<double>(word)); }
  /// Adds `n` words, which are for the caller to write; nullptr if there is not enough memory.
  double* extend(std::size_t n) {
    complete_ = complete_ && reserve(size_ + n);
    if (!complete_) return nullptr;
    size_ += n;
    return data_ + size_ - n;
  }
  double& operator[](std::size_t i) { return assert(i < size_), data_[i]; }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  double* data() { return data_; }
  /// False once a word was lost for lack of memory.
  bool complete() const { return complete_; }

 private:
  double* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  bool complete_ = true;
};

/// A word that should be an integer and is not, and where in its list it is.
struct Fraction {
  Index at = -1;  ///< -1: there is none
  double value = 0;
};

/// Reads words one by one. Words that web/lib never writes, or too few of them, set `malformed`, so that a
/// caller checks once.
class Reader {
 public:
  explicit Reader(std::span<double> words) : at_(words.data()), end_(words.data() + words.size()) {}

  double next() {
    if (at_ != end_) return *at_++;
    malformed_ = true;
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// The next word, an integer from `least` to `most`; `least` if it is malformed.
  Index next_within(Index least, Index most) {
    if (at_ != end_) {
      Fraction fraction;
      const Index index = to_integer(*at_++, 0, fraction);
      if (fraction.at < 0 && index >= least && index <= most) return index;
    }
    malformed_ = true;
    return least;
  }
  /// The next word as an integer, saturated; `fallback` if it is not an integer.
  Index next_index(Index fallback) {
    Fraction fraction;
    const Index index = to_integer(next(), 0, fraction);
    return fraction.at < 0 ? index : fallback;
  }
  /// The next word as an integer, saturated. If it is not an integer: 0, and `fraction` is that word, unless
  /// it is another one already.
  Index next_integer(Fraction& fraction, Index at = 0) {
    if (at_ != end_) return to_integer(*at_++, at, fraction);
    malformed_ = true;
    return 0;
  }
  /// The next `n` words, converted to integers in place: lists may be long, and a copy would cost memory.
  /// Words that are not integers become 0; `fraction` is the first of them.
  std::span<const Index> next_indices(std::size_t n, Fraction& fraction) {
    double* const words = skip(n, 1);
    if (words == nullptr) return {};
    for (std::size_t i = 0; i < n; ++i) put(words + i, to_integer(words[i], static_cast<Index>(i), fraction));
    return {std::launder(reinterpret_cast<const Index*>(words)), n};
  }
  /// The next `n` integers of 64 bits, each of which is two words: the upper half, which may be negative, and
  /// the lower.
  std::span<const Index> next_wide(std::size_t n, Fraction& fraction) {
    double* const words = skip(n, 2);
    if (words == nullptr) return {};
    for (std::size_t i = 0; i < n; ++i) {
      const double high = words[2 * i], low = words[2 * i + 1];
      Fraction half;
      const auto upper = static_cast<std::uint64_t>(to_integer(high, 0, half));
      const auto lower = static_cast<std::uint64_t>(to_integer(low, 0, half));
      const bool is_whole = half.at < 0;
      if (!is_whole && fraction.at < 0)
        fraction = {static_cast<Index>(i), std::isinf(high) ? high : high * 0x1p32 + low};
      put(words + i, is_whole ? static_cast<Index>((upper << 32) + lower) : 0);
    }
    return {std::launder(reinterpret_cast<const Index*>(words)), n};
  }
  bool malformed() const { return malformed_; }
  /// The words that have not been read.
  std::span<double> rest() const { return {at_, end_}; }

  /// `word` as an integer, saturated far beyond kMaxIndex, where all values mean the same. If it is not an
  /// integer: 0, and `fraction` is word number `at`, unless it is another one already.
  static Index to_integer(double word, Index at, Fraction& fraction) {
    const auto index = static_cast<Index>(std::fabs(word) < kLimit ? word : 0);
    // Compares bits, because an AudioWorklet may flush denormals to zero.
    const bool is_exact =
        std::bit_cast<std::uint64_t>(static_cast<double>(index)) == std::bit_cast<std::uint64_t>(word);
    return is_exact ? index : to_rare_integer(word, at, fraction);
  }

 private:
  static constexpr double kLimit = 0x1p62;

  /// The same for words that are fractions, very large, or -0.
  [[gnu::noinline]] static Index to_rare_integer(double word, Index at, Fraction& fraction) {
    const bool is_integer = std::isfinite(word) && std::bit_cast<std::uint64_t>(std::trunc(word)) ==
                                                       std::bit_cast<std::uint64_t>(word);
    if (!is_integer && fraction.at < 0) fraction = {at, word};
    return is_integer ? static_cast<Index>(std::clamp(word, -kLimit, kLimit)) : 0;
  }
  /// Leaves out `n` times `size` words; gives the first, or nullptr if there are fewer.
  double* skip(std::size_t n, std::size_t size) {
    if (n > static_cast<std::size_t>(end_ - at_) / size) {
      malformed_ = true;
      return nullptr;
    }
    double* const words = at_;
    at_ += n * size;
    return words;
  }
  static void put(double* word, Index index) {
    static_assert(sizeof(Index) == sizeof(double) && alignof(Index) <= alignof(double));
    std::construct_at(reinterpret_cast<Index*>(word), index);
  }

  double* at_;
  double* end_;
  bool malformed_ = false;
};

}  // namespace microtome
