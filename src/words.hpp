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
    if (size_ == capacity_ && !(complete_ && reserve(size_ + 1))) {
      complete_ = false;
      return;
    }
    data_[size_++] = word;
  }
  void push(Index word) { push(static_cast<double>(word)); }
  void push(int word) { push(static_cast<double>(word)); }
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
  explicit Reader(std::span<double> words) : words_(words) {}

  double next() {
    if (at_ < words_.size()) return words_[at_++];
    malformed_ = true;
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// The next word as an integer, saturated; `fallback` if it is not an integer.
  Index next_index(Index fallback) {
    const double word = next();
    return is_integer(word) ? to_index(word) : fallback;
  }
  /// The next word, an integer from `least` to `most`; `least` if it is malformed.
  Index next_within(Index least, Index most) {
    Fraction fraction;
    const auto index = next_indices(1, fraction);
    if (!index.empty() && fraction.at < 0 && index[0] >= least && index[0] <= most) return index[0];
    malformed_ = true;
    return least;
  }
  /// The next word as an integer, or 0; `fraction` tells that it is none.
  Index next_integer(Fraction& fraction) {
    const auto index = next_indices(1, fraction);
    return index.empty() ? 0 : index[0];
  }
  /// The next `n` words, converted to integers in place: lists may be long, and a copy would cost memory.
  /// Words that are not integers become 0; `fraction` is the first of them.
  std::span<const Index> next_indices(std::size_t n, Fraction& fraction) {
    static_assert(sizeof(Index) == sizeof(double) && alignof(Index) <= alignof(double));
    if (n > words_.size() - at_) {
      malformed_ = true;
      return {};
    }
    double* const words = words_.data() + at_;
    at_ += n;
    for (std::size_t i = 0; i < n; ++i) {
      const double word = words[i];
      if (!is_integer(word) && fraction.at < 0) fraction = {static_cast<Index>(i), word};
      std::construct_at(reinterpret_cast<Index*>(words + i), is_integer(word) ? to_index(word) : 0);
    }
    return {std::launder(reinterpret_cast<const Index*>(words)), n};
  }
  /// The next `n` integers of 64 bits, each of which is two words: the upper half, which may be negative, and
  /// the lower.
  std::span<const Index> next_wide(std::size_t n, Fraction& fraction) {
    if (n > (words_.size() - at_) / 2) {
      malformed_ = true;
      return {};
    }
    double* const words = words_.data() + at_;
    at_ += 2 * n;
    for (std::size_t i = 0; i < n; ++i) {
      const double high = words[2 * i], low = words[2 * i + 1];
      const bool is_whole = is_integer(high) && is_integer(low);
      if (!is_whole && fraction.at < 0)
        fraction = {static_cast<Index>(i), std::isinf(high) ? high : high * 0x1p32 + low};
      const auto bits = is_whole ? (static_cast<std::uint64_t>(to_index(high)) << 32) +
                                       static_cast<std::uint64_t>(to_index(low))
                                 : 0;
      std::construct_at(reinterpret_cast<Index*>(words + i), static_cast<Index>(bits));
    }
    return {std::launder(reinterpret_cast<const Index*>(words)), n};
  }
  /// The words from word `begin` on, up to here. All of them have been read as indices.
  std::span<const Index> indices_since(std::size_t begin) const {
    return {std::launder(reinterpret_cast<const Index*>(words_.data() + begin)), at_ - begin};
  }
  std::size_t at() const { return at_; }
  bool malformed() const { return malformed_; }

  /// Compares bits, because an AudioWorklet may flush denormals to zero.
  static bool is_integer(double word) {
    return std::isfinite(word) &&
           std::bit_cast<std::uint64_t>(std::trunc(word)) == std::bit_cast<std::uint64_t>(word);
  }
  /// Saturates far beyond kMaxIndex, where all values mean the same.
  static Index to_index(double word) {
    constexpr double kLimit = 0x1p62;
    return static_cast<Index>(word < -kLimit ? -kLimit : word > kLimit ? kLimit : word);
  }

 private:
  std::span<double> words_;
  std::size_t at_ = 0;
  bool malformed_ = false;
};

}  // namespace microtome
