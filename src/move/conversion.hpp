// Converts consecutive elements. converter.hpp converts the elements of a box.
#pragma once

#include <span>

#include "move/kernels/convert.hpp"
#include "plan/view.hpp"

namespace microtome {

/// What is computed of each element: (x - zero) * scale + bias, in doubles if the source or the target is
/// wide (kernels::is_wide), else in floats. Each list is empty, and its step is left out; or it has one
/// number for all elements, or one per entry.
struct Arithmetic {
  /// Integers of at most 2^53. If the target is an integer, they are added to it instead.
  std::span<const double> zeros = {};
  std::span<const double> scales = {};
  std::span<const double> biases = {};
  bool divides = false;  ///< by the scales

  bool is_none() const { return zeros.empty() && scales.empty() && biases.empty(); }
  bool is_uniform() const { return zeros.size() <= 1 && scales.size() <= 1 && biases.size() <= 1; }
};

/// What elements become.
struct Target {
  kernels::Number number;
  int bits = 0;           ///< of packed elements, each in a byte; 0: the number's own
  bool saturates = true;  ///< a value beyond the largest float of 8 bits becomes that float
};

class Conversion {
 public:
  /// The caller keeps the lists of `how` until the next start.
  void start(kernels::Number from, const Target& to, const Arithmetic& how);
  /// From now on, elements are counted in row-major order of these axes, and wrap around. The strides count
  /// entries, and the first element has entry `first`.
  void take_entries(Index first, const Axes& axes);

  /// Converts elements; the first one is number `index`, as take_entries counts. Returns whether all integers
  /// fit; the results of others are unspecified.
  bool run(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out);

  std::size_t from_width() const { return from_width_; }
  std::size_t to_width() const { return to_width_; }
  /// Are all elements converted alike?
  bool is_uniform() const { return how_.is_uniform(); }

 private:
  /// Elements that are converted at a time, so that intermediate values stay in the first-level cache.
  static constexpr std::size_t kBatch = kernels::kMostCast;
  /// In longer periods, entries are listed again for each batch.
  static constexpr Index kLongestPeriod = 256;
  /// Entries of lists of one number.
  static constexpr Index kConstants = 64;
  /// Runs of one entry that get a call each are at least this long.
  static constexpr Index kLongRun = 128;
  /// Room for two of the longest periods, of four rounds each.
  static constexpr Index kRoom = Index{2} * 4 * kLongestPeriod;
  static_assert(kRoom >= static_cast<Index>(kBatch));

  /// Most numbers that are computed at once, and so beyond the end of a list.
  static constexpr std::size_t kVector = 4;

  /// One of the lists, with a number for each of some consecutive elements.
  struct Spread {
    std::span<const double> list;
    double missing = 0;  // in place of an empty list: changes nothing
    bool is_wide = false;
    Index constants = 0;  // entries of a list of one that are here
    /// Floats or doubles, and room for a vector at the end.
    alignas(16) std::uint8_t numbers[sizeof(double) * (kRoom + kVector)];

    void start(std::span<const double> of, double instead, bool wide);
    void put(Index at, Index count, Index entry, Index stride);
    void put_constants(Index count);
    double number(Index entry) const {
      return list.empty() ? missing : list[list.size() == 1 ? 0 : static_cast<std::size_t>(entry)];
    }
    template <class T>
    const T* from(Index at) const {
      return reinterpret_cast<const T*>(numbers) + at;
    }
  };

  /// Lists the entries of elements [index, index + count), counted along the first `rank` axes.
  void spread(Index index, Index count, int rank);
  void each_spread(auto f) {
    for (Spread* const each : {&subtracted_, &scales_, &biases_, &added_}) f(*each);
  }
  /// Lists the numbers of elements from `index` on, as kernels::Numbers has them. Returns where they begin.
  Index spread_for(Index index, std::size_t count, std::size_t& period, std::size_t& run);
  /// The values of elements, as floats, without what is added after rounding. `values` may be `in`.
  void load_floats(const std::uint8_t* in, std::size_t count, float* values) const;
  void load_doubles(const std::uint8_t* in, std::size_t count, double* values) const;
  bool load_in_runs(const std::uint8_t* in, std::size_t count, Index index, float* values) const;
  void convert(const std::uint8_t* in, std::size_t count, std::uint8_t* out) const;
  void compute(const std::uint8_t* in, std::size_t count, Index index, std::uint8_t* out);
  /// Adds the zero points, and stores.
  void store_sums(double* values, std::size_t count, Index first, std::size_t period, std::uint8_t* out);
  void store(const double* values, std::size_t count, std::uint8_t* out) const;

  kernels::Number given_ = kernels::Number::kUint8;
  kernels::Number from_ = kernels::Number::kUint8;  // `given_`, extended to bytes
  kernels::Number to_ = kernels::Number::kUint8;
  int to_bits_ = 0;
  std::size_t from_width_ = 1;
  std::size_t to_width_ = 1;
  bool checks_ = false;  // integers that may not fit
  bool casts_ = false;
  bool extends_ = false;  // bool or int4, which become bytes first
  bool saturates_ = true;
  Arithmetic how_;
  bool is_wide_ = false;      // computes doubles
  bool adds_zeros_ = false;   // after rounding
  bool adds_widely_ = false;  // in doubles
  bool has_steps_ = false;    // before rounding
  bool is_affine_ = false;    // at most x * scale + bias, in floats
  Index first_ = 0;           // entry of element 0
  Axes axes_;                 // of the entries; elements repeat them
  Index period_ = 0;          // after which the lists repeat; 0: too long
  Spread subtracted_, scales_, biases_, added_;
  float table_[kernels::kBytes];  // the values of all bytes
};

}  // namespace microtome
