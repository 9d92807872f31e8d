// Words: the numbers that pass between JavaScript and the core. A word is a double, which is exact for
// integers up to 2^53.
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
#include <utility>

#include "plan/view.hpp"

namespace microtome {

/// A list of words that grows. It reports when memory runs out instead of aborting, because the caller
/// decides how many words a call needs.
class Words {
 public:
  Words() = default;
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  ~Words() { std::free(data_), std::free(spare_); }

  /// Makes room for `capacity` words. False if there is not enough memory.
  bool reserve(std::size_t capacity) { return capacity <= capacity_ || grow(capacity); }
  void clear() { size_ = 0, complete_ = true; }
  void push(Index word) {
    if (double* const at = extend(1)) *at = static_cast<double>(word);
  }
  /// Adds `n` words, which are for the caller to write; nullptr if there is not enough memory.
  double* extend(std::size_t n) {
    if (!complete_ || !reserve(size_ + n)) return complete_ = false, nullptr;
    size_ += n;
    return data_ + size_ - n;
  }
  double& operator[](std::size_t i) { return assert(data_ != nullptr && i < size_), data_[i]; }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  double* data() { return data_; }
  const double* data() const { return data_; }
  /// False once a word was lost for lack of memory.
  bool complete() const { return complete_; }

 private:
  /// At least doubles the room.
  [[gnu::noinline]] bool grow(std::size_t capacity) {
    capacity = std::max(capacity, 2 * capacity_);
    if (capacity > std::numeric_limits<std::size_t>::max() / sizeof(double)) return false;
    // The JavaScript stack may overflow in any call: then this list is as it was, and no memory is lost.
    std::free(spare_);
    spare_ = nullptr;
    spare_ = static_cast<double*>(std::malloc(capacity * sizeof(double)));
    if (spare_ == nullptr) return false;
    std::copy_n(data_, size_, spare_);
    std::swap(data_, spare_);
    capacity_ = capacity;
    std::free(spare_);
    spare_ = nullptr;
    return true;
  }

  double* data_ = nullptr;
  double* spare_ = nullptr;  ///< memory of a growth that is not finished
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  bool complete_ = true;
};

/// A word that should be an integer and is not, and its place in its list.
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
    const Index index = at_ == end_ ? kNoInteger : to_integer(*at_++);
    if (index >= least && index <= most) return index;
    malformed_ = true;
    return least;
  }
  /// The next word as an integer, saturated; `fallback` if it is not an integer.
  Index next_index(Index fallback) {
    const Index index = to_integer(next());
    return index == kNoInteger ? fallback : index;
  }
  /// The next word as an integer, saturated. If it is not an integer: 0, and `fraction` becomes that word,
  /// unless it already has one.
  Index next_integer(Fraction& fraction, Index at = 0) {
    if (at_ == end_) return malformed_ = true, 0;
    const double word = *at_++;
    const Index index = to_integer(word);
    return index == kNoInteger ? refuse(word, at, fraction) : index;
  }
  /// Sets `list` to the next `n` words, converted to integers in place: lists may be long, and a copy would
  /// cost memory. Words that are not integers become 0; `fraction` is the first of them.
  [[gnu::noinline]] void next_indices(Index n, Fraction& fraction, std::span<Index>& list) {
    const auto words = skip(n, 1);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Index index = to_integer(words[i]);
      put(&words[i], index == kNoInteger ? refuse(words[i], static_cast<Index>(i), fraction) : index);
    }
    list = as_indices(words);
  }
  /// The next `n` integers of 64 bits, each of which is two words: the upper half, which may be negative, and
  /// the lower.
  std::span<Index> next_wide(Index n, Fraction& fraction) {
    const auto words = skip(n, 2);
    const std::size_t count = words.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
      const double high = words[2 * i], low = words[2 * i + 1];
      const Index upper = to_integer(high), lower = to_integer(low);
      const bool is_whole = upper != kNoInteger && lower != kNoInteger;
      const double word = std::isinf(high) ? high : high * 0x1p32 + low;
      const auto bits = (static_cast<std::uint64_t>(upper) << 32) + static_cast<std::uint64_t>(lower);
      put(&words[i], is_whole ? static_cast<Index>(bits) : refuse(word, static_cast<Index>(i), fraction));
    }
    return as_indices(words.first(count));
  }
  /// The next `n` words as they are; none if there are fewer.
  std::span<const double> next_list(Index n) { return skip(n, 1); }
  void refuse() { malformed_ = true; }
  bool malformed() const { return malformed_; }
  /// The words that have not been read.
  std::span<double> rest() const { return {at_, end_}; }

  /// In place of words that are not integers.
  static constexpr Index kNoInteger = std::numeric_limits<Index>::min();

  /// A word as an integer, saturated far beyond kMaxIndex, where all values mean the same, and so far below
  /// the largest integer that sums of a few do not overflow.
  static Index to_integer(double word) {
    // A sum with this number is rounded to an integer, which its bits then count. Converting takes longer.
    constexpr double kShift = 0x1.8p52, kLimit = 0x1p51;
    const double sum = word + kShift;
    const auto bits =
        std::bit_cast<std::uint64_t>(sum) - std::bit_cast<std::uint64_t>(kShift);  // which may wrap
    return word > -kLimit && word < kLimit && is_same(sum - kShift, word) ? static_cast<Index>(bits)
                                                                          : to_large(word);
  }

 private:
  /// Compares bits, because an AudioWorklet may flush denormals to zero.
  static bool is_same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }
  /// The same for words of any size.
  [[gnu::noinline]] static Index to_large(double word) {
    constexpr double kLimit = 0x1p60;
    const bool is_integer = std::isfinite(word) && is_same(std::trunc(word), word);
    return is_integer ? static_cast<Index>(std::clamp(word, -kLimit, kLimit)) : kNoInteger;
  }
  static Index refuse(double word, Index at, Fraction& fraction) {
    if (fraction.at < 0) fraction = {at, word};
    return 0;
  }
  /// Skips `n` times `size` words, and returns them; none if there are fewer. `n` is an Index, because a
  /// number of words may be too large for an address.
  std::span<double> skip(Index n, Index size) {
    if (n > (end_ - at_) / size) return malformed_ = true, std::span<double>();
    double* const words = at_;
    at_ += n * size;
    return {words, at_};
  }
  static std::span<Index> as_indices(std::span<double> words) {
    if (words.empty()) return {};
    return {std::launder(reinterpret_cast<Index*>(words.data())), words.size()};
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
