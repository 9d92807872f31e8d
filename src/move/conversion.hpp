// Conversions: what consecutive elements become. converter.hpp has those of a box.
#pragma once

#include <span>

#include "move/kernels/convert.hpp"
#include "plan/view.hpp"

namespace microtome {

class Conversion {
 public:
  /// `scales` and `biases`: none, one for all elements, or one for each index of an axis. The caller keeps
  /// them until the next start. `saturates`: what is beyond the largest float of 8 bits becomes that.
  void start(kernels::Number from, kernels::Number to, std::span<const double> scales,
             std::span<const double> biases, bool saturates = true);
  /// Elements have the entries [first, first + count) of the lists from now on, each for `inner` elements,
  /// and then again from the first one.
  void take_entries(Index first, Index count, Index inner);

  /// Converts elements, of which the first has number `index` in its tensor. Says whether all integers fit:
  /// others become anything.
  bool run(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out) const;

  std::size_t from_width() const { return from_width_; }
  std::size_t to_width() const { return to_width_; }
  /// Are all elements converted alike?
  bool is_uniform() const { return scales_.size() <= 1 && biases_.size() <= 1; }

 private:
  /// Elements that are converted at a time, so that values in between stay in the first-level cache.
  static constexpr std::size_t kBlock = kernels::kMostCast;
  /// Longer periods have runs that are long enough for a call each.
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
  kernels::Number from_ = kernels::Number::kUint8;  // what is made of those
  kernels::Number to_ = kernels::Number::kUint8;
  std::size_t from_width_ = 1;
  std::size_t to_width_ = 1;
  bool checks_ = false;  // integers that may not fit
  bool casts_ = false;
  bool extends_ = false;  // bool or int4, of which bytes are made
  bool saturates_ = true;
  std::span<const double> scales_;
  std::span<const double> biases_;
  Index first_ = 0;
  Index count_ = 1;
  Index inner_ = 1;
  Index period_ = 0;  // elements after which a short pattern of scales repeats; 0: it is not short
  float pattern_[2][2 * 4 * kLongestPeriod];
  float table_[kernels::kBytes];  // the values of all bytes
};

}  // namespace microtome
