// Converts consecutive elements. converter.hpp converts the elements of a box.
#pragma once

#include <span>

#include "move/kernels/convert.hpp"
#include "plan/view.hpp"

namespace microtome {

class Conversion {
 public:
  /// `scales` and `biases`: none, one for all elements, or one for each index of an axis. The caller keeps
  /// them until the next start. `saturates`: a value beyond the largest float of 8 bits becomes that float.
  void start(kernels::Number from, kernels::Number to, std::span<const double> scales,
             std::span<const double> biases, bool saturates = true);
  /// From now on, elements take the entries [first, first + count) of the lists: each entry for `inner`
  /// elements, and after the last one again from the first.
  void take_entries(Index first, Index count, Index inner);

  /// Converts elements; the first one is number `index`, as take_entries counts. Returns whether all integers
  /// fit; the results of others are unspecified.
  bool run(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) const;

  std::size_t from_width() const { return from_width_; }
  std::size_t to_width() const { return to_width_; }
  /// Are all elements converted alike?
  bool is_uniform() const { return scales_.size() <= 1 && biases_.size() <= 1; }

 private:
  /// Elements that are converted at a time, so that intermediate values stay in the first-level cache.
  static constexpr std::size_t kBlock = kernels::kMostCast;
  /// In longer periods, the runs of one entry are long enough for a call each.
  static constexpr Index kLongestPeriod = 256;

  bool has_scales() const { return !scales_.empty(); }
  /// The number in a list for an index, or the only one.
  float entry(std::span<const double> list, Index i) const {
    return static_cast<float>(list.size() == 1 ? list[0] : list[static_cast<std::size_t>(first_ + i)]);
  }
  /// The values of elements, scaled. `values` may be `in`.
  void load_floats(kernels::Number from, const std::uint8_t* in, std::size_t count, Index index,
                   float* values) const;
  void compute(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) const;

  kernels::Number given_ = kernels::Number::kUint8;
  kernels::Number from_ = kernels::Number::kUint8;  // `given_`, extended to bytes
  kernels::Number to_ = kernels::Number::kUint8;
  std::size_t from_width_ = 1;
  std::size_t to_width_ = 1;
  bool checks_ = false;  // integers that may not fit
  bool casts_ = false;
  bool extends_ = false;  // bool or int4, which become bytes first
  bool saturates_ = true;
  std::span<const double> scales_;
  std::span<const double> biases_;
  Index first_ = 0;
  Index count_ = 1;
  Index inner_ = 1;
  Index period_ = 0;  // length of `pattern_`, after which it repeats; 0: too long, and not used
  float pattern_[2][2 * 4 * kLongestPeriod];
  float table_[kernels::kBytes];  // the values of all bytes
};

}  // namespace microtome
